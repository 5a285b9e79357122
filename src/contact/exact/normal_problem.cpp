#include "contact/exact/normal_problem.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace fourfoot::contact {

namespace {

PlaneConvolution make_normal_convolution(const ExactGrid& grid, const Material& material) {
  std::vector<double> zz;
  for (int j = 1 - grid.ny; j < grid.ny; ++j)
    for (int i = 1 - grid.nx; i < grid.nx; ++i)
      zz.push_back(calc_influence(i * grid.dx, j * grid.dy, grid.dx, grid.dy, material).zz);
  const std::vector<double> none(zz.size(), 0.0);
  return {grid.nx, grid.ny, zz, none, none};
}

// Mean over elements in contact.
double calc_mean(const std::vector<double>& values, const std::vector<double>& pressure) {
  double sum = 0.0, count = 0.0;
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (!(pressure[k] > 0.0)) continue;
    sum += values[k];
    count += 1.0;
  }
  return count > 0.0 ? sum / count : 0.0;
}

}  // namespace

NormalSolution solve_normal(const ExactGrid& grid, const Material& material,
                            const std::vector<double>& gap, double normal,
                            const NormalOptions& options) {
  const std::size_t n = static_cast<std::size_t>(grid.count());
  if (gap.size() != n) throw std::logic_error("one gap per element");
  NormalSolution out;
  out.pressure.assign(n, 0.0);
  if (!(normal > 0.0)) {
    out.converged = true;
    return out;
  }
  PlaneConvolution convolution = make_normal_convolution(grid, material);
  const std::vector<double> zero(n, 0.0);
  std::vector<double> g(n), direction(n, 0.0), image(n), unused(n), last;
  std::vector<double>& p = out.pressure;
  const double area = grid.dx * grid.dy, total = normal / area;
  p.assign(n, total / static_cast<double>(n));
  double old_square = 1.0, keep = 0.0;
  for (; out.steps < options.most_steps && !out.converged; ++out.steps) {
    convolution.apply(p, zero, g, unused);
    for (std::size_t k = 0; k < n; ++k) g[k] += gap[k];
    out.approach = calc_mean(g, p);
    double square = 0.0;
    for (std::size_t k = 0; k < n; ++k) {
      g[k] -= out.approach;
      if (p[k] > 0.0) square += g[k] * g[k];
    }
    for (std::size_t k = 0; k < n; ++k)
      direction[k] = p[k] > 0.0 ? g[k] + keep * (square / old_square) * direction[k] : 0.0;
    old_square = square;
    convolution.apply(direction, zero, image, unused);
    const double shift = calc_mean(image, p);
    double above = 0.0, below = 0.0;
    for (std::size_t k = 0; k < n; ++k) {
      if (!(p[k] > 0.0)) continue;
      above += g[k] * direction[k];
      below += (image[k] - shift) * direction[k];
    }
    const double length = below > 0.0 ? above / below : 0.0;
    last = p;
    keep = 1.0;
    double sum = 0.0;
    for (std::size_t k = 0; k < n; ++k) {
      if (last[k] > 0.0) p[k] = std::max(0.0, p[k] - length * direction[k]);
      if (p[k] == 0.0 && g[k] < 0.0) {  // overlaps: comes in, conjugacy starts anew
        p[k] = -length * g[k];
        if (p[k] > 0.0) keep = 0.0;
      }
      sum += p[k];
    }
    double change = 0.0;
    for (std::size_t k = 0; k < n; ++k) {
      p[k] *= total / sum;
      change += std::abs(p[k] - last[k]);
    }
    out.converged = change < options.tolerance * total;
  }
  out.normal = normal;
  for (const double value : p) {
    out.pressure_max = std::max(out.pressure_max, value);
    if (value > 0.0) out.area += area;
  }
  return out;
}

}  // namespace fourfoot::contact
