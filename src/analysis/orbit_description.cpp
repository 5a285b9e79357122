#include "analysis/orbit_description.h"

#include <algorithm>
#include <cmath>

#include "analysis/floquet.h"
#include "analysis/orbit_top.h"

namespace fourfoot::analysis {

namespace {

/// Which wheelset moves most, and how far.
void find_wheelset(OrbitFlow& flow, const Passage& passage, PeriodicOrbit& orbit) {
  VecX at, low, high;
  for (const VecX& y : passage.y) {
    flow.calc_wheelsets(y, at);
    low = low.size() == 0 ? at : VecX(low.cwiseMin(at));
    high = high.size() == 0 ? at : VecX(high.cwiseMax(at));
  }
  if (at.size() == 0) return;
  Eigen::Index most = 0;
  orbit.wheelset_range = (high - low).maxCoeff(&most);
  orbit.wheelset = flow.get_wheelset_names()[static_cast<std::size_t>(most)];
}

double calc_size(OrbitFlow& flow, const Passage& passage) {
  const VecX& start = passage.y.front();
  MatX changes(start.size(), static_cast<Eigen::Index>(passage.y.size()));
  for (Eigen::Index i = 0; i < changes.cols(); ++i)
    changes.col(i) = passage.y[static_cast<std::size_t>(i)] - start;
  const MatX ways =
      flow.scales().cwiseInverse().asDiagonal() * flow.calc_differences(start, changes);
  VecX mean = VecX::Zero(flow.size());
  double square = 0.0;
  for (Eigen::Index i = 1; i < ways.cols(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const double h = (passage.t[at] - passage.t[at - 1]) / passage.duration();
    mean += h * ways.col(i);
    square += h * ways.col(i).squaredNorm();
  }
  return std::sqrt(std::max(0.0, square - mean.squaredNorm()));
}

}  // namespace

PeriodicOrbit describe_orbit(OrbitFlow& flow, const OrbitPoint& point) {
  PeriodicOrbit orbit;
  orbit.value = point.value;
  orbit.state = point.state;
  orbit.period = point.period;
  orbit.closing = point.closing;
  orbit.multipliers = calc_multipliers(point.monodromy, point.rate);
  if (orbit.multipliers.size() > 0) orbit.largest_multiplier = std::abs(orbit.multipliers[0]);
  std::vector<double> x;
  for (const VecX& y : point.passage.y) x.push_back(flow.observe(y));
  orbit.size = calc_size(flow, point.passage);
  find_wheelset(flow, point.passage, orbit);
  const double high = find_orbit_top(flow, point.passage, x, 1.0);
  const double low = -find_orbit_top(flow, point.passage, x, -1.0);
  orbit.largest = std::max(std::abs(low), std::abs(high));
  orbit.peak_to_peak = high - low;
  return orbit;
}

}  // namespace fourfoot::analysis
