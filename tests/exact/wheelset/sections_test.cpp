// A wheelset on a line whose rails change: what it finds under its wheels, section by section.
#include <gtest/gtest.h>

#include "support/wheelset_case.h"

namespace fourfoot {
namespace {

constexpr double v = 20.0;

/// Rails of 1435 mm, from 100 m on 6 mm wider, from 200 m on inclined 1:20 as well, over 20 m each.
std::string make_line() {
  std::string text = testing::make_wheelset(testing::s1002, 5e6, 5e6, 40e3, v);
  return text + R"(
[[rails.sections]]
from = 100
to = 200
blend = 20
gauge = 1.441
friction = 0.1
[[rails.sections]]
from = 200
blend = 20
gauge = 1.441
inclination = 0.05
friction = 0.2
)";
}

struct Found {
  double left, right, pressure, angle;
};

Found find(const system::System& system, double s) {
  analysis::EquilibriumOptions options;
  options.t = s / v;  // steady running on the rails there
  const testing::ChannelValues c(system, options.t,
                                 analysis::find_equilibrium(system, options).state);
  return {c["wheelset_1/left/rail_y"], c["wheelset_1/right/rail_y"],
          c["wheelset_1/left/patch_1/pressure"], c["wheelset_1/left/patch_1/angle"]};
}

TEST(RailSections, WidenTheGaugeByHalfOnEachSide) {
  const auto system = scenario::build_system(testing::read_scenario_text(make_line()));
  const Found still = find(*system, 10.0);
  for (const double s : {10.0, 89.0, 100.0, 111.0, 300.0}) {
    const Found found = find(*system, s);
    const double shift = s < 90.0 ? 0.0 : s == 100.0 ? 1.5e-3 : 3e-3;
    // The track gives way by micrometres.
    EXPECT_NEAR(found.left, still.left + shift, 3e-5) << s;
    EXPECT_NEAR(found.right, still.right - shift, 3e-5) << s;
    EXPECT_NEAR(found.left - found.right, still.left - still.right + 2.0 * shift, 1e-9) << s;
  }
}

// Where the rails are those of another scenario, all forces are that one's; rails that lie otherwise
// are felt.
TEST(RailSections, AreTheRailsOfAScenarioOfTheirOwn) {
  const auto line = scenario::build_system(testing::read_scenario_text(make_line()));
  std::string text = testing::make_wheelset(testing::s1002, 5e6, 5e6, 40e3, v);
  text += "gauge = 1.441\ninclination = 0.05\nfriction = 0.2\n";
  const auto alone = scenario::build_system(testing::read_scenario_text(text));
  const Found there = find(*line, 300.0), same = find(*alone, 300.0), before = find(*line, 150.0);
  EXPECT_NEAR(there.pressure, same.pressure, 2e-3 * same.pressure);
  EXPECT_NEAR(there.angle, same.angle, 1e-5);
  EXPECT_GT(std::abs(before.angle - there.angle), 1e-3);
}

}  // namespace
}  // namespace fourfoot
