#include "multibody/joint_rows.h"

#include "multibody/body_motion.h"

namespace fourfoot::multibody {
namespace {

/// Position, velocity and angular velocity of the bodies, in N.
void calc_end_rates(const MovingFrame& frame, const BodyWorkspace& b, EndMotion<double>& end) {
  const Mat3& R = frame.R_NT;
  end.R.noalias() = R.lazyProduct(b.R_TB);
  end.p = frame.p_NT + R * b.p_TB;
  end.V = R * Vec3(frame.v_NT_T + frame.w_NT_T.cross(b.p_TB) + b.v_TB_T);
  end.W = R * Vec3(frame.w_NT_T + b.R_TC * b.w_TB_C);
}

/// One end's share of a row of A: E^T of the wrench that lambda = 1 brings, which is kept too.
struct RowEnd {
  RowEnd(const Body& of, const BodyWorkspace& workspace, const MovingFrame& frame, const Vec3& arm)
      : body(of),
        b(workspace),
        arm_N(arm),
        R_NT(frame.R_NT),
        R_NC(frame.R_NT.lazyProduct(b.R_TC)),
        is_twist(has_constant_mass(of)) {}
  void put(int row, const Vec3& force_N, const Vec3& torque_N, Vec6& wrench, MatX& A) const {
    wrench.head<3>() = R_NT.transpose() * force_N;
    wrench.tail<3>() = R_NC.transpose() * Vec3(torque_N + arm_N.cross(force_N));
    put_in_row(row, wrench, A);
  }
  /// The same without a force.
  void put_torque(int row, const Vec3& torque_N, Vec6& wrench, MatX& A) const {
    wrench.head<3>().setZero();
    wrench.tail<3>() = R_NC.transpose() * torque_N;
    put_in_row(row, wrench, A);
  }
  void put_in_row(int row, const Vec6& wrench, MatX& A) const {
    if (is_twist) {
      double* to = &A.coeffRef(row, body.packed_begin);
      for (Eigen::Index k = 0; k < 6; ++k, to += A.rows()) *to = wrench[k];
    } else if (body.speed_count > 0) {
      A.row(row).segment(body.packed_begin, body.speed_count) =
          reduce_wrench(calc_twist_map(body, b), wrench);
    }
  }
  const Body& body;
  const BodyWorkspace& b;
  Vec3 arm_N;
  const Mat3& R_NT;
  Mat3 R_NC;
  bool is_twist;
};

void put_joint_rows(const Model& model, Frames frames, MotionWorkspace& ws, const Joint& joint,
                    const JointMotion<double>& m) {
  ConstraintWorkspace& cw = ws.constraint;
  const RowEnd on_a(model.body(joint.a), ws.bodies[joint.a], frames[joint.a], m.arm_a);
  const RowEnd on_b(model.body(joint.b), ws.bodies[joint.b], frames[joint.b], m.arm_b);
  RowTerms<double> terms;
  for (std::size_t k = joint.row_begin; k < joint.row_begin + joint.row_count; ++k) {
    const int row = static_cast<int>(k);
    const ConstraintRow& equation = model.rows()[k];
    calc_row_rate(equation, joint.given.length, m, terms);
    cw.violation[row] = terms.violation;
    cw.violation_d[row] = terms.violation_d;
    const bool turns = equation.kind == ConstraintRow::Kind::parallel;
    if (turns)
      on_b.put_torque(row, terms.H_b, cw.wrench_b[k], cw.A);
    else
      on_b.put(row, terms.G, terms.H_b, cw.wrench_b[k], cw.A);
    if (joint.given.a_on_track) continue;
    if (turns)
      on_a.put_torque(row, terms.H_a, cw.wrench_a[k], cw.A);
    else
      on_a.put(row, -terms.G, terms.H_a, cw.wrench_a[k], cw.A);
  }
}

}  // namespace

EndMotion<double> calc_track_end(const MovingFrame& frame) {
  const Mat3& R = frame.R_NT;
  return {frame.p_NT, R * frame.v_NT_T, R * frame.a_NT_T,
          R,          R * frame.w_NT_T, R * frame.alpha_NT_T};
}

void calc_joint_rows(const Model& model, Frames frames, MotionWorkspace& ws, RowStage stage) {
  ConstraintWorkspace& cw = ws.constraint;
  if (model.joints().empty()) return;
  for (std::size_t j : model.constrained_bodies()) {
    const BodyWorkspace& b = ws.bodies[j];
    if (stage == RowStage::velocity) {
      calc_end_rates(frames[j], b, cw.ends[j]);
    } else {
      cw.ends[j] = move_end<double>(frames[j], b.p_TB, b.R_TB, b.R_TC, b.v_TB_T, b.w_TB_C, b.w_TC_C,
                                    b.a_T, b.alpha_C);
    }
  }
  for (std::size_t k = 0; k < model.joints().size(); ++k) {
    const Joint& joint = model.joints()[k];
    JointMotion<double>& m = cw.joints[k];
    const EndMotion<double> track =
        joint.given.a_on_track ? calc_track_end(frames[joint.a]) : EndMotion<double>{};
    const EndMotion<double>& a = joint.given.a_on_track ? track : cw.ends[joint.a];
    const EndMotion<double>& b = cw.ends[joint.b];
    if (stage == RowStage::velocity) {
      place_joint(joint, a, b, m);
      calc_joint_rates(joint, a, b, m);
      put_joint_rows(model, frames, ws, joint, m);
      continue;
    }
    calc_joint_rates(joint, a, b, m);
    calc_joint_accelerations(joint, a, b, m);
    for (std::size_t row = joint.row_begin; row < joint.row_begin + joint.row_count; ++row)
      cw.violation_dd[static_cast<Eigen::Index>(row)] =
          calc_row_acceleration(model.rows()[row], joint.given.length, m);
  }
}

}  // namespace fourfoot::multibody
