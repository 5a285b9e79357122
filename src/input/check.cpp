#include "input/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>

#include "input/units.h"
#include "scenario/old_keys.h"

namespace fourfoot::input {

namespace {

using Findings = std::vector<Finding>;

constexpr std::size_t most_findings = 200;

std::string quote(const std::string& text) {
  return "\"" + text + "\"";
}

std::string describe_kind(const Field& field) {
  switch (field.kind) {
    case Kind::number:
      return field.unit.empty() || field.unit == "1" ? "a number" : "a number in " + field.unit;
    case Kind::integer:
      return "a whole number";
    case Kind::text:
      return "text in quotes";
    case Kind::boolean:
      return "true or false";
    case Kind::numbers:
      return field.count > 0 ? fmt::format("an array of {} numbers", field.count)
                             : "an array of numbers";
    case Kind::texts:
      return "an array of texts";
    case Kind::table:
      return field.choices.empty() ? "a table" : "a table, or " + quote(field.choices.back());
    case Kind::tables:
      return "tables, each [[" + field.key + "]]";
    case Kind::dictionary:
      return "tables with names, each [" + field.key + ".name]";
    case Kind::path:
      return "a file name in quotes";
    case Kind::path_or_table:
      return "a file name in quotes, or a table";
  }
  return {};
}

// "expected a number in m/s, or text with a unit such as "160 km/h""
std::string expect(const Field& field) {
  std::string hint = "expected " + describe_kind(field);
  if (field.kind == Kind::number || field.kind == Kind::numbers) {
    const std::string example = get_unit_example(field.unit);
    if (!example.empty()) hint += ", or text with a unit such as " + quote(example);
  }
  return hint;
}

void add_wrong_type(const Raw& raw, const Field& field, Findings& findings) {
  findings.push_back(
      {"wrong-type", raw.where, quote(field.key) + " is " + raw.describe(), expect(field)});
}

bool read_quantity(const std::string& text, const Raw& raw, const Field& field, double& result,
                   Findings& findings) {
  const auto quantity = parse_quantity(text);
  if (!quantity) {
    findings.push_back({"wrong-type", raw.where,
                        quote(field.key) + " is text without a number in front", expect(field)});
    return false;
  }
  const Conversion conversion = convert(*quantity, field.unit);
  if (conversion.fault == UnitFault::unknown_unit) {
    findings.push_back(
        {"unknown-unit", raw.where, "unknown unit " + quote(quantity->unit), expect(field)});
    return false;
  }
  if (conversion.fault == UnitFault::wrong_dimension) {
    const std::string want =
        field.unit.empty() || field.unit == "1" ? "a plain number" : quote(field.unit);
    findings.push_back({"wrong-unit", raw.where,
                        quantity->unit.empty()
                            ? quote(field.key) + " is text without a unit"
                            : fmt::format("{} is given in {}, which does not convert to {}",
                                          quote(field.key), quote(quantity->unit), want),
                        expect(field)});
    return false;
  }
  result = conversion.value;
  return true;
}

// The end of the range that only the unit sets is told where it is the one that is passed.
std::string describe_range(const Field& field, bool too_small) {
  const std::string unit = field.unit.empty() || field.unit == "1" ? "" : " " + field.unit;
  std::string range;
  if (std::isfinite(field.min) && (too_small || !field.min_by_unit)) {
    range =
        fmt::format("{} {}{}", field.min_excluded ? "greater than" : "at least", field.min, unit);
  }
  if (std::isfinite(field.max) && (!too_small || !field.max_by_unit)) {
    range += fmt::format("{}at most {}{}", range.empty() ? "" : " and ", field.max, unit);
  }
  if (too_small && !field.negative_if.empty()) {
    range += fmt::format("; if this is intended, set {} = true", field.negative_if);
  }
  return range;
}

bool check_range(double value, const Raw& raw, const Field& field, Findings& findings) {
  if (!std::isfinite(value)) {
    findings.push_back(
        {"not-finite", raw.where, quote(field.key) + " is not a finite number", expect(field)});
    return false;
  }
  const bool too_small = field.min_excluded ? value <= field.min : value < field.min;
  if (!too_small && value <= field.max) return true;
  const std::string unit = field.unit.empty() || field.unit == "1" ? "" : " " + field.unit;
  findings.push_back({"out-of-range", raw.where,
                      fmt::format("{} is {}{}", quote(field.key), value, unit),
                      "expected a value " + describe_range(field, too_small)});
  return false;
}

bool check_size(std::size_t size, const Raw& raw, const Field& field, Findings& findings) {
  if (size <= field.max_count) return true;
  findings.push_back({"too-many", raw.where,
                      fmt::format("{} has {} entries", quote(field.key), size),
                      fmt::format("expected at most {}", field.max_count)});
  return false;
}

bool read_number(const Raw& raw, const Field& field, double& result, Findings& findings) {
  if (const auto* integer = std::get_if<std::int64_t>(&raw.data)) {
    result = static_cast<double>(*integer);
  } else if (const auto* number = std::get_if<double>(&raw.data)) {
    result = *number;
  } else if (const std::string* text = raw.as_text()) {
    if (!read_quantity(*text, raw, field, result, findings)) return false;
  } else {
    add_wrong_type(raw, field, findings);
    return false;
  }
  return check_range(result, raw, field, findings);
}

bool read_text(const Raw& raw, const Field& field, std::string& result, Findings& findings) {
  const std::string* text = raw.as_text();
  if (text == nullptr) {
    add_wrong_type(raw, field, findings);
    return false;
  }
  if (!field.choices.empty() &&
      std::find(field.choices.begin(), field.choices.end(), *text) == field.choices.end()) {
    findings.push_back({"bad-choice", raw.where,
                        fmt::format("{} cannot be {}", quote(field.key), quote(*text)),
                        suggest(*text, field.choices)});
    return false;
  }
  result = *text;
  return true;
}

template <class T, class Read>
bool read_array(const Raw& raw, const Field& field, std::vector<T>& result, Findings& findings,
                Read read) {
  const RawArray* array = std::get_if<RawArray>(&raw.data);
  if (array == nullptr) {
    add_wrong_type(raw, field, findings);
    return false;
  }
  if (field.count != 0 && array->size() != field.count) {
    findings.push_back({"wrong-count", raw.where,
                        fmt::format("{} has {} values", quote(field.key), array->size()),
                        "expected " + describe_kind(field)});
    return false;
  }
  if (!check_size(array->size(), raw, field, findings)) return false;
  Field element = field;  // as --set would name it: "inertia.2"
  element.kind = field.kind == Kind::numbers ? Kind::number : Kind::text;
  bool all = true;
  for (std::size_t i = 0; i < array->size() && findings.size() < most_findings; ++i) {
    element.key = fmt::format("{}.{}", field.key, i + 1);
    T value{};
    if (read((*array)[i], element, value, findings))
      result.push_back(std::move(value));
    else
      all = false;
  }
  return all;
}

bool read_tables(const Raw& raw, const Field& field, std::vector<Table>& result,
                 Findings& findings) {
  const RawArray* array = std::get_if<RawArray>(&raw.data);
  if (array == nullptr) {
    add_wrong_type(raw, field, findings);
    return false;
  }
  if (!check_size(array->size(), raw, field, findings)) return false;
  for (const Raw& element : *array) {
    if (element.as_table() == nullptr) {
      add_wrong_type(element, field, findings);
    } else {
      result.push_back(check_table(element, *field.schema, findings));
    }
  }
  return true;
}

// `--set bodies.weelset.mass=3` makes a table with a new name. If that is not complete and another
// name is close, the slip is in the name, and that is what the user must hear.
bool replace_by_misnomer(const RawEntry& entry, const RawTable& siblings, const Field& field,
                         Findings& findings) {
  if (entry.value.where.name() != "--set") return false;
  std::vector<std::string> names;
  for (const RawEntry& sibling : siblings) {
    if (sibling.value.where.name() != "--set") names.push_back(sibling.key);
  }
  const std::string closest = find_closest(entry.key, names);
  if (closest.empty()) return false;
  findings.push_back({"unknown-name", entry.key_where,
                      fmt::format("there is no {} in {}", quote(entry.key), field.key),
                      "did you mean " + quote(closest) + "?"});
  return true;
}

bool read_dictionary(const Raw& raw, const Field& field, Table& result, Findings& findings) {
  const RawTable* table = raw.as_table();
  if (table == nullptr) {
    add_wrong_type(raw, field, findings);
    return false;
  }
  result.where = raw.where;
  if (!check_size(table->size(), raw, field, findings)) return false;
  for (const RawEntry& entry : *table) {
    if (entry.value.as_table() == nullptr) {
      findings.push_back({"wrong-type", entry.value.where,
                          quote(entry.key) + " is " + entry.value.describe(),
                          fmt::format("expected a table: [{}.{}]", field.key, entry.key)});
      continue;
    }
    Findings faults;
    result.put(entry.key, Value{check_table(entry.value, *field.schema, faults), entry.key_where});
    if (!faults.empty() && !replace_by_misnomer(entry, *table, field, findings)) {
      findings.insert(findings.end(), faults.begin(), faults.end());
    }
  }
  return true;
}

template <class T, class Read>
void put_if_read(const RawEntry& entry, const Field& field, Table& table, Findings& findings,
                 Read read) {
  T value{};
  if (read(entry.value, field, value, findings)) {
    // A table that was read from another file is located by its key.
    const SourceLocation& where = entry.value.where.known() ? entry.value.where : entry.key_where;
    table.put(field.key, Value{std::move(value), where});
  }
}

bool read_flag(const Raw& raw, const Field& field, bool& result, Findings& findings) {
  const bool* flag = std::get_if<bool>(&raw.data);
  if (flag == nullptr) {
    add_wrong_type(raw, field, findings);
    return false;
  }
  result = *flag;
  return true;
}

bool read_integer(const Raw& raw, const Field& field, double& result, Findings& findings) {
  const auto* integer = std::get_if<std::int64_t>(&raw.data);
  if (integer == nullptr) {
    add_wrong_type(raw, field, findings);
    return false;
  }
  result = static_cast<double>(*integer);
  if (std::abs(result) > std::numeric_limits<int>::max()) {
    findings.push_back({"out-of-range", raw.where,
                        fmt::format("{} is {}", quote(field.key), *integer),
                        "expected a whole number of at most ten digits"});
    return false;
  }
  return check_range(result, raw, field, findings);
}

bool read_path(const Raw& raw, const Field& field, std::string& result, Findings& findings) {
  if (!read_text(raw, field, result, findings)) return false;
  result = (raw.folder / result).lexically_normal().string();
  return true;
}

// A word that stands for a table is the table with that word as its model.
bool read_subtable(const Raw& raw, const Field& field, Table& result, Findings& findings) {
  if (const auto* word = std::get_if<std::string>(&raw.data); word && !field.choices.empty()) {
    std::string model;
    if (!read_text(raw, field, model, findings)) return false;
    result.where = raw.where;
    result.put("model", Value{std::move(model), raw.where});
    return true;
  }
  if (raw.as_table() == nullptr) {
    add_wrong_type(raw, field, findings);
    return false;
  }
  result = check_table(raw, *field.schema, findings);
  return true;
}

void read_entry(const RawEntry& entry, const Field& field, Table& table, Findings& findings) {
  switch (field.kind) {
    case Kind::number:
      return put_if_read<double>(entry, field, table, findings, read_number);
    case Kind::integer:
      return put_if_read<double>(entry, field, table, findings, read_integer);
    case Kind::text:
      return put_if_read<std::string>(entry, field, table, findings, read_text);
    case Kind::path:
      return put_if_read<std::string>(entry, field, table, findings, read_path);
    case Kind::boolean:
      return put_if_read<bool>(entry, field, table, findings, read_flag);
    case Kind::numbers:
      return put_if_read<std::vector<double>>(
          entry, field, table, findings,
          [](const Raw& raw, const Field& f, auto& result, Findings& found) {
            return read_array(raw, f, result, found, read_number);
          });
    case Kind::texts:
      return put_if_read<std::vector<std::string>>(
          entry, field, table, findings,
          [](const Raw& raw, const Field& f, auto& result, Findings& found) {
            return read_array(raw, f, result, found, read_text);
          });
    case Kind::tables:
      return put_if_read<std::vector<Table>>(entry, field, table, findings, read_tables);
    case Kind::dictionary:
      return put_if_read<Table>(entry, field, table, findings, read_dictionary);
    case Kind::table:
    case Kind::path_or_table:
      return put_if_read<Table>(entry, field, table, findings, read_subtable);
  }
}

void put_default(const Field& field, Table& table) {
  if (field.default_number) table.put(field.key, Value{*field.default_number, {}});
  if (field.default_text) table.put(field.key, Value{*field.default_text, {}});
  if (field.default_flag) table.put(field.key, Value{*field.default_flag, {}});
}

// A flag of the table may let numbers be negative.
void widen_fields(const RawTable& table, std::vector<Field>& fields) {
  for (Field& field : fields) {
    const RawEntry* flag =
        field.negative_if.empty() ? nullptr : find_entry(table, field.negative_if);
    const bool* is_set = flag == nullptr ? nullptr : std::get_if<bool>(&flag->value.data);
    if (is_set != nullptr && *is_set) field.min = -field.max;
  }
}

// The fields of a table, with those of the variant its selector names; nothing if it names none,
// and then the findings say so.
std::optional<std::vector<Field>> collect_fields(const RawTable& table, const Schema& schema,
                                                 Findings& findings) {
  std::vector<Field> fields = schema.fields;
  if (schema.selector.empty()) return fields;
  std::string chosen;
  for (const Field& field : schema.fields) {
    if (field.key == schema.selector && field.default_text) chosen = *field.default_text;
  }
  if (const RawEntry* entry = find_entry(table, schema.selector)) {
    Field selector = text(schema.selector, "");
    for (const auto& variant : schema.variants) selector.choices.push_back(variant.first);
    if (!read_text(entry->value, selector, chosen, findings)) return std::nullopt;
  }
  const auto variant = schema.variants.find(chosen);
  if (variant != schema.variants.end()) {
    fields.insert(fields.end(), variant->second->fields.begin(), variant->second->fields.end());
  }
  widen_fields(table, fields);
  return fields;
}

// A vehicle where a scenario is expected has every key wrong; one finding says it all.
bool is_other_format(const RawTable& entries, const Schema& schema, Findings& findings) {
  const auto field = std::find_if(schema.fields.begin(), schema.fields.end(),
                                  [](const Field& f) { return f.key == "format"; });
  const RawEntry* entry = find_entry(entries, "format");
  if (field == schema.fields.end() || field->choices.empty() || entry == nullptr) return false;
  const std::string* text = entry->value.as_text();
  if (text == nullptr ||
      std::find(field->choices.begin(), field->choices.end(), *text) != field->choices.end()) {
    return false;
  }
  findings.push_back(
      {"wrong-format", entry->value.where, fmt::format("the file says it is a {}", quote(*text)),
       fmt::format("expected a {} file: format = {}", schema.name, quote(field->choices.front()))});
  return true;
}

/// What a key of an earlier version is called now, if it is one of `keys`; else empty.
std::string find_new_name(const std::string& key, const std::vector<std::string>& keys) {
  for (const scenario::RenamedKey& renamed : scenario::get_renamed_keys()) {
    if (key == renamed.before && std::find(keys.begin(), keys.end(), renamed.now) != keys.end())
      return renamed.now;
  }
  return "";
}

}  // namespace

Table check_table(const Raw& raw, const Schema& schema, Findings& findings) {
  Table table;
  table.where = raw.where;
  const RawTable& entries = *raw.as_table();
  if (is_other_format(entries, schema, findings)) return table;
  const auto known = collect_fields(entries, schema, findings);
  if (!known) return table;  // which keys it may have is not known
  const std::vector<Field>& fields = *known;
  std::vector<std::string> keys;
  for (const Field& field : fields) keys.push_back(field.key);

  for (const RawEntry& entry : entries) {
    if (findings.size() >= most_findings) return table;  // to compare more names would take long
    const auto field = std::find_if(fields.begin(), fields.end(),
                                    [&](const Field& f) { return f.key == entry.key; });
    if (field != fields.end()) {
      read_entry(entry, *field, table, findings);
    } else if (const std::string now = find_new_name(entry.key, keys); !now.empty()) {
      findings.push_back({"old-key", entry.key_where,
                          fmt::format("{} is now {}", quote(entry.key), quote(now)),
                          "\"fourfoot upgrade FILE\" rewrites the file"});
    } else {
      findings.push_back({"unknown-key", entry.key_where,
                          fmt::format("unknown key {} in {}", quote(entry.key), schema.name),
                          suggest(entry.key, keys)});
    }
  }
  for (const Field& field : fields) {
    if (find_entry(entries, field.key) != nullptr) continue;
    if (field.is_required) {
      findings.push_back({"missing-key", raw.where,
                          fmt::format("{} has no {}", schema.name, quote(field.key)),
                          expect(field) + (field.doc.empty() ? "" : ": " + field.doc)});
    } else {
      put_default(field, table);
    }
  }
  return table;
}

}  // namespace fourfoot::input
