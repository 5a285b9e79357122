#include "contact/rail_axes.h"

#include <cmath>

#include "contact/patch_kinematics.h"

namespace fourfoot::contact {

RailAxes::RailAxes(const RailUnderWheel& rail, Side side, double half_span, double axle_height)
    : pivot_(0.0, side == Side::left ? half_span : -half_span, 0.0), axle_height_(axle_height) {
  const double dz = rail.dz + rail.twist;
  is_turned_ = rail.dy != 0.0 || dz != 0.0;
  if (!is_turned_) return;
  const Vec3 x = Vec3(1.0, rail.dy, dz).normalized(), y = Vec3(-rail.dy, 1.0, 0.0).normalized();
  R_TK_ << x, y, x.cross(y);
}

WheelsetPose RailAxes::turn(const WheelsetPose& pose) const {
  return is_turned_ ? turn(pose, calc_axle_direction(pose.roll, pose.yaw)) : pose;
}

WheelsetPose RailAxes::turn(const WheelsetPose& pose, const Vec3& axle) const {
  if (!is_turned_) return pose;
  const Vec3 p = R_TK_.transpose() * (calc_middle(pose) - pivot_) + pivot_;
  const Vec3 e = R_TK_.transpose() * axle;
  const double level = std::sqrt(e.x() * e.x() + e.y() * e.y());
  return {p.y(), p.z() - axle_height_, calc_atan2(e.z(), level), calc_atan2(-e.x(), e.y())};
}

RailAxes::Mat4 RailAxes::calc_turn_derivative(const WheelsetPose& pose) const {
  Mat4 d = Mat4::Identity();
  if (!is_turned_) return d;
  d.topLeftCorner<2, 2>() = R_TK_.bottomRightCorner<2, 2>().transpose();
  const Vec3 e_T = calc_axle_direction(pose.roll, pose.yaw), e = R_TK_.transpose() * e_T;
  const double s = std::sin(pose.roll);
  const Vec3 by_roll(std::sin(pose.yaw) * s, -std::cos(pose.yaw) * s, std::cos(pose.roll));
  const Vec3 by_yaw(-e_T.y(), e_T.x(), 0.0);
  const double level2 = e.x() * e.x() + e.y() * e.y();
  for (int i = 0; i < 2; ++i) {
    const Vec3 de = R_TK_.transpose() * (i == 0 ? by_roll : by_yaw);
    d(2, 2 + i) = de.z() / std::sqrt(level2);
    d(3, 2 + i) = (e.x() * de.y() - e.y() * de.x()) / level2;
  }
  return d;
}

void RailAxes::turn_back(const WheelsetPose& in_T, const WheelsetPose& in_K,
                         PatchList& patches) const {
  if (!is_turned_) return;
  const Vec3 middle_T = calc_middle(in_T), middle_K = calc_middle(in_K);
  for (std::size_t i = 0; i < patches.count; ++i) {
    Vec3& p = patches.patches[i].p_TC;
    p = middle_T + R_TK_ * (p - middle_K);
  }
}

void RailAxes::turn_back(const WheelsetPose& in_T, const WheelsetPose& in_K, PatchList& patches,
                         PatchGradients& gradients) const {
  if (!is_turned_) return;
  turn_back(in_T, in_K, patches);
  const Mat4 turned = calc_turn_derivative(in_T);
  for (std::size_t i = 0; i < patches.count; ++i) {
    auto& d = gradients[i].d;
    d = (d * turned).eval();
    d.middleRows<3>(PatchGradient::arm_x) = (R_TK_ * d.middleRows<3>(PatchGradient::arm_x)).eval();
  }
}

}  // namespace fourfoot::contact
