#include <gtest/gtest.h>

#include "base/error.h"
#include "track/speed_profile.h"

namespace fourfoot::track {
namespace {

TEST(SpeedProfile, Constant) {
  const SpeedProfile p = SpeedProfile::constant(20, 5);
  EXPECT_DOUBLE_EQ(p.calc(3).s, 65);
  EXPECT_DOUBLE_EQ(*p.find_time(65), 3);
  EXPECT_DOUBLE_EQ(*p.find_time(-15), -1);
  EXPECT_TRUE(p.get_breaks().empty());
}

TEST(SpeedProfile, BrakesToAStandAndStays) {
  const SpeedProfile p = SpeedProfile::uniform(22.09, -2);
  EXPECT_NEAR(p.calc(100).s, 22.09 * 22.09 / 4, 1e-12);  // 122 m, inside route II's curve
  EXPECT_EQ(p.calc(100).v, 0);
  EXPECT_EQ(p.calc(100).a, 0);
  EXPECT_FALSE(p.find_time(123).has_value());
  EXPECT_NEAR(p.calc(*p.find_time(100)).s, 100, 1e-12);
}

TEST(SpeedProfile, TimeOfAStationInvertsTheWay) {
  const SpeedProfile up = SpeedProfile::uniform(10.25, 6);
  const SpeedProfile table = SpeedProfile::over_time({0, 10, 15, 40}, {5, 25, 25, 0}, 3);
  for (double t = 0; t < 39; t += 0.37) {
    EXPECT_NEAR(*up.find_time(up.calc(t).s), t, 1e-11);
    EXPECT_NEAR(*table.find_time(table.calc(t).s), t, 1e-9);
  }
  EXPECT_DOUBLE_EQ(table.calc(0).s, 3);
  EXPECT_NEAR(table.calc(40).s, 3 + 150 + 125 + 312.5, 1e-12);
  EXPECT_EQ(table.get_breaks().size(), 4u);
}

TEST(SpeedProfile, OverDistanceIsUniformAccelerationBetweenPoints) {
  const SpeedProfile p = SpeedProfile::over_distance({0, 100, 200, 300}, {10, 20, 20, 0}, 50);
  EXPECT_NEAR(p.calc(0).s, 50, 1e-12);
  EXPECT_NEAR(p.calc(0).a, (400.0 - 100) / 200, 1e-12);
  for (const double s : {60.0, 99.0, 150.0, 250.0, 299.0}) {
    const double t = *p.find_time(s);
    EXPECT_NEAR(p.calc(t).s, s, 1e-9);
    const double v2 = s < 100 ? 100 + 3 * s : s < 200 ? 400 : 400 - 4 * (s - 200);
    EXPECT_NEAR(p.calc(t).v * p.calc(t).v, v2, 1e-8);
  }
  EXPECT_FALSE(p.find_time(301).has_value());
}

TEST(SpeedProfile, StartsFromRest) {
  const SpeedProfile p = SpeedProfile::over_distance({0, 100}, {0, 20});
  EXPECT_EQ(p.calc(0).v, 0);
  EXPECT_NEAR(p.calc(5).a, 2, 1e-12);
  EXPECT_NEAR(*p.find_time(100), 10, 1e-9);
}

TEST(SpeedProfile, FaultyTables) {
  try {
    SpeedProfile::over_time({0, 2, 1}, {1, 2, 3});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.findings().front().id, "speed-table");
    EXPECT_EQ(error.findings().front().message,
              "the speed table's times must ascend, entry 3 does not");
  }
  EXPECT_THROW(SpeedProfile::over_time({0, 0}, {1, 2}), InputError);
  EXPECT_THROW(SpeedProfile::over_time({0, 1}, {1}), InputError);
  EXPECT_THROW(SpeedProfile::over_time({0, 1}, {1, -2}), InputError);
  EXPECT_THROW(SpeedProfile::over_distance({0, 1, 2}, {1, 0, 0}), InputError);
}

}  // namespace
}  // namespace fourfoot::track
