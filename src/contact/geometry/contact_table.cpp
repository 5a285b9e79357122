#include "contact/geometry/contact_table.h"

#include <algorithm>
#include <cmath>

#include "contact/geometry/table_node.h"
#include "math/dual.h"

namespace fourfoot::contact {

namespace {

constexpr std::size_t C = GridSpline::channels;
using D4 = Dual<4>;

void calc(const GridSpline& spline, const GridSpline::Place& place, const std::array<double, 4>&,
          std::array<double, C>& out) {
  spline.calc(place, out.data());
}
void calc(const GridSpline& spline, const GridSpline::Place& place, const std::array<D4, 4>& x,
          std::array<D4, C>& out) {
  double values[C], slopes[4 * C];
  spline.calc(place, values, slopes);
  for (std::size_t m = 0; m < C; ++m)
    out[m] = D4(values[m], slopes[m] * x[0].derivatives() + slopes[C + m] * x[1].derivatives() +
                               slopes[2 * C + m] * x[2].derivatives() +
                               slopes[3 * C + m] * x[3].derivatives());
}

std::array<double, 4> get_values(const std::array<double, 4>& x) {
  return x;
}
std::array<double, 4> get_values(const std::array<D4, 4>& x) {
  return {x[0].value(), x[1].value(), x[2].value(), x[3].value()};
}

/// The pose's numbers, carrying derivatives by themselves.
void seed(const WheelsetPose& p, std::array<double, 4>& q) {
  q = {p.y, p.z, p.roll, p.yaw};
}
void seed(const WheelsetPose& p, std::array<D4, 4>& q) {
  q = {D4(p.y, 4, 0), D4(p.z, 4, 1), D4(p.roll, 4, 2), D4(p.yaw, 4, 3)};
}

/// A patch over the scalar, as far as it depends on the pose smoothly.
template <class T>
struct Place {
  T penetration, angle, arm_x, arm_y, arm_z, curvature_x, curvature_y_region;
};

void store_gradient(const Place<double>&, PatchGradient*) {}
void store_gradient(const Place<D4>& p, PatchGradient* out) {
  const D4* rows[] = {&p.penetration,       &p.angle, &p.arm_x, &p.arm_y, &p.arm_z, &p.curvature_x,
                      &p.curvature_y_region};
  for (int i = 0; i < PatchGradient::rows; ++i) out->d.row(i) = rows[i]->derivatives().transpose();
}

}  // namespace

template <class T>
std::array<T, 4> ContactTable::scale(const T& u, const T& roll, const T& yaw,
                                     const T& depth) const {
  using std::sqrt;
  const TableOptions& o = options_;
  const double yaw_nodes = (o.yaw_count - 1) / (o.yaw_max * o.yaw_max);
  const double roll_nodes = (o.roll_count - 1) / (2.0 * o.roll_max);
  // Above first touch there is no depth, and the root has no slope.
  const double depth_nodes = (o.depth_count - 1) / std::sqrt(o.depth_max);
  return {T((u + o.y_max) * (1.0 / o.y_step)), T((roll + o.roll_max) * roll_nodes),
          T(yaw * yaw * yaw_nodes), get_value(depth) > 0.0 ? T(depth_nodes * sqrt(depth)) : T(0.0)};
}

double ContactTable::calc_touch(const SideTable& table, double u, double roll, double yaw) const {
  double out[C];
  table.touch.calc(table.touch.find_place(scale(u, roll, yaw, 0.0)), out);
  return out[0] + out[1];
}

bool ContactTable::covers(Side side, const WheelsetPose& pose, const RailShifts& shifts) const {
  if (std::abs(pose.roll) > options_.roll_max || std::abs(pose.yaw) > options_.yaw_max)
    return false;
  const SideTable& t = get_side(side);
  return std::abs(calc_wheel_place(side, pose, shifts, t.half_span, t.radius).u) <= options_.y_max;
}

bool ContactTable::covers(const WheelsetPose& pose, const RailShifts& shifts) const {
  return covers(Side::left, pose, shifts) && covers(Side::right, pose, shifts);
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
      const WheelPlace<double> p = calc_wheel_place(side, pose, shifts, t.half_span, t.radius);
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

template <class T>
void ContactTable::find_side(Side side, const WheelsetPose& pose, const RailShifts& shifts,
                             PatchList& out, PatchGradients* gradients) const {
  using std::cos;
  using std::exp;
  using std::sin;
  out.count = 0;
  const SideTable& table = get_side(side);
  const double sign = side == Side::left ? 1.0 : -1.0;
  std::array<T, 4> q;
  seed(pose, q);
  const double rail_y =
      0.5 * shifts.gauge_variation + (side == Side::left ? shifts.y_l : -shifts.y_r);
  const double rail_z = side == Side::left ? shifts.z_l : shifts.z_r;
  const T yaw = sign * q[3], roll = sign * q[2];
  const WheelPlace<T> at = calc_wheel_place(T(sign * q[0] - rail_y), T(q[1] - rail_z), roll, yaw,
                                            table.half_span, table.radius);
  std::array<T, C> v;
  const std::array<T, 4> surface = scale(at.u, roll, yaw, T(0.0));
  calc(table.touch, table.touch.find_place(get_values(surface)), surface, v);
  const T depth = v[0] + v[1] - at.v;
  if (!(get_value(depth) > 0.0)) return;
  const std::array<T, 4> x = scale(at.u, roll, yaw, depth);
  const GridSpline::Place place = table.depths.find_place(get_values(x));
  std::array<T, C> depths;
  calc(table.depths, place, x, depths);
  const T sin_yaw = sin(yaw), cos_yaw = cos(yaw), sr = sin(roll), cr = cos(roll);
  for (std::size_t z = 0; z < table.zones.size(); ++z) {
    Place<T> f;
    f.penetration = depths[z] + depth * depths[z + 4];
    if (!(get_value(f.penetration) > 0.0) || out.count == PatchList::capacity) continue;
    calc(table.zones[z], place, x, v);
    f.angle = v[3];
    f.curvature_x = v[5];
    f.curvature_y_region = exp(v[6]);
    // The contact point from the wheel's own kinematics.
    const T w = table.half_span + v[1], r = table.radius + v[2];
    const T theta = v[4] * yaw;
    const T st = sin(theta), ct = cos(theta);
    const T across = w * cr + r * ct * sr;
    f.arm_x = r * st * cos_yaw - across * sin_yaw;
    f.arm_y = sign * (r * st * sin_yaw + across * cos_yaw);
    f.arm_z = w * sr - r * ct * cr;
    Patch p;
    p.penetration = get_value(f.penetration);
    p.y_wheel = get_value(v[1]);
    p.radius = get_value(r);
    p.z_wheel = -get_value(v[2]);
    p.angle = get_value(f.angle);
    p.theta = get_value(theta);
    p.curvature_x = get_value(f.curvature_x);
    p.curvature_y_region = p.curvature_y = get_value(f.curvature_y_region);
    p.p_TC = Vec3(get_value(f.arm_x), pose.y + get_value(f.arm_y),
                  table.axle_height + pose.z + get_value(f.arm_z));
    p.n_T = Vec3(0.0, -sign * std::sin(p.angle), std::cos(p.angle));
    p.y_rail = p.p_TC.y() + p.penetration * p.n_T.y();
    p.z_rail = p.p_TC.z() + p.penetration * p.n_T.z();
    p.zone = p.angle < -0.35                          ? Zone::flange_back
             : p.angle > options_.search.flange_angle ? Zone::flange
                                                      : Zone::tread;
    std::size_t i = out.count++;
    for (; i > 0 && out.patches[i - 1].penetration < p.penetration; --i) {
      out.patches[i] = out.patches[i - 1];
      if (gradients) (*gradients)[i] = (*gradients)[i - 1];
    }
    out.patches[i] = p;
    if (gradients) store_gradient(f, &(*gradients)[i]);
  }
}

void ContactTable::find_patches(const WheelsetPose& pose, const RailShifts& shifts,
                                WheelsetContacts& out) const {
  find_side<double>(Side::left, pose, shifts, out.left, nullptr);
  find_side<double>(Side::right, pose, shifts, out.right, nullptr);
}
void ContactTable::find_patches(Side side, const WheelsetPose& pose, const RailShifts& shifts,
                                PatchList& out) const {
  find_side<double>(side, pose, shifts, out, nullptr);
}
void ContactTable::find_patches(Side side, const WheelsetPose& pose, const RailShifts& shifts,
                                PatchList& out, PatchGradients& gradients) const {
  find_side<D4>(side, pose, shifts, out, &gradients);
}

}  // namespace fourfoot::contact
