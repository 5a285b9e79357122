#include "contact/geometry/patch_step.h"

#include <algorithm>
#include <cmath>

#include "math/small_angle.h"

namespace fourfoot::contact {

namespace {

using Vec4 = Eigen::Vector4d;
using G = PatchGradient;
using Change = Eigen::Matrix<double, G::rows, 1>;

/// By how much the separation can change, anywhere on the wheel.
double bound_way(const Vec4& e) {
  constexpr double roll_arm = 0.9, yaw_arm = 0.1;  // [m]
  return std::abs(e[0]) + std::abs(e[1]) + roll_arm * std::abs(e[2]) + yaw_arm * std::abs(e[3]);
}

Vec4 calc_way(const WheelsetPose& from, const WheelsetPose& to) {
  return {to.y - from.y, to.z - from.z, to.roll - from.roll, to.yaw - from.yaw};
}

bool are_others_clear(const PatchSlopes& from, const WheelsetPose& pose) {
  return bound_way(calc_way(from.watched, pose)) < from.clear;
}

/// Whether all guards stay well above zero: minima fall faster than their slopes tell.
bool are_guards_above(const PatchSurroundings& around, const Vec4& e) {
  constexpr double kept = 0.1, least = 0.3e-6;  // [1], [m]
  for (std::size_t i = 0; i < around.guard_count; ++i) {
    const PatchSurroundings::Guard& guard = around.guards[i];
    if (!(guard.value + guard.slope.dot(e) > kept * guard.value + least)) return false;
  }
  return true;
}

bool is_small(const Patch& p, const Change& change, const StepLimits& limits) {
  return std::abs(change[G::s_wheel]) <= limits.way && std::abs(change[G::angle]) <= limits.angle &&
         std::abs(change[G::curvature_y_region]) <=
             limits.curvature * std::abs(p.curvature_y_region) &&
         std::abs(change[G::penetration]) <= limits.depth * p.penetration &&
         std::abs(change[G::weight]) <= limits.weight;
}

/// Where the patch is on the wheel and on the rail, once it has moved along the wheel.
void place(const GuidedPair& guided, const Change& change, const Vec4& e, Patch& p) {
  p.s_wheel += change[G::s_wheel];
  const Meridian::Jet jet = guided.meridian.calc(p.s_wheel);
  p.y_wheel = jet.w - guided.meridian.half_span();
  p.z_wheel = guided.meridian.radius() - jet.r;
  p.radius = jet.r;
  const Vec3 way(change[G::arm_x], change[G::arm_y] + e[0], change[G::arm_z] + e[1]);
  p.p_TC += way;
  p.theta += way.x() / jet.r;
  p.y_rail += way.y();
  p.z_rail += way.z();
}

}  // namespace

void watch(const ContactTable& table, Side side, const WheelsetPose& pose, PatchSlopes& from) {
  if (from.number == 0 || from.clear == 0.0 || are_others_clear(from, pose)) return;
  from.watched = pose;
  from.clear = table.calc_clear(side, pose, from.gradients.around);
}

bool step_patches(const GuidedPair& guided, Side side, const PatchSlopes& from,
                  const WheelsetPose& pose, PatchList& out, const StepLimits& limits) {
  const PatchList& made = from.at.patches;
  if (from.number == 0 || made.count == 0) return false;
  const WheelsetPose& at = from.at.pose;
  const Vec4 e = calc_way(at, pose);
  if (!are_others_clear(from, pose) || !are_guards_above(from.gradients.around, e)) return false;
  const double sign = side == Side::left ? 1.0 : -1.0;
  const double height = guided.pair->axle_height;
  const Eigen::Vector2d yaw = calc_direction(pose.yaw);
  for (std::size_t i = 0; i < made.count; ++i) {
    const Change change = from.gradients[i].d * e;
    if (!is_small(made[i], change, limits)) return false;
    Patch& p = out.patches[i] = made[i];
    place(guided, change, e, p);
    p.angle += change[G::angle];
    const auto [sine, cosine] = calc_sine_cosine(p.angle);
    p.n_T = Vec3(0.0, -sign * sine, cosine);
    p.curvature_x += change[G::curvature_x];
    p.curvature_y_region += change[G::curvature_y_region];
    p.weight = std::clamp(p.weight + change[G::weight], 0.0, 1.0);
    const double bend = 0.5 * (calc_depth_gradient(pose, yaw, height, p) -
                               calc_depth_gradient(at, from.yaw, height, made[i]))
                                  .dot(e);
    if (!(std::abs(bend) <= limits.bend)) return false;
    p.penetration += change[G::penetration] + bend;
  }
  out.count = made.count;
  return true;
}

}  // namespace fourfoot::contact
