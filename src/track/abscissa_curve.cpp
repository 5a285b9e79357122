#include "track/abscissa_curve.h"

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>

namespace fourfoot::track {

namespace {

constexpr double abscissa_tolerance = 1e-13;  ///< relative
/// Of the fit, relative: above the noise that the abscissa's tolerance leaves, or the fit would halve
/// its pieces for nothing.
constexpr double curvature_tolerance = 2e-12;
using ArcGauss = boost::math::quadrature::gauss<double, 20>;

}  // namespace

AbscissaCurve::AbscissaCurve(TransitionShape shape, double k0, double k1, double X,
                             double arc_length)
    : X_(X), is_exit_(std::abs(k0) > std::abs(k1)) {
  bends_ = make_transition(shape, 0.0, X, is_exit_ ? k1 : k0, is_exit_ ? k0 : k1);
  double slope = 0.0;
  arcs_.push_back(0.0);
  for (const Piece& bend : bends_) {
    slopes_.push_back(integrate(bend, slope));
    slope = slopes_.back().calc(bend.end).value;
    arcs_.push_back(calc_arc(bend.end));
  }
  length_ = arc_length > 0.0 ? std::min(arc_length, arcs_.back()) : arcs_.back();
}

double AbscissaCurve::calc_slope(double x) const {
  std::size_t i = 0;
  while (i + 1 < slopes_.size() && x > slopes_[i].end) ++i;
  return slopes_[i].calc(x).value;
}

double AbscissaCurve::calc_arc(double x) const {
  double arc = 0.0;
  for (const Piece& slope : slopes_) {
    const double end = std::min(x, slope.end);
    if (end <= slope.begin) break;
    arc += ArcGauss::integrate([&](double q) { return std::hypot(1.0, slope.calc(q).value); },
                               slope.begin, end);
  }
  return arc;
}

double AbscissaCurve::calc_curvature(std::size_t piece, double along) const {
  double x = along;
  for (int i = 0; i < 20; ++i) {
    const double step = (calc_arc(x) - along) / std::hypot(1.0, calc_slope(x));
    x = std::min(x - step, X_);
    if (std::abs(step) < abscissa_tolerance * X_) break;
  }
  const double g = std::hypot(1.0, slopes_[piece].calc(x).value);
  return bends_[piece].calc(x).value / (g * g * g);
}

std::vector<Piece> AbscissaCurve::make_curvature(double begin) const {
  double largest = 0.0;
  for (const Piece& bend : bends_)
    largest = std::max(
        {largest, std::abs(bend.calc(bend.begin).value), std::abs(bend.calc(bend.end).value)});
  std::vector<Piece> pieces;
  for (std::size_t n = 0; n < bends_.size(); ++n) {
    const std::size_t i = is_exit_ ? bends_.size() - 1 - n : n;
    const auto curvature = [&](double s) {
      return calc_curvature(i, is_exit_ ? begin + length_ - s : s - begin);
    };
    if (arcs_[i] >= length_) continue;
    const double last = std::min(arcs_[i + 1], length_);
    const double a = is_exit_ ? length_ - last : arcs_[i];
    const double b = is_exit_ ? length_ - arcs_[i] : last;
    const auto more = fit(curvature, begin + a, begin + b, curvature_tolerance * largest);
    pieces.insert(pieces.end(), more.begin(), more.end());
  }
  return pieces;
}

double AbscissaCurve::find_abscissa(TransitionShape shape, double k0, double k1, double length) {
  // The arc is longer than X by a part in a thousand and grows nearly as X does.
  double X = length;
  for (int i = 0; i < 20; ++i) {
    const double miss = AbscissaCurve(shape, k0, k1, X).length() - length;
    X -= miss;
    if (std::abs(miss) < 1e-12 * length) break;
  }
  return X;
}

}  // namespace fourfoot::track
