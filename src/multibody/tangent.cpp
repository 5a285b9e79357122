#include "multibody/tangent.h"

#include <algorithm>

#include "math/least_squares.h"
#include "multibody/body_motion.h"

namespace fourfoot::multibody {

namespace {

/// What a speed that follows others moves, in their columns.
void add_dependent(const Model& model, const MotionWorkspace& ws, const Body& body, int speed,
                   const Eigen::Ref<const VecX>& moved, MatX& N) {
  const int packed = body.packed_begin + speed - body.speed_begin;
  const std::vector<int>& dependent = model.dependent();
  const auto d = std::lower_bound(dependent.begin(), dependent.end(), packed) - dependent.begin();
  const ConstraintGroup& group = model.groups()[static_cast<std::size_t>(body.group)];
  for (int i = group.independent_begin; i < group.independent_begin + group.independent_count;
       ++i) {
    const auto free = static_cast<std::size_t>(model.independent()[static_cast<std::size_t>(i)]);
    const auto of = static_cast<std::size_t>(model.speed_of_packed()[free]);
    N.col(model.u_of_speed()[of]).segment(body.q_begin, body.q_count) +=
        moved * ws.constraint.X(d, i);
  }
}

}  // namespace

MatX calc_tangent_basis(const Model& model, const ConstVec& q, const MotionWorkspace& ws) {
  MatX N = MatX::Zero(model.q_count(), model.u_count());
  VecX unit = VecX::Zero(model.speed_count()), column = VecX::Zero(model.q_count());
  const auto get_u = [&](int speed) { return model.u_of_speed()[static_cast<std::size_t>(speed)]; };
  for (std::size_t j = 0; j < model.body_count(); ++j) {
    const Body& body = model.body(j);
    for (int k = body.speed_begin; k < body.speed_begin + body.speed_count; ++k) {
      auto own = column.segment(body.q_begin, body.q_count);
      own.setZero();
      unit[k] = 1.0;
      add_qdot(body, ws.bodies[j], q, unit.data() + body.speed_begin, column);
      unit[k] = 0.0;
      if (get_u(k) >= 0) {
        N.col(get_u(k)).segment(body.q_begin, body.q_count) += own;
        continue;
      }
      add_dependent(model, ws, body, k, own, N);
    }
    for (int k = 0; k < body.mode_count; ++k)
      N(body.mode_q_begin + k, get_u(body.mode_speed_begin + k)) = 1.0;
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
