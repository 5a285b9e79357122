#pragma once

#include <cmath>

#include "contact/patch_kinematics.h"

/// A rail whose slopes are states; used by this room only.
namespace fourfoot::system {

/// Derivatives of a wheel's force and moment (contact/wheel_contact.h) by the slopes dy, dz of its
/// rail, with the rail's position and the velocity of its material held.
///
/// A rail turned by d = dtheta under the wheelset is the same as both turned by d and the wheelset
/// turned back by -d about the point of the rail:
///
///   dF = d x F + dF/dpose dpose - dF/dv (d x v) - dF/dw (d x w),   M alike
///   dpose: of the axle's middle p and direction e, dp = -d x (p - pivot), de = -d x e
///
/// d follows from the axes K of the rail (contact/rail_axes.h). A way along the rail changes nothing,
/// so that of dp in x is taken along the rail. Exact but for squares of the slopes (in calc_kinematics the contact's
/// normal is turned about another axis). `by_motion`: the first ten columns of WheelForceJacobian.
/// Checked: tests/unit/system/jacobian_test.cpp (differences).
inline Eigen::Matrix<double, 6, 2> calc_slope_derivative(
    const contact::WheelRailPair& pair, double sign, const contact::WheelsetMotion& motion,
    const contact::RailUnderWheel& rail, const contact::WheelForce& f,
    const Eigen::Matrix<double, 6, 10>& by_motion) {
  const Vec3 along(1.0, rail.dy, rail.dz + rail.twist), level(-rail.dy, 1.0, 0.0);
  const Vec3 x = along.normalized(), y = level.normalized(), z = x.cross(y);
  const Vec3 v = motion.v - Vec3(0.0, rail.v_y, rail.v_z);
  const Vec3 e = contact::calc_axle_direction(motion.pose.roll, motion.pose.yaw);
  const Vec3 from_pivot(0.0, motion.pose.y - rail.y - sign * pair.wheel.half_span(),
                        pair.axle_height + motion.pose.z - rail.z);
  Eigen::Matrix<double, 6, 2> out;
  for (Eigen::Index i = 0; i < 2; ++i) {
    const Vec3 dx = Vec3::Unit(1 + i) / along.norm(),
               dy = i == 0 ? -Vec3::UnitX() / level.norm() : Vec3(Vec3::Zero());
    // Less the parts along x and y themselves, which d leaves out.
    const Vec3 d = 0.5 * (x.cross(dx) + y.cross(dy) + z.cross(dx.cross(y) + x.cross(dy)));
    const Vec3 dp = -d.cross(from_pivot), de = -d.cross(e);
    Eigen::Matrix<double, 10, 1> change;
    change[0] = dp.y() - dp.x() * x.y() / x.x();
    change[1] = dp.z() - dp.x() * x.z() / x.x();
    change[2] = de.z() / std::cos(motion.pose.roll);
    change[3] = (e.x() * de.y() - e.y() * de.x()) / (e.x() * e.x() + e.y() * e.y());
    change.segment<3>(4) = -d.cross(v);
    change.tail<3>() = -d.cross(motion.w);
    out.col(i) = by_motion * change;
    out.col(i).head<3>() += d.cross(f.force);
    out.col(i).tail<3>() += d.cross(f.moment);
  }
  return out;
}

}  // namespace fourfoot::system
