#include <fmt/format.h>

#include "analysis/scenario.h"
#include "analysis/study.h"
#include "cli/verbs.h"
#include "io/json_schema.h"
#include "vehicle/schema.h"

namespace fourfoot::cli {

int print_schema(const SchemaOptions& options) {
  const SchemaPtr schema = options.kind == "vehicle" ? vehicle::get_vehicle_schema()
                           : options.kind == "track" ? track::get_track_schema()
                           : options.kind == "study" ? analysis::get_study_schema()
                                                     : analysis::get_scenario_schema();
  fmt::print("{}\n", io::make_json_schema(*schema));
  return exit_done;
}

}  // namespace fourfoot::cli
