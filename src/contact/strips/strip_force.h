#pragma once

#include "contact/strips/strip_groups.h"

namespace fourfoot::contact {

/// Adds to what is recorded of a patch: one strip's creep force (values; moment about `centre`).
struct StripRecord {
  double fx, fy, mz;
  Vec3 force, arm, normal;  ///< arm from the patch's centre
  double nu_x, nu_y, spin, mu, slip_share;
};
inline void add_record(const StripRecord& r, double share, PatchForce& out) {
  out.tangential.fx += r.fx;
  out.tangential.fy += r.fy;
  out.tangential.mz += r.mz + r.normal.dot(r.arm.cross(r.force));
  out.tangential.slip_share += share * r.slip_share;
  out.mu += share * r.mu;
  out.t_gamma += std::abs(r.fx * r.nu_x + r.fy * r.nu_y + r.mz * r.spin);
}

template <class T>
Vec3 get_values(const Vec3T<T>& v) {
  return Vec3(get_value(v[0]), get_value(v[1]), get_value(v[2]));
}

/// FaStrip on every strip of `group`; `way`: 1 forward, -1 backward (axes turned by 180 degrees
/// about z), `part` of it that counts. `whole`: all strips, for what is recorded.
template <class T>
void add_strip_creep(const StripSetting& c, const StripGroup<T>& group, const StripGroup<T>& whole,
                     const T& speed, double way, const T& part, const T& weight, Vec3T<T>& force,
                     Vec3T<T>& moment, PatchForce& out) {
  const FastsimPatch<T> patch(c.strip->kalker(), group.strip_a, group.strip_b);
  T mean = T(0.0);
  for (const auto& one : group) mean += one.normal * one.motion.slip_x;
  mean = mean / (group.normal * speed);
  for (const auto& one : group) {
    const PatchKinematics<T>& k = one.motion;
    const T nu_x = k.slip_x / speed, nu_y = k.slip_y / speed, spin = k.omega_z / speed;
    const T mu = calc_patch_friction(c.creep, one.state.angle, k);
    const T area = (0.5 * std::numbers::pi) * one.half_length * one.half_length * one.width;
    const StripCreep<T> in{T(way * mean), T(way * (nu_x - mean)),    T(way * nu_y),
                           spin,          T(mu * one.normal / area), one.half_length};
    double share = 0.0;
    const CreepForce<T> creep = c.strip->calc_strip(patch, in, share);
    const T unit = part * weight * one.width;
    const T fx = way * unit * creep.fx, fy = way * unit * creep.fy, mz = unit * creep.mz;
    Vec3T<T> f;
    for (int i = 0; i < 3; ++i) {
      f[i] = fx * k.x[i] + fy * k.y[i];
      moment[i] += mz * k.n[i];
    }
    force += f;
    moment += one.state.arm.cross(f);
    add_record({get_value(fx), get_value(fy), get_value(mz), get_values(f),
                get_values(one.state.arm) - get_values(whole.arm), get_values(k.n), get_value(nu_x),
                get_value(nu_y), get_value(spin), get_value(mu), share},
               get_value(part) * get_value(one.normal) / get_value(whole.normal), out);
  }
}

/// Any other law on the ellipse that stands for `group`.
template <class T>
void add_ellipse_creep(const StripSetting& c, const StripGroup<T>& group,
                       const StripGroup<T>& whole, const WheelState<T>& wheel, double delta,
                       const T& part, const T& weight, Vec3T<T>& force, Vec3T<T>& moment,
                       PatchForce& out) {
  PatchState<T> state;
  state.angle = group.angle;
  state.arm = group.arm;
  const PatchKinematics<T> k = calc_kinematics(state, wheel, c.rail, c.sign);
  PatchForce own;
  const CreepForce<T> creep = calc_creep_force(c.creep, k, group.get_ellipse(delta),
                                               calc_patch_friction(c.creep, group.angle, k), own);
  const T unit = part * weight;
  Vec3T<T> f;
  for (int i = 0; i < 3; ++i) {
    f[i] = unit * (creep.fx * k.x[i] + creep.fy * k.y[i]);
    moment[i] += unit * creep.mz * k.n[i];
  }
  force += f;
  moment += group.arm.cross(f);
  const double u = get_value(unit);
  add_record({u * own.tangential.fx, u * own.tangential.fy, u * own.tangential.mz, get_values(f),
              get_values(group.arm) - get_values(whole.arm), get_values(k.n), own.nu_x, own.nu_y,
              own.spin, own.mu, own.tangential.slip_share},
             get_value(part) * get_value(group.normal) / get_value(whole.normal), out);
}

/// Force of one patch that is not an ellipse, over the scalar of wheel_contact.h.
///
/// Each strip has its own arm, contact angle, rigid slip, rate of approach and friction, so a
/// conformal patch is curved as it lies and spin varies over it:
///
///   N_i = load_i max(0, 1 + chi delta_rate_i)           load_i of solve_strips
///   force = sum N_i n_i + tangential,   moment = sum arm_i cross force_i
///
/// Tangential: FaStrip strip by strip (FastripLaw::calc_strip), with Kalker's coefficients of the
/// ellipse that has the same area and strips as long, a = 32/(9 pi) int a_y^3 dy / int a_y^2 dy: how
/// strips are spread across enters by their own slip. Every other law sees the ellipse
/// that stands for the patch, at its centre of pressure with its mean angle: the same area, and b^2
/// five times the variance of the load across (of Hertz's ellipse: exact). Two overlaps are two
/// ellipses (tread and flange slip differently); while the gap between them is narrow
/// (StripNodes::apart) the answer goes over to that of one. Two contacts in one overlap (strips
/// between them carry nothing) are two ellipses, too; the answer goes over to that of one while the
/// load per width between them rises to `valley_share` of the lower of both maxima.
///
/// Adds its force and moment; `weight`: share of it that counts.
template <class T>
void add_strip_patch(const StripSetting& c, const StripNodes& nodes, const StripLoads& loads,
                     const WheelState<T>& wheel, const T& weight, Vec3T<T>& force, Vec3T<T>& moment,
                     PatchForce& out) {
  LoadedStrips<T> strips;
  strips.make(c, nodes, loads, wheel);
  if (strips.count == 0) return;
  const double pressure = find_strip_pressure(nodes.set, loads);
  const StripGroup<T> whole = strips.get_group(0, strips.count, pressure);
  Vec3T<T> own = Vec3T<T>::Constant(T(0.0)), own_moment = own;
  for (const auto& one : whole) {
    Vec3T<T> f;
    const T normal = weight * one.normal;
    for (int i = 0; i < 3; ++i) f[i] = normal * one.motion.n[i];
    own += f;
    own_moment += one.state.arm.cross(f);
  }
  PatchState<T> mean;
  mean.angle = whole.angle;
  mean.arm = whole.arm;
  const PatchKinematics<T> k = calc_kinematics(mean, wheel, c.rail, c.sign);
  const T speed = c.creep.options.speed.calc(k.speed);
  const auto add_creep = [&](const StripGroup<T>& group, const T& part) {
    if (!c.strip)
      return add_ellipse_creep(c, group, whole, wheel, nodes.set.delta, part, weight, own,
                               own_moment, out);
    const T forward = calc_step(T(k.speed / c.creep.options.speed.v0));
    for (const double way : {1.0, -1.0}) {
      const T share = way > 0.0 ? forward : T(1.0 - forward);
      if (get_value(share) > 0.0)
        add_strip_creep(c, group, whole, speed, way, T(part * share), weight, own, own_moment, out);
    }
  };
  const auto add_two = [&](int second, const T& part) {
    add_creep(strips.get_group(0, second, pressure), part);
    add_creep(strips.get_group(second, strips.count, pressure), part);
  };
  T rest = T(1.0);
  if (nodes.apart > 0.0 && strips.second > 0 && strips.second < strips.count) {
    const T* const kind = nullptr;
    const T apart = lift_strip(kind, nodes.apart, nodes.d_apart);
    add_two(strips.second, apart);
    rest = T(1.0 - apart);
  }
  if (get_value(rest) > 0.0) {
    const auto valley = strips.find_valley();
    if (get_value(valley.apart) > 0.0) add_two(valley.at, T(rest * valley.apart));
    if (get_value(valley.apart) < 1.0) add_creep(whole, T(rest * (1.0 - valley.apart)));
  }
  out.nu_x = get_value(k.slip_x) / get_value(speed);
  out.nu_y = get_value(k.slip_y) / get_value(speed);
  out.spin = get_value(k.omega_z) / get_value(speed);
  const TangentialForce creep = out.tangential;  // weighted already
  const double t_gamma = out.t_gamma;
  fill_patch_force(k, whole.get_ellipse(nodes.set.delta), get_value(weight), out);
  out.tangential = creep;
  out.t_gamma = t_gamma;
  force += own;
  moment += own_moment;
  out.force_T = get_values(own);
  out.patch.s_wheel = strips.s;
  out.patch.angle = get_value(whole.angle);
}

}  // namespace fourfoot::contact
