#include "contact/geometry/contact_table.h"

#include <algorithm>
#include <cmath>

#include "contact/geometry/merging.h"
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
  T penetration, angle, arm_x, arm_y, arm_z, curvature_x, curvature_y_region, weight;
};

void store_gradient(const Place<double>&, PatchGradient*) {}
void store_gradient(const Place<D4>& p, PatchGradient* out) {
  const D4* rows[PatchGradient::rows] = {
      &p.penetration,        &p.angle, &p.arm_x, &p.arm_y, &p.arm_z, &p.curvature_x,
      &p.curvature_y_region, &p.weight};
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
  double height = out[0] + out[1];
  for (std::size_t z = 1; z <= table.cuts.size(); ++z)
    height = std::max(height, out[2 * z] + out[2 * z + 1]);
  return height;
}

bool ContactTable::covers(Side side, const WheelsetPose& pose, const RailShifts& shifts) const {
  if (std::abs(pose.roll) > options_.roll_max || std::abs(pose.yaw) > options_.yaw_max)
    return false;
  const SideTable& t = get_side(side);
  const WheelPlace<double> at = calc_wheel_place(side, pose, shifts, t.half_span, t.radius);
  return std::abs(at.u) <= options_.y_max &&
         calc_touch(t, at.u, at.roll, pose.yaw) - at.v <= options_.depth_max;
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
  double at = 0.0, rest = 0.0;
  for (int i = 0; i < 60; ++i) {
    at = i == 0 ? 0.0 : a - fa * (b - a) / (fb - fa);
    const double f = difference(at);
    rest = std::abs(f);
    if (rest < 1e-11 || b - a < 1e-14) break;
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
  out.converged = rest < 1e-9;
  out.roll = at;
  out.z = 0.5 * (height[0] + height[1]);
  return out;
}

namespace {

/// A patch of the table: everything that follows from its channels, in T's axes.
template <class T>
struct Reading {
  T roll, yaw, sin_yaw, cos_yaw, sin_roll, cos_roll;
  double sign, half_span, radius;

  Reading(const T& roll_, const T& yaw_, double sign_, double half_span_, double radius_)
      : roll(roll_), yaw(yaw_), sign(sign_), half_span(half_span_), radius(radius_) {
    using std::cos;
    using std::sin;
    sin_yaw = sin(yaw);
    cos_yaw = cos(yaw);
    sin_roll = sin(roll);
    cos_roll = cos(roll);
  }

  /// `factor`: what the stored curvature is multiplied with.
  void read(const std::array<T, C>& v, const T& penetration, const T& factor, const T& weight,
            Place<T>& f, Patch& p) const {
    using std::cos;
    using std::exp;
    using std::sin;
    f.penetration = penetration;
    f.angle = v[3];
    f.curvature_x = v[5];
    f.curvature_y_region = factor * exp(v[6]);
    f.weight = weight;
    // The contact point from the wheel's own kinematics.
    const T w = half_span + v[1], r = radius + v[2];
    const T theta = v[4] * yaw;
    const T st = sin(theta), ct = cos(theta);
    const T across = w * cos_roll + r * ct * sin_roll;
    f.arm_x = r * st * cos_yaw - across * sin_yaw;
    f.arm_y = sign * (r * st * sin_yaw + across * cos_yaw);
    f.arm_z = w * sin_roll - r * ct * cos_roll;
    p = Patch{};
    p.penetration = get_value(f.penetration);
    p.weight = get_value(f.weight);
    p.y_wheel = get_value(v[1]);
    p.radius = get_value(r);
    p.z_wheel = -get_value(v[2]);
    p.angle = get_value(f.angle);
    p.theta = get_value(theta);
    p.curvature_x = get_value(f.curvature_x);
    p.curvature_y_region = p.curvature_y = get_value(f.curvature_y_region);
    p.p_TC = Vec3(get_value(f.arm_x), get_value(f.arm_y), get_value(f.arm_z));
    p.n_T = Vec3(0.0, -sign * std::sin(p.angle), std::cos(p.angle));
  }
};

/// What the slots say at one place: of a zone, or of a zone and the next one merged.
template <class T>
struct ZoneReading {
  bool is_active = false;
  T depth = T(0.0), penetration = T(0.0), exists = T(0.0), merging = T(0.0), carrying = T(1.0);
  std::array<T, C> v;
};

template <class T>
T clamp_share(const T& x) {
  return get_value(x) >= 1.0 ? T(1.0) : get_value(x) <= 0.0 ? T(0.0) : x;
}

/// Keeps the list sorted, deepest first.
template <class T>
void insert(const Place<T>& f, const Patch& p, PatchList& out, PatchGradients* gradients) {
  if (out.count == PatchList::capacity) return;
  std::size_t i = out.count++;
  for (; i > 0 && out.patches[i - 1].penetration < p.penetration; --i) {
    out.patches[i] = out.patches[i - 1];
    if (gradients) (*gradients)[i] = (*gradients)[i - 1];
  }
  out.patches[i] = p;
  if (gradients) store_gradient(f, &(*gradients)[i]);
}

}  // namespace

/// False where the slot's grid does not reach.
template <class T>
bool ContactTable::calc_slot(const Slot& slot, const std::array<T, 4>& x,
                             std::array<T, C>& v) const {
  std::array<T, 4> local = x;
  local[0] = x[0] - static_cast<double>(slot.first);
  const double at = get_value(local[0]);
  if (!(at >= 0.0 && at <= slot.values.counts()[0] - 1)) return false;
  calc(slot.values, slot.values.find_place(get_values(local)), local, v);
  return true;
}

template <class T>
void ContactTable::find_side(Side side, const WheelsetPose& pose, const RailShifts& shifts,
                             PatchList& out, PatchGradients* gradients) const {
  using std::cos;
  using std::sqrt;
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
  ZoneReading<T> zones[max_zones], pairs[max_zones + 1];
  bool touches = false;
  for (std::size_t z = 0; z <= table.cuts.size(); ++z) {
    zones[z].depth = v[2 * z] + v[2 * z + 1] - at.v;
    touches = touches || get_value(zones[z].depth) > 0.0;
  }
  if (!touches) return;
  for (const Slot& slot : table.slots) {
    ZoneReading<T>& zone = zones[slot.zone];
    if (!slot.is_merged) {
      if (!(get_value(zone.depth) > 0.0)) continue;
      if (!calc_slot(slot, scale(at.u, roll, yaw, zone.depth), zone.v)) continue;
      zone.penetration = zone.v[0] + zone.depth * cos(zone.v[3]);
      zone.exists = clamp_share(zone.v[7]);
      zone.is_active = get_value(zone.penetration) > 0.0 && get_value(zone.exists) > 0.0;
      continue;
    }
    ZoneReading<T>& next = zones[slot.zone + 1];
    if (!zone.is_active || !next.is_active) continue;
    ZoneReading<T>& pair = pairs[slot.zone];
    pair.depth = calc_merged_height(zone.depth, next.depth);
    if (!calc_slot(slot, scale(at.u, roll, yaw, pair.depth), pair.v)) continue;
    pair.is_active = true;
    pair.penetration = get_value(zone.penetration) > get_value(next.penetration) ? zone.penetration
                                                                                 : next.penetration;
    const T dy = zone.v[1] - next.v[1], dz = zone.v[2] - next.v[2];
    const T apart = sqrt(T(dy * dy + dz * dz)), ridge = pair.v[0] + pair.depth * cos(pair.v[3]);
    ZoneReading<T>& shallower =
        get_value(zone.penetration) > get_value(next.penetration) ? next : zone;
    pair.merging = calc_merging(pair.penetration, shallower.penetration, ridge, apart,
                                options_.search.merge_level);
    shallower.carrying *= calc_carrying(pair.penetration, shallower.penetration, apart);
    pair.exists = zone.exists * next.exists;
  }
  const Reading<T> reading(roll, yaw, sign, table.half_span, table.radius);
  const auto add = [&](const ZoneReading<T>& z, const T& weight, bool is_merged) {
    if (!(get_value(weight) > 0.0)) return;
    const T factor = is_merged ? T(z.penetration / z.depth) : T(1.0);
    Place<T> f;
    Patch p;
    reading.read(z.v, z.penetration, factor, weight, f, p);
    p.p_TC += Vec3(0.0, pose.y, table.axle_height + pose.z);
    p.y_rail = p.p_TC.y() + p.penetration * p.n_T.y();
    p.z_rail = p.p_TC.z() + p.penetration * p.n_T.z();
    p.minima = is_merged ? 2 : 1;
    p.zone = p.angle < -0.35                          ? Zone::flange_back
             : p.angle > options_.search.flange_angle ? Zone::flange
                                                      : Zone::tread;
    insert(f, p, out, gradients);
  };
  // Of a pair: merged to the degree w where both zones exist; where one does not, the other is all.
  for (std::size_t z = 0; z <= table.cuts.size(); ++z) {
    if (!zones[z].is_active) continue;
    T weight = zones[z].exists * zones[z].carrying;
    if (z > 0 && pairs[z - 1].is_active) weight *= 1.0 - zones[z - 1].exists * pairs[z - 1].merging;
    if (pairs[z].is_active) weight *= 1.0 - zones[z + 1].exists * pairs[z].merging;
    add(zones[z], weight, false);
    if (!pairs[z].is_active) continue;
    weight = pairs[z].exists * pairs[z].merging;
    // Three in a chain share between their two pairs.
    if (z > 0 && pairs[z - 1].is_active)
      weight *= 1.0 - 0.5 * pairs[z - 1].exists * pairs[z - 1].merging;
    if (pairs[z + 1].is_active) weight *= 1.0 - 0.5 * pairs[z + 1].exists * pairs[z + 1].merging;
    add(pairs[z], weight, true);
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
