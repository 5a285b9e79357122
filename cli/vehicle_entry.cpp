#include "cli/vehicle_entry.h"

#include <cmath>

#include "analysis/mode_names.h"
#include "io/results_scene.h"

namespace fourfoot::cli {

namespace {

using nlohmann::ordered_json;

// One object for each row.
ordered_json describe_rows(const io::ResultsTable& table) {
  ordered_json rows = ordered_json::array();
  for (const io::ResultsColumn& column : table.columns) {
    const std::size_t count = std::max(column.values.size(), column.texts.size());
    while (rows.size() < count) rows.push_back(ordered_json::object());
    for (std::size_t i = 0; i < column.texts.size(); ++i) rows[i][column.name] = column.texts[i];
    for (std::size_t i = 0; i < column.values.size(); ++i) {
      if (std::isfinite(column.values[i])) rows[i][column.name] = column.values[i];
    }
  }
  return rows;
}

const char* get_word(analysis::BodyRole role) {
  switch (role) {
    case analysis::BodyRole::wheelset:
      return "wheelset";
    case analysis::BodyRole::car:
      return "car";
    case analysis::BodyRole::bogie:
      return "bogie";
    case analysis::BodyRole::track:
      return "track";
    case analysis::BodyRole::other:
      break;
  }
  return "other";
}

}  // namespace

ordered_json describe_vehicle(const system::System& system) {
  const vehicle::Model& model = system.model();
  ordered_json bodies = describe_rows(io::make_bodies(model));
  const std::vector<analysis::ModeBody> roles = analysis::list_mode_bodies(model);
  for (std::size_t i = 0; i < roles.size(); ++i) bodies[i]["role"] = get_word(roles[i].role);
  return {{"name", model.name},
          {"gauge", system.line().track().gauge()},
          {"contact_distance", system.line().track().contact_distance()},
          {"bodies", std::move(bodies)},
          {"elements", describe_rows(io::make_elements(model))}};
}

}  // namespace fourfoot::cli
