// What a scenario may say, but hardly means: things that are far from where the vehicle runs, or
// that nothing feels.
#include "scenario/scenario_warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "track/data_irregularity.h"
#include "track/plugin_irregularity.h"

namespace fourfoot::scenario {

namespace {

struct Span {
  double begin, end;
};

// The chainages that any body passes.
Span find_travel(const Scenario& scenario) {
  const double from = scenario.speed.calc(0.0).s, to = scenario.speed.calc(scenario.duration).s;
  Span span{std::min(from, to), std::max(from, to)};
  double front = 0.0, rear = 0.0;
  for (const vehicle::BodyEntry& body : scenario.vehicle.bodies) {
    front = std::max(front, body.position.x());
    rear = std::min(rear, body.position.x());
  }
  return {span.begin + rear, span.end + front};
}

std::string describe_extent(const track::Irregularity::Extent& extent) {
  const bool begins = std::isfinite(extent.begin), ends = std::isfinite(extent.end);
  if (begins && ends) return fmt::format("from s = {:g} to {:g} m", extent.begin, extent.end);
  return begins ? fmt::format("behind s = {:g} m", extent.begin)
                : fmt::format("before s = {:g} m", extent.end);
}

/// How the run and the irregularity come together: data have chainages of their own, everything else
/// was put on this line.
std::string suggest_meeting(const track::Irregularity& irregularity, const Span& travel) {
  const track::Irregularity::Extent extent = irregularity.get_extent();
  if (dynamic_cast<const track::DataIrregularity*>(&irregularity) != nullptr) {
    return fmt::format(
        "chainages count from the beginning of the track: adding {:g} to the data's offset puts "
        "them "
        "where the run begins",
        travel.begin - extent.begin);
  }
  return extent.begin > travel.end
             ? "the run ends before it: a longer run.duration or a later speed.start reaches it"
             : "the run begins behind it: an earlier speed.start reaches it";
}

void warn_of_far_irregularities(const Scenario& scenario, std::vector<Finding>& warnings) {
  const Span travel = find_travel(scenario);
  for (std::size_t i = 0; i < scenario.track.irregularities.size(); ++i) {
    const track::Irregularity::Extent extent = scenario.track.irregularities[i]->get_extent();
    if (extent.begin <= travel.end && extent.end >= travel.begin) continue;
    const bool is_known = i < scenario.track.irregularity_locations.size();
    warnings.push_back(
        {"irregularity-elsewhere",
         is_known ? scenario.track.irregularity_locations[i] : scenario.track.where,
         fmt::format(
             "the irregularity lies {}, the vehicle runs from {:g} to {:g} m: nothing of it "
             "is felt",
             describe_extent(extent), travel.begin, travel.end),
         suggest_meeting(*scenario.track.irregularities[i], travel)});
  }
}

void warn_of_track_elements(const Scenario& scenario, std::vector<Finding>& warnings) {
  if (scenario.track.irregularities.empty()) return;
  for (const vehicle::ElementEntry& element : scenario.vehicle.elements) {
    if (element.first != vehicle::track_name) continue;
    warnings.push_back(
        {"element-track", element.where,
         fmt::format("\"{}\" goes to the track as it is designed, and does not feel its "
                     "irregularities",
                     element.name),
         "wheels on profiles feel them"});
    return;  // the first stands for all
  }
}

void warn_of_far_start(const Scenario& scenario, std::vector<Finding>& warnings) {
  double length = 0.0;
  for (const track::HorizontalElement& element : scenario.track.horizontal)
    length += element.length;
  const bool is_plain = scenario.track.horizontal.size() < 2;
  const Span travel = find_travel(scenario);
  if (is_plain || (travel.begin <= length && travel.end >= 0.0)) return;
  warnings.push_back({"start-elsewhere", scenario.track.where,
                      fmt::format("the vehicle runs from s = {:g} to {:g} m, the track goes from 0 "
                                  "to {:g} m: nothing of it is felt",
                                  travel.begin, travel.end, length),
                      "speed.start is the chainage of the vehicle's origin at t = 0"});
}

void warn_of_library(const std::string& library, const SourceLocation& where,
                     std::vector<Finding>& warnings) {
  if (library.empty()) return;
  warnings.push_back({"plugin-code", where,
                      fmt::format("\"{}\" is code: it runs with all your rights, and results "
                                  "depend on it",
                                  library),
                      "keep it with the results, which hold the texts of all files but not this"});
}

void warn_of_code(const Scenario& scenario, std::vector<Finding>& warnings) {
  for (const vehicle::ElementEntry& element : scenario.vehicle.elements) {
    if (element.type != "plugin" || !element.parameters.has("library")) continue;
    warn_of_library(element.parameters.text("library"), element.parameters.where_is("library"),
                    warnings);
    break;  // the first stands for all
  }
  if (scenario.contact.has("tangential")) {
    const Table& law = scenario.contact.table("tangential");
    warn_of_library(law.text_or("library", ""), law.where_is("library"), warnings);
  }
  for (const auto& irregularity : scenario.track.irregularities) {
    const auto* const plugin = dynamic_cast<const track::PluginIrregularity*>(irregularity.get());
    if (plugin != nullptr) warn_of_library(plugin->library(), scenario.track.where, warnings);
  }
}

}  // namespace

std::vector<Finding> find_warnings(const Scenario& scenario) {
  std::vector<Finding> warnings;
  warn_of_far_irregularities(scenario, warnings);
  warn_of_track_elements(scenario, warnings);
  warn_of_far_start(scenario, warnings);
  warn_of_code(scenario, warnings);
  return warnings;
}

}  // namespace fourfoot::scenario
