#include "multibody/free_forces.h"

#include "multibody/body_motion.h"

namespace fourfoot::multibody {

void calc_free_imaginary(const Model& model, const MotionWorkspace& ws, Eigen::Ref<VecX> free) {
  for (std::size_t j = 0; j < model.body_count(); ++j) {
    const Body& body = model.body(j);
    const BodyWorkspace& b = ws.bodies[j];
    const Vec3 force = b.imaginary.total_force(), torque = b.imaginary.total_torque();
    for (int c = 0; c < 3; ++c) {
      const auto i = static_cast<std::size_t>(c);
      if (body.speed_index[i] >= 0) free[body.speed_index[i]] = force[c];
      if (body.speed_index[i + 3] < 0) continue;
      free[body.speed_index[i + 3]] =
          body.angular_speeds ? torque[c] : b.rate_map.col(c).dot(torque);
    }
  }
}

void reduce_free_forces(const Model& model, const MotionWorkspace& ws, const ConstVec& free,
                        Eigen::Ref<VecX> reduced) {
  for (Eigen::Index r = 0; r < reduced.size(); ++r) {
    reduced[r] = free[model.speed_of_u()[static_cast<std::size_t>(r)]];
  }
  for (std::size_t d = 0; d < model.dependent().size(); ++d) {
    const auto packed = static_cast<std::size_t>(model.dependent()[d]);
    const double force = free[model.speed_of_packed()[packed]];
    if (force == 0.0) continue;
    for (std::size_t i = 0; i < model.independent().size(); ++i) {
      const double x = ws.constraint.X(static_cast<Eigen::Index>(d), static_cast<Eigen::Index>(i));
      if (x == 0.0) continue;
      const auto from = static_cast<std::size_t>(model.independent()[i]);
      const auto speed = static_cast<std::size_t>(model.speed_of_packed()[from]);
      reduced[model.u_of_speed()[speed]] += x * force;
    }
  }
}

void calc_partial_velocities(const Model& model, const MotionWorkspace& ws, MatX& partials) {
  partials.setZero(6 * static_cast<Eigen::Index>(model.body_count()), model.u_count());
  MatX B = MatX::Zero(model.speed_count(), model.u_count());
  for (int k = 0; k < model.u_count(); ++k) {
    B(model.speed_of_u()[static_cast<std::size_t>(k)], k) = 1.0;
  }
  for (std::size_t d = 0; d < model.dependent().size(); ++d) {
    const auto packed = static_cast<std::size_t>(model.dependent()[d]);
    for (std::size_t i = 0; i < model.independent().size(); ++i) {
      const auto from = static_cast<std::size_t>(model.independent()[i]);
      const auto speed = static_cast<std::size_t>(model.speed_of_packed()[from]);
      B(model.speed_of_packed()[packed], model.u_of_speed()[speed]) =
          ws.constraint.X(static_cast<Eigen::Index>(d), static_cast<Eigen::Index>(i));
    }
  }
  for (std::size_t j = 0; j < model.body_count(); ++j) {
    const Body& body = model.body(j);
    if (body.speed_count == 0) continue;
    partials.middleRows<6>(static_cast<Eigen::Index>(6 * j)) =
        calc_twist_map(body, ws.bodies[j]) * B.middleRows(body.speed_begin, body.speed_count);
  }
}

void sum_imaginary_directly(const Model& model, const MotionWorkspace& ws, const MatX& partials,
                            Eigen::Ref<VecX> reduced) {
  reduced.setZero();
  for (Eigen::Index r = 0; r < reduced.size(); ++r) {
    for (std::size_t j = 0; j < model.body_count(); ++j) {
      const auto at = static_cast<Eigen::Index>(6 * j);
      const BodyWorkspace& b = ws.bodies[j];
      reduced[r] += partials.block<3, 1>(at, r).dot(b.imaginary.total_force()) +
                    partials.block<3, 1>(at + 3, r).dot(b.imaginary.total_torque());
    }
  }
}

}  // namespace fourfoot::multibody
