#include "multibody/workspace.h"

namespace fourfoot::multibody {

Workspace::Workspace(const Model& model)
    : bodies(model.body_count()), qdot(VecX::Zero(model.q_count())) {
  for (BodyWorkspace& body : bodies) {
    body.angles.setZero();
    body.angle_rates.setZero();
    body.rate_map.setIdentity();
    body.carrier_map.setIdentity();
    body.e << 1.0, 0.0, 0.0, 0.0;
  }
  clear_wrenches();
}

void Workspace::clear_wrenches() {
  for (BodyWorkspace& body : bodies) {
    body.force_T.setZero();
    body.torque_C.setZero();
  }
}

}  // namespace fourfoot::multibody
