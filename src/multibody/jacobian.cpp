#include "multibody/jacobian.h"

#include <Eigen/LU>

#include "math/rotation.h"
#include "multibody/charts.h"

namespace fourfoot::multibody {

void WrenchDerivatives::clear() {
  for (std::size_t k = 0; k < used_.size(); ++k) {
    if (used_[k]) blocks_[k].setZero();
    used_[k] = 0;
  }
}

Mat3 calc_carrier_spin(const Model& model, const Workspace& ws, std::size_t body) {
  Mat3 d = Mat3::Zero();
  if (!model.body(body).is_wheelset()) return d;
  const BodyWorkspace& b = ws.bodies[body];
  const double tangent = b.carrier_map(1, 2);
  d(1, 0) = b.w_TB_C[2] * (1.0 + tangent * tangent);
  return d;
}

JacobianWorkspace::JacobianWorkspace(const Model& model)
    : bodies(model.body_count()),
      residual(MatX::Zero(model.u_count(), model.q_count() + model.u_count())) {}

namespace {

using BodyPart = JacobianWorkspace::BodyPart;

/// Derivative of everything that the body's own motion brings: imaginary forces, -w_TC x J w.
Matrix6x12 calc_own_block(const Model& model, Frames frames, const Workspace& ws, std::size_t j) {
  const Body& body = model.body(j);
  const BodyWorkspace& b = ws.bodies[j];
  const Mat3& J = body.given.inertia;
  Matrix6x12 d = Matrix6x12::Zero();
  add_imaginary_derivative({body.given.mass, J, frames[j], b.R_TC, b.p_TB, b.v_TB_T, b.w_TB_C},
                           body.omitted, d);
  const Mat3 by_carrier = skew<double>(J * b.w_TB_C);
  d.block<3, 3>(3, 9) += by_carrier * b.carrier_map - skew<double>(b.w_TC_C) * J;
  d.block<3, 3>(3, 3) += by_carrier * calc_carrier_spin(model, ws, j);
  return d;
}

void add_block(const Matrix6x12& d, const Body& bi, const Body& bj, const BodyPart& pi,
               const BodyPart& pj, int nq, MatX& residual) {
  if (bi.u_count == 0) return;
  const auto by_pose = d.leftCols<6>();
  const auto by_twist = d.rightCols<6>();
  if (bj.q_count > 0) {
    residual.block(bi.u_begin, bj.q_begin, bi.u_count, bj.q_count).noalias() +=
        pi.twist_u.transpose() * (by_pose * pj.pose_q + by_twist * pj.twist_q);
  }
  if (bj.u_count > 0) {
    residual.block(bi.u_begin, nq + bj.u_begin, bi.u_count, bj.u_count).noalias() +=
        pi.twist_u.transpose() * (by_twist * pj.twist_u);
  }
}

/// Inertia of the acceleration that changes at fixed u', and the change of the projection.
void add_chart_terms(const Body& body, const BodyPart& part, int nq, MatX& residual) {
  if (body.angular_speeds || body.u_count == 0) return;
  Eigen::Matrix<double, 6, 6> mass = Eigen::Matrix<double, 6, 6>::Zero();
  mass.diagonal().head<3>().setConstant(body.given.mass);
  mass.bottomRightCorner<3, 3>() = body.given.inertia;
  residual.block(body.u_begin, body.q_begin, body.u_count, body.q_count) -=
      part.twist_u.transpose() * (mass * part.bias_q) + part.reduction_q;
  residual.block(body.u_begin, nq + body.u_begin, body.u_count, body.u_count) -=
      part.twist_u.transpose() * (mass * part.bias_u);
}

}  // namespace

void calc_jacobian(const Model& model, Frames frames, const Workspace& ws, const ConstVec& q,
                   const WrenchDerivatives& wrenches, JacobianWorkspace& jw,
                   Eigen::Ref<MatX> jacobian) {
  const int nq = model.q_count();
  const std::size_t n = model.body_count();
  jw.residual.setZero();
  jacobian.setZero();
  for (std::size_t j = 0; j < n; ++j) calc_chart(model.body(j), ws.bodies[j], q, jw.bodies[j]);
  for (std::size_t i = 0; i < n; ++i) {
    const Body& body = model.body(i);
    const BodyPart& part = jw.bodies[i];
    Matrix6x12 own = calc_own_block(model, frames, ws, i);
    if (wrenches.has(i, i)) own += wrenches.get(i, i);
    add_block(own, body, body, part, part, nq, jw.residual);
    for (std::size_t j = 0; j < n; ++j) {
      if (j == i || !wrenches.has(i, j)) continue;
      add_block(wrenches.get(i, j), body, model.body(j), part, jw.bodies[j], nq, jw.residual);
    }
    add_chart_terms(body, part, nq, jw.residual);
    if (body.u_count > 0) {
      jacobian.middleRows(nq + body.u_begin, body.u_count).noalias() =
          part.mass_inverse * jw.residual.middleRows(body.u_begin, body.u_count);
    }
    jacobian.block(body.q_begin, body.q_begin, body.q_count, body.q_count) = part.qdot_q;
    jacobian.block(body.q_begin, nq + body.u_begin, body.q_count, body.u_count) = part.qdot_u;
  }
}

void add_wrench_sensitivity(const Model& model, const JacobianWorkspace& jw, std::size_t index,
                            const Eigen::Ref<const MatX>& dW, Eigen::Ref<MatX> udot_z) {
  const Body& body = model.body(index);
  const BodyPart& part = jw.bodies[index];
  if (body.u_count == 0) return;
  for (Eigen::Index k = 0; k < dW.cols(); ++k) {
    const Vec6 w = dW.col(k);
    udot_z.col(k).segment(body.u_begin, body.u_count) +=
        part.mass_inverse * (part.twist_u.transpose() * w);
  }
}

}  // namespace fourfoot::multibody
