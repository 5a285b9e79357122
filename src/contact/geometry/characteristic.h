#pragma once

#include <optional>
#include <vector>

#include "contact/geometry/rigid.h"

namespace fourfoot::contact {

/// Rigid contact of a wheelset at one lateral position.
struct CharacteristicPoint {
  double y = 0.0;
  double z = 0.0, roll = 0.0;
  double z_l = 0.0, z_r = 0.0;          ///< z with roll; without, each wheel's own [m]
  double r_l = 0.0, r_r = 0.0;          ///< rolling radii [m]
  double angle_l = 0.0, angle_r = 0.0;  ///< contact angles to the track plane [rad]
  /// Rolling radius difference; > 0 steers back for y > 0.
  double delta_r() const { return r_l - r_r; }
};

struct CharacteristicOptions {
  double yaw = 0.0;
  RailShifts shifts;
  /// With roll: both wheels touch at once. Without: each wheel is lowered on its rail alone, the
  /// axle stays level; this is the procedure behind the reference values of EN 15302.
  bool with_roll = true;
};

/// One lateral position after the other: each search begins where the one before ended.
class CharacteristicWalk {
 public:
  /// The wheelset must live as long.
  explicit CharacteristicWalk(const WheelsetOnTrack& wheelset,
                              const CharacteristicOptions& options = {})
      : wheelset_(wheelset), options_(options) {}
  /// Nothing where a wheel would leave its rail.
  std::optional<CharacteristicPoint> find(double y);

 private:
  const WheelsetOnTrack& wheelset_;
  CharacteristicOptions options_;
  SearchScratch scratch_;
  WheelsetPose start_;
};

/// At these lateral positions, in their order. Positions where a wheel would leave its rail are left
/// out.
std::vector<CharacteristicPoint> calc_characteristic(const WheelsetOnTrack& wheelset,
                                                     const std::vector<double>& ys,
                                                     const CharacteristicOptions& options = {});
/// Over y_first, y_first + step, ..., y_last.
std::vector<CharacteristicPoint> calc_characteristic(const WheelsetOnTrack& wheelset,
                                                     double y_first, double y_last, double step,
                                                     const CharacteristicOptions& options = {});

}  // namespace fourfoot::contact
