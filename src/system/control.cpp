// What supplies the force for the prescribed motion along the line.
#include "system/system.h"

namespace fourfoot::system {

double System::calc_control_force(const Workspace& ws) const {
  const SpeedControl& control = options_.control;
  if (control.body < 0) return 0.0;
  const multibody::BodyWorkspace& b = ws.bodies.bodies[static_cast<std::size_t>(control.body)];
  if (control.wheelsets.empty()) return b.reaction_force_T.x();
  return -control.stiffness * b.p_TB.x() - control.damping * b.v_TB_T.x();
}

void System::add_control(Workspace& ws) const {
  const std::vector<std::size_t>& driven = options_.control.wheelsets;
  if (driven.empty()) return;
  const double share = calc_control_force(ws) / static_cast<double>(driven.size());
  for (const std::size_t i : driven) {
    const vehicle::WheelsetInstance& wheelset = model_->wheelsets[i];
    ws.bodies.add_wrench(static_cast<std::size_t>(wheelset.body), Vec3::Zero(),
                         Vec3(0.0, share * wheelset.radius, 0.0));
  }
}

void System::add_control_derivatives(Workspace& ws) const {
  const SpeedControl& control = options_.control;
  for (const std::size_t i : control.wheelsets) {
    const vehicle::WheelsetInstance& wheelset = model_->wheelsets[i];
    const double share = wheelset.radius / static_cast<double>(control.wheelsets.size());
    multibody::Matrix6x12& block = ws.derivatives.at(static_cast<std::size_t>(wheelset.body),
                                                     static_cast<std::size_t>(control.body));
    block(4, 0) -= share * control.stiffness;
    block(4, 6) -= share * control.damping;
  }
}

}  // namespace fourfoot::system
