#include "contact/exact/exact_patch.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "contact/exact/pressure_slip.h"

namespace fourfoot::contact {

namespace {

// int sqrt(s^2 - t^2) dt from 0 to t, |t| <= s.
double integrate_circle(double s, double t) {
  t = std::clamp(t, -s, s);
  return 0.5 * (t * std::sqrt((s - t) * (s + t)) + s * s * std::asin(t / s));
}

ExactGrid make_grid(double a, double b, int nx, int ny) {
  const double dx = 2.0 * a / nx, dy = 2.0 * b / ny;
  return {nx, ny, dx, dy, 0.5 * dx - a, 0.5 * dy - b};
}

// Hertz's pressure of a unit load, mean of each element: exact along x, lines at the middles of
// eight parts across; scaled to a sum of 1.
std::vector<double> make_pressure(double a, double b, const ExactGrid& grid) {
  constexpr int lines = 8;
  std::vector<double> pressure(static_cast<std::size_t>(grid.count()), 0.0);
  double sum = 0.0;
  for (int j = 0; j < grid.ny; ++j) {
    for (int line = 0; line < lines; ++line) {
      const double y = (grid.y(j) + ((line + 0.5) / lines - 0.5) * grid.dy) / b;
      const double s = std::sqrt((1.0 - y) * (1.0 + y));
      for (int i = 0; i < grid.nx; ++i) {
        const double from = (grid.x(i) - 0.5 * grid.dx) / a, to = from + grid.dx / a;
        const double part = std::max(0.0, integrate_circle(s, to) - integrate_circle(s, from));
        pressure[i + static_cast<std::size_t>(grid.nx) * j] += part;
        sum += part;
      }
    }
  }
  const double scale = 1.0 / (sum * grid.dx * grid.dy);
  for (double& p : pressure) p *= scale;
  // What rounding leaves outside the ellipse is no contact.
  const double least = 1e-9 * *std::max_element(pressure.begin(), pressure.end());
  for (double& p : pressure)
    if (p < least) p = 0.0;
  return pressure;
}

}  // namespace

void refine_traction(const ExactGrid& coarse, const ExactGrid& fine, ExactTraction& traction) {
  const int along = fine.nx / coarse.nx, across = fine.ny / coarse.ny;
  std::vector<double> px, py;
  for (int j = 0; j < fine.ny; ++j) {
    for (int i = 0; i < fine.nx; ++i) {
      const std::size_t from = i / along + static_cast<std::size_t>(coarse.nx) * (j / across);
      px.push_back(traction.px[from]);
      py.push_back(traction.py[from]);
    }
  }
  traction.px = std::move(px);
  traction.py = std::move(py);
}

ExactPatch::ExactPatch(double a, double b, const Material& material,
                       const std::vector<ExactElements>& levels)
    : material_(material) {
  for (const ExactElements& n : levels) {
    const ExactGrid grid = make_grid(a, b, n.along, n.across);
    levels_.push_back({grid, make_pressure(a, b, grid), SteadyRolling(grid, material)});
  }
}

ExactForce ExactPatch::solve(const RigidSlip& rigid, double bound, const RollingOptions& rolling,
                             double dundurs, double normal) {
  ExactForce out;
  out.converged = true;
  for (std::size_t k = 0; k < levels_.size(); ++k) {
    Level& level = levels_[k];
    if (k > 0) refine_traction(levels_[k - 1].grid, level.grid, out.traction);
    out.bound = level.pressure;
    for (double& p : out.bound) p *= bound;
    out.before = out.force;
    SlipField slip = make_slip_field(level.grid, rigid);
    add_pressure_slip(level.grid, material_, dundurs * normal, level.pressure, slip);
    level.rolling.solve(out.bound, slip, rolling, out.traction);
    out.force = {out.traction.fx, out.traction.fy, out.traction.mz, out.traction.slip_share};
    out.converged = out.converged && out.traction.converged;
  }
  out.grid = levels_.back().grid;
  out.bound = out.traction.bound;
  return out;
}

ExactForce calc_exact(const TangentialInput& in, const Material& material,
                      const ExactOptions& options) {
  if (options.grid < 4 || options.grid > 200 || options.grid % 2 != 0)
    throw std::logic_error("the exact solver's grid must be even, 4 ... 200");
  if (!(in.normal > 0.0 && in.a > 0.0 && in.b > 0.0 && in.friction > 0.0)) {
    ExactForce none;
    none.converged = true;
    return none;
  }
  std::vector<ExactElements> levels;
  int n = options.grid;
  for (; n % 2 == 0 && n >= 8; n /= 2) levels.push_back({n, n});
  levels.push_back({n, n});
  std::reverse(levels.begin(), levels.end());
  RollingOptions rolling = options.rolling;
  rolling.speed = in.speed;
  ExactForce out = ExactPatch(in.a, in.b, material, levels)
                       .solve({in.nu_x, in.nu_y, in.spin}, in.friction * in.normal, rolling,
                              options.dundurs, in.normal);
  if (!options.extrapolate || options.grid < 8) return out;
  const TangentialForce& coarse = out.before;
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
