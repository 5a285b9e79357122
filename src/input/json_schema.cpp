#include "input/json_schema.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace fourfoot::input {

namespace {

using nlohmann::json;

/// Writes schemas; one that contains itself refers to its definition.
struct Writer {
  std::vector<const Schema*> open;
  json definitions;

  json describe(const Schema& schema);
  json describe_value(const Field& field);
  void add_fields(const std::vector<Field>& fields, json& object);
  json describe_table(const Schema& schema);
};

void add_range(const Field& field, json& number) {
  // What a flag of the table allows, an editor need not mark.
  const double min = field.negative_if.empty() ? field.min : -field.max;
  if (std::isfinite(min)) number[field.min_excluded ? "exclusiveMinimum" : "minimum"] = min;
  if (std::isfinite(field.max)) number["maximum"] = field.max;
}

json describe_number(const Field& field) {
  json number = {{"type", "number"}};
  add_range(field, number);
  return {{"anyOf", {number, {{"type", "string"}, {"description", "a number with a unit"}}}}};
}

json describe_integer(const Field& field) {
  json integer = {{"type", "integer"}};
  add_range(field, integer);
  return integer;
}

json describe_array(const json& items, const Field& field) {
  json array = {{"type", "array"}, {"items", items}, {"maxItems", field.max_count}};
  if (field.count > 0) array["minItems"] = array["maxItems"] = field.count;
  return array;
}

json Writer::describe_value(const Field& field) {
  switch (field.kind) {
    case Kind::number:
      return describe_number(field);
    case Kind::integer:
      return describe_integer(field);
    case Kind::text:
      return field.choices.empty() ? json{{"type", "string"}} : json{{"enum", field.choices}};
    case Kind::path:
      return {{"type", "string"}};
    case Kind::boolean:
      return {{"type", "boolean"}};
    case Kind::numbers:
      return describe_array(describe_number(field), field);
    case Kind::texts:
      return describe_array({{"type", "string"}}, field);
    case Kind::table:
      if (field.choices.empty()) return describe(*field.schema);
      return {{"anyOf", {json{{"enum", field.choices}}, describe(*field.schema)}}};
    case Kind::tables:
      return describe_array(describe(*field.schema), field);
    case Kind::dictionary:
      return {{"type", "object"},
              {"additionalProperties", describe(*field.schema)},
              {"maxProperties", field.max_count}};
    case Kind::path_or_table:
      return {{"anyOf", {json{{"type", "string"}}, describe(*field.schema)}}};
  }
  return {};
}

void Writer::add_fields(const std::vector<Field>& fields, json& object) {
  for (const Field& field : fields) {
    if (field.is_old) continue;
    json value = describe_value(field);
    value["description"] =
        field.doc + (field.unit.empty() || field.unit == "1" ? "" : " [" + field.unit + "]");
    if (field.default_number) value["default"] = *field.default_number;
    if (field.default_text) value["default"] = *field.default_text;
    if (field.default_flag) value["default"] = *field.default_flag;
    object["properties"][field.key] = std::move(value);
    if (field.is_required) object["required"].push_back(field.key);
  }
}

json Writer::describe(const Schema& schema) {
  json reference = {{"$ref", "#/$defs/" + schema.name}};
  if (std::find(open.begin(), open.end(), &schema) != open.end()) {
    definitions[schema.name] = nullptr;  // wanted, see below
    return reference;
  }
  if (definitions.contains(schema.name)) return reference;
  open.push_back(&schema);
  json table = describe_table(schema);
  open.pop_back();
  if (!definitions.contains(schema.name)) return table;
  definitions[schema.name] = std::move(table);
  return reference;
}

// A table with a selector is one of its variants.
json Writer::describe_table(const Schema& schema) {
  json common = {{"type", "object"}, {"description", schema.doc}, {"additionalProperties", false}};
  common["properties"]["include"] = {
      {"description",
       "file or files with entries of this table; entries in the table itself have priority"}};
  add_fields(schema.fields, common);
  if (schema.selector.empty()) return common;
  json variants = json::array();
  for (const auto& [name, fields] : schema.variants) {
    json variant = common;
    add_fields(fields->fields, variant);
    variant["description"] = fields->doc;
    variant["properties"][schema.selector] = {{"const", name}};
    variants.push_back(std::move(variant));
  }
  return {{"oneOf", variants}};
}

}  // namespace

std::string make_json_schema(const Schema& schema) {
  Writer writer;
  json root = writer.describe(schema);
  if (!writer.definitions.empty()) root["$defs"] = writer.definitions;
  root["$schema"] = "https://json-schema.org/draft/2020-12/schema";
  root["title"] = "fourfoot " + schema.name;
  return root.dump(2);
}

}  // namespace fourfoot::input
