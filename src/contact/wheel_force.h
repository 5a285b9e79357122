#pragma once

#include <array>

#include "contact/geometry/patch.h"
#include "contact/geometry/pose.h"
#include "contact/tangential/tangential_law.h"

namespace fourfoot::contact {

/// What one wheel's contact force depends on, and what comes out. T is the track frame at the
/// wheelset; all vectors are in its axes.

/// A wheelset's motion. Velocities are ABSOLUTE (in the inertial frame): the rail's material stands
/// still there, so curves and the frame's own motion need no extra terms.
struct WheelsetMotion {
  WheelsetPose pose;      ///< relative to T
  Vec3 v = Vec3::Zero();  ///< velocity of the axle's middle [m/s]
  Vec3 w = Vec3::Zero();  ///< angular velocity of the spinning wheel [rad/s]
};

/// How the rail lies and moves under this wheel.
struct RailUnderWheel {
  double y = 0.0, z = 0.0;      ///< displacement: irregularity and flexible track [m]
  double dy = 0.0, dz = 0.0;    ///< its slopes along the track, dy/ds and dz/ds [1]
  double v_y = 0.0, v_z = 0.0;  ///< velocity of the rail's material (flexible track) [m/s]
  /// Slope against T's x that a rail has in a cant ramp, y k_x: its position in T stays the same [1].
  double twist = 0.0;
};

/// Coefficients of friction where the wheel is.
struct ContactFriction {
  double tread = 0.3, flange = 0.3;
};

/// One patch: where, how it is loaded, what it does to the wheel. Contact axes: x along the rail as
/// it really runs (slopes included), z = n_T from the rail into the wheel, y = z cross x. Forces,
/// moment and t_gamma have patch.weight in them (below 1 while patches merge or part), so that sums
/// over patches are the wheel's; a, b, pressure_max are those of the patch for itself.
struct PatchForce {
  Patch patch;  ///< geometry; p_TC in T, angles and n_T in the rail's axes (rail_axes.h)
  Vec3 x_T = Vec3::UnitX(), n_T = Vec3::UnitZ();  ///< contact axes
  double a = 0.0, b = 0.0;                        ///< semi-axes along x and y [m]
  double normal = 0.0;                            ///< N [N]
  double pressure_max = 0.0;                      ///< of Hertz [N/m^2]
  double delta_rate = 0.0;                        ///< rate of penetration [m/s]
  double speed = 0.0;  ///< rolling speed V along x, relative to the rail [m/s]
  double nu_x = 0.0, nu_y = 0.0, spin = 0.0;  ///< creepages [1, 1, 1/m]
  TangentialForce tangential;                 ///< in contact axes, on the wheel
  double mu = 0.0;                            ///< friction of this patch
  double t_gamma = 0.0;                       ///< dissipated per metre rolled, spin included [N]
  Vec3 force_T = Vec3::Zero();                ///< whole force on the wheel [N]
  int rail = 0;  ///< 0: the line's own, else a rail of a panel, counted from 1 (panel_contact.h)
};

struct WheelForce {
  Vec3 force = Vec3::Zero();   ///< on the wheel [N]
  Vec3 moment = Vec3::Zero();  ///< on the wheel, about the axle's middle [N m]
  std::array<PatchForce, PatchList::capacity> patches;  ///< deepest first
  std::size_t count = 0;
};

/// Rows force, moment. Columns: pose y z roll yaw | v x y z | w x y z | rail y z v_y v_z.
using WheelForceJacobian = Eigen::Matrix<double, 6, 14>;

}  // namespace fourfoot::contact
