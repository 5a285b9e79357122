// Every quantity of every file has a range, and every list a longest length.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "profile/description.h"
#include "scenario/optimisation.h"
#include "scenario/scenario.h"
#include "scenario/study.h"
#include "vehicle/schema.h"

namespace fourfoot {
namespace {

void expect_ranges(const Schema& schema, const std::string& path, std::set<const Schema*>& seen) {
  if (!seen.insert(&schema).second) return;
  for (const Field& field : schema.fields) {
    const std::string here = path + "/" + field.key;
    const bool is_list = field.kind == Kind::numbers || field.kind == Kind::texts ||
                         field.kind == Kind::tables || field.kind == Kind::dictionary;
    if (field.kind == Kind::number || field.kind == Kind::numbers) {
      EXPECT_TRUE(std::isfinite(field.min) && std::isfinite(field.max)) << here;
      EXPECT_LT(field.min, field.max) << here;
      if (field.default_number) {
        EXPECT_TRUE(*field.default_number >= field.min && *field.default_number <= field.max)
            << here << " has a default outside of its range";
      }
    }
    if (is_list) {
      EXPECT_LE(field.max_count, 100000u) << here;
    }
    if (field.schema) expect_ranges(*field.schema, here, seen);
  }
  for (const auto& [name, variant] : schema.variants)
    expect_ranges(*variant, path + "(" + name + ")", seen);
}

TEST(Ranges, EveryNumberHasARangeAndEveryListALongestLength) {
  std::set<const Schema*> seen;
  expect_ranges(*scenario::get_scenario_schema(), "scenario", seen);
  expect_ranges(*vehicle::get_vehicle_schema(), "vehicle", seen);
  expect_ranges(*scenario::get_study_schema(), "study", seen);
  expect_ranges(*scenario::get_optimisation_schema(), "optimisation", seen);
  expect_ranges(profile::get_profile_schema(), "profile", seen);
  EXPECT_GT(seen.size(), 40u);
}

}  // namespace
}  // namespace fourfoot
