#include "multibody/joint_derivatives.h"

#include "math/rotation.h"

namespace fourfoot::multibody {
namespace {

/// Derivatives of a scalar by a point's or direction's value and its two derivatives.
struct PointGradient {
  Vec3 p = Vec3::Zero(), V = Vec3::Zero(), A = Vec3::Zero();
};

/// The same by the absolute motion of an end, in N; turn: by a small rotation of its body.
struct EndGradient {
  Vec3 p = Vec3::Zero(), V = Vec3::Zero(), A = Vec3::Zero();
  Vec3 turn = Vec3::Zero(), W = Vec3::Zero(), alpha = Vec3::Zero();
};

/// A vector x fixed in the body: x' = W x x, x'' = alpha x x + W x x'.
void pull_fixed(const EndMotion<double>& end, const Vec3& x, const PointGradient& g,
                EndGradient& out) {
  const Vec3 rate = end.W.cross(x), by_rate = g.V + g.A.cross(end.W);
  const Vec3 by_x = g.p + g.A.cross(end.alpha) + by_rate.cross(end.W);
  out.alpha += x.cross(g.A);
  out.W += rate.cross(g.A) + x.cross(by_rate);
  out.turn += x.cross(by_x);
}

/// A point of the body at `arm` from its mass centre.
void pull_point(const EndMotion<double>& end, const Vec3& arm, const PointGradient& g,
                EndGradient& out) {
  out.p += g.p;
  out.V += g.V;
  out.A += g.A;
  pull_fixed(end, arm, g, out);
}

/// By the end's local directions: the chain rule of move_end (constraint_row.h).
Row12 pull_end(const JointEnd& end, const EndGradient& g) {
  const BodyWorkspace& b = end.body;
  const Mat3& R = end.frame.R_NT;
  const Vec3 &omega = end.frame.w_NT_T, &w = b.w_TB_C;
  const Mat3& M = b.carrier_map;
  const Vec3 V = R.transpose() * g.V, A = R.transpose() * g.A;
  const Vec3 W_T = R.transpose() * g.W, alpha_T = R.transpose() * g.alpha;
  const Vec3 sigma = M * w;
  // In C: by the angular velocity, by the angular acceleration.
  const Vec3 c = b.R_TC.transpose() * Vec3(W_T + alpha_T.cross(omega));
  const Vec3 a = b.R_TC.transpose() * alpha_T;
  const Vec3 by_sigma = w.cross(a);
  Row12 d;
  d.segment<3>(0) = (R.transpose() * g.p + V.cross(omega) + A.cross(end.frame.alpha_NT_T) +
                     A.cross(omega).cross(omega))
                        .transpose();
  d.segment<3>(3) = (b.R_TC.transpose() * Vec3(R.transpose() * g.turn) +
                     M.transpose() * Vec3(w.cross(c) + (sigma.cross(w) + b.alpha_C).cross(a)))
                        .transpose();
  if (end.is_wheelset) d[3] += by_sigma[1] * w[2] * (1.0 + M(1, 2) * M(1, 2));
  d.segment<3>(6) = (V + 2.0 * A.cross(omega)).transpose();
  d.segment<3>(9) = (c + a.cross(sigma) + M.transpose() * by_sigma).transpose();
  return d;
}

/// By d = P_b - P_a, a direction e of A and a direction f of B.
struct RowGradient {
  PointGradient d, e, f;
};

RowGradient differentiate_rate(const ConstraintRow& row, double L, const JointMotion<double>& m) {
  const PointMotion<double>&d = m.d, &e = m.e[static_cast<std::size_t>(row.e)],
        &f = m.f[static_cast<std::size_t>(row.f)];
  RowGradient g;
  switch (row.kind) {
    case ConstraintRow::Kind::plane:
      g.d.p = e.V, g.d.V = e.p;
      g.e.p = d.V, g.e.V = d.p;
      break;
    case ConstraintRow::Kind::point:
      g.d.V[row.e] = 1.0;
      break;
    case ConstraintRow::Kind::parallel:
      g.e.p = f.V, g.e.V = f.p;
      g.f.p = e.V, g.f.V = e.p;
      break;
    case ConstraintRow::Kind::distance:
      g.d.p = d.V / L, g.d.V = d.p / L;
      break;
  }
  return g;
}

RowGradient differentiate_second(const ConstraintRow& row, double L, const JointMotion<double>& m) {
  const PointMotion<double>&d = m.d, &e = m.e[static_cast<std::size_t>(row.e)],
        &f = m.f[static_cast<std::size_t>(row.f)];
  RowGradient g;
  switch (row.kind) {
    case ConstraintRow::Kind::plane:
      g.d.p = e.A, g.d.V = 2.0 * e.V, g.d.A = e.p;
      g.e.p = d.A, g.e.V = 2.0 * d.V, g.e.A = d.p;
      break;
    case ConstraintRow::Kind::point:
      g.d.A[row.e] = 1.0;
      break;
    case ConstraintRow::Kind::parallel:
      g.e.p = f.A, g.e.V = 2.0 * f.V, g.e.A = f.p;
      g.f.p = e.A, g.f.V = 2.0 * e.V, g.f.A = e.p;
      break;
    case ConstraintRow::Kind::distance:
      g.d.p = d.A / L, g.d.V = 2.0 * d.V / L, g.d.A = d.p / L;
      break;
  }
  return g;
}

void pull_row(const ConstraintRow& row, const JointMotion<double>& m, const RowGradient& g,
              const JointEnd& a, const JointEnd& b, Row12& by_a, Row12& by_b) {
  EndGradient end_a, end_b;
  if (row.kind != ConstraintRow::Kind::parallel) {
    pull_point(a.motion, m.arm_a, {-g.d.p, -g.d.V, -g.d.A}, end_a);
    pull_point(b.motion, m.arm_b, g.d, end_b);
  }
  if (row.kind == ConstraintRow::Kind::plane || row.kind == ConstraintRow::Kind::parallel)
    pull_fixed(a.motion, m.e[static_cast<std::size_t>(row.e)].p, g.e, end_a);
  if (row.kind == ConstraintRow::Kind::parallel)
    pull_fixed(b.motion, m.f[static_cast<std::size_t>(row.f)].p, g.f, end_b);
  by_a = pull_end(a, end_a);
  by_b = pull_end(b, end_b);
}

/// A vector's derivatives by displacements and small rotations of both ends, in N.
struct Change {
  Mat3 p_a = Mat3::Zero(), turn_a = Mat3::Zero(), p_b = Mat3::Zero(), turn_b = Mat3::Zero();

