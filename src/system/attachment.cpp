#include "system/attachment.h"

#include <cmath>

#include "math/rotation.h"

namespace fourfoot::system {

Carrier make_carrier(const multibody::BodyWorkspace& body, const MovingFrame& frame,
                     const Vec3& origin_N) {
  Carrier c;
  c.R_NT = frame.R_NT;
  c.R_NC.noalias() = frame.R_NT * body.R_TC;
  c.center = frame.p_NT - origin_N + frame.R_NT * body.p_TB;
  c.v = frame.R_NT * (frame.v_NT_T + frame.w_NT_T.cross(body.p_TB) + body.v_TB_T);
  c.w = frame.R_NT * frame.w_NT_T + c.R_NC * body.w_TC_C;
  return c;
}

Carrier make_track_carrier(const MovingFrame& frame, const Vec3& origin_N) {
  Carrier c;
  c.R_NT = c.R_NC = frame.R_NT;
  c.center = frame.p_NT - origin_N;
  c.v = frame.R_NT * frame.v_NT_T;
  c.w = frame.R_NT * frame.w_NT_T;
  return c;
}

Vec3 calc_rotation_vector(const Mat3& R) {
  const Vec3 a = axial(R);  // n sin(angle)
  const double c = 0.5 * (R.trace() - 1.0), s2 = a.squaredNorm();
  if (c > 0.999) {
    // asin(s)/s as a series in s^2: |angle| < 0.045, error below 1e-10.
    return a * (1.0 + s2 * (1.0 / 6.0 + s2 * (3.0 / 40.0 + s2 * (15.0 / 336.0))));
  }
  return a * (std::acos(c) / std::sqrt(s2));
}

element::RelativeT<double> calc_relative(const Carrier& a, const Vec3& at_a, const Carrier& b,
                                         const Vec3& at_b) {
  const Vec3 arm_b = b.R_NC * at_b;
  const Vec3 point = b.center + arm_b;
  element::RelativeT<double> r;
  r.d = a.R_NC.transpose() * (point - a.center) - at_a;
  r.v = a.R_NC.transpose() * (b.v + b.w.cross(arm_b) - a.v - a.w.cross(point - a.center));
  r.w = a.R_NC.transpose() * (b.w - a.w);
  r.theta = calc_rotation_vector(a.R_NC.transpose() * b.R_NC);
  return r;
}

LocalWrench calc_wrench_on_second(const Carrier& a, const Carrier& b, const Vec3& at_b,
                                  const Mat3& R_TC_b, const Vec3& force_A, const Vec3& torque_A) {
  const Vec3 force_N = a.R_NC * force_A, torque_N = a.R_NC * torque_A;
  const Vec3 force_C = b.R_NC.transpose() * force_N;
  LocalWrench w;
  w.force_T = b.R_NT.transpose() * force_N;
  w.torque_C = b.R_NC.transpose() * torque_N + at_b.cross(force_C);
  if (b.on_bearing) w.torque_C = pass_bearing(get_tan_roll(R_TC_b), w.torque_C);
  return w;
}

LocalWrench calc_wrench_on_first(const Carrier& a, const Vec3& arm_A, const Mat3& R_TC_a,
                                 const Vec3& force_A, const Vec3& torque_A) {
  LocalWrench w;
  w.force_T = -(a.R_NT.transpose() * (a.R_NC * force_A));
  w.torque_C = -(torque_A + arm_A.cross(force_A));
  if (a.on_bearing) w.torque_C = pass_bearing(get_tan_roll(R_TC_a), w.torque_C);
  return w;
}

}  // namespace fourfoot::system
