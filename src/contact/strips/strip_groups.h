#pragma once

#include "contact/patch_creep.h"
#include "contact/strips/strip_nodes.h"
#include "contact/tangential/fastrip.h"

namespace fourfoot::contact {

/// What the strips of a patch are given (strip_force.h).
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

/// One strip in contact with its motion and its load.
template <class T>
struct LoadedStrip {
  int index;
  PatchState<T> state;
  PatchKinematics<T> motion;
  T normal, half_length, width, y;
  T counted;  ///< share of its area: 0 without load, as a strip enters with its whole length
};

/// Some strips one beside the other, and the ellipse that stands for them.
template <class T>
struct StripGroup {
  const LoadedStrip<T>*first, *last;
  T normal = T(0.0), angle = T(0.0), a, b;
  T strip_a, strip_b;  ///< ellipse of the same area whose strips are as long: for laws on strips
  Vec3T<T> arm = Vec3T<T>::Constant(T(0.0));  ///< of the centre of pressure
  double pressure_max;

  const LoadedStrip<T>* begin() const { return first; }
  const LoadedStrip<T>* end() const { return last; }

  StripGroup(const LoadedStrip<T>* from, const LoadedStrip<T>* to, double pressure)
      : first(from), last(to), pressure_max(pressure) {
    using std::sqrt;
    T area = T(0.0), mean = T(0.0), second = T(0.0), square = T(0.0), cube = T(0.0);
    for (const LoadedStrip<T>& one : *this) {
      normal += one.normal;
      const T along = one.counted * one.half_length * one.width, along2 = one.half_length * along;
      area += 2.0 * along;
      square += along2;
      cube += one.half_length * along2;
      angle += one.normal * one.state.angle;
      arm += one.normal * one.state.arm;
      // The load of a strip is spread over its width.
      mean += one.normal * one.y;
      second += one.normal * (one.y * one.y + one.width * one.width * (1.0 / 12.0));
    }
    const T inverse = 1.0 / normal;
    angle *= inverse;
    arm *= inverse;
    mean *= inverse;
    b = sqrt(T(5.0 * (second * inverse - mean * mean)));
    a = area / (std::numbers::pi * b);
    strip_a = (32.0 / (9.0 * std::numbers::pi)) * cube / square;
    strip_b = area / (std::numbers::pi * strip_a);
  }
  HertzContact<T> get_ellipse(double delta) const {
    return {a, b, T(delta), normal, T(pressure_max)};
  }
};

/// Of the elastic pressures, by a parabola through the highest strip and its neighbours.
inline double find_strip_pressure(const StripSet& set, const StripLoads& loads) {
  const StripSet::Array p =
      (loads.load > 0.0)
          .select(loads.load / (0.5 * std::numbers::pi * set.width * loads.a2.max(1e-30).sqrt()),
                  0.0);
  int i = 0;
  const double highest = p.maxCoeff(&i);
  if (i == 0 || i + 1 == StripSet::count) return highest;
  const double before = set.y[i] - set.y[i - 1], behind = set.y[i + 1] - set.y[i];
  const double rise = (highest - p[i - 1]) / before, fall = (p[i + 1] - highest) / behind;
  const double bend = (fall - rise) / (before + behind);
  const double slope = (rise * behind + fall * before) / (before + behind);
  return bend < 0.0 ? highest - slope * slope / (4.0 * bend) : highest;
}

/// Of the lower maximum of load per width; assumed.
inline constexpr double valley_share = 0.5;

/// The strips in contact, and where the second overlap begins among them.
template <class T>
struct LoadedStrips {
  std::array<LoadedStrip<T>, StripSet::count> strips;
  int count = 0, second = 0;
  double s = 0.0;  ///< centre of pressure on the meridian [m]

  void make(const StripSetting& c, const StripNodes& nodes, const StripLoads& loads,
            const WheelState<T>& wheel) {
    using std::sqrt;
    const T* const kind = nullptr;
    double sum = 0.0;
    count = second = 0;
    for (int i = 0; i < StripSet::count; ++i) {
      if (!(loads.load[i] > 0.0)) continue;
      LoadedStrip<T>& one = strips[static_cast<std::size_t>(count)];
      one.index = i;
      PatchState<T>& p = one.state;
      p.angle = lift_strip(kind, nodes.angle[i], nodes.d_angle, i);
      for (int k = 0; k < 3; ++k) p.arm[k] = lift_strip(kind, nodes.arm[k][i], nodes.d_arm[k], i);
      one.motion = calc_kinematics(p, wheel, c.rail, c.sign);
      const T factor = 1.0 + c.normal.damping() * one.motion.delta_rate;
      if (!(get_value(factor) > 0.0)) continue;
      one.normal = lift_strip(kind, loads.load[i], loads.d_load, i) * factor;
      one.half_length = sqrt(lift_strip(kind, loads.a2[i], loads.d_a2, i));
      one.width = lift_strip(kind, nodes.set.width[i], nodes.set.d_width, i);
      one.y = lift_strip(kind, nodes.set.y[i], nodes.set.d_y, i);
      ++count;
      if (i < nodes.second) second = count;
      sum += get_value(one.normal);
      s += get_value(one.normal) * nodes.s[i];
    }
    if (count > 0) s /= sum;
    // The whole area from a twentieth of the mean load on.
    T all = T(0.0);
    for (int i = 0; i < count; ++i) all += strips[static_cast<std::size_t>(i)].normal;
    const T least = 0.05 * all / lift_strip(kind, nodes.length, nodes.d_length);
    for (int i = 0; i < count; ++i) {
      LoadedStrip<T>& one = strips[static_cast<std::size_t>(i)];
      one.counted = calc_step(T(2.0 * one.normal / (one.width * least) - 1.0));
    }
  }
  StripGroup<T> get_group(int from, int to, double pressure) const {
    return StripGroup<T>(strips.data() + from, strips.data() + to, pressure);
  }

  /// Where load per width has its deepest valley between two maxima: the first strip behind it, and
  /// how far it makes two contacts of one, 0 ... 1.
  struct Valley {
    int at = 0;
    T apart = T(0.0);
  };
  Valley find_valley() const {
    const auto get = [&](int i) -> const LoadedStrip<T>& {
      return strips[static_cast<std::size_t>(i)];
    };
    const auto density = [&](int i) { return get_value(get(i).normal) / get_value(get(i).width); };
    std::array<int, StripSet::count> behind{};  // the highest of the strips behind each
    for (int i = count - 2; i >= 0; --i) {
      const int next = i + 1 == count - 1 ? i + 1 : behind[static_cast<std::size_t>(i + 1)];
      behind[static_cast<std::size_t>(i)] = density(i + 1) > density(next) ? i + 1 : next;
    }
    Valley out;
    double least = valley_share;
    int lower = 0;
    for (int i = 1, before = 0; i < count; ++i) {
      if (get(i).index > get(i - 1).index + 1) return {i, T(1.0)};
      if (i + 1 == count) break;
      const int other = behind[static_cast<std::size_t>(i)];
      const int low = density(before) < density(other) ? before : other;
      if (density(i) < least * density(low)) {
        least = density(i) / density(low);
        lower = low;
        out.at = i;
      }
      if (density(i) > density(before)) before = i;
    }
    if (out.at == 0) return out;
    const T share = get(out.at).normal * get(lower).width / (get(out.at).width * get(lower).normal);
    out.apart = calc_step(T(1.0 - (2.0 / valley_share) * share));
    return out;
  }
};

}  // namespace fourfoot::contact
