#include "multibody/joint_derivatives.h"

#include <gtest/gtest.h>

#include <map>

#include "math/dual.h"
#include "multibody/assembly.h"
#include "support/multibody/random_model.h"

namespace fourfoot::multibody {
namespace {

using test::Dice;
using Dual24 = Dual<24>;
using Wrench = Eigen::Matrix<Dual24, 6, 1>;

/// The same derivatives forwards, by dual numbers: one end with its 12 directions from `first` on.
struct EndDual {
  EndMotion<Dual24> motion;
  Mat3T<Dual24> R_TC;
  EndDual(const MovingFrame& frame, const BodyWorkspace& b, bool wheelset, int first) {
    Vec3T<Dual24> p, turn, v, w;
    for (int c = 0; c < 3; ++c) {
      p[c] = Dual24(b.p_TB[c], 24, first + c);
      turn[c] = Dual24(0.0, 24, first + 3 + c);
      v[c] = Dual24(b.v_TB_T[c], 24, first + 6 + c);
      w[c] = Dual24(b.w_TB_C[c], 24, first + 9 + c);
    }
    const Vec3T<Dual24> turn_T = b.R_TC.cast<Dual24>() * turn;
    const Mat3T<Dual24> R_TB = b.R_TB.cast<Dual24>() + skew<Dual24>(turn_T) * b.R_TB.cast<Dual24>();
    const Vec3T<Dual24> carrier_turn = b.carrier_map.cast<Dual24>() * turn;
    R_TC = b.R_TC.cast<Dual24>() + b.R_TC.cast<Dual24>() * skew<Dual24>(carrier_turn);
    Vec3T<Dual24> sigma = b.carrier_map.cast<Dual24>() * w;
    if (wheelset) {
      const double tangent = b.carrier_map(1, 2);
      sigma[1] += turn[0] * (b.w_TB_C[2] * (1.0 + tangent * tangent));
    }
    motion = move_end<Dual24>(frame, p, R_TB, R_TC, v, w, sigma, b.a_T, b.alpha_C);
  }
};

Wrench make_wrench(const EndDual& end, const Mat3& R_NT, const Vec3T<Dual24>& arm,
                   const Vec3T<Dual24>& G, const Vec3T<Dual24>& H) {
  const Mat3T<Dual24> R_TN = R_NT.transpose().cast<Dual24>();
  Wrench w;
  w.head<3>() = R_TN * G;
  w.tail<3>() = end.R_TC.transpose() * Vec3T<Dual24>(R_TN * Vec3T<Dual24>(arm.cross(G) + H));
  return w;
}

Mat6 get_block(const Wrench& w, int first) {
  Mat6 d;
  for (int k = 0; k < 6; ++k) d.row(k) = w[k].derivatives().segment<6>(first).transpose();
  return d;
}

double calc_distance(const MatX& a, const MatX& b) {
  return (a - b).cwiseAbs().maxCoeff() / (1.0 + b.cwiseAbs().maxCoeff());
}

/// The worst difference of a joint between two bodies, relative to the largest derivative.
double compare_derivatives(const Model& model, Frames frames, const MotionWorkspace& ws,
                           const Joint& joint, bool frame_is_known) {
  const BodyWorkspace &body_a = ws.bodies[joint.a], &body_b = ws.bodies[joint.b];
  const bool turns_a = model.body(joint.a).is_wheelset(),
             turns_b = model.body(joint.b).is_wheelset();
  const MovingFrame still;
  const JointEnd a(frame_is_known ? frames[joint.a] : still, body_a, turns_a);
  const JointEnd b(frame_is_known ? frames[joint.b] : still, body_b, turns_b);
  JointMotion<double> m;
  move_joint(joint, a.motion, b.motion, m);
  const EndDual dual_a(frames[joint.a], body_a, turns_a, 0);
  const EndDual dual_b(frames[joint.b], body_b, turns_b, 12);
  JointMotion<Dual24> motion;
  move_joint(joint, dual_a.motion, dual_b.motion, motion);
  // Rows of a point lie along the axes that the ends' motion is told in: T's where the frame is unknown.
  JointMotion<Dual24> own;
  move_joint(joint, EndDual(a.frame, body_a, turns_a, 0).motion,
             EndDual(b.frame, body_b, turns_b, 12).motion, own);
  Vec3T<Dual24> G = Vec3T<Dual24>::Zero(), H_a = G, H_b = G;
  double worst = 0.0;
  for (std::size_t k = joint.row_begin; k < joint.row_begin + joint.row_count; ++k) {
    const ConstraintRow& row = model.rows()[k];
    RowTerms<Dual24> terms;
    const bool is_point = row.kind == ConstraintRow::Kind::point;
    const JointMotion<Dual24>& told = is_point ? own : motion;
    calc_row_rate(row, joint.given.length, told, terms);
    if (is_point && !frame_is_known)
      terms.G = frames[joint.a].R_NT.cast<Dual24>() * Vec3T<Dual24>(terms.G);
    const VecX rate = terms.violation_d.derivatives();
    const VecX second = calc_row_acceleration(row, joint.given.length, told).derivatives();
    const RowDerivatives d = differentiate_row(row, joint, m, a, b);
    worst = std::max({worst, calc_distance(d.rate_a.transpose(), rate.head(12)),
                      calc_distance(d.rate_b.transpose(), rate.tail(12)),
                      calc_distance(d.second_a.transpose(), second.head(12)),
                      calc_distance(d.second_b.transpose(), second.tail(12))});
    const Dual24 lambda(ws.constraint.lambda[static_cast<Eigen::Index>(k)]);
    G += terms.G * lambda;
    H_a += terms.H_a * lambda;
    H_b += terms.H_b * lambda;
  }
  const Mat3 &R_a = frames[joint.a].R_NT, &R_b = frames[joint.b].R_NT;
  const Wrench on_a = make_wrench(dual_a, R_a, motion.arm_a, Vec3T<Dual24>(-G), H_a);
  const Wrench on_b = make_wrench(dual_b, R_b, motion.arm_b, G, H_b);
  const WrenchBlocks d = differentiate_wrenches(model, joint, m, ws.constraint.lambda, a, b);
  return std::max(
      {worst, calc_distance(d.aa, get_block(on_a, 0)), calc_distance(d.ab, get_block(on_a, 12)),
       calc_distance(d.ba, get_block(on_b, 0)), calc_distance(d.bb, get_block(on_b, 12))});
}

TEST(JointDerivatives, EqualDualNumbersForJointsOfEveryKind) {
  std::map<JointType, int> seen;
  double worst = 0.0, worst_of_one_frame = 0.0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    Dice dice(seed);
    ModelDescription description;
    description.bodies = {dice.body("b0", true), dice.body("b1", true)};
    description.joints = {dice.joint(1, 0)};
    const Model model(description);
    const bool one_frame = dice.chance(0.5);
    std::vector<MovingFrame> frames = {dice.frame(), dice.frame()};
    if (one_frame) frames[1] = frames[0];
    MotionWorkspace ws(model);
    const VecX q = dice.q(model), u = dice.u(model);  // derivatives do not ask for closed joints
    VecX udot(model.u_count());
    calc_position(model, 0.0, q, ws);
    calc_velocity(model, 0.0, q, u, frames, ws);
    ws.clear_wrenches();
    add_gravity(model, frames, {0, 0, -9.81}, ws);
    calc_acceleration(model, frames, ws, udot);
    for (double& lambda : ws.constraint.lambda) lambda = dice.real(-2, 2);
    if (!udot.allFinite()) continue;
    const Joint& joint = model.joints().front();
    ++seen[joint.given.type];
    worst = std::max(worst, compare_derivatives(model, frames, ws, joint, true));
    if (one_frame)
      worst_of_one_frame =
          std::max(worst_of_one_frame, compare_derivatives(model, frames, ws, joint, false));
  }
  EXPECT_LT(worst, 1e-11);
  EXPECT_LT(worst_of_one_frame, 1e-11) << "what both ends share need not be known";
  EXPECT_EQ(seen.size(), 6u);
  for (const auto& [type, count] : seen) EXPECT_GT(count, 20) << static_cast<int>(type);
}

}  // namespace
}  // namespace fourfoot::multibody
