#include "analysis/scenario.h"

#include "base/error.h"
#include "contact/textbook/textbook_schema.h"
#include "multibody/equations.h"

namespace fourfoot::analysis {

std::shared_ptr<const system::System> build_system(const Scenario& scenario) {
  auto model = std::make_shared<vehicle::Model>(vehicle::build(scenario.vehicle));
  if (model->wheelsets.size() > 0 && scenario.contact.entries().empty()) {
    throw InputError(Finding{"missing-key",
                             {},
                             "the vehicle has wheels, but the scenario has no [contact]",
                             "add [contact] with model = \"textbook\""});
  }
  const double axle_load = model->mass * scenario.gravity /
                           std::max<double>(1.0, static_cast<double>(model->wheelsets.size()));
  std::vector<contact::TextbookContact> contacts;
  for (const vehicle::WheelsetInstance& wheelset : model->wheelsets) {
    contacts.push_back(contact::build_textbook(scenario.contact, wheelset.radius,
                                               wheelset.pitch_inertia, axle_load));
  }
  return std::make_shared<system::System>(std::move(model), system::Motion{scenario.speed},
                                          std::move(contacts),
                                          system::SystemOptions{scenario.gravity});
}

VecX calc_initial_state(const system::System& system, const Scenario& scenario) {
  const multibody::Model& bodies = system.model().bodies;
  system::Workspace ws(system.model());
  VecX y = system.calc_nominal_state(ws);
  VecX q = y.head(bodies.q_count());
  VecX u = y.segment(bodies.q_count(), bodies.u_count());
  for (const InitialEntry& entry : scenario.initial) {
    bodies.put_pose(bodies.find_body(entry.body), entry.displacement, entry.angles, q);
  }
  multibody::calc_position(bodies, 0.0, q, ws.bodies);
  multibody::calc_velocity(bodies, 0.0, q, u, ws.bodies);
  for (const InitialEntry& entry : scenario.initial) {
    const std::size_t body = bodies.find_body(entry.body);
    const Vec3 rolling = ws.bodies.bodies[body].w_TB_C;
    multibody::put_twist(bodies, ws.bodies, body, entry.velocity, rolling + entry.angular_velocity,
                         u);
  }
  y.head(bodies.q_count()) = q;
  y.segment(bodies.q_count(), bodies.u_count()) = u;
  return y;
}

}  // namespace fourfoot::analysis
