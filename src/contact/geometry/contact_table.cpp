#include "contact/geometry/contact_table.h"

#include <algorithm>
#include <cmath>

#include "contact/geometry/table_node.h"

namespace fourfoot::contact {

std::array<double, 4> ContactTable::scale(double u, double roll, double yaw, double depth) const {
  const TableOptions& o = options_;
  const double yaw_nodes = (o.yaw_count - 1) / (o.yaw_max * o.yaw_max);
  return {(u + o.y_max) / o.y_step, (roll + o.roll_max) * (o.roll_count - 1) / (2.0 * o.roll_max),
          yaw * yaw * yaw_nodes, (o.depth_count - 1) * std::sqrt(depth / o.depth_max)};
}

double ContactTable::calc_touch(const SideTable& table, double u, double roll, double yaw) const {
  float out[GridSpline::channels];
  table.touch.calc(table.touch.find_place(scale(u, roll, yaw, 0.0)), out);
  return static_cast<double>(out[0]) + static_cast<double>(out[1]);
}

bool ContactTable::covers(const WheelsetPose& pose, const RailShifts& shifts) const {
  if (std::abs(pose.roll) > options_.roll_max || std::abs(pose.yaw) > options_.yaw_max)
    return false;
  for (Side side : {Side::left, Side::right}) {
    const SideTable& t = get_side(side);
    if (std::abs(calc_wheel_place(side, pose, shifts, t.half_span, t.radius).u) > options_.y_max)
      return false;
  }
  return true;
}

ContactTable::Reference ContactTable::find_reference(double y, double yaw,
                                                     const RailShifts& shifts) const {
  // Both wheels touch: v_l - v_0l = 0 and v_r - v_0r = 0. Their difference has the roll alone as
  // unknown; falling position keeps a bracket.
  const double limit = options_.roll_max;
  WheelsetPose pose{y, 0.0, 0.0, yaw};
  double height[2];
  const auto difference = [&](double roll) {
    pose.roll = roll;
    for (Side side : {Side::left, Side::right}) {
      const SideTable& t = get_side(side);
      const WheelPlace p = calc_wheel_place(side, pose, shifts, t.half_span, t.radius);
      height[side == Side::right] = calc_touch(t, p.u, p.roll, yaw) - p.v;
    }
    return height[0] - height[1];
  };
  double a = -limit, b = limit;
  double fa = difference(a), fb = difference(b);
  Reference out;
  if (fa * fb > 0.0) return out;
  double at = 0.0;
  for (int i = 0; i < 60; ++i) {
    at = i == 0 ? 0.0 : a - fa * (b - a) / (fb - fa);
    const double f = difference(at);
    if (std::abs(f) < 1e-11 || b - a < 1e-14) break;
    if (f * fa > 0.0) {
      a = at;
      fa = f;
      fb *= i % 3 == 2 ? 0.5 : 1.0;
    } else {
      b = at;
      fb = f;
      fa *= i % 3 == 2 ? 0.5 : 1.0;
    }
  }
  out.converged = true;
  out.roll = at;
  out.z = 0.5 * (height[0] + height[1]);
  return out;
}

void ContactTable::find_side(Side side, const WheelsetPose& pose, const RailShifts& shifts,
                             PatchList& out) const {
  out.count = 0;
  const SideTable& table = get_side(side);
  const WheelPlace at = calc_wheel_place(side, pose, shifts, table.half_span, table.radius);
  const double sign = side == Side::left ? 1.0 : -1.0;
  const double yaw = sign * pose.yaw;
  const double depth = calc_touch(table, at.u, at.roll, yaw) - at.v;
  if (!(depth > 0.0)) return;
  const GridSpline::Place place = table.zones.front().find_place(scale(at.u, at.roll, yaw, depth));
  const double sin_yaw = std::sin(yaw), cos_yaw = std::cos(yaw);
  for (const GridSpline& zone : table.zones) {
    if (!(zone.calc_first(place) > 0.0f)) continue;
    float v[GridSpline::channels];
    zone.calc(place, v);
    Patch p;
    load_node(v, table.radius, yaw, p);
    const double sa = std::sin(p.angle), ca = std::cos(p.angle);
    // The contact point from the wheel's own kinematics.
    const double w = table.half_span + p.y_wheel;
    const double st = std::sin(p.theta), ct = std::cos(p.theta);
    const double sr = std::sin(at.roll), cr = std::cos(at.roll);
    const double across = w * cr + p.radius * ct * sr;
    p.p_TC = Vec3(p.radius * st * cos_yaw - across * sin_yaw,
                  pose.y + sign * (p.radius * st * sin_yaw + across * cos_yaw),
                  table.axle_height + pose.z + w * sr - p.radius * ct * cr);
    p.n_T = Vec3(0.0, -sign * sa, ca);
    p.y_rail = p.p_TC.y() + p.penetration * p.n_T.y();
    p.z_rail = p.p_TC.z() + p.penetration * p.n_T.z();
    p.zone = p.angle < -0.35                          ? Zone::flange_back
             : p.angle > options_.search.flange_angle ? Zone::flange
                                                      : Zone::tread;
    if (out.count == PatchList::capacity) break;
    std::size_t i = out.count++;
    for (; i > 0 && out.patches[i - 1].penetration < p.penetration; --i)
      out.patches[i] = out.patches[i - 1];
    out.patches[i] = p;
  }
}

void ContactTable::find_patches(const WheelsetPose& pose, const RailShifts& shifts,
                                WheelsetContacts& out) const {
  find_side(Side::left, pose, shifts, out.left);
  find_side(Side::right, pose, shifts, out.right);
}

}  // namespace fourfoot::contact
