#include "contact/geometry/separation_scan.h"

#include <algorithm>
#include <cmath>

#include "contact/geometry/separation_lanes.h"

namespace fourfoot::contact {

namespace separation {

namespace {

/// How far a point of the contour line can lie from where it would lie without yaw, at points that
/// are not steep: r sin(theta) sin(yaw) along y and r (1 - cos(theta)) <= r sin(theta)^2 [m].
double calc_stray(const WheelSurface& wheel, const AxleFrame& axle, double steepness) {
  const double sine = std::abs(steepness) * WheelSurface::gentle_slope + std::abs(axle.sin_beta);
  return wheel.largest_radius() * sine * (std::abs(axle.sin_yaw) + sine);
}

/// By how much the rail is farther than `limit` from a point at distance d; 0: nothing is known, as
/// beyond the ends of the rail's profile and deep inside the rail.
double calc_spare(const RailSection& rail, double y, double z, double d, double limit) {
  if (d < far_away) return d - limit;
  constexpr double reach = RailSection::reach - 0.5e-3;
  return rail.is_off_the_map(y, z) ? reach - limit : 0.0;
}

}  // namespace

void scan(const WheelRailPair& pair, const AxleFrame& axle, double limit,
          std::vector<double>& distance) {
  const auto& samples = pair.wheel.samples();
  distance.resize(samples.size());
  const double k = axle.tan_yaw * axle.cos_roll * axle.cos_beta;
  const double stray = 2.0 * calc_stray(pair.wheel, axle, k);
  const double per_way = 1.0 / pair.wheel.spacing();
  const guided::SeparationLanes& lanes = guided::get_lanes();
  guided::SampleBlock block;
  std::size_t begin = 0, end = 0;  // of the block
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (i >= end) {
      lanes.calc_block(pair, axle, i, block);
      begin = i;
      end = i + guided::SampleBlock::size;
    }
    const WheelSurface::Sample& m = samples[i];
    const std::size_t n = i - begin;
    distance[i] = block.distance[n];
    if (m.gentle < 2 || !(std::abs(k * m.slope) < 1.0)) continue;
    const double spare = calc_spare(pair.rail, block.y[n], block.z[n], distance[i], limit) - stray;
    if (!(spare > 0.0)) continue;
    const int others = std::min(m.gentle - 1, static_cast<int>(spare * per_way));
    for (int o = 0; o < others; ++o) distance[++i] = far_away;
  }
}

}  // namespace separation

int find_lows(const SearchScratch& scratch, double margin, std::array<std::size_t, 12>& out) {
  const std::vector<double>& d = scratch.distance;
  std::size_t count = 0;
  for (std::size_t i = 0; i < d.size() && count < out.size(); ++i) {
    if (d[i] > margin + separation::slack) continue;
    const bool falls_before = i == 0 || d[i] < d[i - 1];
    const bool rises_after = i + 1 == d.size() || d[i] <= d[i + 1];
    if (falls_before && rises_after) out[count++] = i;
  }
  return static_cast<int>(count);
}

}  // namespace fourfoot::contact
