#include "contact/exact/exact_patch.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace fourfoot::contact {

namespace {

// int sqrt(s^2 - t^2) dt from 0 to t, |t| <= s.
double integrate_circle(double s, double t) {
  t = std::clamp(t, -s, s);
  return 0.5 * (t * std::sqrt((s - t) * (s + t)) + s * s * std::asin(t / s));
}

ExactGrid make_grid(const TangentialInput& in, int n) {
  const double dx = 2.0 * in.a / n, dy = 2.0 * in.b / n;
  return {n, n, dx, dy, 0.5 * dx - in.a, 0.5 * dy - in.b};
}

// mu p, mean of each element: exact along x, lines at the middles of eight parts across; scaled to
// mu N.
std::vector<double> make_bound(const TangentialInput& in, const ExactGrid& grid) {
  constexpr int lines = 8;
  std::vector<double> bound(static_cast<std::size_t>(grid.count()), 0.0);
  double sum = 0.0;
  for (int j = 0; j < grid.ny; ++j) {
    for (int line = 0; line < lines; ++line) {
      const double y = (grid.y(j) + ((line + 0.5) / lines - 0.5) * grid.dy) / in.b;
      const double s = std::sqrt((1.0 - y) * (1.0 + y));
      for (int i = 0; i < grid.nx; ++i) {
        const double from = (grid.x(i) - 0.5 * grid.dx) / in.a, to = from + grid.dx / in.a;
        const double part = std::max(0.0, integrate_circle(s, to) - integrate_circle(s, from));
        bound[i + static_cast<std::size_t>(grid.nx) * j] += part;
        sum += part;
      }
    }
  }
  const double scale = in.friction * in.normal / (sum * grid.dx * grid.dy);
  for (double& b : bound) b *= scale;
  // What rounding leaves outside the ellipse is no contact.
  const double least = 1e-9 * *std::max_element(bound.begin(), bound.end());
  for (double& b : bound)
    if (b < least) b = 0.0;
  return bound;
}

// Each coarse element's traction over the four fine ones in it.
ExactTraction refine(const ExactTraction& coarse, int n) {
  ExactTraction fine;
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) {
      const std::size_t from = i / 2 + static_cast<std::size_t>(n / 2) * (j / 2);
      fine.px.push_back(coarse.px[from]);
      fine.py.push_back(coarse.py[from]);
    }
  }
  return fine;
}

ExactForce solve_level(const TangentialInput& in, const Material& material, int n,
                       const RollingOptions& rolling, ExactTraction start) {
  ExactForce out;
  out.grid = make_grid(in, n);
  out.bound = make_bound(in, out.grid);
  out.traction = std::move(start);
  SteadyRolling(out.grid, material)
      .solve(out.bound, {in.nu_x, in.nu_y, in.phi}, rolling, out.traction);
  out.force = {out.traction.fx, out.traction.fy, out.traction.mz, out.traction.slip_share};
  out.converged = out.traction.converged;
  return out;
}

// Coarse to fine; `coarse` is what the half grid gave.
ExactForce solve_nested(const TangentialInput& in, const Material& material, int n,
                        const RollingOptions& rolling, TangentialForce& coarse) {
  if (n % 2 != 0 || n < 8) return solve_level(in, material, n, rolling, {});
  TangentialForce unused;
  const ExactForce half = solve_nested(in, material, n / 2, rolling, unused);
  coarse = half.force;
  ExactForce out = solve_level(in, material, n, rolling, refine(half.traction, n));
  out.converged = out.converged && half.converged;
  return out;
}

}  // namespace

ExactForce calc_exact(const TangentialInput& in, const Material& material,
                      const ExactOptions& options) {
  if (options.grid < 4 || options.grid > 200 || options.grid % 2 != 0)
    throw std::logic_error("the exact solver's grid must be even, 4 ... 200");
  if (!(in.normal > 0.0 && in.a > 0.0 && in.b > 0.0 && in.friction > 0.0)) {
    ExactForce none;
    none.converged = true;
    return none;
  }
  TangentialForce coarse;
  ExactForce out = solve_nested(in, material, options.grid, options.rolling, coarse);
  if (!options.extrapolate || options.grid < 8) return out;
  TangentialForce& f = out.force;
  f.fx = 2.0 * f.fx - coarse.fx;
  f.fy = 2.0 * f.fy - coarse.fy;
  f.mz = 2.0 * f.mz - coarse.mz;
  const double length = std::hypot(f.fx, f.fy), bound = in.friction * in.normal;
  if (length > bound) {
    f.fx *= bound / length;
    f.fy *= bound / length;
  }
  return out;
}

}  // namespace fourfoot::contact
