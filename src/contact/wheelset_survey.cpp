#include "contact/wheelset_survey.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "contact/normal/hertz.h"

namespace fourfoot::contact {

namespace {

void add_loaded_side(const LoadedWheelset& loaded, Side side, double y, const Material& material,
                     std::vector<LoadedPatch>& out) {
  int number = 0;
  for (const Patch& q : loaded.side(side)) {
    const auto h = HertzLaw<double>(q.curvature_x, q.curvature_y_region, material.contact_modulus())
                       .calc_from_penetration(q.penetration);
    out.push_back({y, side, ++number, q.weight * h.normal, std::numbers::pi * h.a * h.b, h.a, h.b,
                   h.pressure_max, q, side == Side::left ? loaded.z_l : loaded.z_r, loaded.roll});
  }
}

}  // namespace

std::vector<CharacteristicPoint> survey_characteristic(const WheelsetOnTrack& wheelset,
                                                       const std::vector<double>& ys,
                                                       const CharacteristicOptions& options) {
  std::vector<CharacteristicPoint> points = calc_characteristic(wheelset, ys, options);
  if (points.empty()) throw RunError("at none of these positions do both wheels touch their rails");
  return points;
}

std::size_t count_patches(const WheelsetOnTrack& wheelset, const CharacteristicPoint& point,
                          const CharacteristicOptions& options) {
  SearchOptions search;
  search.margin = 1e-6;
  search.position = PatchPosition::deepest;
  SearchScratch scratch;
  std::size_t count = 0;
  for (const Side side : {Side::left, Side::right}) {
    const WheelRailPair& pair = wheelset.side(side);
    const double z = side == Side::left ? point.z_l : point.z_r;
    PatchList patches;
    find_patches(pair,
                 make_axle_frame(pair, side, {point.y, z, point.roll, options.yaw}, options.shifts),
                 search, scratch, patches);
    count += patches.size();
  }
  return count;
}

std::vector<Conicity> survey_conicity(const WheelsetOnTrack& wheelset,
                                      const std::vector<double>& amplitudes, double reach,
                                      const CharacteristicOptions& options) {
  for (const double amplitude : amplitudes)
    if (!(amplitude > 0.0))
      throw InputError(Finding{"out-of-range", {}, "amplitudes of the conicity must be positive"});
  if (amplitudes.empty()) return {};
  constexpr double width = 0.2;  // of a wheel, amply: no contact farther out
  constexpr double spacing = 0.05e-3;
  const double largest = *std::max_element(amplitudes.begin(), amplitudes.end());
  const double far = std::min(std::max(reach, largest + 1e-3), width);
  const int n = static_cast<int>(std::ceil(far / spacing));
  std::vector<double> ys;
  for (int i = -n; i <= n; ++i) ys.push_back(i * spacing);
  const RadiusDifference difference =
      get_radius_difference(survey_characteristic(wheelset, ys, options));
  const double e = wheelset.left.wheel.half_span() + wheelset.right.wheel.half_span();
  const double r0 = 0.5 * (wheelset.left.wheel.radius() + wheelset.right.wheel.radius());
  std::vector<Conicity> out;
  for (const double amplitude : amplitudes)
    out.push_back(calc_conicity(difference, amplitude, e, r0));
  return out;
}

std::vector<LoadedPatch> survey_loaded(const WheelsetOnTrack& wheelset,
                                       const std::vector<double>& ys, double load,
                                       const Material& material,
                                       const CharacteristicOptions& options) {
  std::vector<LoadedPatch> out;
  SearchScratch scratch;
  for (const CharacteristicPoint& p : survey_characteristic(wheelset, ys, options)) {
    const auto loaded = find_loaded(wheelset, p, options, load, material, scratch);
    if (!loaded) continue;
    for (const Side side : {Side::left, Side::right})
      add_loaded_side(*loaded, side, p.y, material, out);
  }
  if (out.empty()) throw RunError("at none of these positions do the rails carry the load");
  return out;
}

}  // namespace fourfoot::contact
