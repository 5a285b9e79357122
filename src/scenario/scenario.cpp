#include "scenario/scenario.h"

#include <algorithm>
#include <numbers>

#include "base/error.h"
#include "multibody/equations.h"
#include "scenario/build_contact.h"
#include "scenario/prepare_vehicle.h"

namespace fourfoot::scenario {

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

system::SpeedControl make_control(const Scenario& scenario, const vehicle::Model& model) {
  system::SpeedControl control;
  if (scenario.drive.mode == DriveMode::as_given || scenario.drive.mode == DriveMode::coasting ||
      scenario.drive.body.empty())
    return control;
  control.body = static_cast<int>(model.bodies.find_body(scenario.drive.body));
  if (scenario.drive.mode != DriveMode::wheels) return control;
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
  return control;
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
  system::ContactModel contact = build_contact(scenario, *model, options);
  std::vector<multibody::SurfaceRow> treads = make_tread_surfaces(*model, contact);
  if (!treads.empty()) model->bodies = model->bodies.with_surfaces(std::move(treads));
  system::SystemOptions system_options{scenario.gravity, scenario.record_imaginary,
                                       scenario.record_reactions, make_control(scenario, *model)};
  system::Line line(std::make_shared<track::Track>(scenario.track), scenario.speed);
  return std::make_shared<system::System>(std::move(model), std::move(line), std::move(contact),
                                          std::move(system_options));
}

}  // namespace fourfoot::scenario
