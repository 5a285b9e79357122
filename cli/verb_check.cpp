#include <fmt/format.h>

#include "cli/overrides.h"
#include "cli/verbs.h"
#include "io/scenario_file.h"
#include "vehicle/model.h"
#include "vehicle/schema.h"

namespace fourfoot::cli {

namespace {

void check_vehicle(const CheckOptions& options) {
  const io::Document document =
      io::load_document(options.file, *vehicle::get_vehicle_schema(), parse_overrides(options.set));
  const vehicle::VehicleDescription description = vehicle::read_description(document.root);
  vehicle::check_description(description);
  vehicle::build(description);
}

void check_scenario(const CheckOptions& options) {
  const io::ScenarioFile file = io::read_scenario_file(options.file, parse_overrides(options.set));
  analysis::build_system(file.scenario, {.with_tables = false});
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
