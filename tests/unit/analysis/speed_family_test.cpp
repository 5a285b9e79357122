// Members of a family that differ in their speed share what they are built of.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "input/scenario_family.h"
#include "scenario/speed_change.h"

namespace fourfoot::testing {
namespace {

const std::string examples = FOURFOOT_SOURCE_DIR "/examples/";

/// Nominal state, displaced wheels, and the rate there: all that a speed can change.
VecX calc_signs_of_life(const system::System& system) {
  system::Workspace ws(system);
  VecX y = system.calc_nominal_state(ws);
  system.set_time(0.0, ws);
  system.edit(y).q.array() += 1e-3;
  VecX rate(y.size()), g(system.limit_count() + static_cast<int>(system.watches().size()));
  system.calc_rate(0.0, y, ws, rate);
  system.calc_events(0.0, y, ws, g);
  VecX all(y.size() + rate.size() + g.size());
  all << y, rate, g;
  return all;
}

// To the bit: a study that begins at another speed must not find anything else.
TEST(SpeedFamily, AMemberAtAnotherSpeedIsTheOneThatIsRead) {
  for (const char* example : {"21-freight-map", "20-cooperrider", "01-hunting-wheelset"}) {
    const std::string file = examples + example + "/scenario.toml";
    const scenario::Family family = input::make_family(file, {}, "speed.v");
    const scenario::Member first = family(43.0), moved = family(61.5);
    const scenario::Member read = input::read_member(file, {{"speed.v", "61.5"}});
    EXPECT_EQ(&moved.system->model(), &first.system->model()) << example;
    EXPECT_NE(&read.system->model(), &first.system->model());
    EXPECT_EQ(moved.scenario.speed.calc(2.0).s, read.scenario.speed.calc(2.0).s);
    EXPECT_EQ(moved.scenario.warnings.size(), read.scenario.warnings.size());
    const VecX expected = calc_signs_of_life(*read.system);
    EXPECT_TRUE(calc_signs_of_life(*moved.system) == expected) << example;
    EXPECT_FALSE(calc_signs_of_life(*first.system) == expected) << example;
  }
}

TEST(SpeedFamily, ASpeedThatChangesAlongTheLineIsRead) {
  const std::string file = examples + "20-cooperrider/scenario.toml";
  const scenario::Family family = input::make_family(file, {{"speed.a", "0.5"}}, "speed.v");
  const scenario::Member first = family(60.0), second = family(61.0);
  EXPECT_FALSE(scenario::change_speed(first, 61.0));
  EXPECT_EQ(second.scenario.speed.calc(2.0).v, 62.0);
}

TEST(SpeedFamily, AForbiddenSpeedIsToldAsTheFileWould) {
  const scenario::Family family =
      input::make_family(examples + "20-cooperrider/scenario.toml", {}, "speed.v");
  family(60.0);
  EXPECT_THROW(family(-1.0), InputError);
}

}  // namespace
}  // namespace fourfoot::testing
