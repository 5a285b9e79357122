#pragma once

namespace fourfoot::contact {

enum class Side { left, right };

/// Where a wheelset is relative to its track frame T (x forward, y left, z up, origin midway
/// between the rail tops as they are nominally laid). R_TS = Rz(yaw) Rx(roll); S does not spin.
struct WheelsetPose {
  double y = 0.0;  ///< of the axle's middle [m]
  double z = 0.0;  ///< of the axle's middle above its nominal height, the mean rolling radius [m]
  double roll = 0.0;  ///< [rad]
  double yaw = 0.0;   ///< [rad]
};

/// How the rails lie, compared with nominal, at the wheelset [m].
struct RailShifts {
  double gauge_variation = 0.0;  ///< > 0: each rail half of it farther out
  double y_l = 0.0, z_l = 0.0;   ///< left rail's own displacement
  double y_r = 0.0, z_r = 0.0;   ///< right rail's
};

}  // namespace fourfoot::contact
