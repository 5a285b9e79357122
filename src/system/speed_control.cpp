#include "system/speed_control.h"

#include "system/pattern_marker.h"
#include "system/workspace.h"

namespace fourfoot::system {

namespace {

struct Nothing : SliceOf<Nothing> {};

}  // namespace

std::unique_ptr<Slice> SpeedControl::make_slice() const {
  return std::make_unique<Nothing>();
}

double SpeedControl::calc_force(const Workspace& ws) const {
  const multibody::BodyWorkspace& b = ws.bodies.bodies[static_cast<std::size_t>(given_.body)];
  if (given_.wheelsets.empty()) return b.reaction_force_T.x();
  return -given_.stiffness * b.p_TB.x() - given_.damping * b.v_TB_T.x();
}

void SpeedControl::add_forces(double, const integrate::ConstVecRef&, Workspace& ws) const {
  if (given_.wheelsets.empty()) return;
  const double each = calc_force(ws) / static_cast<double>(given_.wheelsets.size());
  for (const std::size_t i : given_.wheelsets) {
    const vehicle::WheelsetInstance& wheelset = model().wheelsets[i];
    ws.bodies.add_wrench(static_cast<std::size_t>(wheelset.body), Vec3::Zero(),
                         Vec3(0.0, each * wheelset.radius, 0.0));
  }
}

void SpeedControl::add_derivative_stage(std::size_t, double, const integrate::ConstVecRef&,
                                        Workspace& ws) const {
  for (const std::size_t i : given_.wheelsets) {
    const vehicle::WheelsetInstance& wheelset = model().wheelsets[i];
    const double each = wheelset.radius / static_cast<double>(given_.wheelsets.size());
    multibody::Matrix6x12& block = ws.derivatives.at(static_cast<std::size_t>(wheelset.body),
                                                     static_cast<std::size_t>(given_.body));
    block(4, 0) -= each * given_.stiffness;
    block(4, 6) -= each * given_.damping;
  }
}

void SpeedControl::mark(PatternMarker& marker) const {
  for (const std::size_t wheelset : given_.wheelsets)
    marker.join(model().wheelsets[wheelset].body, given_.body);
}

void SpeedControl::list_channels(ChannelTable& table) const {
  table.add({"drive/force", "N", "track", "force that keeps the speed: traction > 0, braking < 0"},
            [this](const Moment& moment) { return calc_force(moment.ws); });
}

}  // namespace fourfoot::system
