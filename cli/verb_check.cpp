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
  analysis::build_system(file.scenario);
}

}  // namespace

int check(const CheckOptions& options) {
  const bool is_vehicle = io::find_file_kind(options.file) == io::FileKind::vehicle;
  is_vehicle ? check_vehicle(options) : check_scenario(options);
  fmt::print("{}: a good {} file\n", options.file, is_vehicle ? "vehicle" : "scenario");
  return exit_done;
}

}  // namespace fourfoot::cli
