#include <fmt/format.h>

#include "cli/verbs.h"
#include "input/json_schema.h"
#include "scenario/optimisation.h"
#include "scenario/scenario.h"
#include "scenario/study.h"
#include "vehicle/schema.h"
#include "wear/wear_plan.h"

namespace fourfoot::cli {

namespace {

struct SchemaOptions {
  std::string kind;
};

int print_schema(const SchemaOptions& options) {
  const SchemaPtr schema = options.kind == "vehicle"        ? vehicle::get_vehicle_schema()
                           : options.kind == "track"        ? scenario::get_track_file_schema()
                           : options.kind == "study"        ? scenario::get_study_schema()
                           : options.kind == "optimisation" ? scenario::get_optimisation_schema()
                           : options.kind == "wear"         ? wear::get_wear_schema()
                                                            : scenario::get_scenario_schema();
  fmt::print("{}\n", input::make_json_schema(*schema));
  return exit_done;
}

}  // namespace

void add_schema(Verbs& verbs) {
  auto [verb, options] =
      verbs.add<SchemaOptions>("schema", "JSON Schema of a file kind, for editors", print_schema);
  verb.option("kind", options.kind, "scenario, vehicle, track, study, optimisation or wear")
      .required()
      .one_of({"scenario", "vehicle", "track", "study", "optimisation", "wear"});
}

}  // namespace fourfoot::cli
