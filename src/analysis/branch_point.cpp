#include "analysis/branch_point.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/orbit_tests.h"
#include "math/dense.h"

namespace fourfoot::analysis {

std::optional<BranchPoint> BranchPointFinder::find(const OrbitPoint& guess, double reach) {
  fault_.clear();
  origin_ = guess;
  tau_ = guess.tangent;
  const NearNull null = find_near_null(guess);
  phi_ = null.right;
  psi_ = null.left;
  factors_.compute(make_matrix(guess));
  Eigen::Vector2d at = Eigen::Vector2d::Zero();
  std::optional<Sample> here = sample(guess, at);
  for (int i = 0; here && i < options_.most_steps; ++i) {
    const std::optional<Surface> surface = calc_surface(*here, at, part_ * reach);
    if (!surface) return std::nullopt;
    const Eigen::Vector2d step = -surface->curvature.inverse() * surface->slope;
    at += step;
    if (!step.allFinite() || at.norm() > reach) {
      fault_ = "the branches do not cross near";
      return std::nullopt;
    }
    std::optional<Sample> next = sample(here->point, at);
    if (!next) return std::nullopt;
    const double error = std::abs(next->point.value - here->point.value);
    here = std::move(next);
    if (error > options_.tolerance * options_.parameter_scale ||
        step.norm() > 10.0 * options_.tolerance)
      continue;
    return finish(std::move(*here), surface->curvature, step.norm(), error);
  }
  if (fault_.empty()) fault_ = fmt::format("no branch point after {} steps", options_.most_steps);
  return std::nullopt;
}

std::optional<BranchPoint> BranchPointFinder::finish(Sample here, const Eigen::Matrix2d& curvature,
                                                     double way, double error) {
  const OrbitFlow& flow = newton_.build_flow(here.point.value);
  const double left = flow.calc_displacement((here.e * psi_).cwiseProduct(flow.scales()));
  if (left > options_.closing) {
    fault_ = fmt::format("the branches miss each other by a gap of {:.2g} m", left);
    return std::nullopt;
  }
  const std::optional<VecX> direction = find_direction(curvature);
  if (!direction) {
    fault_ = "the branches touch, but do not cross";
    return std::nullopt;
  }
  newton_.linearise(here.point);
  return BranchPoint{std::move(here.point), *direction, way, error};
}

/// Rows: gap, phase, tau, phi; columns: x, T, p, e.
MatX BranchPointFinder::make_matrix(const OrbitPoint& point) const {
  const Eigen::Index n = psi_.size();
  MatX matrix = MatX::Zero(n + 3, n + 3);
  matrix.topLeftCorner(n + 2, n + 2) = make_newton_matrix(point, false);
  matrix.block(0, n + 2, n, 1) = psi_;
  matrix.block(n + 1, 0, 1, n + 2) = tau_.transpose();
  matrix.block(n + 2, 0, 1, n + 2) = phi_.transpose();
  return matrix;
}

// Newton's method with the last matrix, made anew where steps do not halve; they do not halve for ever,
// since passages are known to the integrator's tolerance.
std::optional<BranchPointFinder::Sample> BranchPointFinder::sample(const OrbitPoint& from,
                                                                   const Eigen::Vector2d& at) {
  constexpr int most = 16;
  constexpr double exact = 1e-8, noise = 2e-5, slow = 0.5;
  const Eigen::Index n = psi_.size();
  Sample out{from, 0.0};
  OrbitPoint& point = out.point;
  double before = 1e300;
  bool is_there = newton_.shoot(point);
  for (int i = 0; is_there && i < most; ++i) {
    const VecX way = newton_.calc_way(origin_, point);
    VecX right = VecX::Zero(n + 3);
    right.head(n) = -point.gap;
    right[n + 1] = at[0] - tau_.dot(way);
    right[n + 2] = at[1] - phi_.dot(way);
    const VecX solved = factors_.solve(right);
    const double length = solved.head(n + 2).norm();
    out.e = solved[n + 2];
    if (length < exact || (length < noise && length > slow * before)) return out;
    newton_.move(point, solved.head(n + 2));
    is_there = newton_.shoot(point);
    if (is_there && length > slow * before) {
      newton_.linearise(point);
      factors_.compute(make_matrix(point));
      before = 1e300;
    } else {
      before = length;
    }
  }
  fault_ = is_there ? "corrections next to the branch point do not end" : newton_.fault();
  return std::nullopt;
}

// Differences of fourth order for the slopes, of second order for the curvatures.
std::optional<BranchPointFinder::Surface> BranchPointFinder::calc_surface(const Sample& middle,
                                                                          const Eigen::Vector2d& at,
                                                                          double step) {
  bool is_there = true;
  const auto read = [&](double l, double u) {
    const auto beside = is_there ? sample(middle.point, at + step * Eigen::Vector2d(l, u))
                                 : std::optional<Sample>();
    is_there = beside.has_value();
    return is_there ? beside->e : 0.0;
  };
  Surface out;
  double around = 0.0;
  for (const Eigen::Index k : {0, 1}) {
    const double l = k == 0 ? 1.0 : 0.0, u = 1.0 - l;
    const double a = read(l, u), b = read(-l, -u);
    const double far = read(2.0 * l, 2.0 * u) - read(-2.0 * l, -2.0 * u);
    out.slope[k] = (8.0 * (a - b) - far) / (12.0 * step);
    out.curvature(k, k) = (a + b - 2.0 * middle.e) / (step * step);
    around += a + b;
  }
  const double mixed = read(1.0, 1.0) + read(-1.0, -1.0) - around + 2.0 * middle.e;
  out.curvature(0, 1) = out.curvature(1, 0) = mixed / (2.0 * step * step);
  if (!is_there) return std::nullopt;
  return out;
}

// a l^2 + 2 b l u + c u^2 = 0.
std::optional<VecX> BranchPointFinder::find_direction(const Eigen::Matrix2d& curvature) const {
  const double a = curvature(0, 0), b = curvature(0, 1), c = curvature(1, 1);
  const double under = b * b - a * c;
  if (under <= 0.0) return std::nullopt;
  // Both roots as (l, u): (-c, q) and (q, -a) with q = b + sign(b) sqrt(under).
  const double q = b + std::copysign(std::sqrt(under), b);
  Eigen::Vector2d first(-c, q), second(q, -a);
  const auto is_farther = [](const Eigen::Vector2d& x, const Eigen::Vector2d& y) {
    return std::abs(x[1] * y[0]) > std::abs(y[1] * x[0]);
  };
  const Eigen::Vector2d other = is_farther(first, second) ? first : second;
  return VecX(other[0] * tau_ + other[1] * phi_).normalized();
}

}  // namespace fourfoot::analysis
