#include <fmt/format.h>

#include "cli/overrides.h"
#include "cli/verbs.h"
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

void check_vehicle(const CheckOptions& options) {
  check_load_cases(parse_overrides(options.set), [&](const Overrides& overrides) {
    const io::Document document =
        io::load_document(options.file, *vehicle::get_vehicle_schema(), overrides);
    const vehicle::VehicleDescription description = vehicle::read_description(document.root);
    vehicle::check_description(description);
    vehicle::build(description);
    return document.load_cases;
  });
}

void check_scenario(const CheckOptions& options) {
  check_load_cases(parse_overrides(options.set), [&](const Overrides& overrides) {
    const io::ScenarioFile file = io::read_scenario_file(options.file, overrides);
    analysis::build_system(file.scenario, {.with_tables = false});
    return file.load_cases;
  });
}

void check_track(const CheckOptions& options) {
  const track::Track track(io::read_track_file(options.file, parse_overrides(options.set)));
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
    case io::FileKind::scenario:
      check_scenario(options);
      break;
  }
  fmt::print("{}: a good {} file\n", options.file, kind);
  return exit_done;
}

}  // namespace fourfoot::cli
