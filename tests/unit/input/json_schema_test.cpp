#include "input/json_schema.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "scenario/scenario.h"
#include "vehicle/schema.h"

namespace fourfoot::input {
namespace {

using nlohmann::json;

// Every key of the schema must be among the properties, however deep. Parts of parts refer to a
// definition instead, or there would be no end.
void expect_covered(const Schema& schema, const json& described, const std::string& path) {
  if (described.contains("$ref")) return;
  if (!schema.selector.empty()) {
    ASSERT_TRUE(described.contains("oneOf")) << path;
    ASSERT_EQ(described["oneOf"].size(), schema.variants.size()) << path;
    std::size_t i = 0;
    for (const auto& [name, variant] : schema.variants) {
      const json& properties = described["oneOf"][i++]["properties"];
      EXPECT_EQ(properties[schema.selector]["const"], name);
      for (const Field& field : variant->fields)
        EXPECT_TRUE(field.is_old || properties.contains(field.key)) << path << field.key;
    }
    return;
  }
  for (const Field& field : schema.fields) {
    if (field.is_old) continue;  // read only to be refused
    const std::string here = path + "/" + field.key;
    ASSERT_TRUE(described["properties"].contains(field.key)) << here;
    const json& value = described["properties"][field.key];
    EXPECT_TRUE(value.contains("description")) << here;
    if (field.kind == Kind::table)  // one that a word may stand for is the second choice
      expect_covered(*field.schema, field.choices.empty() ? value : value["anyOf"][1], here);
    if (field.kind == Kind::path_or_table) expect_covered(*field.schema, value["anyOf"][1], here);
    if (field.kind == Kind::dictionary)
      expect_covered(*field.schema, value["additionalProperties"], here);
  }
}

TEST(JsonSchema, CoversAllKeysOfScenarioAndVehicle) {
  const SchemaPtr schemas[] = {scenario::get_scenario_schema(), vehicle::get_vehicle_schema()};
  for (const SchemaPtr& schema : schemas) {
    const json described = json::parse(make_json_schema(*schema));
    EXPECT_EQ(described["title"], "fourfoot " + schema->name);
    expect_covered(*schema, described, schema->name);
  }
}

TEST(JsonSchema, TellsRangesDefaultsAndWhatIsRequired) {
  Schema schema{
      "s",
      "",
      {number("a", "m", "").positive().required(), number("b", "", "").within(1, 2).by_default(1.5),
       text("c", "").one_of({"x", "y"}), numbers("d", "m", "").of_length(3)},
      "",
      {}};
  const json described = json::parse(make_json_schema(schema));
  const json& properties = described["properties"];
  EXPECT_EQ(described["required"], json({"a"}));
  EXPECT_EQ(properties["a"]["anyOf"][0]["exclusiveMinimum"], 0.0);
  EXPECT_EQ(properties["a"]["description"], " [m]");
  EXPECT_EQ(properties["b"]["anyOf"][0]["maximum"], 2.0);
  EXPECT_EQ(properties["b"]["default"], 1.5);
  EXPECT_EQ(properties["c"]["enum"], json({"x", "y"}));
  EXPECT_EQ(properties["d"]["minItems"], 3);
  EXPECT_EQ(described["additionalProperties"], false);
}

}  // namespace
}  // namespace fourfoot::input
