#pragma once

#include "math/moving_frame.h"
#include "math/rotation.h"
#include "multibody/constraint.h"

/// Leaf formulas of the constraint equations, templates over the scalar; all vectors in N's axes, or in
/// those of T where both ends move relative to the same T: a row is a scalar, and so are its derivatives.
namespace fourfoot::multibody {

/// Motion of one end's body (or of its track frame): absolute, in N's axes, or relative to T in T's.
template <class T>
struct EndMotion {
  Vec3T<T> p, V, A;   ///< of the mass centre (or T's origin): position, velocity, acceleration
  Mat3T<T> R;         ///< R_NB (or R_NT); R_TB
  Vec3T<T> W, alpha;  ///< angular velocity and acceleration
};

/// Motion of a body relative to T; a and alpha: derivatives of the components of v and w; sigma: angular
/// velocity of the carrier C.
template <class T>
EndMotion<T> move_in_frame(const Vec3T<T>& p, const Mat3T<T>& R_TB, const Mat3T<T>& R_TC,
                           const Vec3T<T>& v, const Vec3T<T>& w, const Vec3T<T>& sigma,
                           const Vec3& a, const Vec3& alpha) {
  EndMotion<T> end;
  end.p = p;
  end.V = v;
  end.A = a.template cast<T>();
  end.R = R_TB;
  end.W = R_TC * w;
  end.alpha = R_TC * Vec3T<T>(sigma.cross(w) + alpha.template cast<T>());
  return end;
}

/// The absolute motion of what moves so relative to T.
template <class T>
EndMotion<T> carry(const MovingFrame& frame, const EndMotion<T>& in_T) {
  const Mat3T<T> R = frame.R_NT.template cast<T>();
  const Vec3T<T> omega = frame.w_NT_T.template cast<T>();
  const Vec3T<T> epsilon = frame.alpha_NT_T.template cast<T>();
  const Vec3T<T> carried = omega.cross(in_T.p);
  EndMotion<T> end;
  end.R = R * in_T.R;
  end.p = frame.p_NT.template cast<T>() + R * in_T.p;
  end.V = R * Vec3T<T>(frame.v_NT_T.template cast<T>() + carried + in_T.V);
  end.A = R * Vec3T<T>(frame.a_NT_T.template cast<T>() + in_T.A + epsilon.cross(in_T.p) +
                       omega.cross(Vec3T<T>(carried + T(2) * in_T.V)));
  end.W = R * Vec3T<T>(omega + in_T.W);
  end.alpha = R * Vec3T<T>(epsilon + omega.cross(in_T.W) + in_T.alpha);
  return end;
}

/// Absolute motion of a body from its motion relative to T.
template <class T>
EndMotion<T> move_end(const MovingFrame& frame, const Vec3T<T>& p, const Mat3T<T>& R_TB,
                      const Mat3T<T>& R_TC, const Vec3T<T>& v, const Vec3T<T>& w,
                      const Vec3T<T>& sigma, const Vec3& a, const Vec3& alpha) {
  return carry(frame, move_in_frame(p, R_TB, R_TC, v, w, sigma, a, alpha));
}

/// The constraint, its derivatives along the motion, and how it pulls: a multiplier lambda puts the
/// force lambda G on B at P_b, -lambda G on A at P_a, torques lambda H_a, lambda H_b.
template <class T>
struct RowTerms {
  T violation, violation_d, violation_dd;
  Vec3T<T> G, H_a, H_b;
};

/// A point, or a direction fixed in a body: value and two derivatives.
template <class T>
struct PointMotion {
  Vec3T<T> p, V, A;
};

/// What the rows of a joint share.
template <class T>
struct JointMotion {
  Vec3T<T> arm_a, arm_b;               ///< from the mass centres to P_a, P_b
  PointMotion<T> d;                    ///< P_b - P_a
  std::array<PointMotion<T>, 3> e, f;  ///< directions of A and B, those that are used
};

template <class T>
void place_joint(const Joint& joint, const EndMotion<T>& a, const EndMotion<T>& b,
                 JointMotion<T>& m) {
  if (joint.uses_points) {
    m.arm_a = a.R * joint.given.point_a.template cast<T>();
    m.arm_b = b.R * joint.given.point_b.template cast<T>();
    m.d.p = b.p + m.arm_b - (a.p + m.arm_a);
  }
  for (std::size_t k = 0; k < 3; ++k) {
    const auto c = static_cast<Eigen::Index>(k);
    if (joint.uses_e[k]) m.e[k].p = a.R * joint.axes.e.col(c).template cast<T>();
    if (joint.uses_f[k]) m.f[k].p = b.R * joint.axes.f.col(c).template cast<T>();
  }
}

/// First derivatives; the joint is placed.
template <class T>
void calc_joint_rates(const Joint& joint, const EndMotion<T>& a, const EndMotion<T>& b,
                      JointMotion<T>& m) {
  if (joint.uses_points) m.d.V = b.V + b.W.cross(m.arm_b) - (a.V + a.W.cross(m.arm_a));
  for (std::size_t k = 0; k < 3; ++k) {
    if (joint.uses_e[k]) m.e[k].V = a.W.cross(m.e[k].p);
    if (joint.uses_f[k]) m.f[k].V = b.W.cross(m.f[k].p);
  }
}

/// Second derivatives, after the first.
template <class T>
void calc_joint_accelerations(const Joint& joint, const EndMotion<T>& a, const EndMotion<T>& b,
                              JointMotion<T>& m) {
  if (joint.uses_points) {
    const Vec3T<T> turn_a = a.W.cross(m.arm_a), turn_b = b.W.cross(m.arm_b);
    m.d.A = b.A + b.alpha.cross(m.arm_b) + b.W.cross(turn_b) -
            (a.A + a.alpha.cross(m.arm_a) + a.W.cross(turn_a));
  }
  for (std::size_t k = 0; k < 3; ++k) {
    PointMotion<T>&e = m.e[k], &f = m.f[k];
    if (joint.uses_e[k]) e.A = a.alpha.cross(e.p) + a.W.cross(e.V);
    if (joint.uses_f[k]) f.A = b.alpha.cross(f.p) + b.W.cross(f.V);
  }
}

/// The constraint, its rate, G and H of one row.
template <class T>
void calc_row_rate(const ConstraintRow& row, double L, const JointMotion<T>& m, RowTerms<T>& out) {
  const PointMotion<T>&d = m.d, &e = m.e[static_cast<std::size_t>(row.e)],
        &f = m.f[static_cast<std::size_t>(row.f)];
  switch (row.kind) {
    case ConstraintRow::Kind::parallel:
      out.violation = e.p.dot(f.p);
      out.violation_d = e.V.dot(f.p) + e.p.dot(f.V);
      out.G = Vec3T<T>::Zero();
      out.H_a = e.p.cross(f.p);
      out.H_b = -out.H_a;
      break;
    case ConstraintRow::Kind::plane:
      out.violation = d.p.dot(e.p);
      out.violation_d = d.V.dot(e.p) + d.p.dot(e.V);
      out.G = e.p;
      out.H_a = e.p.cross(d.p);
      out.H_b = Vec3T<T>::Zero();
      break;
    case ConstraintRow::Kind::point:
      out.violation = d.p[row.e];
      out.violation_d = d.V[row.e];
      out.G = Vec3T<T>::Unit(row.e);
      out.H_a = out.H_b = Vec3T<T>::Zero();
      break;
    case ConstraintRow::Kind::distance:
      out.violation = (d.p.dot(d.p) - T(L * L)) * T(0.5 / L);
      out.violation_d = d.p.dot(d.V) * T(1.0 / L);
      out.G = d.p * T(1.0 / L);
      out.H_a = out.H_b = Vec3T<T>::Zero();
      break;
  }
}

/// Its second derivative.
template <class T>
T calc_row_acceleration(const ConstraintRow& row, double L, const JointMotion<T>& m) {
  const PointMotion<T>&d = m.d, &e = m.e[static_cast<std::size_t>(row.e)],
        &f = m.f[static_cast<std::size_t>(row.f)];
  switch (row.kind) {
    case ConstraintRow::Kind::parallel:
      return e.A.dot(f.p) + T(2) * e.V.dot(f.V) + e.p.dot(f.A);
    case ConstraintRow::Kind::plane:
      return d.A.dot(e.p) + T(2) * d.V.dot(e.V) + d.p.dot(e.A);
    case ConstraintRow::Kind::point:
      return d.A[row.e];
    case ConstraintRow::Kind::distance:
      break;
  }
  return (d.V.dot(d.V) + d.p.dot(d.A)) * T(1.0 / L);
}

/// All of a joint's motion.
template <class T>
void move_joint(const Joint& joint, const EndMotion<T>& a, const EndMotion<T>& b,
                JointMotion<T>& m) {
  place_joint(joint, a, b, m);
  calc_joint_rates(joint, a, b, m);
  calc_joint_accelerations(joint, a, b, m);
}

}  // namespace fourfoot::multibody
