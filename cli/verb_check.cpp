#include <fmt/format.h>

#include "analysis/study_point.h"
#include "cli/overrides.h"
#include "cli/study_figures.h"
#include "cli/verbs.h"
#include "cli/warnings.h"
#include "input/profile_file.h"
#include "input/scenario_file.h"
#include "results/results_reader.h"
#include "scenario/output_channels.h"
#include "scenario/study.h"
#include "vehicle/model.h"
#include "vehicle/schema.h"
#include "wear/wear_plan.h"

namespace fourfoot::cli {

namespace {

struct CheckOptions {
  std::string file;
  std::vector<std::string> set;
};

using Overrides = std::vector<Setting>;

// Checks the file as it stands, then with each of its load cases.
template <class Check>
void check_load_cases(const Overrides& given, Check check) {
  for (const std::string& name : check(given)) {
    Overrides with_case = given;
    with_case.push_back({"load_case", '"' + name + '"'});
    check(with_case);
  }
}

// An answer within two seconds; the cost of static loads grows with the cube of the bodies.
bool is_small(const vehicle::VehicleDescription& description) {
  constexpr std::size_t most = 100;
  if (description.bodies.size() + 2 * description.joints.size() <= most) return true;
  fmt::print(stderr, "note: {} bodies; checked without their static loads\n",
             description.bodies.size());
  return false;
}

void check_vehicle(const CheckOptions& options) {
  check_load_cases(parse_overrides(options.set), [&](const Overrides& overrides) {
    const input::Document document =
        input::load_document(options.file, *vehicle::get_vehicle_schema(), overrides);
    const vehicle::VehicleDescription description = vehicle::read_description(document.root);
    vehicle::check_description(description);
    vehicle::ModelOptions build;
    build.with_loads = is_small(description);
    print_warnings(description, vehicle::build(description, build));
    return document.load_cases;
  });
}

void check_scenario(const CheckOptions& options) {
  check_load_cases(parse_overrides(options.set), [&](const Overrides& overrides) {
    const input::ScenarioFile file = input::read_scenario_file(options.file, overrides);
    const bool with_loads = is_small(file.scenario.vehicle);
    const auto system =
        scenario::build_system(file.scenario, {.with_tables = false, .with_loads = with_loads});
    print_warnings(file.scenario, system->model());
    scenario::choose_output_channels(file.scenario, system->channels());
    return file.load_cases;
  });
}

void check_track(const CheckOptions& options) {
  const track::TrackDescription description =
      input::read_track_file(options.file, parse_overrides(options.set));
  const track::Track track(description);
  print_warnings(description.warnings);
}

// The study, and its scenario with the first values.
void check_study(const CheckOptions& options) {
  const scenario::Study study =
      scenario::read_study(input::load_document(options.file, *scenario::get_study_schema()).root);
  make_judge_source(study);  // names of figures, the file of limits
  std::vector<Setting> overrides = parse_overrides(options.set);
  for (const Setting& s : scenario::get_settings(study, 0)) overrides.push_back({s.key, s.value});
  const input::ScenarioFile file = input::read_scenario_file(study.scenario, overrides);
  const bool with_loads = is_small(file.scenario.vehicle);
  analysis::check_measures(
      study,
      *scenario::build_system(file.scenario, {.with_tables = false, .with_loads = with_loads}));
}

// The mix, the new wheel, and the scenario of each case.
void check_wear(const CheckOptions& options) {
  const wear::WearPlan plan =
      wear::read_wear_plan(input::load_document(options.file, *wear::get_wear_schema()).root);
  input::read_profile_file(plan.wheel);
  for (const wear::WearCase& of : plan.cases) {
    std::vector<Setting> overrides = parse_overrides(options.set);
    for (const Setting& s : parse_overrides(of.set)) overrides.push_back(s);
    input::read_scenario_file(plan.scenario, overrides);
  }
}

void check_results(const CheckOptions& options) {
  const results::ResultsReader reader(options.file);
  fmt::print("{}: a results file, {} rows of {} channels, status: {}\n", options.file,
             reader.size(), reader.channels().size(), reader.read_meta("status"));
}

int check(const CheckOptions& options) {
  const char* kind = "scenario";
  switch (input::find_file_kind(options.file)) {
    case input::FileKind::vehicle:
      kind = "vehicle";
      check_vehicle(options);
      break;
    case input::FileKind::track:
      kind = "track";
      check_track(options);
      break;
    case input::FileKind::study:
      kind = "study";
      check_study(options);
      break;
    case input::FileKind::wear:
      kind = "wear";
      check_wear(options);
      break;
    case input::FileKind::profile:
      kind = "profile";
      input::read_profile_file(options.file);
      break;
    case input::FileKind::geometry:
      kind = "geometry";
      input::read_wheel_rail(options.file, parse_overrides(options.set));
      break;
    case input::FileKind::results:
      check_results(options);
      return exit_done;
    case input::FileKind::scenario:
      check_scenario(options);
      break;
  }
  fmt::print("{}: a good {} file\n", options.file, kind);
  return exit_done;
}

}  // namespace

void add_check(Verbs& verbs) {
  auto [verb, options] = verbs.add<CheckOptions>(
      "check", "validate a scenario, vehicle, track, study, profile or results file", check);
  verb.option("file", options.file, "the file (TOML)").required();
  verb.option("--set", options.set, "override an entry: key=value").repeatable();
}

}  // namespace fourfoot::cli
