#include "multibody/joint_rows.h"

#include <cstring>

#include "multibody/body_motion.h"

namespace fourfoot::multibody {
namespace {

/// One end's share of a row of A: E^T of the wrench that lambda = 1 brings, which is kept too. A force
/// acts on both ends at P_b if its direction turns with A, and at each end's own point if it stays.
class RowEnd {
 public:
  /// R_NT: of the rows' axes, if these are not T's own; arm: to where forces act.
  RowEnd(const Body& of, const BodyWorkspace& workspace, const Mat3* R_NT, const Vec3& arm)
      : body_(of), b_(workspace), R_NT_(R_NT), arm_(arm), is_twist_(has_constant_mass(of)) {}

  void put_force(int row, const Vec3& force, Vec6& wrench, MatX& A) const {
    wrench.head<3>() = into_T(force);
    wrench.tail<3>() = b_.R_TC.transpose() * into_T(arm_.cross(force));
    put_in_row(row, wrench, A);
  }
  /// A force of this size along an axis. The product with a unit vector has two terms.
  void put_force_along(int row, int axis, double force, Vec6& wrench, MatX& A) const {
    if (R_NT_) return put_force(row, force * Vec3::Unit(axis), wrench, A);
    const int i = (axis + 1) % 3, k = (axis + 2) % 3;
    wrench.setZero();
    wrench[axis] = force;
    wrench.tail<3>() = (force * arm_[k]) * b_.R_TC.row(i) - (force * arm_[i]) * b_.R_TC.row(k);
    put_in_row(row, wrench, A);
  }
  void put_torque(int row, const Vec3& torque, Vec6& wrench, MatX& A) const {
    wrench.head<3>().setZero();
    wrench.tail<3>() = b_.R_TC.transpose() * into_T(torque);
    put_in_row(row, wrench, A);
  }

 private:
  Vec3 into_T(const Vec3& x) const { return R_NT_ ? Vec3(R_NT_->transpose() * x) : x; }
  void put_in_row(int row, const Vec6& wrench, MatX& A) const {
    if (is_twist_) {
      double* to = &A.coeffRef(row, body_.packed_begin);
      for (Eigen::Index k = 0; k < 6; ++k, to += A.rows()) *to = wrench[k];
    } else if (body_.speed_count > 0) {
      A.row(row).segment(body_.packed_begin, body_.speed_count) =
          reduce_wrench(calc_twist_map(body_, b_), wrench);
    }
  }

