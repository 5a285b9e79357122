#include "scenario/old_keys.h"

#include <string_view>

#include "base/error.h"
#include "base/find_table.h"
#include "profile/description.h"
#include "scenario/old_friction.h"

namespace fourfoot::scenario {

const std::vector<MovedKey>& get_moved_keys() {
  static const std::vector<MovedKey> keys = {
      {"wheel", "wheels", "profile"},
      {"wheel_left", "wheels", "profile_left"},
      {"wheel_right", "wheels", "profile_right"},
      {"radius", "wheels", "radius"},
      {"radius_left", "wheels", "radius_left"},
      {"radius_right", "wheels", "radius_right"},
      {"back_to_back", "wheels", "back_to_back"},
      {"tape_circle", "wheels", "tape_circle"},
      {"rail", "rails", "profile"},
      {"rail_left", "rails", "profile_left"},
      {"rail_right", "rails", "profile_right"},
      {"gauge", "rails", "gauge"},
      {"gauge_height", "rails", "gauge_height"},
      {"inclination", "rails", "inclination"},
      {"origin", "rails", "origin"},
  };
  return keys;
}

const std::vector<RenamedKey>& get_renamed_keys() {
  static const std::vector<RenamedKey> keys = {
      {"stations", "chainages"},
      {"from_station", "from_chainage"},
      {"to_station", "to_chainage"},
  };
  return keys;
}

Field get_old_wheel_rail_field() {
  const SchemaPtr profile = profile::get_profile_schema_of(profile::ProfileKind::wheel);
  auto schema = std::make_shared<Schema>();
  schema->name = "wheel_rail";
  schema->doc = "Now wheels and rails.";
  for (const MovedKey& key : get_moved_keys()) {
    const bool is_profile = std::string_view(key.now).starts_with("profile");
    const char* unit = std::string_view(key.now) == "inclination" ? "1" : "m";
    schema->fields.push_back(is_profile ? nested(key.before, Kind::path_or_table, profile, "")
                                        : number(key.before, unit, ""));
  }
  Field field = nested("wheel_rail", Kind::path_or_table, schema, "now wheels and rails");
  field.is_old = true;
  return field;
}

namespace {

// The sections that say the same, as far as the old keys make sense.
std::string show_friction_sections(const Table& contact) {
  OldFriction old;
  for (const char* key : {"friction_chainages", "friction_stations"})
    if (contact.has(key)) old.chainages = contact.numbers(key);
  if (contact.has("friction_factors")) old.factors = contact.numbers("friction_factors");
  old.tread = contact.number_or("friction", old.tread);
  if (contact.has("friction_flange")) old.flange = contact.number("friction_flange");
  std::string text;
  if (!old.is_sound()) return text;
  for (const FrictionSection& section : convert_friction(old).sections) {
    text += "\n    [[rails.sections]]";
    for (const std::string& line : list_lines(section)) text += "\n    " + line;
  }
  return text;
}

void refuse_old_friction(const Table& scenario) {
  const Table* const contact = find_table(scenario, "contact");
  if (contact == nullptr) return;
  std::vector<Finding> findings;
  for (const char* key : old_friction_keys) {
    if (!contact->has(key)) continue;
    findings.push_back({"old-key", contact->where_is(key),
                        std::string("contact.") + key +
                            " is now from, to, blend and friction of [[rails.sections]]",
                        ""});
  }
  if (findings.empty()) return;
  findings.back().hint =
      "\"fourfoot upgrade FILE\" rewrites the file" + show_friction_sections(*contact);
  throw InputError(std::move(findings));
}

}  // namespace

std::vector<Field> list_old_friction_fields() {
  std::vector<Field> fields;
  for (const char* key : old_friction_keys) {
    const bool is_factor = std::string_view(key) == "friction_factors";
    fields.push_back(numbers(key, is_factor ? "1" : "m", "now friction of rails.sections"));
    fields.back().is_old = true;
  }
  return fields;
}

void refuse_old_keys(const Table& scenario) {
  refuse_old_friction(scenario);
  if (!scenario.has("wheel_rail")) return;
  const Table& old = scenario.table("wheel_rail");
  std::vector<Finding> findings;
  for (const MovedKey& key : get_moved_keys()) {
    if (!old.has(key.before)) continue;
    findings.push_back(
        {"old-key", old.where_is(key.before),
         std::string("wheel_rail.") + key.before + " is now " + key.table + "." + key.now,
         "\"fourfoot upgrade FILE\" rewrites the file"});
  }
  if (findings.empty())
    findings.push_back({"old-key", scenario.where_is("wheel_rail"),
                        "wheel_rail is now wheels and rails",
                        "\"fourfoot upgrade FILE\" rewrites the file"});
  throw InputError(std::move(findings));
}

}  // namespace fourfoot::scenario
