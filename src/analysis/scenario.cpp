#include "analysis/scenario.h"

#include <algorithm>
#include <numbers>

#include "analysis/build_contact.h"
#include "analysis/equilibrium.h"
#include "analysis/prepare_vehicle.h"
#include "base/error.h"
#include "multibody/assembly.h"
#include "multibody/equations.h"
#include "system/speed_control.h"

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

bool has_rigid_treads(const Table& contact) {
  return contact.text_or("model", "") == "profiles" && contact.text("normal") == "constraint";
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

std::unique_ptr<system::Provider> build_control(const Scenario& scenario,
                                                const vehicle::Model& model) {
  system::SpeedControl::Parameters control;
  if (scenario.drive.mode == DriveMode::as_given || scenario.drive.mode == DriveMode::coasting ||
      scenario.drive.body.empty())
    return nullptr;
  control.body = static_cast<int>(model.bodies.find_body(scenario.drive.body));
  if (scenario.drive.mode != DriveMode::wheels)
    return std::make_unique<system::SpeedControl>(std::move(control));
  const double omega = 2.0 * std::numbers::pi * scenario.drive.frequency;
  control.stiffness = model.mass * omega * omega;
  control.damping = 2.0 * model.mass * omega;
  const std::vector<std::string>& chosen = scenario.drive.wheelsets;
  for (std::size_t i = 0; i < model.wheelsets.size(); ++i) {
    const std::string& name =
        model.bodies.body(static_cast<std::size_t>(model.wheelsets[i].body)).given.name;
    if (chosen.empty() || std::find(chosen.begin(), chosen.end(), name) != chosen.end())
      control.wheelsets.push_back(i);
  }
  return std::make_unique<system::SpeedControl>(std::move(control));
}

// Pose and velocity of every body of `from` as a state of `system`, which has the same bodies with
// other freedoms.
VecX carry_over(const system::System& from, const VecX& state, const system::System& system) {
  const multibody::Model& bodies = system.model().bodies;
  system::Workspace source(from), ws(system);
  from.calc_rate(0.0, state, source, source.ydot);
  VecX y = system.calc_nominal_state(ws);
  system.calc_rate(0.0, y, ws, ws.ydot);
  VecX q = y.head(bodies.q_count()), u = y.segment(bodies.q_count(), bodies.u_count());
  for (std::size_t body = 0; body < bodies.body_count(); ++body) {
    const Vec3 place = source.bodies.bodies[body].p_TB - bodies.body(body).given.nominal;
    bodies.put_pose(body, place, multibody::calc_angles(from.model().bodies, source.bodies, body),
                    q);
  }
  multibody::calc_position(bodies, 0.0, q, ws.bodies);
  multibody::calc_velocity(bodies, 0.0, q, u, ws.frames, ws.bodies);
  VecX speeds = ws.bodies.speeds;
  for (std::size_t body = 0; body < bodies.body_count(); ++body) {
    const multibody::BodyWorkspace& b = source.bodies.bodies[body];
    multibody::put_twist(bodies, ws.bodies, body, b.v_TB_T, b.w_TB_C, speeds);
  }
  multibody::project_speeds(bodies, 0.0, q, speeds, ws.frames, ws.bodies, u);
  const Eigen::Index others = y.size() - q.size() - u.size();
  y.head(q.size()) = q;
  y.segment(q.size(), u.size()) = u;
  y.tail(others) = state.tail(others);
  return y;
}

// A coasting vehicle has no steady running, its resistance slows it: it starts as if it had been
// pulled until then.
VecX calc_steady_start(const system::System& system, const Scenario& scenario) {
  if (scenario.drive.mode != DriveMode::coasting) return find_equilibrium(system).state;
  Scenario pulled = scenario;
  pulled.drive.mode = DriveMode::pulled;
  const std::shared_ptr<const system::System> held = build_system(pulled, {false});
  return carry_over(*held, find_equilibrium(*held).state, system);
}

// On profiles the weight must come to the rails.
void check_carried(const Scenario& scenario, const vehicle::Model& model) {
  if (model.least_carried.empty() || scenario.contact.text_or("model", "") != "profiles") return;
  const auto body = std::find_if(
      scenario.vehicle.bodies.begin(), scenario.vehicle.bodies.end(),
      [&](const vehicle::BodyEntry& entry) { return entry.name == model.least_carried; });
  const bool is_known = body != scenario.vehicle.bodies.end();
  throw InputError(Finding{"not-carried", is_known ? body->where : scenario.vehicle.where,
                           "nothing carries \"" + model.least_carried + "\": it would fall",
                           "give an element below it a vertical stiffness, or lock its z"});
}

}  // namespace