  const Body& body_;
  const BodyWorkspace& b_;
  const Mat3* R_NT_;
  Vec3 arm_;
  bool is_twist_;
};

/// The joint's points and directions as A sees them. Rows along directions of A need no derivatives of
/// these: with d' = d.V - W_a x d, (e.d)' = e.d' and (e.d)'' = e.d''.
struct SeenFromA {
  Vec3 d;
  std::array<Vec3, 3> f;  ///< those that are used
};

Vec3 see_rate(const EndMotion<double>& a, const PointMotion<double>& x) {
  return x.V - a.W.cross(x.p);
}
Vec3 see_acceleration(const EndMotion<double>& a, const PointMotion<double>& x) {
  return x.A - a.alpha.cross(x.p) - a.W.cross(2.0 * x.V - a.W.cross(x.p));
}

template <class See>
SeenFromA see(const Joint& joint, const EndMotion<double>& a, const JointMotion<double>& m,
              See see_one) {
  SeenFromA seen;
  if (joint.uses_planes) seen.d = see_one(a, m.d);
  for (std::size_t k = 0; k < 3; ++k)
    if (joint.uses_f[k]) seen.f[k] = see_one(a, m.f[k]);
  return seen;
}

/// calc_joint_rates, without what A's directions do.
void calc_far_rates(const Joint& joint, const EndMotion<double>& a, const EndMotion<double>& b,
                    JointMotion<double>& m) {
  if (joint.uses_points) m.d.V = b.V + b.W.cross(m.arm_b) - (a.V + a.W.cross(m.arm_a));
  for (std::size_t k = 0; k < 3; ++k)
    if (joint.uses_f[k]) m.f[k].V = b.W.cross(m.f[k].p);
}

/// calc_joint_accelerations, the same way.
void calc_far_accelerations(const Joint& joint, const EndMotion<double>& a,
                            const EndMotion<double>& b, JointMotion<double>& m) {
  if (joint.uses_points)
    m.d.A = b.A + b.alpha.cross(m.arm_b) + b.W.cross(b.W.cross(m.arm_b)) -
            (a.A + a.alpha.cross(m.arm_a) + a.W.cross(a.W.cross(m.arm_a)));
  for (std::size_t k = 0; k < 3; ++k)
    if (joint.uses_f[k]) m.f[k].A = b.alpha.cross(m.f[k].p) + b.W.cross(m.f[k].V);
}

/// calc_row_rate by what A sees.
void calc_seen_rate(const ConstraintRow& row, double L, const JointMotion<double>& m,
                    const SeenFromA& rate, RowTerms<double>& out) {
  const Vec3& e = m.e[static_cast<std::size_t>(row.e)].p;
  const auto f = static_cast<std::size_t>(row.f);
  switch (row.kind) {
    case ConstraintRow::Kind::parallel:
      out.violation = e.dot(m.f[f].p);
      out.violation_d = e.dot(rate.f[f]);
      out.H_a = e.cross(m.f[f].p);
      out.H_b = -out.H_a;
      break;
    case ConstraintRow::Kind::plane:
      out.violation = m.d.p.dot(e);
      out.violation_d = e.dot(rate.d);
      out.G = e;
      break;
    case ConstraintRow::Kind::point:
      out.violation = m.d.p[row.e];
      out.violation_d = m.d.V[row.e];
      break;
    case ConstraintRow::Kind::distance:
      calc_row_rate(row, L, m, out);
      break;
  }
}

double calc_seen_acceleration(const ConstraintRow& row, double L, const JointMotion<double>& m,
                              const SeenFromA& acceleration) {
  const Vec3& e = m.e[static_cast<std::size_t>(row.e)].p;
  switch (row.kind) {
    case ConstraintRow::Kind::parallel:
      return e.dot(acceleration.f[static_cast<std::size_t>(row.f)]);
    case ConstraintRow::Kind::plane:
      return e.dot(acceleration.d);
    case ConstraintRow::Kind::point:
      return m.d.A[row.e];
    case ConstraintRow::Kind::distance:
      break;
  }
  return calc_row_acceleration(row, L, m);
}

void put_joint_rows(const Model& model, Frames frames, MotionWorkspace& ws, const Joint& joint,
                    bool shares_frame, const EndMotion<double>& a, const JointMotion<double>& m) {
  ConstraintWorkspace& cw = ws.constraint;
  const SeenFromA rate = see(joint, a, m, see_rate);
  const auto get_axes = [&](std::size_t j) { return shares_frame ? nullptr : &frames[j].R_NT; };
  const RowEnd on_a(model.body(joint.a), ws.bodies[joint.a], get_axes(joint.a),
                    joint.uses_planes ? Vec3(m.arm_a + m.d.p) : m.arm_a);
  const RowEnd on_b(model.body(joint.b), ws.bodies[joint.b], get_axes(joint.b), m.arm_b);
  RowTerms<double> terms;
  for (std::size_t k = joint.row_begin; k < joint.row_begin + joint.row_count; ++k) {
    const int row = static_cast<int>(k);
    const ConstraintRow& equation = model.rows()[k];
    calc_seen_rate(equation, joint.given.length, m, rate, terms);
    cw.violation[row] = terms.violation;
    cw.violation_d[row] = terms.violation_d;
    const bool turns = equation.kind == ConstraintRow::Kind::parallel;
    const bool is_point = equation.kind == ConstraintRow::Kind::point;
    if (is_point)
      on_b.put_force_along(row, equation.e, 1.0, cw.wrench_b[k], cw.A);
    else if (turns)
      on_b.put_torque(row, terms.H_b, cw.wrench_b[k], cw.A);
    else
      on_b.put_force(row, terms.G, cw.wrench_b[k], cw.A);
    if (joint.given.a_on_track) continue;
    if (is_point)
      on_a.put_force_along(row, equation.e, -1.0, cw.wrench_a[k], cw.A);
    else if (turns)
      on_a.put_torque(row, terms.H_a, cw.wrench_a[k], cw.A);
    else
      on_a.put_force(row, -terms.G, cw.wrench_a[k], cw.A);
  }
}

}  // namespace

bool share_frame(const MovingFrame& a, const MovingFrame& b) {
  return &a == &b || std::memcmp(&a, &b, sizeof a) == 0;
}

EndMotion<double> make_track_end() {
  const Vec3 zero = Vec3::Zero();
  return {zero, zero, zero, Mat3::Identity(), zero, zero};
}

[[gnu::flatten]] void calc_joint_rows(const Model& model, Frames frames, MotionWorkspace& ws,
                                      RowStage stage) {
  ConstraintWorkspace& cw = ws.constraint;
  if (model.joints().empty()) return;
  for (std::size_t j : model.constrained_bodies()) {
    const BodyWorkspace& b = ws.bodies[j];
    EndMotion<double>& end = cw.ends[j];
    end.V = b.v_TB_T;
    end.W.noalias() = b.R_TC * b.w_TB_C;
    if (stage == RowStage::acceleration) {  // the positions are known from before
      const Vec3 alpha = b.w_TC_C.cross(b.w_TB_C) + b.alpha_C;
      end.A = b.a_T;
      end.alpha.noalias() = b.R_TC * alpha;
      continue;
    }
    end.p = b.p_TB;
    end.R = b.R_TB;
  }
  static const EndMotion<double> track = make_track_end();
  EndMotion<double> carried_a, carried_b;
  for (std::size_t k = 0; k < model.joints().size(); ++k) {
    const Joint& joint = model.joints()[k];
    JointMotion<double>& m = cw.joints[k];
    const EndMotion<double>* a = joint.given.a_on_track ? &track : &cw.ends[joint.a];
    const EndMotion<double>* b = &cw.ends[joint.b];
    const bool shares_frame = share_frame(frames[joint.a], frames[joint.b]);
    if (!shares_frame) {
      carried_a = carry(frames[joint.a], *a);
      carried_b = carry(frames[joint.b], *b);
      a = &carried_a;
      b = &carried_b;
    }
    if (stage == RowStage::velocity) {
      place_joint(joint, *a, *b, m);
      calc_far_rates(joint, *a, *b, m);
      put_joint_rows(model, frames, ws, joint, shares_frame, *a, m);
      continue;
    }
    calc_far_rates(joint, *a, *b, m);
    calc_far_accelerations(joint, *a, *b, m);
    const SeenFromA acceleration = see(joint, *a, m, see_acceleration);
    for (std::size_t row = joint.row_begin; row < joint.row_begin + joint.row_count; ++row)
      cw.violation_dd[static_cast<Eigen::Index>(row)] =
          calc_seen_acceleration(model.rows()[row], joint.given.length, m, acceleration);
  }
}

}  // namespace fourfoot::multibody
