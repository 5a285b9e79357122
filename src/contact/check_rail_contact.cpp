#include "contact/check_rail_contact.h"

#include <algorithm>
#include <cmath>

#include "contact/add_patch_force.h"
#include "contact/patch_kinematics.h"
#include "math/dual.h"

namespace fourfoot::contact {

namespace {

constexpr double soft_begin = 0.2e-3;  // e [m]
constexpr double slow_slip = 0.1;      // v_0 [m/s]

/// f(delta).
template <class T>
T calc_soft_ramp(const T& delta) {
  if (!(get_value(delta) > 0.0)) return T(0.0);
  if (get_value(delta) < soft_begin) return T(delta * delta * (0.5 / soft_begin));
  return T(delta - 0.5 * soft_begin);
}

/// Directions of the Jacobian: pose 4, v 3, w 3.
using Wide = Dual<10>;

template <class T>
T make_variable(double value, int direction);
template <>
double make_variable<double>(double value, int) {
  return value;
}
template <>
Wide make_variable<Wide>(double value, int direction) {
  return Wide(value, 10, direction);
}

/// The wheelset over the scalar, against the rail.
template <class T>
struct BackMotion {
  T y, roll, yaw;
  Vec3T<T> v, w, axle;

  BackMotion(const WheelsetMotion& m, const RailUnderWheel& rail)
      : y(make_variable<T>(m.pose.y - rail.y, 0)),
        roll(make_variable<T>(m.pose.roll, 2)),
        yaw(make_variable<T>(m.pose.yaw, 3)) {
    const Vec3 v_rail(0.0, rail.v_y, rail.v_z);
    for (int i = 0; i < 3; ++i) {
      v[i] = make_variable<T>(m.v[i] - v_rail[i], 4 + i);
      w[i] = make_variable<T>(m.w[i], 7 + i);
    }
    axle = calc_axle_direction(roll, yaw);
  }
  /// Rz(yaw) Rx(roll) p.
  Vec3T<T> turn(const Vec3& p) const {
    using std::cos;
    using std::sin;
    const T across = cos(roll) * p.y() - sin(roll) * p.z();
    return Vec3T<T>(T(cos(yaw) * p.x() - sin(yaw) * across),
                    T(sin(yaw) * p.x() + cos(yaw) * across),
                    T(sin(roll) * p.y() + cos(roll) * p.z()));
  }
};

/// What an end records as a patch.
template <class T>
PatchForce make_end_patch(const Vec3T<T>& arm, const Vec3& middle, double sign, const Vec3& normal,
                          const Vec3T<T>& force, const T& load, double delta) {
  PatchForce patch;
  patch.patch.zone = Zone::flange_back;
  patch.patch.penetration = delta;
  patch.patch.n_T = patch.n_T = normal;
  patch.patch.angle = -sign * std::atan2(normal.y(), normal.z());
  for (int i = 0; i < 3; ++i) {
    patch.patch.p_TC[i] = middle[i] + get_value(arm[i]);
    patch.force_T[i] = get_value(force[i]);
  }
  patch.patch.y_rail = patch.patch.p_TC.y();
  patch.patch.z_rail = patch.patch.p_TC.z();
  patch.normal = get_value(load);
  return patch;
}

}  // namespace

CheckRailContact::CheckRailContact(const CheckRail& rail, const WheelBack& back)
    : side_(rail.side),
      face_(rail.s, rail.y),
      begin_(rail.s.front()),
      end_(rail.s.back()),
      height_(back.rolling_radius),
      axial_(back.axial),
      below_(back.rolling_radius - rail.top),
      half_chord_(std::sqrt(std::max(0.0, back.radius * back.radius - below_ * below_))),
      stiffness_(rail.stiffness),
      damping_(rail.damping),
      friction_(rail.friction) {}

template <class T>
void CheckRailContact::add_ends(double s, const WheelsetMotion& motion, const RailUnderWheel& rail,
                                WheelForce& out, Eigen::Matrix<T, 6, 1>& wrench) const {
  using std::sqrt;
  const double sign = side_ == Side::left ? 1.0 : -1.0;
  const BackMotion<T> m(motion, rail);
  const Vec3 middle(0.0, motion.pose.y, height_ + motion.pose.z);
  for (const double x : {half_chord_, -half_chord_}) {
    if (!is_near(s, x)) continue;
    const GuideLine::Value face = face_.calc(s + x);
    const double norm = 1.0 / std::sqrt(1.0 + face.slope * face.slope);
    const Vec3 n(-face.slope * norm, sign * norm, 0.0);
    const Vec3T<T> arm = m.turn(Vec3(x, sign * axial_, -below_));
    const T delta = norm * (face.value - sign * (m.y + arm.y()));
    if (!(get_value(delta) > 0.0)) continue;
    // The wheel's spin moves its back in itself: it slides, it does not approach.
    const Vec3T<T> slip = m.v + m.w.cross(arm);
    const T spin = m.w.dot(m.axle);
    const Vec3T<T> round = m.axle.cross(arm);
    const T through = slip.x() * n.x() + slip.y() * n.y();
    const T rate = spin * (round.x() * n.x() + round.y() * n.y()) - through;
    const T factor = 1.0 + damping_ * rate;
    if (!(get_value(factor) > 0.0)) continue;
    const T load = 0.5 * stiffness_ * calc_soft_ramp(delta) * factor;
    Vec3T<T> along;
    for (int i = 0; i < 3; ++i) along[i] = slip[i] - through * n[i];
    const T speed = sqrt(T(along.dot(along) + slow_slip * slow_slip));
    Vec3T<T> force;
    for (int i = 0; i < 3; ++i) force[i] = load * n[i] - friction_ * load / speed * along[i];
    wrench.template head<3>() += force;
    wrench.template tail<3>() += arm.cross(force);
    PatchForce patch = make_end_patch(arm, middle, sign, n, force, load, get_value(delta));
    patch.mu = friction_;
    patch.delta_rate = get_value(rate);
    patch.speed = get_value(m.v.x());
    patch.t_gamma =
        friction_ * patch.normal * get_value(speed) / std::max(slow_slip, std::abs(patch.speed));
    add_patch_force(patch, out);
  }
}

void CheckRailContact::add(double s, const WheelsetMotion& motion, const RailUnderWheel& rail,
                           WheelForce& out) const {
  Eigen::Matrix<double, 6, 1> wrench = Eigen::Matrix<double, 6, 1>::Zero();
  add_ends(s, motion, rail, out, wrench);
  out.force += wrench.head<3>();
  out.moment += wrench.tail<3>();
}

void CheckRailContact::add(double s, const WheelsetMotion& motion, const RailUnderWheel& rail,
                           WheelForce& out, WheelForceJacobian& jacobian) const {
  if (!is_near(s, half_chord_) && !is_near(s, -half_chord_)) return;
  Eigen::Matrix<Wide, 6, 1> wrench = Eigen::Matrix<Wide, 6, 1>::Constant(Wide(0.0));
  for (int i = 0; i < 6; ++i) wrench[i].derivatives().setZero();
  add_ends(s, motion, rail, out, wrench);
  Eigen::Matrix<double, 6, 10> d;
  for (int i = 0; i < 6; ++i) {
    (i < 3 ? out.force[i] : out.moment[i - 3]) += wrench[i].value();
    d.row(i) = wrench[i].derivatives().transpose();
  }
  jacobian.leftCols<10>() += d;
  jacobian.col(10) -= d.col(0);
  jacobian.col(11) -= d.col(1);
  jacobian.col(12) -= d.col(5);
  jacobian.col(13) -= d.col(6);
}

WheelBack find_wheel_back(const profile::Profile& wheel, double radius, double height,
                          double back_to_back, double tape_circle) {
  constexpr double on_the_plane = 0.3e-3;  // [m]
  WheelBack back;
  back.axial = 0.5 * back_to_back;
  back.rolling_radius = height;
  // As far out as the profile stays on the plane; a profile without a back ends at its tip.
  const profile::Curve& curve = wheel.curve;
  double lowest = curve.calc(0.0).z;
  for (double s = 0.0; s < curve.length(); s += 0.1e-3) {
    const profile::CurvePoint p = curve.calc(s);
    if (p.y > -tape_circle + on_the_plane && s > 0.0) break;
    lowest = std::min(lowest, p.z);
  }
  back.radius = radius - lowest;
  return back;
}

}  // namespace fourfoot::contact
