#include "jobs/study_notes.h"

#include <fmt/format.h>

#include <filesystem>
#include <sstream>

#include "base/version.h"
#include "scenario/contact_kinds.h"

namespace fourfoot::jobs {

namespace {

std::string describe_contact(const scenario::Scenario& scenario) {
  const Table& contact = scenario.contact;
  const scenario::ContactKind& kind = scenario::get_contact_kind(contact);
  if (contact.entries().empty()) return "none";
  if (!kind.has_profiles || !scenario.rails || scenario.wheels.empty()) return kind.model;
  const contact::Wheels& wheels = scenario.wheels.begin()->second;
  const contact::RailStretch& rails = scenario.rails->stretches.front();
  return fmt::format(
      "wheels {} / {} on rails {} / {}, geometry {}, friction {:g}, creep law {}", wheels.left.name,
      wheels.right.name, rails.left.name, rails.right.name, contact.text("geometry"),
      contact.number("friction"),
      contact.has("tangential") ? contact.table("tangential").text("law") : std::string("fastsim"));
}

/// Comments before the first entry, and the entry "source" outside all tables.
std::string list_own_words(const SourceFile& file) {
  std::string notes;
  const std::string name = std::filesystem::path(file.name).filename().string();
  std::istringstream in(file.text);
  bool at_head = true;
  for (std::string line; std::getline(in, line);) {
    if (line.empty()) continue;
    if (line[0] == '[') break;
    if (line[0] != '#') at_head = false;
    if (at_head)
      notes += fmt::format("# {}: {}\n", name, line.substr(line.find_first_not_of("# ")));
    if (line.rfind("source", 0) == 0) notes += fmt::format("# {}: {}\n", name, line);
  }
  return notes;
}

}  // namespace

std::string make_study_notes(const input::ScenarioFile& base, const std::string& file,
                             const std::vector<std::string>& set) {
  const scenario::Scenario& scenario = base.scenario;
  std::string notes;
  if (!scenario.title.empty()) notes += "# " + scenario.title + "\n";
  notes += "# program: fourfoot " + get_version() + "\n";
  notes += "# scenario: " + file + "\n";
  notes += "# vehicle: " + scenario.vehicle.name + "\n";
  notes += "# contact: " + describe_contact(scenario) + "\n";
  notes += fmt::format("# integrator: {}, rtol {:g}, atol {:g}\n", scenario.integrator.method,
                       scenario.integrator.rtol, scenario.integrator.atol);
  for (const std::string& text : set) notes += "# set: " + text + "\n";
  for (const auto& source : base.sources) notes += list_own_words(*source);
  return notes;
}

}  // namespace fourfoot::jobs
