#include <fmt/format.h>

#include "analysis/output_channels.h"
#include "analysis/study.h"
#include "cli/overrides.h"
#include "cli/verbs.h"
#include "cli/warnings.h"
#include "io/profile_file.h"
#include "io/results_reader.h"
#include "io/scenario_file.h"
#include "vehicle/model.h"
#include "vehicle/schema.h"

namespace fourfoot::cli {

namespace {

using Overrides = std::vector<io::Override>;

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
    const io::Document document =
        io::load_document(options.file, *vehicle::get_vehicle_schema(), overrides);
    const vehicle::VehicleDescription description = vehicle::read_description(document.root);
    vehicle::check_description(description);
    vehicle::BuildOptions build;
    build.with_loads = is_small(description);
    print_warnings(description, vehicle::build(description, build));
    return document.load_cases;
  });
}

void check_scenario(const CheckOptions& options) {
  check_load_cases(parse_overrides(options.set), [&](const Overrides& overrides) {
    const io::ScenarioFile file = io::read_scenario_file(options.file, overrides);
    const bool with_loads = is_small(file.scenario.vehicle);
    const auto system =
        analysis::build_system(file.scenario, {.with_tables = false, .with_loads = with_loads});
    print_warnings(file.scenario, system->model());
    analysis::choose_output_channels(file.scenario, system->channels());
    return file.load_cases;
  });
}

void check_track(const CheckOptions& options) {
  const track::Track track(io::read_track_file(options.file, parse_overrides(options.set)));
}

// The study, and its scenario with the first values.
void check_study(const CheckOptions& options) {
  const analysis::Study study =
      analysis::read_study(io::load_document(options.file, *analysis::get_study_schema()).root);
  std::vector<io::Override> overrides = parse_overrides(options.set);
  for (const analysis::Setting& s : analysis::get_settings(study, 0))
    overrides.push_back({s.key, s.value});
  const io::ScenarioFile file = io::read_scenario_file(study.scenario, overrides);
  const bool with_loads = is_small(file.scenario.vehicle);
  analysis::check_measures(
      study,
      *analysis::build_system(file.scenario, {.with_tables = false, .with_loads = with_loads}));
}

void check_results(const CheckOptions& options) {
  const io::ResultsReader reader(options.file);
  fmt::print("{}: a results file, {} rows of {} channels, status: {}\n", options.file,
             reader.size(), reader.channels().size(), reader.read_meta("status"));
}

}  // namespace

int check(const CheckOptions& options) {
  const char* kind = "scenario";
  switch (io::find_file_kind(options.file)) {
    case io::FileKind::vehicle:
      kind = "vehicle";
      check_vehicle(options);
      break;
    case io::FileKind::track:
      kind = "track";
      check_track(options);
      break;
    case io::FileKind::study:
      kind = "study";
      check_study(options);
      break;
    case io::FileKind::profile:
      kind = "profile";
      io::read_profile_file(options.file);
      break;
    case io::FileKind::geometry:
      kind = "geometry";
      io::read_wheel_rail(options.file, parse_overrides(options.set));
      break;
    case io::FileKind::results:
      check_results(options);
      return exit_done;
    case io::FileKind::scenario:
      check_scenario(options);
      break;
  }
  fmt::print("{}: a good {} file\n", options.file, kind);
  return exit_done;
}

}  // namespace fourfoot::cli
