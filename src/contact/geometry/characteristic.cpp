#include "contact/geometry/characteristic.h"

#include <cmath>

#include "contact/geometry/falling_root.h"

namespace fourfoot::contact {

namespace {

/// Lowers one wheel at a given roll until it touches. A Newton step of a convex-concave separation
/// may overshoot at a jump; three per cent of steps need more than four.
bool lower(const WheelRailPair& pair, Side side, double y, double roll,
           const CharacteristicOptions& options, SearchScratch& scratch, double& z, Patch& patch) {
  for (int i = 0; i < 60; ++i) {
    const AxleFrame axle = make_axle_frame(pair, side, {y, z, roll, options.yaw}, options.shifts);
    const Closest c = find_closest(pair, axle, scratch);
    if (!c.exists) {
      const int away = i / 2 + 1;  // in turn below and above, farther and farther [mm]
      z = i % 2 == 0 ? 1e-3 * away : -1e-3 * away;
      continue;
    }
    if (std::abs(c.distance) < 1e-12) {
      fill_point(pair, axle, c.s, patch);
      restore_side(side, options.shifts, patch);
      return true;
    }
    z -= c.distance / c.foot.point.ty;
  }
  return false;
}

std::optional<CharacteristicPoint> calc_point(const WheelsetOnTrack& wheelset, double y,
                                              const CharacteristicOptions& options,
                                              SearchScratch& scratch, WheelsetPose& start) {
  CharacteristicPoint p;
  p.y = y;
  p.z_l = p.z_r = start.z;
  Patch left, right;
  const auto lower_both = [&](double roll) {
    return lower(wheelset.left, Side::left, y, roll, options, scratch, p.z_l, left) &&
           lower(wheelset.right, Side::right, y, roll, options, scratch, p.z_r, right);
  };
  if (!options.with_roll) {
    if (!lower_both(0.0)) return std::nullopt;
    p.z = 0.5 * (p.z_l + p.z_r);
  } else {
    const RigidContact c = solve_rigid(wheelset, y, options.yaw, options.shifts, scratch, start);
    if (c.converged) {
      p.z_l = p.z_r = c.z;
      p.roll = c.roll;
      left = c.left;
      right = c.right;
    } else {
      // Newton's method stops at a corner (a contact point that jumps, measured profiles with
      // many). Both wheels lowered at a roll, and the roll at which their heights agree, needs no
      // slopes.
      const auto apart = [&](double roll) {
        return lower_both(roll) ? p.z_l - p.z_r : std::nan("");
      };
      const auto roll = find_falling_root(apart, start.roll, 1e-4, 1e-13);
      if (!roll || !lower_both(*roll) || std::abs(p.z_l - p.z_r) > 1e-9) return std::nullopt;
      p.roll = *roll;
    }
    start.z = p.z = 0.5 * (p.z_l + p.z_r);
    start.roll = p.roll;
  }
  p.r_l = left.radius;
  p.r_r = right.radius;
  p.angle_l = left.angle;
  p.angle_r = right.angle;
  return p;
}

}  // namespace

std::optional<CharacteristicPoint> CharacteristicWalk::find(double y) {
  return calc_point(wheelset_, y, options_, scratch_, start_);
}

std::vector<CharacteristicPoint> calc_characteristic(const WheelsetOnTrack& wheelset,
                                                     const std::vector<double>& ys,
                                                     const CharacteristicOptions& options) {
  std::vector<CharacteristicPoint> points;
  CharacteristicWalk walk(wheelset, options);
  for (const double y : ys)
    if (const auto p = walk.find(y)) points.push_back(*p);
  return points;
}

std::vector<CharacteristicPoint> calc_characteristic(const WheelsetOnTrack& wheelset,
                                                     double y_first, double y_last, double step,
                                                     const CharacteristicOptions& options) {
  std::vector<double> ys;
  const int n = static_cast<int>(std::floor((y_last - y_first) / step + 1e-9));
  for (int i = 0; i <= n; ++i) ys.push_back(y_first + i * step);
  return calc_characteristic(wheelset, ys, options);
}

}  // namespace fourfoot::contact
