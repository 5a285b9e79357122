#include "multibody/workspace.h"

#include <algorithm>

namespace fourfoot::multibody {

ConstraintWorkspace::ConstraintWorkspace(const Model& model) {
  const int m = model.constraint_count(), n = model.packed_count(), free = std::max(0, n - m);
  B.setZero(n, free);
  X.setZero(m, free);
  for (VecX* row : {&violation, &violation_d, &violation_dd, &lambda}) row->setZero(m);
  for (VecX* packed : {&drift, &f, &bias, &udot}) packed->setZero(n);
  for (VecX* independent : {&f_i, &udot_i, &scratch}) independent->setZero(free);
  wrench_a.assign(static_cast<std::size_t>(m), Vec6::Zero());
  wrench_b = wrench_a;
  ends.resize(model.body_count());
  joints.resize(model.joints().size());
  A.setZero(m, n);
  mass.setZero(n, n);
  theta.setZero(free, free);
  if (m == 0) return;
  for (std::size_t j : model.constrained_bodies()) {
    const Body& body = model.body(j);
    if (!has_constant_mass(body)) continue;
    const int at = body.packed_begin;
    mass.block<3, 3>(at, at).diagonal().setConstant(body.given.mass);
    mass.block<3, 3>(at + 3, at + 3) = body.given.inertia;
  }
  lu_d = DependentFactors(model);
  llt_theta = MassFactors(model);
  const auto s = static_cast<Eigen::Index>(model.surfaces().size());
  if (s == 0) return;
  for (MatX* packed : {&lever, &response, &closure}) packed->setZero(n, s);
  spread.setZero(free, s);
  loop.setIdentity(s, s);
  lu_loop.compute(loop);
  for (const SurfaceRow& surface : model.surfaces()) {
    SurfaceTerms terms;
    for (std::size_t e = 0; e < SurfaceRow::max_ends; ++e) {
      terms.J[e] = e < surface.ends.size() ? surface.ends[e].nominal : Vec6::Zero();
      terms.rate_x[e].setZero();
      terms.second_x[e].setZero();
    }
    surfaces.push_back(terms);
  }
}

MotionWorkspace::MotionWorkspace(const Model& model)
    : bodies(model.body_count()),
      speeds(VecX::Zero(model.speed_count())),
      qdot(VecX::Zero(model.q_count())),
      constraint(model) {
  for (BodyWorkspace& body : bodies) {
    body.angles.setZero();
    body.angle_rates.setZero();
    body.rate_map.setIdentity();
    body.carrier_map.setIdentity();
    body.a_T.setZero();
    body.alpha_C.setZero();
    body.joint_force_T.setZero();
    body.joint_torque_C.setZero();
    body.e << 1.0, 0.0, 0.0, 0.0;
  }
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    BodyWorkspace& b = bodies[i];
    for (VecX* modes : {&b.eta, &b.eta_d, &b.modal, &b.eta_dd})
      modes->setZero(model.body(i).mode_count);
  }
  clear_wrenches();
}

void MotionWorkspace::clear_wrenches() {
  for (BodyWorkspace& body : bodies) {
    body.force_T.setZero();
    body.torque_C.setZero();
    body.modal.setZero();
  }
}

}  // namespace fourfoot::multibody
