#include "track/line_measure.h"

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>

namespace fourfoot::track {

namespace {

using MeasureGauss = boost::math::quadrature::gauss<double, 20>;

}  // namespace

LineMeasure::LineMeasure(const Track& track, const TrackDescription& description)
    : track_(track),
      is_in_plan_(description.measure == LengthMeasure::plan),
      marks_(description.chainages) {
  constexpr double least_change = 1e-14;
  arcs_ = {0.0};
  for (const double s : track.joints())
    if (s > arcs_.back() && s < track.length()) arcs_.push_back(s);
  arcs_.push_back(track.length());
  plans_ = {0.0};
  for (std::size_t i = 0; i + 1 < arcs_.size(); ++i) {
    // Not at the joints themselves: there the next stretch begins.
    const double length = arcs_[i + 1] - arcs_[i];
    const double rate = calc_rate(arcs_[i] + 0.5 * length);
    const double change = std::abs(calc_rate(arcs_[i] + 0.2 * length) - rate) +
                          std::abs(calc_rate(arcs_[i] + 0.9 * length) - rate);
    rates_.push_back(change < least_change ? rate : 0.0);
    plans_.push_back(calc_plan_on(i, arcs_[i + 1]));
  }
  if (marks_.empty()) marks_.push_back({});
}

double LineMeasure::calc_rate(double s) const {
  Cursor cursor;
  Vec3 p, tangent, bend;
  track_.calc_centre_line(s, cursor, p, tangent, bend);
  return std::hypot(tangent.x(), tangent.y());
}

std::size_t LineMeasure::find_stretch(const std::vector<double>& ends, double value) const {
  const auto after = std::upper_bound(ends.begin(), ends.end(), value);
  const auto i = after == ends.begin() ? 0 : static_cast<std::size_t>(after - ends.begin()) - 1;
  return std::min(i, rates_.size() - 1);
}

double LineMeasure::calc_plan_on(std::size_t i, double s) const {
  const double begin = arcs_[i];
  if (rates_[i] > 0.0) return plans_[i] + rates_[i] * (s - begin);
  if (s < begin) return plans_[i] + calc_rate(begin) * (s - begin);
  return plans_[i] + MeasureGauss::integrate([&](double x) { return calc_rate(x); }, begin, s);
}

double LineMeasure::calc_plan(double s) const {
  return calc_plan_on(find_stretch(arcs_, s), s);
}

double LineMeasure::find_arc(double plan) const {
  const std::size_t i = find_stretch(plans_, plan);
  if (rates_[i] > 0.0) return arcs_[i] + (plan - plans_[i]) / rates_[i];
  double s = arcs_[i] + (plan - plans_[i]);
  for (int k = 0; k < 20; ++k) {
    const double miss = calc_plan_on(i, s) - plan;
    s -= miss / calc_rate(s);
    if (std::abs(miss) < 1e-12 * (1.0 + std::abs(plan))) break;
  }
  return s;
}

double LineMeasure::calc_along(double s) const {
  return is_in_plan_ ? calc_plan(s) : s;
}

double LineMeasure::find_from_along(double along) const {
  return is_in_plan_ ? find_arc(along) : along;
}

double LineMeasure::calc_chainage(double s) const {
  const double along = calc_along(s);
  std::size_t k = 0;
  while (k + 1 < marks_.size() && marks_[k + 1].along <= along) ++k;
  return marks_[k].chainage + marks_[k].direction * (along - marks_[k].along);
}

std::vector<double> LineMeasure::find_positions(double chainage) const {
  constexpr double slack = 1e-6;  // m: a row at the mark itself
  std::vector<double> positions;
  for (std::size_t k = 0; k < marks_.size(); ++k) {
    const double along = marks_[k].along + marks_[k].direction * (chainage - marks_[k].chainage);
    if (k > 0 && along < marks_[k].along - slack) continue;
    if (k + 1 < marks_.size() && along > marks_[k + 1].along + slack) continue;
    positions.push_back(find_from_along(along));
  }
  return positions;
}

}  // namespace fourfoot::track
