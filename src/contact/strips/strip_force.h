#pragma once

#include "contact/patch_creep.h"
#include "contact/strips/strip_nodes.h"
#include "contact/tangential/fastrip.h"

namespace fourfoot::contact {

/// Force of one patch that is not an ellipse, over the scalar of wheel_contact.h.
///
/// Each strip has its own arm, contact angle, rigid slip, rate of approach and friction, so a
/// conformal patch is curved as it lies and spin varies over it:
///
///   N_i = load_i max(0, 1 + chi delta_rate_i)           load_i of solve_strips
///   force = sum N_i n_i + tangential,   moment = sum arm_i cross force_i
///
/// Tangential: FaStrip strip by strip (FastripLaw::calc_strip). Every other law sees the ellipse
/// that stands for the patch, at its centre of pressure with its mean angle: the same area, and b^2
/// five times the variance of the load across (of Hertz's ellipse: exact).
struct StripSetting {
  CreepSetting creep;
  const ElasticNormal& normal;
  const RailUnderWheel& rail;
  double sign;              ///< 1 left, -1 right
  const FastripLaw* strip;  ///< null: the law knows ellipses only
};

/// Numbers of one strip with their derivatives by the pose, in the scalar's first four directions.
inline double lift_strip(const double*, double value, const StripSet::Slopes&, int) {
  return value;
}
template <int N>
Dual<N> lift_strip(const Dual<N>*, double value, const StripSet::Slopes& slopes, int i) {
  Dual<N> d(value);
  d.derivatives().template head<4>() = slopes.row(i).transpose().matrix();
  return d;
}
inline double lift_strip(const double*, double value, const StripSet::Row&) {
  return value;
}
template <int N>
Dual<N> lift_strip(const Dual<N>*, double value, const StripSet::Row& slopes) {
  Dual<N> d(value);
  d.derivatives().template head<4>() = slopes.transpose().matrix();
  return d;
}

/// The strips in contact, each with its motion and its load, and their sums.
template <class T>
struct LoadedStrips {
  struct One {
    int index;
    PatchState<T> state;
    PatchKinematics<T> motion;
    T normal, half_length;
  };
  std::array<One, StripSet::count> strips;
  int count = 0;
  T spacing;
  T normal = T(0.0), area = T(0.0), angle = T(0.0), a = T(0.0), b = T(0.0);
  Vec3T<T> arm = Vec3T<T>::Constant(T(0.0));  ///< of the centre of pressure
  double pressure_max = 0.0, s = 0.0;

  const One* begin() const { return strips.data(); }
  const One* end() const { return strips.data() + count; }

  void make(const StripSetting& c, const StripNodes& nodes, const StripLoads& loads,
            const WheelState<T>& wheel) {
    using std::sqrt;
    const T* const kind = nullptr;
    spacing = lift_strip(kind, nodes.set.spacing, nodes.set.d_spacing);
    T first = T(0.0), second = T(0.0);  // moments of the load over y
    count = 0;
    for (int i = 0; i < StripSet::count; ++i) {
      if (!(loads.load[i] > 0.0)) continue;
      One& one = strips[static_cast<std::size_t>(count)];
      one.index = i;
      PatchState<T>& p = one.state;
      p.angle = lift_strip(kind, nodes.angle[i], nodes.d_angle, i);
      for (int k = 0; k < 3; ++k) p.arm[k] = lift_strip(kind, nodes.arm[k][i], nodes.d_arm[k], i);
      one.motion = calc_kinematics(p, wheel, c.rail, c.sign);
      const T factor = 1.0 + c.normal.damping() * one.motion.delta_rate;
      if (!(get_value(factor) > 0.0)) continue;
      one.normal = lift_strip(kind, loads.load[i], loads.d_load, i) * factor;
      one.half_length = sqrt(lift_strip(kind, loads.a2[i], loads.d_a2, i));
      ++count;
      normal += one.normal;
      area += 2.0 * one.half_length * spacing;
      angle += one.normal * p.angle;
      arm += one.normal * p.arm;
      const T y = lift_strip(kind, nodes.set.y[i], nodes.set.d_y, i);
      first += one.normal * y;
      second += one.normal * y * y;
      s += get_value(one.normal) * nodes.s[i];
    }
    if (count == 0) return;
    const T inverse = 1.0 / normal;
    angle *= inverse;
    arm *= inverse;
    s *= get_value(inverse);
    const T mean = first * inverse;
    // The load of a strip is spread over its width.
    const T variance = second * inverse - mean * mean + spacing * spacing * (1.0 / 12.0);
    b = sqrt(T(5.0 * variance));
    a = area / (std::numbers::pi * b);
    pressure_max = find_pressure_max(loads, nodes.set.spacing);
  }

