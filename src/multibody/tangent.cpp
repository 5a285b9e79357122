#include "multibody/tangent.h"

#include "math/least_squares.h"
#include "multibody/body_motion.h"

namespace fourfoot::multibody {

MatX calc_tangent_basis(const Model& model, const ConstVec& q, const MotionWorkspace& ws) {
  MatX by_speed = MatX::Zero(model.q_count(), model.speed_count());
  VecX unit = VecX::Zero(model.speed_count()), column = VecX::Zero(model.q_count());
  for (std::size_t j = 0; j < model.body_count(); ++j) {
    const Body& body = model.body(j);
    for (int k = body.speed_begin; k < body.speed_begin + body.speed_count; ++k) {
      column.setZero();
      unit[k] = 1.0;
      add_qdot(body, ws.bodies[j], q, unit.data() + body.speed_begin, column);
      unit[k] = 0.0;
      by_speed.col(k) = column;
    }
    for (int k = 0; k < body.mode_count; ++k)
      by_speed(body.mode_q_begin + k, body.mode_speed_begin + k) = 1.0;
  }
  MatX N(model.q_count(), model.u_count());
  for (int k = 0; k < model.u_count(); ++k) {
    N.col(k) = by_speed.col(model.speed_of_u()[static_cast<std::size_t>(k)]);
  }
  for (std::size_t d = 0; d < model.dependent().size(); ++d) {
    const auto packed = static_cast<std::size_t>(model.dependent()[d]);
    const auto from = by_speed.col(model.speed_of_packed()[packed]);
    for (std::size_t i = 0; i < model.independent().size(); ++i) {
      const auto free = static_cast<std::size_t>(model.independent()[i]);
      const auto speed = static_cast<std::size_t>(model.speed_of_packed()[free]);
      N.col(model.u_of_speed()[speed]) +=
          from * ws.constraint.X(static_cast<Eigen::Index>(d), static_cast<Eigen::Index>(i));
    }
  }
  return N;
}

MatX reduce_jacobian(const MatX& jacobian, const MatX& N) {
  const Eigen::Index nq = N.rows(), nu = N.cols();
  const TallFactors factors(N);
  MatX out(2 * nu, 2 * nu);
  out.topLeftCorner(nu, nu) = factors.solve(multiply(jacobian.topLeftCorner(nq, nq), N));
  out.topRightCorner(nu, nu) = factors.solve(MatX(jacobian.topRightCorner(nq, nu)));
  put_product(jacobian.bottomLeftCorner(nu, nq), N, out.bottomLeftCorner(nu, nu));
  out.bottomRightCorner(nu, nu) = jacobian.bottomRightCorner(nu, nu);
  return out;
}

void move_along(const Model& model, const MatX& N, const VecX& step, VecX& q) {
  add_product(1.0, N, step, q);
  for (const Body& body : model.bodies()) {
    if (body.chart == Body::Chart::quaternion) q.segment<4>(body.q_index[3]).normalize();
  }
}

}  // namespace fourfoot::multibody
