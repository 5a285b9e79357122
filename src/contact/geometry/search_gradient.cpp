#include "contact/geometry/search_gradient.h"

#include <cmath>

namespace fourfoot::contact {

namespace {

using Values = Eigen::Matrix<double, PatchGradient::rows, 1>;

Values get_values(const Patch& p, const WheelsetPose& pose) {
  Values v;
  v << p.penetration, p.angle, p.p_TC.x(), p.p_TC.y() - pose.y, p.p_TC.z() - pose.z, p.curvature_x,
      p.curvature_y_region, p.weight;
  return v;
}

/// The patch of the same piece of the wheel; none if there is no such.
const Patch* find_like(const Patch& patch, const PatchList& among) {
  const Patch* best = nullptr;
  for (const Patch& p : among)
    if (std::abs(p.weight - patch.weight) < 0.1 &&
        (!best || std::abs(p.s_wheel - patch.s_wheel) < std::abs(best->s_wheel - patch.s_wheel)))
      best = &p;
  const bool is_like =
      best && std::abs(best->s_wheel - patch.s_wheel) < 1e-3 && best->penetration > 0.0;
  return is_like ? best : nullptr;
}

void move(WheelsetPose& pose, int direction, double way) {
  double* const q[] = {&pose.y, &pose.z, &pose.roll, &pose.yaw};
  *q[direction] += way;
}

}  // namespace

void find_patches(const WheelsetOnTrack& wheelset, Side side, const WheelsetPose& pose,
                  const SearchOptions& options, SearchScratch& scratch, PatchList& out) {
  const WheelRailPair& pair = wheelset.side(side);
  find_patches(pair, make_axle_frame(pair, side, pose, {}), options, scratch, out);
  for (std::size_t i = 0; i < out.count; ++i) restore_side(side, {}, out.patches[i]);
}

void find_patches(const WheelsetOnTrack& wheelset, Side side, const WheelsetPose& pose,
                  const SearchOptions& options, SearchScratch& scratch, PatchList& out,
                  PatchGradients& gradients) {
  find_patches(wheelset, side, pose, options, scratch, out);
  for (std::size_t i = 0; i < out.count; ++i) gradients[i].d.setZero();
  constexpr int places[4] = {-2, -1, 1, 2};
  constexpr double weights[4] = {1.0 / 12.0, -8.0 / 12.0, 8.0 / 12.0, -1.0 / 12.0};
  PatchList at[4];
  for (int direction = 0; direction < 4; ++direction) {
    bool is_done[PatchList::capacity] = {};
    std::size_t missing = out.count;
    for (double step = 1e-6; step > 0.5e-8 && missing > 0; step *= 0.1) {
      WheelsetPose poses[4];
      for (int k = 0; k < 4; ++k) {
        poses[k] = pose;
        move(poses[k], direction, places[k] * step);
        find_patches(wheelset, side, poses[k], options, scratch, at[k]);
      }
      for (std::size_t i = 0; i < out.count; ++i) {
        if (is_done[i]) continue;
        Values sum = Values::Zero();
        bool is_complete = true;
        for (int k = 0; k < 4; ++k) {
          const Patch* like = find_like(out[i], at[k]);
          is_complete = is_complete && like;
          if (like) sum += weights[k] / step * get_values(*like, poses[k]);
        }
        if (!is_complete) continue;
        gradients[i].d.col(direction) = sum;
        is_done[i] = true;
        --missing;
      }
    }
  }
}

}  // namespace fourfoot::contact
