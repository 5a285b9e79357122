#pragma once

#include "contact/normal/hertz.h"
#include "contact/patch_kinematics.h"
#include "contact/tangential/creep_force.h"
#include "contact/tangential/saturation_laws.h"
#include "contact/wheel_contact.h"

namespace fourfoot::contact {

/// Creep force of one loaded patch over any scalar, for elastic and for rigid treads: creepages
/// over the regularised speed, the law's own derivatives, friction by the contact angle.
struct CreepSetting {
  const TangentialLaw& law;
  const WheelContact::Options& options;
  const ContactFriction& friction;
};

/// The law's answer in terms of the scalar. mu N is the only way N enters a law (a, b given), so
/// the derivatives by mu and, for falling friction, by V follow from the one by N.
inline CreepForce<double> apply_law(const TangentialLaw& law, const TangentialInput& in,
                                    const double*, const double&, const double&, double& share) {
  const TangentialForce f = law.calc(in);
  share = f.slip_share;
  return {f.fx, f.fy, f.mz};
}
template <int N>
CreepForce<Dual<N>> apply_law(const TangentialLaw& law, const TangentialInput& in,
                              const Dual<N>* arguments, const Dual<N>& mu, const Dual<N>& speed,
                              double& share) {
  using D = Dual<N>;
  TangentialJacobian j;
  const TangentialForce f = law.calc(in, j);
  share = f.slip_share;
  Eigen::Matrix<double, 3, N> d = Eigen::Matrix<double, 3, N>::Zero();
  for (int i = 0; i < 6; ++i) d += j.col(i) * arguments[i].derivatives().transpose();
  const double fall = law.calc_friction_slope(in);
  if (in.friction > 0.0) {
    const D relative = in.normal * (mu / in.friction + fall * speed);
    d += j.col(3) * relative.derivatives().transpose();
  }
  return {D(f.fx, d.row(0).transpose()), D(f.fy, d.row(1).transpose()),
          D(f.mz, d.row(2).transpose())};
}

/// FrictionRule.
template <class T>
T calc_patch_friction(const CreepSetting& c, const T& angle, const PatchKinematics<T>& k) {
  const FrictionRule& rule = c.options.friction;
  const T steep = get_value(angle) < 0.0 ? T(-angle) : T(angle);
  const T way = (steep - 0.5 * (rule.low + rule.high)) * (2.0 / (rule.high - rule.low));
  T share = rule.is_linear ? T(0.5 + 0.5 * way) : calc_step(way);
  if (get_value(share) <= 0.0) share = T(0.0);
  if (get_value(share) >= 1.0) share = T(1.0);
  const T mu = c.friction.tread + (c.friction.flange - c.friction.tread) * share;
  if (rule.falling.limit_ratio == 1.0) return mu;
  return T(mu * rule.falling.calc(1.0, calc_length(k.slip_x, k.slip_y)));
}

/// In contact axes, turned for running backwards, blended near standstill.
template <class T>
CreepForce<T> calc_creep_force(const CreepSetting& c, const PatchKinematics<T>& k,
                               const HertzContact<T>& h, const T& mu, PatchForce& out) {
  const T speed = c.options.speed.calc(k.speed);
  const T nu_x = k.slip_x / speed, nu_y = k.slip_y / speed, spin = k.omega_z / speed;
  out.nu_x = get_value(nu_x);
  out.nu_y = get_value(nu_y);
  out.spin = get_value(spin);
  out.mu = get_value(mu);
  const T forward = calc_step(T(k.speed / c.options.speed.v0));
  CreepForce<T> sum;
  double slip_share = 0.0;
  for (const double way : {1.0, -1.0}) {
    const T weight = way > 0.0 ? forward : T(1.0 - forward);
    if (!(get_value(weight) > 0.0)) continue;
    const T arguments[6] = {T(way * nu_x), T(way * nu_y), spin, h.normal, h.a, h.b};
    const TangentialInput in{get_value(h.a), get_value(h.b),  get_value(h.normal),
                             out.mu,         way * out.nu_x,  way * out.nu_y,
                             out.spin,       get_value(speed)};
    double share = 0.0;
    const CreepForce<T> f = apply_law(c.law, in, arguments, mu, speed, share);
    sum.fx += way * weight * f.fx;
    sum.fy += way * weight * f.fy;
    sum.mz += weight * f.mz;
    slip_share += get_value(weight) * share;
  }
  out.tangential = {get_value(sum.fx), get_value(sum.fy), get_value(sum.mz), slip_share};
  return sum;
}

/// What one loaded patch records; forces times `weight`.
template <class T>
void fill_patch_force(const PatchKinematics<T>& k, const HertzContact<T>& h, double weight,
                      PatchForce& out) {
  for (int i = 0; i < 3; ++i) out.n_T[i] = get_value(k.n[i]);
  out.x_T = k.x;
  out.a = get_value(h.a);
  out.b = get_value(h.b);
  out.normal = weight * get_value(h.normal);
  out.pressure_max = get_value(h.pressure_max);
  out.delta_rate = get_value(k.delta_rate);
  out.speed = get_value(k.speed);
  out.tangential.fx *= weight;
  out.tangential.fy *= weight;
  out.tangential.mz *= weight;
  out.t_gamma = std::abs(out.tangential.fx * out.nu_x + out.tangential.fy * out.nu_y +
                         out.tangential.mz * out.spin);
}

}  // namespace fourfoot::contact
