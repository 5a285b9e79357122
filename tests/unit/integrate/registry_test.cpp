#include "integrate/registry.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace fourfoot::integrate {
namespace {

TEST(Registry, NamesAreThoseOfTheFiles) {
  EXPECT_EQ(
      get_method_names(),
      (std::vector<std::string>{"bdf", "adams", "rk4", "dopri5", "central-difference", "newmark",
                                "hht", "generalized-alpha", "park", "rosenbrock", "linear-bdf2"}));
}

TEST(Registry, SchemaSelectsTheFieldsByMethod) {
  const SchemaPtr schema = get_integrator_schema();
  EXPECT_EQ(schema->selector, "method");
  ASSERT_EQ(schema->fields.size(), 1u);
  EXPECT_EQ(schema->fields[0].default_text, "bdf");
  EXPECT_EQ(schema->fields[0].choices, get_method_names());
  const auto has = [&](const std::string& method, const std::string& key) {
    const auto& fields = schema->variants.at(method)->fields;
    return std::any_of(fields.begin(), fields.end(), [&](const Field& f) { return f.key == key; });
  };
  for (const Method& method : get_methods()) {
    EXPECT_EQ(has(method.name, "step"), !method.is_adaptive) << method.name;
    EXPECT_EQ(has(method.name, "first_step"), method.is_adaptive) << method.name;
  }
  EXPECT_TRUE(has("hht", "damping"));
  EXPECT_FALSE(has("newmark", "damping"));
  EXPECT_TRUE(has("generalized-alpha", "rho_inf"));
}

TEST(Registry, OptionsComeFromTheTable) {
  Table table;
  const auto put = [&](const char* key, Value::Data data) {
    table.put(key, Value{std::move(data), {}});
  };
  put("method", std::string("hht"));
  put("step", 2e-4);
  put("rtol", 1e-9);
  put("damping", 0.25);
  put("max_order", 3.0);
  put("jacobian_interval", 4.0);
  const Options options = read_options(table);
  EXPECT_EQ(options.method, "hht");
  EXPECT_EQ(options.step, 2e-4);
  EXPECT_EQ(options.rtol, 1e-9);
  EXPECT_EQ(options.damping, 0.25);
  EXPECT_EQ(options.max_order, 3);
  EXPECT_EQ(options.jacobian_interval, 4);
  EXPECT_EQ(options.atol, Options{}.atol);
}

}  // namespace
}  // namespace fourfoot::integrate
