#include "contact/geometry/patch_path.h"

#include <algorithm>
#include <cmath>

namespace fourfoot::contact {

namespace {

using Vec4 = Eigen::Vector4d;

Vec4 get_coordinates(const WheelsetPose& pose) {
  return {pose.y, pose.z, pose.roll, pose.yaw};
}

bool are_near(const Patch& a, const Patch& b, const PathLimits& limits) {
  const double curved = std::max(std::abs(a.curvature_y_region), std::abs(b.curvature_y_region));
  return a.zone == b.zone && a.minima == b.minima &&
         std::abs(b.s_wheel - a.s_wheel) <= limits.way &&
         std::abs(b.angle - a.angle) <= limits.angle &&
         std::abs(b.curvature_y_region - a.curvature_y_region) <= limits.curvature * curved;
}

/// Everything of a patch that runs linearly.
void blend(const Patch& a, const Patch& b, double share, Patch& out) {
  const auto go = [share](double from, double to) { return from + share * (to - from); };
  out.zone = a.zone;
  out.minima = a.minima;
  for (double Patch::*const field :
       {&Patch::weight, &Patch::s_wheel, &Patch::y_wheel, &Patch::z_wheel, &Patch::y_rail,
        &Patch::z_rail, &Patch::angle, &Patch::radius, &Patch::theta, &Patch::curvature_x,
        &Patch::curvature_y, &Patch::curvature_xy, &Patch::curvature_y_region, &Patch::s_begin,
        &Patch::s_end, &Patch::s_first, &Patch::s_last})
    out.*field = go(a.*field, b.*field);
  out.p_TC = a.p_TC + share * (b.p_TC - a.p_TC);
}

/// What the pose's distance from the way changes, besides the penetration.
void step_aside(const PatchGradient& slopes, const Vec4& aside, Patch& patch) {
  using G = PatchGradient;
  const Eigen::Matrix<double, G::rows, 1> change = slopes.d * aside;
  patch.angle += change[G::angle];
  patch.p_TC += Vec3(change[G::arm_x], change[G::arm_y] + aside[0], change[G::arm_z] + aside[1]);
  patch.curvature_x += change[G::curvature_x];
  patch.curvature_y_region += change[G::curvature_y_region];
  patch.weight = std::clamp(patch.weight + change[G::weight], 0.0, 1.0);
}

}  // namespace

Vec4 calc_depth_gradient(const WheelsetPose& pose, double axle_height, const Patch& patch) {
  return calc_depth_gradient(pose, calc_direction(pose.yaw), axle_height, patch);
}

Vec4 calc_depth_gradient(const WheelsetPose& pose, const Eigen::Vector2d& yaw, double axle_height,
                         const Patch& patch) {
  const Vec3 arm = patch.p_TC - Vec3(0.0, pose.y, axle_height + pose.z);
  const Vec3 turn = arm.cross(patch.n_T);  // -n.(e cross arm) = -e.(arm cross n)
  return {-patch.n_T.y(), -patch.n_T.z(), -(yaw[0] * turn.x() + yaw[1] * turn.y()), -turn.z()};
}

void PatchSample::set(const WheelsetPose& at, const PatchList& found) {
  pose = at;
  patches.count = found.count;
  std::copy_n(found.patches.begin(), found.count, patches.patches.begin());
}

void PatchSlopes::set(const WheelsetPose& pose, const PatchList& found,
                      const PatchGradients& slopes) {
  at.set(pose, found);
  std::copy_n(slopes.begin(), found.count, gradients.begin());
  gradients.around = slopes.around;
  yaw = calc_direction(pose.yaw);
  watched = pose;
  clear = slopes.around.clear;
  ++number;
}

void PatchSlopes::copy(const PatchSlopes& other) {
  if (number == other.number) return;
  set(other.at.pose, other.at.patches, other.gradients);
  number = other.number;
}

void PatchPath::add(double t, const PatchSample& sample, const PatchSlopes& slopes) {
  last_ = 1 - last_;
  samples_[last_].set(sample.pose, sample.patches);
  slopes_.copy(slopes);
  t_[0] = t_[1];
  t_[1] = t;
}

bool PatchPath::calc(double t, const WheelsetPose& pose, double axle_height, PatchList& out,
                     const PathLimits& limits) const {
  if (!(t_[0] <= t && t <= t_[1])) return false;
  const PatchSample &a = begin(), &b = end(), &made = slopes_.at;
  const std::size_t count = a.patches.count;
  if (count == 0 || count != b.patches.count || count != made.patches.count) return false;
  const double share = (t - t_[0]) / (t_[1] - t_[0]);
  const Vec4 from = get_coordinates(a.pose), way = get_coordinates(b.pose) - from;
  const Vec4 aside = get_coordinates(pose) - (from + share * way);
  const Eigen::Vector2d yaw_a = calc_direction(a.pose.yaw), yaw_b = calc_direction(b.pose.yaw);
  double depths[PatchList::capacity];
  for (std::size_t i = 0; i < count; ++i) {
    const Patch &p = a.patches[i], &q = b.patches[i], &r = made.patches[i];
    if (!are_near(p, q, limits) || r.zone != p.zone || r.minima != p.minima ||
        !(std::abs(q.s_wheel - r.s_wheel) <= limits.since))
      return false;
    const PatchGradient& slopes = slopes_.gradients[i];
    const Vec4 rest = slopes.d.row(PatchGradient::penetration).transpose() -
                      calc_depth_gradient(made.pose, slopes_.yaw, axle_height, r);
    const Vec4 at_a = calc_depth_gradient(a.pose, yaw_a, axle_height, p) + rest;
    const Vec4 at_b = calc_depth_gradient(b.pose, yaw_b, axle_height, q) + rest;
    const double rise = q.penetration - p.penetration;
    if (!(std::abs(rise - 0.5 * (at_a + at_b).dot(way)) <= limits.penetration)) return false;
    if (!(std::abs(slopes.d.row(PatchGradient::curvature_y_region).dot(aside)) <=
          limits.aside * std::abs(q.curvature_y_region)))
      return false;
    depths[i] = p.penetration + share * rise -
                0.5 * share * (1.0 - share) * (at_b - at_a).dot(way) +
                (at_a + share * (at_b - at_a)).dot(aside);
  }
  out.count = count;
  for (std::size_t i = 0; i < count; ++i) {
    Patch& patch = out.patches[i];
    blend(a.patches[i], b.patches[i], share, patch);
    patch.penetration = depths[i];
    step_aside(slopes_.gradients[i], aside, patch);
    // On the right side angles count the other way; what was found tells.
    const Patch& found = a.patches[i];
    const double sign = found.n_T.y() * found.angle > 0.0 ? -1.0 : 1.0;
    const auto [sine, cosine] = calc_sine_cosine(patch.angle);
    patch.n_T = Vec3(0.0, -sign * sine, cosine);
  }
  return true;
}

}  // namespace fourfoot::contact
