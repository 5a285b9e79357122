#include "contact/constraint_wheel.h"

#include <utility>

#include "contact/patch_creep.h"
#include "math/angle.h"

namespace fourfoot::contact {

namespace {

using Vec6 = Eigen::Matrix<double, 6, 1>;

/// Directions: pose 4, v 3, w 3; N follows where it is asked for.
constexpr int motions = 10;

double get_sign(Side side) {
  return side == Side::left ? 1.0 : -1.0;
}

/// y, roll and yaw change sign with the side.
void restore(double sign, TreadContact& c) {
  const TreadContact::Vec4 flip(sign, 1.0, sign, sign);
  c.gradient = flip.asDiagonal() * c.gradient;
  c.hessian = (flip.asDiagonal() * c.hessian * flip.asDiagonal()).eval();
  c.arm.y() *= sign;
}

void move(WheelsetPose& pose, int direction, double way) {
  double* const q[] = {&pose.y, &pose.z, &pose.roll, &pose.yaw};
  *q[direction] += way;
}

/// The tread's contact point over any scalar.
template <class T>
struct TreadPoint {
  T g_y, g_z;
  Vec3T<T> arm;
  T cx, cy;
};

TreadPoint<double> get_point(const TreadContact& c, const double*) {
  return {c.gradient[0], c.gradient[1], c.arm, c.curvature_x, c.curvature_y};
}

template <class T>
struct Wrench {
  Vec3T<T> force, moment;
};

template <class T>
T limit_curvature(const T& c) {
  constexpr double floor = 0.05, sharpest = 1e5;  // as wheel_contact.h
  return get_value(c) < sharpest ? keep_above(c, floor) : T(sharpest);
}

/// Creep force and what slopes turn of N, beside N dG.
template <class T>
Wrench<T> calc_wrench(const CreepSetting& setting, double contact_modulus,
                      const TreadPoint<T>& point, const WheelState<T>& m,
                      const RailUnderWheel& rail, double sign, const T& normal, PatchForce& out) {
  using std::sqrt;
  const T angle = calc_angle(T(-sign * point.g_y), point.g_z);
  const PatchState<T> state{T(0.0), angle, point.arm, point.cx, point.cy, T(1.0)};
  const PatchKinematics<T> k = calc_kinematics(state, m, rail, sign);
  const HertzContact<T> h =
      HertzLaw<T>(limit_curvature(point.cx), limit_curvature(point.cy), contact_modulus)
          .calc_from_load(normal);
  const CreepForce<T> creep =
      calc_creep_force(setting, k, h, calc_patch_friction(setting, angle, k), out);
  const T size = sqrt(point.g_y * point.g_y + point.g_z * point.g_z);
  const T turned = normal * size;
  Wrench<T> w;
  for (int i = 0; i < 3; ++i) w.force[i] = turned * k.n[i] + creep.fx * k.x[i] + creep.fy * k.y[i];
  w.force[1] -= normal * point.g_y;
  w.force[2] -= normal * point.g_z;
  w.moment = point.arm.cross(w.force);
  for (int i = 0; i < 3; ++i) w.moment[i] += creep.mz * k.n[i];
  fill_patch_force(k, h, 1.0, out);
  out.patch.penetration = get_value(h.approach);
  out.patch.angle = get_value(angle);
  return w;
}

template <class D>
D make_dual(double value, const Eigen::Matrix<double, 1, 4>& by_pose) {
  D d(value);
  d.derivatives().setZero();
  d.derivatives().template head<4>() = by_pose.transpose();
  return d;
}

template <class D>
WheelState<D> make_state(const WheelsetMotion& motion, const RailUnderWheel& rail) {
  const Vec3 v = motion.v - Vec3(0.0, rail.v_y, rail.v_z);
  WheelState<D> m;
  for (int i = 0; i < 3; ++i) {
    m.v[i] = D(v[i], motions, 4 + i);
    m.w[i] = D(motion.w[i], motions, 7 + i);
  }
  m.axle = calc_axle_direction(D(motion.pose.roll, motions, 2), D(motion.pose.yaw, motions, 3));
  return m;
}

/// Only the position and the velocity relative to the rail enter.
void add_rail_columns(WheelForceJacobian& j) {
  j.col(10) = -j.col(0);
  j.col(11) = -j.col(1);
  j.col(12) = -j.col(5);
  j.col(13) = -j.col(6);
}

WheelsetPose make_relative(const WheelsetPose& pose, const RailUnderWheel& rail) {
  return {pose.y - rail.y, pose.z - rail.z, pose.roll, pose.yaw};
}

template <class T>
Wrench<T> calc_patch(const CreepSetting& setting, const ElasticNormal& normal,
                     const PatchState<T>& p, const WheelState<T>& m, const RailUnderWheel& rail,
                     double sign, PatchForce& out) {
  const PatchKinematics<T> k = calc_kinematics(p, m, rail, sign);
  const HertzContact<T> h = normal.calc(
      PatchPenetration<T>{p.delta, k.delta_rate, limit_curvature(p.cx), limit_curvature(p.cy)});
  const CreepForce<T> creep =
      calc_creep_force(setting, k, h, calc_patch_friction(setting, p.angle, k), out);
  Wrench<T> w;
  for (int i = 0; i < 3; ++i)
    w.force[i] = p.weight * (h.normal * k.n[i] + creep.fx * k.x[i] + creep.fy * k.y[i]);
  w.moment = p.arm.cross(w.force);
  for (int i = 0; i < 3; ++i) w.moment[i] += p.weight * creep.mz * k.n[i];
  fill_patch_force(k, h, get_value(p.weight), out);
  return w;
}

/// Slope of the share of a flange patch that counts; the share itself.
double calc_stage(const TreadOptions& o, const Patch& p, double edge, double& slope) {
  slope = 0.0;
  if (p.angle < 0.0) return p.s_wheel < edge ? 1.0 : 0.0;  // back of the flange; field side
  const double width = o.angle_end - o.angle_begin;
  const double t = (p.angle - o.angle_begin) / width;
  if (t <= 0.0) return 0.0;
  if (t >= 1.0) return 1.0;
  slope = 30.0 * t * t * (1.0 - t) * (1.0 - t) / width;
  return t * t * t * (10.0 - t * (15.0 - 6.0 * t));
}

}  // namespace

ConstraintWheel::ConstraintWheel(std::shared_ptr<const WheelContact> elastic,
                                 const TreadOptions& options)
    : elastic_(std::move(elastic)),
      options_(options),
      left_(elastic_->wheelset().left, options),
      right_(elastic_->wheelset().right, options) {}

TreadContact ConstraintWheel::find_tread(Side side, const WheelsetPose& relative,
                                         Scratch& scratch) const {
  const WheelRailPair& pair = elastic_->wheelset().side(side);
  const TreadSurface& tread = side == Side::left ? left_ : right_;
  TreadContact c = tread.calc(pair, make_axle_frame(pair, side, relative, {}), scratch.distance);
  restore(get_sign(side), c);
  return c;
}

TreadGradient ConstraintWheel::find_gradient(Side side, const WheelsetPose& relative,
                                             Scratch& scratch) const {
  constexpr int offsets[4] = {-2, -1, 1, 2};
  constexpr double weights[4] = {1.0 / 12.0, -8.0 / 12.0, 8.0 / 12.0, -1.0 / 12.0};
  constexpr double step = 5e-6;
  TreadGradient g;
  g.arm.setZero();
  g.curvature_x.setZero();
  g.curvature_y.setZero();
  for (int direction = 0; direction < 4; ++direction) {
    TreadContact::Mat4& bend = g.hessian[static_cast<std::size_t>(direction)];
    bend.setZero();
    for (int k = 0; k < 4; ++k) {
      WheelsetPose at = relative;
      move(at, direction, offsets[k] * step);
      const TreadContact c = find_tread(side, at, scratch);
      const double share = weights[k] / step;
      bend += share * c.hessian;
      g.arm.col(direction) += share * c.arm;
      g.curvature_x[direction] += share * c.curvature_x;
      g.curvature_y[direction] += share * c.curvature_y;
    }
  }
  return g;
}

// No moment about the axle e = (-sin(yaw) cos(roll), cos(yaw) cos(roll), sin(roll)); G_roll about
// a = (cos(yaw), sin(yaw), 0), G_yaw about z: M = G_roll a - G_yaw tan(roll) b + G_yaw z.
Vec6 ConstraintWheel::calc_reaction(const TreadContact& tread, double roll, double yaw) {
  const TreadContact::Vec4& g = tread.gradient;
  const double tangent = std::tan(roll), c = std::cos(yaw), s = std::sin(yaw);
  Vec6 w;
  w << 0.0, g[0], g[1], g[2] * c + g[3] * tangent * s, g[2] * s - g[3] * tangent * c, g[3];
  return w;
}

Eigen::Matrix<double, 6, 4> ConstraintWheel::calc_reaction_derivative(const TreadContact& tread,
                                                                      double roll, double yaw) {
  const TreadContact::Vec4& g = tread.gradient;
  const TreadContact::Mat4& H = tread.hessian;
  const double tangent = std::tan(roll), c = std::cos(yaw), s = std::sin(yaw);
  Eigen::Matrix<double, 6, 4> d;
  d.row(0).setZero();
  d.row(1) = H.row(0);
  d.row(2) = H.row(1);
  d.row(3) = H.row(2) * c + H.row(3) * tangent * s;
  d.row(4) = H.row(2) * s - H.row(3) * tangent * c;
  d.row(5) = H.row(3);
  const double bend = 1.0 + tangent * tangent;
  d(3, 2) += g[3] * bend * s;
  d(4, 2) -= g[3] * bend * c;
  d(3, 3) += -g[2] * s + g[3] * tangent * c;
  d(4, 3) += g[2] * c + g[3] * tangent * s;
  return d;
}

void ConstraintWheel::calc_tread(Side side, const TreadContact& tread, const WheelsetMotion& motion,
                                 const RailUnderWheel& rail, const ContactFriction& friction,
                                 double normal, TreadForce& out) const {
  using D = Dual<1>;
  const CreepSetting setting{elastic_->tangential(), elastic_->options(), friction};
  const TreadPoint<double> at = get_point(tread, nullptr);
  TreadPoint<D> point{D(at.g_y), D(at.g_z), {}, D(at.cx), D(at.cy)};
  const Vec3 v = motion.v - Vec3(0.0, rail.v_y, rail.v_z);
  const Vec3 axle = calc_axle_direction(motion.pose.roll, motion.pose.yaw);
  WheelState<D> m;
  for (int i = 0; i < 3; ++i) {
    point.arm[i] = D(at.arm[i]);
    m.v[i] = D(v[i]);
    m.w[i] = D(motion.w[i]);
    m.axle[i] = D(axle[i]);
  }
  PatchForce& p = out.patch;
  const Wrench<D> w = calc_wrench<D>(setting, elastic_->normal().contact_modulus(), point, m, rail,
                                     get_sign(side), D(normal, 1, 0), p);
  for (int i = 0; i < 3; ++i) {
    out.force[i] = w.force[i].value();
    out.moment[i] = w.moment[i].value();
    out.force_N[i] = w.force[i].derivatives()[0];
    out.moment_N[i] = w.moment[i].derivatives()[0];
  }
  p.normal = normal;  // also where it pulls, which ends the run
  p.patch.zone = Zone::tread;
  p.patch.radius = tread.radius;
  p.patch.s_wheel = tread.s;
  p.patch.curvature_x = tread.curvature_x;
  p.patch.curvature_y = p.patch.curvature_y_region = tread.curvature_y;
  p.patch.y_wheel = elastic_->wheelset().side(side).wheel.curve().calc(tread.s).y;
  p.patch.p_TC = tread.arm + Vec3(0.0, motion.pose.y,
                                  elastic_->wheelset().side(side).axle_height + motion.pose.z);
  p.patch.y_rail = p.patch.p_TC.y();
  p.patch.z_rail = p.patch.p_TC.z();
  p.force_T = out.force + normal * Vec3(0.0, tread.gradient[0], tread.gradient[1]);
}

void ConstraintWheel::calc_tread(Side side, const TreadContact& tread,
                                 const TreadGradient& gradient, const WheelsetMotion& motion,
                                 const RailUnderWheel& rail, const ContactFriction& friction,
                                 double normal, WheelForceJacobian& jacobian) const {
  using D = Dual<motions>;
  const CreepSetting setting{elastic_->tangential(), elastic_->options(), friction};
  TreadPoint<D> point{make_dual<D>(tread.gradient[0], tread.hessian.row(0)),
                      make_dual<D>(tread.gradient[1], tread.hessian.row(1)),
                      {},
                      make_dual<D>(tread.curvature_x, gradient.curvature_x),
                      make_dual<D>(tread.curvature_y, gradient.curvature_y)};
  for (int i = 0; i < 3; ++i) point.arm[i] = make_dual<D>(tread.arm[i], gradient.arm.row(i));
  PatchForce unused;
  D load(normal);
  load.derivatives().setZero();
  const Wrench<D> w =
      calc_wrench<D>(setting, elastic_->normal().contact_modulus(), point,
                     make_state<D>(motion, rail), rail, get_sign(side), load, unused);
  for (int i = 0; i < 3; ++i) {
    jacobian.row(i).head<motions>() = w.force[i].derivatives().transpose();
    jacobian.row(3 + i).head<motions>() = w.moment[i].derivatives().transpose();
  }
  add_rail_columns(jacobian);
}

void ConstraintWheel::find_flange(Side side, const WheelsetPose& pose, const RailUnderWheel& rail,
                                  WheelContact::Scratch& s, bool with_gradients) const {
  elastic_->find(side, pose, rail, s, with_gradients);
  const double edge = (side == Side::left ? left_ : right_).edge();
  std::size_t kept = 0;
  for (std::size_t i = 0; i < s.patches.count; ++i) {
    double slope = 0.0;
    const double share = calc_stage(options_, s.patches[i], edge, slope);
    if (!(share > 0.0)) continue;
    Patch& p = s.patches.patches[kept];
    p = s.patches[i];
    if (with_gradients) {
      PatchGradient& g = s.gradients[kept];
      g = s.gradients[i];
      g.d.row(PatchGradient::weight) =
          share * g.d.row(PatchGradient::weight) + p.weight * slope * g.d.row(PatchGradient::angle);
    }
    p.weight *= share;
    ++kept;
  }
  s.patches.count = kept;
}

void ConstraintWheel::add_flange(Side side, const WheelsetMotion& motion,
                                 const RailUnderWheel& rail, const ContactFriction& friction,
                                 WheelContact::Scratch& s, WheelForce& out) const {
  const WheelsetPose pose = make_relative(motion.pose, rail);
  find_flange(side, pose, rail, s, false);
  const CreepSetting setting{elastic_->tangential(), elastic_->options(), friction};
  const WheelState<double> m{motion.v - Vec3(0.0, rail.v_y, rail.v_z), motion.w,
                             calc_axle_direction(pose.roll, pose.yaw)};
  const double height = elastic_->wheelset().side(side).axle_height;
  for (std::size_t i = 0; i < s.patches.count && out.count < out.patches.size(); ++i) {
    const Patch& p = s.patches[i];
    const Vec3 arm = p.p_TC - Vec3(0.0, pose.y, height + pose.z);
    PatchForce& f = out.patches[out.count++];
    f.patch = p;
    f.patch.zone = Zone::flange;
    f.patch.p_TC += Vec3(0.0, rail.y, rail.z);
    f.patch.y_rail += rail.y;
    f.patch.z_rail += rail.z;
    const PatchState<double> state{p.penetration,        p.angle, arm, p.curvature_x,
                                   p.curvature_y_region, p.weight};
    const Wrench<double> w =
        calc_patch<double>(setting, elastic_->normal(), state, m, rail, get_sign(side), f);
    f.force_T = w.force;
    out.force += w.force;
    out.moment += w.moment;
  }
}

void ConstraintWheel::add_flange_jacobian(Side side, const WheelsetMotion& motion,
                                          const RailUnderWheel& rail,
                                          const ContactFriction& friction, WheelContact::Scratch& s,
                                          WheelForceJacobian& jacobian) const {
  using D = Dual<motions>;
  using G = PatchGradient;
  const WheelsetPose pose = make_relative(motion.pose, rail);
  find_flange(side, pose, rail, s, true);
  const CreepSetting setting{elastic_->tangential(), elastic_->options(), friction};
  const WheelState<D> m = make_state<D>(motion, rail);
  const double height = elastic_->wheelset().side(side).axle_height;
  for (std::size_t i = 0; i < s.patches.count; ++i) {
    const Patch& p = s.patches[i];
    const auto& d = s.gradients[i].d;
    const Vec3 arm = p.p_TC - Vec3(0.0, pose.y, height + pose.z);
    const PatchState<D> state{
        make_dual<D>(p.penetration, d.row(G::penetration)),
        make_dual<D>(p.angle, d.row(G::angle)),
        Vec3T<D>(make_dual<D>(arm.x(), d.row(G::arm_x)), make_dual<D>(arm.y(), d.row(G::arm_y)),
                 make_dual<D>(arm.z(), d.row(G::arm_z))),
        make_dual<D>(p.curvature_x, d.row(G::curvature_x)),
        make_dual<D>(p.curvature_y_region, d.row(G::curvature_y_region)),
        make_dual<D>(p.weight, d.row(G::weight))};
    PatchForce unused;
    const Wrench<D> w =
        calc_patch<D>(setting, elastic_->normal(), state, m, rail, get_sign(side), unused);
    WheelForceJacobian part = WheelForceJacobian::Zero();
    for (int k = 0; k < 3; ++k) {
      part.row(k).head<motions>() = w.force[k].derivatives().transpose();
      part.row(3 + k).head<motions>() = w.moment[k].derivatives().transpose();
    }
    add_rail_columns(part);
    jacobian += part;
  }
}

}  // namespace fourfoot::contact