  /// Adds S times another one.
  void add(const Mat3& S, const Change& x) {
    p_a += S * x.p_a;
    turn_a += S * x.turn_a;
    p_b += S * x.p_b;
    turn_b += S * x.turn_b;
  }
};

/// What a joint puts on its bodies, and how it changes.
struct Pull {
  Vec3 G = Vec3::Zero(), H_a = Vec3::Zero(), H_b = Vec3::Zero();
  Change dG, dH_a, dH_b;
};

Pull calc_pull(const Model& model, const Joint& joint, const JointMotion<double>& m,
               const VecX& lambda) {
  Pull pull;
  Change dd;
  dd.p_a = -Mat3::Identity(), dd.turn_a = skew<double>(m.arm_a);
  dd.p_b = Mat3::Identity(), dd.turn_b = -skew<double>(m.arm_b);
  for (std::size_t k = joint.row_begin; k < joint.row_begin + joint.row_count; ++k) {
    const ConstraintRow& row = model.rows()[k];
    const double l = lambda[static_cast<Eigen::Index>(k)];
    const Vec3 e = l * m.e[static_cast<std::size_t>(row.e)].p;
    const Vec3& f = m.f[static_cast<std::size_t>(row.f)].p;
    Change turning;  // of e, which A carries along
    turning.turn_a = -skew<double>(e);
    switch (row.kind) {
      case ConstraintRow::Kind::plane:
        pull.G += e;
        pull.H_a += e.cross(m.d.p);
        pull.dG.turn_a += turning.turn_a;
        pull.dH_a.add(-skew<double>(m.d.p), turning);
        pull.dH_a.add(skew<double>(e), dd);
        break;
      case ConstraintRow::Kind::point:  // its axis stays, whatever turns
        pull.G[row.e] += l;
        break;
      case ConstraintRow::Kind::parallel:
        pull.H_a += e.cross(f);
        pull.H_b -= e.cross(f);
        turning.turn_a = skew<double>(f) * skew<double>(e);
        turning.turn_b = -skew<double>(e) * skew<double>(f);
        pull.dH_a.add(Mat3::Identity(), turning);
        pull.dH_b.add(-Mat3::Identity(), turning);
        break;
      case ConstraintRow::Kind::distance:
        pull.G += l / joint.given.length * m.d.p;
        pull.dG.add(l / joint.given.length * Mat3::Identity(), dd);
        break;
    }
  }
  return pull;
}

/// (force_T, torque_C) of `end` by (dp_T, dtheta_C) of one end.
Mat6 turn_into_axes(const JointEnd& end, const Mat3& force_p, const Mat3& force_turn,
                    const Mat3& torque_p, const Mat3& torque_turn, const JointEnd& by) {
  const Mat3& R = end.frame.R_NT;
  const Mat3 C = R * end.body.R_TC, by_C = by.frame.R_NT * by.body.R_TC;
  Mat6 d;
  d.topLeftCorner<3, 3>() = R.transpose() * force_p * by.frame.R_NT;
  d.topRightCorner<3, 3>() = R.transpose() * force_turn * by_C;
  d.bottomLeftCorner<3, 3>() = C.transpose() * torque_p * by.frame.R_NT;
  d.bottomRightCorner<3, 3>() = C.transpose() * torque_turn * by_C;
  return d;
}

}  // namespace

JointEnd::JointEnd(const MovingFrame& frame_in, const BodyWorkspace& body_in, bool is_wheelset_in)
    : frame(frame_in),
      body(body_in),
      is_wheelset(is_wheelset_in),
      motion(move_end<double>(frame, body.p_TB, body.R_TB, body.R_TC, body.v_TB_T, body.w_TB_C,
                              Vec3(body.carrier_map * body.w_TB_C), body.a_T, body.alpha_C)) {}

RowDerivatives differentiate_row(const ConstraintRow& row, const Joint& joint,
                                 const JointMotion<double>& m, const JointEnd& a,
                                 const JointEnd& b) {
  RowDerivatives d;
  const double L = joint.given.length;
  pull_row(row, m, differentiate_rate(row, L, m), a, b, d.rate_a, d.rate_b);
  pull_row(row, m, differentiate_second(row, L, m), a, b, d.second_a, d.second_b);
  return d;
}

WrenchBlocks differentiate_wrenches(const Model& model, const Joint& joint,
                                    const JointMotion<double>& m, const VecX& lambda,
                                    const JointEnd& a, const JointEnd& b) {
  const Pull pull = calc_pull(model, joint, m, lambda);
  // Torques about the mass centres: H + arm x force.
  Change torque_a = pull.dH_a, torque_b = pull.dH_b;
  torque_a.add(-skew<double>(m.arm_a), pull.dG);
  torque_a.turn_a -= skew<double>(pull.G) * skew<double>(m.arm_a);
  torque_b.add(skew<double>(m.arm_b), pull.dG);
  torque_b.turn_b += skew<double>(pull.G) * skew<double>(m.arm_b);
  const Change& force = pull.dG;
  WrenchBlocks blocks;
  blocks.aa = turn_into_axes(a, -force.p_a, -force.turn_a, torque_a.p_a, torque_a.turn_a, a);
  blocks.ab = turn_into_axes(a, -force.p_b, -force.turn_b, torque_a.p_b, torque_a.turn_b, b);
  blocks.ba = turn_into_axes(b, force.p_a, force.turn_a, torque_b.p_a, torque_b.turn_a, a);
  blocks.bb = turn_into_axes(b, force.p_b, force.turn_b, torque_b.p_b, torque_b.turn_b, b);
  // The axes C in which a torque is given turn with the body.
  const auto add_axes = [](const JointEnd& end, const Vec3& torque_N, Mat6& block) {
    const Vec3 torque = (end.frame.R_NT * end.body.R_TC).transpose() * torque_N;
    block.bottomRightCorner<3, 3>() += skew<double>(torque) * end.body.carrier_map;
  };
  add_axes(a, pull.H_a - m.arm_a.cross(pull.G), blocks.aa);
  add_axes(b, pull.H_b + m.arm_b.cross(pull.G), blocks.bb);
  return blocks;
}

}  // namespace fourfoot::multibody
