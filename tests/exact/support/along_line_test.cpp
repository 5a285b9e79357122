// Support that changes along the line: how far rails sag on it, hanging sleepers, all formulations.
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "run_over.h"
#include "support/wheelset_case.h"
#include "track/support.h"

namespace fourfoot {
namespace {

using testing::ChannelValues;

const double line_stiffness = track::default_vertical_support.stiffness;
const double line_damping = track::default_vertical_support.damping;

scenario::Scenario read_case(const std::string& sections, double load, double v, double start,
                             const std::string& head = "") {
  std::string wheelset = testing::make_wheelset(testing::cone, 5e6, 5e6, load, v);
  const std::string speed = "[speed]\n";
  wheelset.insert(wheelset.find(speed) + speed.size(), "start = " + std::to_string(start) + "\n");
  return testing::read_scenario_text(
      head + wheelset + "[track]\n[[track.horizontal]]\ntype = \"line\"\nlength = 1000\n" +
      sections + "[integrator]\nrtol = 1e-8\natol = 1e-8\n");
}

const char* const soft_left = R"(
[[track.support.sections]]
from = 105
to = 135
blend = 10
vertical_left = { stiffness = "20 MN/m" }
lateral = { stiffness = "20 MN/m", damping = "60 kN s/m" }
)";

// Slowly over a change that begins at 100 m and ends at 110 m: inertia is nothing, so that
// k(s) z = -Q - c v_z.
TEST(SupportAlongLine, RailsSagAsTheStiffnessChanges) {
  const double v = 2.0, start = 99.0;
  const Trajectory t = run_over(read_case(soft_left, 45e3, v, start), 6.0);
  const std::vector<double>&time = t.values("time"), &left = t.values("rail_1_left/z");
  for (std::size_t i = 0; i < time.size(); ++i) {
    const double x = std::clamp((start + v * time[i] - 100.0) / 10.0, 0.0, 1.0);
    const double step = x * x * x * (10.0 - 15.0 * x + 6.0 * x * x);
    const double k = line_stiffness + step * (20e6 - line_stiffness);
    const double Q = t.values("wheelset_1/left/Q")[i], v_z = t.values("rail_1_left/v_z")[i];
    EXPECT_NEAR(left[i], -(Q + line_damping * v_z) / k, 1e-4 * Q / k) << time[i];
    const double right_Q = t.values("wheelset_1/right/Q")[i];
    const double right_v = t.values("rail_1_right/v_z")[i];
    EXPECT_NEAR(t.values("rail_1_right/z")[i], -(right_Q + line_damping * right_v) / line_stiffness,
                1e-4 * Q / line_stiffness);
  }
  EXPECT_NEAR(left.front() / left.back(), 20e6 / line_stiffness, 0.01);
}

const char* const hanging = R"(
[[track.support.sections]]
from = 50
vertical = { stiffness = "10 MN/m", gap = "2 mm" }
)";

TEST(SupportAlongLine, HangingSleepersCarryBeyondTheirGap) {
  for (const double load : {10e3, 45e3}) {
    const auto system = scenario::build_system(read_case(hanging, load, 20.0, 200.0));
    const ChannelValues c(*system, 0.0, analysis::find_equilibrium(*system).state);
    for (const std::string side : {"left", "right"}) {
      const double Q = c["wheelset_1/" + side + "/Q"];
      const double open = Q / 10e6;
      const double closed = (Q - 10e6 * 2e-3) / line_stiffness + 2e-3;
      EXPECT_NEAR(c["rail_1_" + side + "/z"], open < 2e-3 ? -open : -closed, 1e-9) << load;
    }
  }
}

TEST(SupportAlongLine, IsTheSameInAllFormulations) {
  const Trajectory kane = run_over(read_case(soft_left, 45e3, 40.0, 97.0), 0.4);
  for (const std::string formulation : {"inertial", "track-frame"}) {
    SCOPED_TRACE(formulation);
    const Trajectory other =
        run_over(read_case(soft_left, 45e3, 40.0, 97.0, "formulation = \"" + formulation + "\"\n"),
                 0.4, 40, formulation);
    expect_same(kane, other, {"rail_1_left/z", "rail_1_right/z", "wheelset_1/left/Q"});
  }
}

void expect_refused(const std::string& sections, const std::string& message) {
  try {
    scenario::build_system(read_case(sections, 45e3, 20.0, 0.0));
    ADD_FAILURE() << "taken: " << sections;
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find(message), std::string::npos) << e.what();
  }
}

TEST(SupportAlongLine, RefusesWhatCannotBe) {
  expect_refused("[[track.support.sections]]\nfrom = 0\nto = 1\nblend = 2\n", "shorter than");
  expect_refused(
      "[[track.support.sections]]\nfrom = 0\nto = 9\n[[track.support.sections]]\nfrom = 5\n",
      "before the previous one ends");
  expect_refused(
      "[[track.support.sections]]\nfrom = 10\nto = 20\n[[track.support.sections]]\nfrom = 20\n"
      "blend = 30\n",
      "begins before that of the previous section");
  expect_refused(
      "[[track.support.sections]]\nfrom = 0\nvertical = { stiffness = 1e9, gap = 0.001 }\n",
      "below that of the line");
  expect_refused(
      "[track.support]\nvertical = { mass = 50, stiffness = 8e7, damping = 1e5 }\n"
      "[[track.support.sections]]\nfrom = 0\nlateral = { stiffness = 1e7 }\n",
      "do not give in this direction");
  expect_refused("[track.support]\nmodel = \"rigid\"\n[[track.support.sections]]\nfrom = 0\n",
                 "neither masses nor springs");
}

}  // namespace
}  // namespace fourfoot
