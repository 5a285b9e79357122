#include "track/plan_length.h"

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>

namespace fourfoot::track {

namespace {

constexpr double shortest_stretch = 1e-9;  ///< [m]; joints nearer than this are one
using RateGauss = boost::math::quadrature::gauss<double, 20>;

/// Over s = arc + rate (p - at), where the rate is even.
Piece stretch_piece(Piece piece, double at, double arc, double rate) {
  piece.origin = arc + rate * (piece.origin - at);
  piece.scale /= rate;
  return piece;
}

}  // namespace

double PlanLength::Stretch::calc_rate(double p) const {
  const double lift = cant == nullptr ? 0.0 : rise * cant->calc(p).d1;
  return std::hypot(1.0, gradient->calc(p).value + lift);
}

double PlanLength::Stretch::calc_arc(double p) const {
  if (is_even) return arc + calc_rate(begin) * (p - begin);
  if (p <= begin) return arc + calc_rate(begin) * (p - begin);
  return arc + RateGauss::integrate([this](double q) { return calc_rate(q); }, begin, p);
}

double PlanLength::Stretch::find_plan(double s) const {
  double p = begin + (s - arc) / calc_rate(begin);
  for (int i = 0; i < 20; ++i) {
    const double step = (calc_arc(p) - s) / calc_rate(p);
    p -= step;
    if (std::abs(step) < 1e-13 * (1.0 + std::abs(p))) break;
  }
  return p;
}

PlanLength::PlanLength(const std::vector<Piece>& gradient, const std::vector<Piece>& cant,
                       const std::vector<double>& rises) {
  std::size_t c = 0;
  double arc = 0.0;
  for (const Piece& g : gradient) {
    double begin = g.begin;
    while (begin < g.end - shortest_stretch) {
      while (c < cant.size() && cant[c].end <= begin + shortest_stretch) ++c;
      const bool is_lifted = c < rises.size() && rises[c] != 0.0;
      Stretch stretch{begin, g.end, arc, &g, is_lifted ? &cant[c] : nullptr, 0.0, false};
      if (is_lifted) {
        stretch.end = std::min(g.end, cant[c].end);
        stretch.rise = rises[c];
      }
      stretch.is_even = g.degree == 0 && g.frequency == 0.0 &&
                        (!is_lifted || (cant[c].degree <= 1 && cant[c].frequency == 0.0));
      arc = stretch.calc_arc(stretch.end);
      begin = stretch.end;
      stretches_.push_back(stretch);
    }
  }
}

double PlanLength::calc_arc(double p) const {
  const auto after =
      std::upper_bound(stretches_.begin(), stretches_.end(), p,
                       [](double value, const Stretch& stretch) { return value < stretch.end; });
  return (after == stretches_.end() ? stretches_.back() : *after).calc_arc(p);
}

std::vector<Piece> PlanLength::to_arc(const std::vector<Piece>& pieces, double tolerance) const {
  std::vector<Piece> result;
  result.reserve(pieces.size());
  std::size_t i = 0;
  for (const Piece& piece : pieces) {
    double begin = piece.begin;
    while (begin < piece.end - shortest_stretch) {
      while (i + 1 < stretches_.size() && stretches_[i].end <= begin + shortest_stretch) ++i;
      const Stretch& stretch = stretches_[i];
      const bool is_last = i + 1 == stretches_.size();
      const double end = is_last ? piece.end : std::min(piece.end, stretch.end);
      const double a = stretch.calc_arc(begin), b = stretch.calc_arc(end);
      if (stretch.is_even || (piece.degree == 0 && piece.frequency == 0.0)) {
        result.push_back(
            stretch_piece(piece, stretch.begin, stretch.arc, stretch.calc_rate(stretch.begin)));
        result.back().begin = a;
        result.back().end = b;
      } else {
        const auto more =
            fit([&](double s) { return piece.calc(stretch.find_plan(s)).value; }, a, b, tolerance);
        result.insert(result.end(), more.begin(), more.end());
      }
      begin = end;
    }
  }
  // A begin that was reached from the stretch before may differ in the last digit.
  for (std::size_t k = 1; k < result.size(); ++k) result[k].begin = result[k - 1].end;
  return result;
}

}  // namespace fourfoot::track
