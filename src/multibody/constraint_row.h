#pragma once

#include "math/moving_frame.h"
#include "math/rotation.h"
#include "multibody/constraint.h"

/// Leaf formulas of the constraint equations, templates over the scalar; all vectors in N's axes.
namespace fourfoot::multibody {

/// Absolute motion of one end's body (or of its track frame).
template <class T>
struct EndMotion {
  Vec3T<T> p, V, A;   ///< of the mass centre (or T's origin): position, velocity, acceleration
  Mat3T<T> R;         ///< R_NB (or R_NT)
  Vec3T<T> W, alpha;  ///< angular velocity and acceleration
};

/// Absolute motion of a body from its motion relative to T; a and alpha: derivatives of the
/// components of v and w; sigma: angular velocity of the carrier C.
template <class T>
EndMotion<T> move_end(const MovingFrame& frame, const Vec3T<T>& p, const Mat3T<T>& R_TB,
                      const Mat3T<T>& R_TC, const Vec3T<T>& v, const Vec3T<T>& w,
                      const Vec3T<T>& sigma, const Vec3& a, const Vec3& alpha) {
  const Mat3T<T> R = frame.R_NT.template cast<T>();
  const Vec3T<T> omega = frame.w_NT_T.template cast<T>();
  const Vec3T<T> epsilon = frame.alpha_NT_T.template cast<T>();
  const Vec3T<T> w_T = R_TC * w;
  const Vec3T<T> carried = omega.cross(p);
  const Vec3T<T> alpha_T = R_TC * Vec3T<T>(sigma.cross(w) + alpha.template cast<T>());
  EndMotion<T> end;
  end.R = R * R_TB;
  end.p = frame.p_NT.template cast<T>() + R * p;
  end.V = R * Vec3T<T>(frame.v_NT_T.template cast<T>() + carried + v);
  end.A = R * Vec3T<T>((frame.a_NT_T + a).template cast<T>() + epsilon.cross(p) +
                       omega.cross(Vec3T<T>(carried + T(2) * v)));
  end.W = R * Vec3T<T>(omega + w_T);
  end.alpha = R * Vec3T<T>(epsilon + omega.cross(w_T) + alpha_T);
  return end;
}

/// The constraint, its derivatives along the motion, and how it pulls: a multiplier lambda puts the
/// force lambda G on B at P_b, -lambda G on A at P_a, torques lambda H_a, lambda H_b.
template <class T>
struct RowTerms {
  T violation, violation_d, violation_dd;
  Vec3T<T> G, H_a, H_b;
};

template <class T>
struct PointMotion {
  Vec3T<T> p, V, A;
};
template <class T>
PointMotion<T> move_point(const EndMotion<T>& end, const Vec3& point) {
  const Vec3T<T> arm = end.R * point.template cast<T>();
  const Vec3T<T> turn = end.W.cross(arm);
  return {end.p + arm, end.V + turn, end.A + end.alpha.cross(arm) + end.W.cross(turn)};
}
/// A direction fixed in the body: value and two derivatives, in the same struct.
template <class T>
PointMotion<T> turn_direction(const EndMotion<T>& end, const Vec3& direction) {
  const Vec3T<T> e = end.R * direction.template cast<T>();
  const Vec3T<T> e_d = end.W.cross(e);
  return {e, e_d, end.alpha.cross(e) + end.W.cross(e_d)};
}

template <class T>
void calc_row(const ConstraintRow& row, const JointDescription& joint, const EndMotion<T>& a,
              const EndMotion<T>& b, RowTerms<T>& out) {
  const Vec3T<T> zero = Vec3T<T>::Zero();
  if (row.kind == ConstraintRow::Kind::parallel) {
    const PointMotion<T> e = turn_direction(a, row.e), f = turn_direction(b, row.f);
    out.violation = e.p.dot(f.p);
    out.violation_d = e.V.dot(f.p) + e.p.dot(f.V);
    out.violation_dd = e.A.dot(f.p) + T(2) * e.V.dot(f.V) + e.p.dot(f.A);
    out.G = zero;
    out.H_a = e.p.cross(f.p);
    out.H_b = -out.H_a;
    return;
  }
  const PointMotion<T> pa = move_point(a, joint.point_a), pb = move_point(b, joint.point_b);
  const Vec3T<T> d = pb.p - pa.p, d_d = pb.V - pa.V, d_dd = pb.A - pa.A;
  out.H_b = zero;
  if (row.kind == ConstraintRow::Kind::plane) {
    const PointMotion<T> e = turn_direction(a, row.e);
    out.violation = d.dot(e.p);
    out.violation_d = d_d.dot(e.p) + d.dot(e.V);
    out.violation_dd = d_dd.dot(e.p) + T(2) * d_d.dot(e.V) + d.dot(e.A);
    out.G = e.p;
    out.H_a = e.p.cross(d);
    return;
  }
  const double L = joint.length;
  out.violation = (d.dot(d) - T(L * L)) * T(0.5 / L);
  out.violation_d = d.dot(d_d) * T(1.0 / L);
  out.violation_dd = (d_d.dot(d_d) + d.dot(d_dd)) * T(1.0 / L);
  out.G = d * T(1.0 / L);
  out.H_a = zero;
}

}  // namespace fourfoot::multibody
