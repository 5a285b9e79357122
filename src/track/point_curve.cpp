#include "track/point_curve.h"

#include <algorithm>
#include <array>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>

#include "track/spline.h"

namespace fourfoot::track {

namespace {

constexpr double relative_tolerance = 1e-13;
using Gauss = boost::math::quadrature::gauss<double, 20>;

}  // namespace

struct PointCurve::Local {
  double dx, dy, ddx, ddy;
  double speed() const { return std::hypot(dx, dy); }
  double curvature() const {
    const double v = speed();
    return (dx * ddy - dy * ddx) / (v * v * v);
  }
};

PointCurve::PointCurve(const std::vector<double>& x, const std::vector<double>& y, double k0,
                       double k1)
    : t_(x.size(), 0.0), x_(x), y_(y) {
  const std::size_t n = x.size();
  for (std::size_t i = 1; i < n; ++i)
    t_[i] = t_[i - 1] + std::hypot(x[i] - x[i - 1], y[i] - y[i - 1]);
  // The end's second derivative is k times the normal, which is known only from the spline: a few
  // rounds settle it.
  std::array<double, 4> bend{};  // x'' and y'' at the start, then at the end
  for (int round = 0; round < 8; ++round) {
    mx_ = calc_spline_bends(t_, x_, bend[0], bend[2]);
    my_ = calc_spline_bends(t_, y_, bend[1], bend[3]);
    const Local a = calc(0, t_.front()), b = calc(n - 2, t_.back());
    bend = {-k0 * a.dy * a.speed(), k0 * a.dx * a.speed(), -k1 * b.dy * b.speed(),
            k1 * b.dx * b.speed()};
  }
  knots_.assign(n, 0.0);
  for (std::size_t i = 1; i < n; ++i) knots_[i] = knots_[i - 1] + calc_arc(i - 1, t_[i]);
}

PointCurve::Local PointCurve::calc(std::size_t i, double t) const {
  const SplineValue x = calc_spline(t_[i], t_[i + 1], x_[i], x_[i + 1], mx_[i], mx_[i + 1], t);
  const SplineValue y = calc_spline(t_[i], t_[i + 1], y_[i], y_[i + 1], my_[i], my_[i + 1], t);
  return {x.d1, y.d1, x.d2, y.d2};
}

double PointCurve::calc_arc(std::size_t interval, double t) const {
  if (t <= t_[interval]) return 0.0;
  return Gauss::integrate([&](double q) { return calc(interval, q).speed(); }, t_[interval], t);
}

std::vector<Piece> PointCurve::make_curvature(double begin) const {
  double largest = 1e-6;
  for (std::size_t i = 0; i + 1 < t_.size(); ++i)
    largest = std::max(largest, std::abs(calc(i, t_[i]).curvature()));
  std::vector<Piece> pieces;
  for (std::size_t i = 0; i + 1 < t_.size(); ++i) {
    const auto curvature = [&](double s) {
      const double along = s - begin - knots_[i];
      double t = t_[i] + along * (t_[i + 1] - t_[i]) / (knots_[i + 1] - knots_[i]);
      for (int k = 0; k < 20; ++k) {
        const double step = (calc_arc(i, t) - along) / calc(i, t).speed();
        t -= step;
        if (std::abs(step) < 1e-13 * (t_[i + 1] - t_[i])) break;
      }
      return calc(i, t).curvature();
    };
    const auto more = fit(curvature, begin + knots_[i], begin + knots_[i + 1],
                          relative_tolerance * 100 * largest);
    pieces.insert(pieces.end(), more.begin(), more.end());
  }
  return pieces;
}

double PointCurve::estimate_curvature(const std::vector<double>& x, const std::vector<double>& y,
                                      bool at_end) {
  const std::size_t i = at_end ? x.size() - 3 : 0;
  const double ax = x[i + 1] - x[i], ay = y[i + 1] - y[i];
  const double bx = x[i + 2] - x[i + 1], by = y[i + 2] - y[i + 1];
  const double cross = ax * by - ay * bx;
  return 2.0 * cross / (std::hypot(ax, ay) * std::hypot(bx, by) * std::hypot(ax + bx, ay + by));
}

}  // namespace fourfoot::track
