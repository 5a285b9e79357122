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

[[gnu::flatten]] PairMotion calc_pair_motion(const Carrier& a, const Carrier& b) {
  PairMotion pair;
  pair.R_AB.noalias() = a.R_NC.transpose() * b.R_NC;
  const Vec3 p_N = b.center - a.center;
  pair.p.noalias() = a.R_NC.transpose() * p_N;
  const Vec3 v_N = b.v - a.v - a.w.cross(p_N);
  pair.v.noalias() = a.R_NC.transpose() * v_N;
  pair.theta = calc_rotation_vector(pair.R_AB);
  const Vec3 w_N = b.w - a.w;
  pair.w.noalias() = a.R_NC.transpose() * w_N;
  return pair;
}

Arms calc_arms(const Carrier& a, const Carrier& b, const Vec3& at_b) {
  const Vec3 arm_b = b.R_NC * at_b;
  return {b.center + arm_b - a.center, arm_b};
}

}  // namespace fourfoot::system