std::shared_ptr<const system::System> build_system(const Scenario& scenario,
                                                   const BuildOptions& options) {
  vehicle::VehicleDescription description = scenario.vehicle;
  apply_drive(scenario.drive, description);
  if (has_rigid_treads(scenario.contact)) add_track_support(scenario.track, description);
  const vehicle::BuildOptions build{scenario.gravity, 0.5 * scenario.track.contact_distance,
                                    options.with_loads};
  auto model = std::make_shared<vehicle::Model>(vehicle::build(description, build));
  for (const OmittedTerm& term : scenario.omitted) omit(term, model->bodies);
  check_carried(scenario, *model);
  if (model->wheelsets.size() > 0 && scenario.contact.entries().empty()) {
    throw InputError(Finding{"missing-key", scenario.where,
                             "the vehicle has wheels, but the scenario has no [contact]",
                             "add [contact] with model = \"textbook\""});
  }
  system::Providers providers;
  if (auto contact = build_contact(scenario, *model, options))
    providers.push_back(std::move(contact));
  if (auto control = build_control(scenario, *model)) providers.push_back(std::move(control));
  const system::SystemOptions system_options{scenario.gravity, scenario.record_imaginary,
                                             scenario.record_reactions};
  system::Line line(std::make_shared<track::Track>(scenario.track), scenario.speed);
  return std::make_shared<system::System>(std::move(model), std::move(line), std::move(providers),
                                          system_options);
}

VecX calc_initial_state(const system::System& system, const Scenario& scenario) {
  const multibody::Model& bodies = system.model().bodies;
  system::Workspace ws(system);
  VecX y = scenario.from_equilibrium ? calc_steady_start(system, scenario)
                                     : system.calc_nominal_state(ws);
  if (scenario.initial.empty()) return y;
  VecX q = y.head(bodies.q_count()), u = y.segment(bodies.q_count(), bodies.u_count());
  system.calc_rate(0.0, y, ws, ws.ydot);
  for (const InitialEntry& entry : scenario.initial) {
    const std::size_t body = bodies.find_body(entry.body);
    const Vec3 place = ws.bodies.bodies[body].p_TB - bodies.body(body).given.nominal;
    const Vec3 angles = multibody::calc_angles(bodies, ws.bodies, body);
    bodies.put_pose(body, place + entry.displacement, angles + entry.angles, q);
  }
  if (bodies.is_constrained()) multibody::assemble(bodies, 0.0, ws.frames, ws.bodies, q);
  multibody::calc_position(bodies, 0.0, q, ws.bodies);
  multibody::calc_velocity(bodies, 0.0, q, u, ws.frames, ws.bodies);
  VecX speeds = ws.bodies.speeds;
  for (const InitialEntry& entry : scenario.initial) {
    const std::size_t body = bodies.find_body(entry.body);
    const multibody::BodyWorkspace& b = ws.bodies.bodies[body];
    multibody::put_twist(bodies, ws.bodies, body, b.v_TB_T + entry.velocity,
                         b.w_TB_C + entry.angular_velocity, speeds);
  }
  multibody::project_speeds(bodies, 0.0, q, speeds, ws.frames, ws.bodies, u);
  y.head(bodies.q_count()) = q;
  y.segment(bodies.q_count(), bodies.u_count()) = u;
  return y;
}

}  // namespace fourfoot::analysis
