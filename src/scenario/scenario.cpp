#include "scenario/scenario.h"

#include <algorithm>
#include <numbers>

#include "base/error.h"
#include "multibody/equations.h"
#include "scenario/contact_kinds.h"
#include "scenario/prepare_vehicle.h"
#include "system/speed_control.h"

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

void omit(const OmittedTerm& term, vehicle::VehicleDescription& vehicle) {
  static constexpr std::array<const char*, 2> kinds = {"force", "torque"};
  static constexpr std::array<const char*, 3> axes = {"x", "y", "z"};
  for (vehicle::BodyEntry& body : vehicle.bodies) {
    if (!term.body.empty() && term.body != body.name) continue;
    for (const int group : choose(multibody::imaginary_group_words, term.group)) {
      for (const int kind : choose(kinds, term.kind)) {
        for (const int axis : choose(axes, term.axis)) {
          body.omitted.omit(static_cast<multibody::ImaginaryGroup>(group),
                            static_cast<multibody::WrenchKind>(kind), axis);
        }
      }
    }
  }
}

std::unique_ptr<system::Provider> build_control(const Scenario& scenario,
                                                const vehicle::VehicleModel& model) {
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

// Where rails carry the vehicle, the weight must come to them.
void check_carried(const Scenario& scenario, const vehicle::VehicleModel& model) {
  if (model.least_carried.empty()) return;
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
  const ContactKind& contact = get_contact_kind(scenario.contact);
  for (const OmittedTerm& term : scenario.omitted) omit(term, description);
  const vehicle::ModelOptions build{scenario.gravity, 0.5 * scenario.track.contact_distance,
                                    options.with_loads};
  auto model = std::make_shared<vehicle::VehicleModel>(vehicle::build(description, build));
  if (contact.carries_weight) check_carried(scenario, *model);
  if (model->wheelsets.size() > 0 && scenario.contact.entries().empty()) {
    throw InputError(Finding{"missing-key", scenario.where,
                             "the vehicle has wheels, but the scenario has no [contact]",
                             "add [contact] with model = \"textbook\""});
  }
  system::Providers providers;
  if (contact.build != nullptr && !model->wheelsets.empty())
    providers.push_back(contact.build(scenario, *model, options));
  if (auto control = build_control(scenario, *model)) providers.push_back(std::move(control));
  const system::SystemOptions system_options{scenario.gravity, scenario.record_imaginary,
                                             scenario.record_reactions};
  system::Line line(std::make_shared<track::Track>(scenario.track), scenario.speed);
  return std::make_shared<system::System>(std::move(model), std::move(line), std::move(providers),
                                          system_options);
}

Scenario::Scenario() = default;
Scenario::~Scenario() = default;
Scenario::Scenario(const Scenario&) = default;
Scenario::Scenario(Scenario&&) noexcept = default;
Scenario& Scenario::operator=(const Scenario&) = default;
Scenario& Scenario::operator=(Scenario&&) noexcept = default;

}  // namespace fourfoot::scenario
