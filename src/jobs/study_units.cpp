#include "jobs/study_units.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <sstream>

namespace fourfoot::jobs {

namespace {

using Parts = std::vector<std::string>;

Parts split_key(const std::string& key) {
  std::istringstream in(key);
  Parts parts;
  for (std::string part; std::getline(in, part, '.');) parts.push_back(part);
  return parts;
}

const Field* find_field(const Schema& schema, const std::string& key) {
  const auto it = std::find_if(schema.fields.begin(), schema.fields.end(),
                               [&](const Field& field) { return field.key == key; });
  return it == schema.fields.end() ? nullptr : &*it;
}

const Table* take_table(const Value* value) {
  return value == nullptr ? nullptr : std::get_if<Table>(&value->data);
}

/// An entry of an array of tables: by its number, counted from 1, or by its name.
const Table* take_entry(const Value* value, const std::string& part) {
  const auto* all = value == nullptr ? nullptr : std::get_if<std::vector<Table>>(&value->data);
  if (all == nullptr) return nullptr;
  for (const Table& table : *all) {
    const Value* name = table.find("name");
    const auto* text = name == nullptr ? nullptr : std::get_if<std::string>(&name->data);
    if (text != nullptr && *text == part) return &table;
  }
  const unsigned long number = std::strtoul(part.c_str(), nullptr, 10);
  return number >= 1 && number <= all->size() ? &(*all)[number - 1] : nullptr;
}

/// The fields that a key may mean: those of the table itself, else of the law that it chooses; of
/// all laws where it is not known which.
std::vector<const Field*> list_fields(const Schema& schema, const Table* table,
                                      const std::string& key) {
  if (const Field* own = find_field(schema, key)) return {own};
  const Value* chosen = table == nullptr ? nullptr : table->find(schema.selector);
  const auto* word = chosen == nullptr ? nullptr : std::get_if<std::string>(&chosen->data);
  std::vector<const Field*> fields;
  for (const auto& [name, variant] : schema.variants) {
    if (word != nullptr && *word != name) continue;
    for (const Field* field : list_fields(*variant, table, key)) fields.push_back(field);
  }
  return fields;
}

std::optional<std::string> find_unit(const Schema& schema, const Table* table, const Parts& parts,
                                     std::size_t at);

std::optional<std::string> find_unit(const Field& field, const Table* table, const Parts& parts,
                                     std::size_t at) {
  const Value* value = table == nullptr ? nullptr : table->find(field.key);
  if (field.kind == Kind::number || field.kind == Kind::numbers) return field.unit;
  if (!field.schema) return std::nullopt;
  if (field.kind == Kind::table || field.kind == Kind::path_or_table)
    return find_unit(*field.schema, take_table(value), parts, at + 1);
  if (at + 1 >= parts.size()) return std::nullopt;
  if (field.kind == Kind::tables)
    return find_unit(*field.schema, take_entry(value, parts[at + 1]), parts, at + 2);
  const Table* names = take_table(value);  // a dictionary
  return find_unit(*field.schema,
                   names == nullptr ? nullptr : take_table(names->find(parts[at + 1])), parts,
                   at + 2);
}

std::optional<std::string> find_unit(const Schema& schema, const Table* table, const Parts& parts,
                                     std::size_t at) {
  if (at >= parts.size()) return std::nullopt;
  std::optional<std::string> found;
  for (const Field* field : list_fields(schema, table, parts[at])) {
    const std::optional<std::string> unit = find_unit(*field, table, parts, at);
    if (!unit) continue;
    if (found && *found != *unit) return std::nullopt;  // it depends on the law
    found = unit;
  }
  return found;
}

bool is_number(const std::string& text) {
  char* end = nullptr;
  std::strtod(text.c_str(), &end);
  return !text.empty() && *end == '\0';
}

std::string get_observed_unit(const std::string& observed) {
  const std::string leaf = observed.substr(observed.rfind('/') + 1);
  return leaf == "phi" || leaf == "chi" || leaf == "psi" ? "rad" : "m";
}

}  // namespace

std::string find_key_unit(const Schema& schema, const Table& table, const std::string& key) {
  return find_unit(schema, &table, split_key(key), 0).value_or("");
}

std::vector<std::string> list_parameter_units(const scenario::Study& study, const Schema& schema,
                                              const Table& scenario) {
  std::vector<std::string> units;
  for (const scenario::StudyParameter& parameter : study.parameters) {
    const bool are_numbers =
        std::all_of(parameter.values.begin(), parameter.values.end(), is_number);
    // The factors of several entries have no unit of their own: the first says what it is.
    units.push_back(are_numbers ? find_key_unit(schema, scenario, parameter.keys.front()) : "");
  }
  return units;
}

std::vector<std::string> list_figure_units(const scenario::Study& study,
                                           const std::vector<Channel>& channels) {
  const std::string observed = get_observed_unit(study.observed);
  if (study.analysis == "critical-speed") return {"m/s", "m/s", "m/s", observed, "Hz"};
  if (study.analysis == "eigen") return {"1/s", "Hz", ""};
  if (study.analysis == "settle") return {"1/s", "Hz", "", observed, observed, observed, "s"};
  std::vector<std::string> units;
  for (const scenario::Measure& measure : study.measures) {
    const auto channel = std::find_if(channels.begin(), channels.end(),
                                      [&](const Channel& c) { return c.name == measure.channel; });
    units.push_back(measure.is_figure()         ? get_figure_unit(measure.figure)
                    : channel == channels.end() ? std::string()
                                                : channel->unit);
  }
  return units;
}

std::string get_figure_unit(const std::string& figure) {
  static const std::map<std::string, std::string> units{{"sum_Y", "N"},
                                                        {"Q", "N"},
                                                        {"Y_qst", "N"},
                                                        {"Q_qst", "N"},
                                                        {"instability", "N"},
                                                        {"T_gamma", "N"},
                                                        {"curve_resistance", "N"},
                                                        {"body_y", "m/s2"},
                                                        {"body_z", "m/s2"},
                                                        {"body_y_rms", "m/s2"},
                                                        {"body_z_rms", "m/s2"},
                                                        {"body_y_safety", "m/s2"},
                                                        {"body_y_qst", "m/s2"},
                                                        {"bogie_y", "m/s2"},
                                                        {"C_Cy", "m/s2"},
                                                        {"C_Cz", "m/s2"},
                                                        {"a_wx", "m/s2"},
                                                        {"a_wy", "m/s2"},
                                                        {"a_wz", "m/s2"},
                                                        {"a_v", "m/s2"},
                                                        {"Y_Q_duration", "s"},
                                                        {"P_CT_standing", "%"},
                                                        {"P_CT_seated", "%"},
                                                        {"P_DE_standing", "%"},
                                                        {"P_DE_seated", "%"},
                                                        {"sway_left", "m"},
                                                        {"sway_right", "m"},
                                                        {"rise", "m"},
                                                        {"drop", "m"},
                                                        {"friction_work", "J"},
                                                        {"energy_per_metre", "J/m"},
                                                        {"wear_rate", "mg/km"}};
  const auto it = units.find(figure);
  return it == units.end() ? "" : it->second;
}

std::string join_unit(const std::string& name, const std::string& unit) {
  if (unit.empty() || unit == "1" || name.ends_with(']')) return name;
  return name + " [" + unit + "]";
}

NameWithUnit split_unit(const std::string& head) {
  const std::size_t at = head.rfind(" [");
  if (at == std::string::npos || !head.ends_with(']')) return {head, ""};
  return {head.substr(0, at), head.substr(at + 2, head.size() - at - 3)};
}

}  // namespace fourfoot::jobs