 private:
  /// Of the elastic pressures, by a parabola through the highest strip and its neighbours.
  static double find_pressure_max(const StripLoads& loads, double spacing) {
    const StripSet::Array p =
        (loads.load > 0.0)
            .select(loads.load / (0.5 * std::numbers::pi * spacing * loads.a2.max(1e-30).sqrt()),
                    0.0);
    int i = 0;
    const double highest = p.maxCoeff(&i);
    if (i == 0 || i + 1 == StripSet::count) return highest;
    const double bend = p[i - 1] - 2.0 * highest + p[i + 1], slope = p[i + 1] - p[i - 1];
    return bend < 0.0 ? highest - slope * slope / (8.0 * bend) : highest;
  }
};

/// Adds to what is recorded of a patch: one strip's creep force (values; moment about `centre`).
struct StripRecord {
  double fx, fy, mz;
  Vec3 force, arm, normal;  ///< arm from the patch's centre
  double nu_x, nu_y, phi, mu, slip_share;
};
inline void add_record(const StripRecord& r, double share, PatchForce& out) {
  out.tangential.fx += r.fx;
  out.tangential.fy += r.fy;
  out.tangential.mz += r.mz + r.normal.dot(r.arm.cross(r.force));
  out.tangential.slip_share += share * r.slip_share;
  out.mu += share * r.mu;
  out.t_gamma += std::abs(r.fx * r.nu_x + r.fy * r.nu_y + r.mz * r.phi);
}

template <class T>
Vec3 get_values(const Vec3T<T>& v) {
  return Vec3(get_value(v[0]), get_value(v[1]), get_value(v[2]));
}

/// FaStrip on every strip; `way`: 1 forward, -1 backward (axes turned by 180 degrees about z),
/// `part` of it that counts.
template <class T>
void add_strip_creep(const StripSetting& c, const LoadedStrips<T>& strips, const T& speed,
                     double way, const T& part, const T& weight, Vec3T<T>& force, Vec3T<T>& moment,
                     PatchForce& out) {
  const FastsimPatch<T> patch(c.strip->kalker(), strips.a, strips.b);
  T mean = T(0.0);
  for (const auto& one : strips) mean += one.normal * one.motion.slip_x;
  mean = mean / (strips.normal * speed);
  const T unit = part * weight * strips.spacing;
  for (const auto& one : strips) {
    const PatchKinematics<T>& k = one.motion;
    const T nu_x = k.slip_x / speed, nu_y = k.slip_y / speed, phi = k.spin / speed;
    const T mu = calc_patch_friction(c.creep, one.state.angle, k);
    const T area = (0.5 * std::numbers::pi) * one.half_length * one.half_length * strips.spacing;
    const StripCreep<T> in{T(way * mean), T(way * (nu_x - mean)),    T(way * nu_y),
                           phi,           T(mu * one.normal / area), one.half_length};
    double share = 0.0;
    const CreepForce<T> creep = c.strip->calc_strip(patch, in, share);
    const T fx = way * unit * creep.fx, fy = way * unit * creep.fy, mz = unit * creep.mz;
    Vec3T<T> f;
    for (int i = 0; i < 3; ++i) {
      f[i] = fx * k.x[i] + fy * k.y[i];
      moment[i] += mz * k.n[i];
    }
    force += f;
    moment += one.state.arm.cross(f);
    add_record({get_value(fx), get_value(fy), get_value(mz), get_values(f),
                get_values(one.state.arm) - get_values(strips.arm), get_values(k.n),
                get_value(nu_x), get_value(nu_y), get_value(phi), get_value(mu), share},
               get_value(part) * get_value(one.normal) / get_value(strips.normal), out);
  }
}

/// Adds one patch's force and moment; `weight`: share of it that counts.
template <class T>
void add_strip_patch(const StripSetting& c, const StripNodes& nodes, const StripLoads& loads,
                     const WheelState<T>& wheel, const T& weight, Vec3T<T>& force, Vec3T<T>& moment,
                     PatchForce& out) {
  LoadedStrips<T> strips;
  strips.make(c, nodes, loads, wheel);
  if (strips.count == 0) return;
  Vec3T<T> own = Vec3T<T>::Constant(T(0.0)), own_moment = own;
  for (const auto& one : strips) {
    Vec3T<T> f;
    const T normal = weight * one.normal;
    for (int i = 0; i < 3; ++i) f[i] = normal * one.motion.n[i];
    own += f;
    own_moment += one.state.arm.cross(f);
  }
  PatchState<T> mean;
  mean.angle = strips.angle;
  mean.arm = strips.arm;
  const PatchKinematics<T> k = calc_kinematics(mean, wheel, c.rail, c.sign);
  const HertzContact<T> ellipse{strips.a, strips.b, T(nodes.set.delta), strips.normal,
                                T(strips.pressure_max)};
  if (c.strip) {
    const T speed = c.creep.options.speed.calc(k.speed);
    out.nu_x = get_value(k.slip_x) / get_value(speed);
    out.nu_y = get_value(k.slip_y) / get_value(speed);
    out.phi = get_value(k.spin) / get_value(speed);
    const T forward = calc_step(T(k.speed / c.creep.options.speed.v0));
    for (const double way : {1.0, -1.0}) {
      const T part = way > 0.0 ? forward : T(1.0 - forward);
      if (get_value(part) > 0.0)
        add_strip_creep(c, strips, speed, way, part, weight, own, own_moment, out);
    }
    const TangentialForce creep = out.tangential;
    const double t_gamma = out.t_gamma;
    fill_patch_force(k, ellipse, get_value(weight), out);
    out.tangential = creep;  // weighted already, strip by strip
    out.t_gamma = t_gamma;
  } else {
    const CreepForce<T> creep =
        calc_creep_force(c.creep, k, ellipse, calc_patch_friction(c.creep, strips.angle, k), out);
    Vec3T<T> f;
    for (int i = 0; i < 3; ++i) {
      f[i] = weight * (creep.fx * k.x[i] + creep.fy * k.y[i]);
      own_moment[i] += weight * creep.mz * k.n[i];
    }
    own += f;
    own_moment += strips.arm.cross(f);
    fill_patch_force(k, ellipse, get_value(weight), out);
  }
  force += own;
  moment += own_moment;
  out.force_T = get_values(own);
  out.patch.s_wheel = strips.s;
  out.patch.angle = get_value(strips.angle);
}

}  // namespace fourfoot::contact
