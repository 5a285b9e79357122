#include "analysis/scenario.h"

#include "base/error.h"
#include "contact/textbook/textbook_schema.h"
#include "multibody/assembly.h"
#include "multibody/equations.h"

namespace fourfoot::analysis {

namespace {

// The groups, kinds and axes that a word means; all of them where it is empty.
template <std::size_t N>
std::vector<int> choose(const std::array<const char*, N>& words, const std::string& word) {
  std::vector<int> chosen;
  for (std::size_t i = 0; i < N; ++i) {
    if (word.empty() || word == words[i]) chosen.push_back(static_cast<int>(i));
  }
  return chosen;
}

void omit(const OmittedTerm& term, multibody::Model& model) {
  static constexpr std::array<const char*, 2> kinds = {"force", "torque"};
  static constexpr std::array<const char*, 3> axes = {"x", "y", "z"};
  for (std::size_t body = 0; body < model.body_count(); ++body) {
    if (!term.body.empty() && term.body != model.body(body).given.name) continue;
    for (const int group : choose(multibody::imaginary_group_words, term.group)) {
      for (const int kind : choose(kinds, term.kind)) {
        for (const int axis : choose(axes, term.axis)) {
          model.omit(body, static_cast<multibody::ImaginaryGroup>(group),
                     static_cast<multibody::WrenchKind>(kind), axis);
        }
      }
    }
  }
}

}  // namespace

std::shared_ptr<const system::System> build_system(const Scenario& scenario) {
  auto model =
      std::make_shared<vehicle::Model>(vehicle::build(scenario.vehicle, {scenario.gravity}));
  for (const OmittedTerm& term : scenario.omitted) omit(term, model->bodies);
  if (model->wheelsets.size() > 0 && scenario.contact.entries().empty()) {
    throw InputError(Finding{"missing-key", scenario.where,
                             "the vehicle has wheels, but the scenario has no [contact]",
                             "add [contact] with model = \"textbook\""});
  }
  const double axle_load = model->mass * scenario.gravity /
                           std::max<double>(1.0, static_cast<double>(model->wheelsets.size()));
  std::vector<contact::TextbookContact> contacts;
  const bool has_contact =
      scenario.contact.has("model") && scenario.contact.text("model") != "none";
  for (const vehicle::WheelsetInstance& wheelset : model->wheelsets) {
    if (!has_contact) break;
    contacts.push_back(contact::build_textbook(scenario.contact, wheelset.radius,
                                               wheelset.pitch_inertia, axle_load));
  }
  system::Line line(std::make_shared<track::Track>(scenario.track), scenario.speed);
  return std::make_shared<system::System>(
      std::move(model), std::move(line), std::move(contacts),
      system::SystemOptions{scenario.gravity, scenario.record_imaginary,
                            scenario.record_reactions});
}

VecX calc_initial_state(const system::System& system, const Scenario& scenario) {
  const multibody::Model& bodies = system.model().bodies;
  system::Workspace ws(system.model());
  VecX y = system.calc_nominal_state(ws);
  if (scenario.initial.empty()) return y;
  VecX q = y.head(bodies.q_count()), u = y.segment(bodies.q_count(), bodies.u_count());
  for (const InitialEntry& entry : scenario.initial) {
    bodies.put_pose(bodies.find_body(entry.body), entry.displacement, entry.angles, q);
  }
  if (bodies.is_constrained()) multibody::assemble(bodies, 0.0, ws.frames, ws.bodies, q);
  multibody::calc_position(bodies, 0.0, q, ws.bodies);
  multibody::calc_velocity(bodies, 0.0, q, u, ws.frames, ws.bodies);
  VecX speeds = ws.bodies.speeds;
  for (const InitialEntry& entry : scenario.initial) {
    const std::size_t body = bodies.find_body(entry.body);
    const Vec3 rolling = ws.bodies.bodies[body].w_TB_C;
    multibody::put_twist(bodies, ws.bodies, body, entry.velocity, rolling + entry.angular_velocity,
                         speeds);
  }
  multibody::project_speeds(bodies, 0.0, q, speeds, ws.frames, ws.bodies, u);
  y.head(bodies.q_count()) = q;
  y.segment(bodies.q_count(), bodies.u_count()) = u;
  return y;
}

}  // namespace fourfoot::analysis
