#include "contact/loaded_wheelset.h"

#include "contact/geometry/falling_root.h"
#include "contact/normal/hertz.h"

namespace fourfoot::contact {

namespace {

// One wheel of the wheelset at given y and yaw.
struct LoweredWheel {
  const WheelRailPair& pair;
  Side side;
  double y;
  const CharacteristicOptions& options;
  double modulus;
  SearchScratch& scratch;
  PatchList patches = {};

  double calc_vertical(double z, double roll) {
    const AxleFrame axle = make_axle_frame(pair, side, {y, z, roll, options.yaw}, options.shifts);
    find_patches(pair, axle, {}, scratch, patches);
    double vertical = 0.0;
    for (const Patch& p : patches)
      vertical += p.weight *
                  HertzLaw<double>(p.curvature_x, p.curvature_y_region, modulus)
                      .calc_from_penetration(p.penetration)
                      .normal *
                  p.n_T.z();
    return vertical;
  }
  // Not a number if no height carries the load.
  double find_height(double load, double roll, double start) {
    const auto excess = [&](double z) { return calc_vertical(z, roll) - load; };
    return find_falling_root(excess, start, 20e-6, 1e-13).value_or(std::nan(""));
  }
};

}  // namespace

std::optional<LoadedWheelset> find_loaded(const WheelsetOnTrack& wheelset,
                                          const CharacteristicPoint& rigid,
                                          const CharacteristicOptions& options, double load,
                                          const Material& material, SearchScratch& scratch) {
  const double modulus = material.contact_modulus();
  LoweredWheel left{wheelset.left, Side::left, rigid.y, options, modulus, scratch};
  LoweredWheel right{wheelset.right, Side::right, rigid.y, options, modulus, scratch};
  LoadedWheelset out;
  out.z_l = rigid.z_l;
  out.z_r = rigid.z_r;
  out.roll = rigid.roll;
  const auto lower_both = [&](double roll) {
    out.z_l = left.find_height(load, roll, std::isfinite(out.z_l) ? out.z_l : rigid.z_l);
    out.z_r = right.find_height(load, roll, std::isfinite(out.z_r) ? out.z_r : rigid.z_r);
    return out.z_l - out.z_r;  // falls with roll, which lifts the left wheel
  };
  if (options.with_roll) {
    const auto roll = find_falling_root(lower_both, rigid.roll, 1e-4, 1e-10);
    if (!roll) return std::nullopt;
    out.roll = *roll;
  }
  lower_both(out.roll);
  if (!std::isfinite(out.z_l) || !std::isfinite(out.z_r)) return std::nullopt;
  left.calc_vertical(out.z_l, out.roll);
  right.calc_vertical(out.z_r, out.roll);
  out.left = left.patches;
  out.right = right.patches;
  for (std::size_t i = 0; i < out.left.count; ++i)
    restore_side(Side::left, options.shifts, out.left.patches[i]);
  for (std::size_t i = 0; i < out.right.count; ++i)
    restore_side(Side::right, options.shifts, out.right.patches[i]);
  return out;
}

}  // namespace fourfoot::contact
