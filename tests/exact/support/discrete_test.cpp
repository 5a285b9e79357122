// A wheelset that rolls on rails on sleepers: how far they sink, how often the sleepers come, hanging ones, all
// formulations. Derivatives: tests/unit/system/jacobian_test.cpp.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "base/error.h"
#include "run_over.h"
#include "support/wheelset_case.h"
#include "track/receptance.h"

namespace fourfoot {
namespace {

using testing::ChannelValues;

scenario::Scenario read_sleepers(double v, double start, const std::string& support = "",
                                 const std::string& head = "",
                                 const std::string& tolerance = "1e-6") {
  std::string wheelset = testing::make_wheelset(testing::cone, 5e6, 5e6, 45e3, v);
  const std::string speed = "[speed]\n";
  wheelset.insert(wheelset.find(speed) + speed.size(), "start = " + std::to_string(start) + "\n");
  return testing::read_scenario_text(
      head + wheelset + "[track]\n[[track.horizontal]]\ntype = \"line\"\nlength = 1000\n" +
      "[track.support]\nmodel = \"discrete\"\n" + support + "[integrator]\nrtol = " + tolerance +
      "\natol = " + tolerance + "\n");
}

// Of one rail at rest, by the load: measured as a hammer would, slowly.
TEST(DiscreteTrackContacts, SinksAsItsReceptanceSays) {
  const track::SupportAlongLine ballast(track::default_lateral_ballast,
                                        track::default_vertical_ballast);
  const track::Receptance slow =
      track::calc_receptances(track::DiscreteSupport{}, ballast, {0.01}).front();
  for (const bool between : {false, true}) {
    const auto system = scenario::build_system(read_sleepers(20.0, between ? 30.3 : 30.0));
    const ChannelValues c(*system, 0.0, analysis::find_equilibrium(*system).state);
    const double soft = between ? slow.z_between.real() : slow.z_sleeper.real();
    for (const std::string side : {"left", "right"}) {
      const double Q = c["wheelset_1/" + side + "/Q"];
      EXPECT_NEAR(Q, 45e3 + 0.5 * 1500.0 * 9.81, 100.0);
      EXPECT_NEAR(c["rail_1_" + side + "/z"], -Q * soft, 1e-3 * Q * soft) << between;
    }
  }
}

// At rest the seats of all sleepers carry the wheel, most of it the one below.
TEST(DiscreteTrackContacts, SeatsCarryTheWheel) {
  std::string chainages;
  for (int j = -9; j <= 9; ++j) chainages += (j > -9 ? ", " : "") + std::to_string(30.0 + 0.6 * j);
  const auto system = scenario::build_system(
      read_sleepers(20.0, 30.0, "sleepers = { record = [" + chainages + "] }\n"));
  const ChannelValues c(*system, 0.0, analysis::find_equilibrium(*system).state);
  for (const std::string side : {"left", "right"}) {
    double sum = 0.0, largest = 0.0;
    for (int i = 1; i <= 19; ++i) {
      const double seat = c["sleeper_" + std::to_string(i) + "/" + side + "/seat"];
      sum += seat;
      largest = std::max(largest, seat);
    }
    const double Q = c["wheelset_1/" + side + "/Q"];
    EXPECT_NEAR(sum, Q, 1e-3 * Q);  // two of the ring are missing, 5.7 m away
    EXPECT_EQ(largest, c["sleeper_10/" + side + "/seat"]);
    EXPECT_NEAR(c["sleeper_10/" + side + "/z"], -largest / 49.6e6, 1e-9);
  }
}

// After the start has died down the wheel load repeats itself from sleeper to sleeper, and nothing else is
// as large as what comes with that rate.
TEST(DiscreteTrackContacts, FeelsTheSleepersPass) {
  const double v = 20.0, spacing = 0.6;
  const int rows = 300, period = 20;  // 15 sleepers in 0.45 s
  const Trajectory t = run_over(read_sleepers(v, 0.0), 15 * spacing / v, rows);
  const std::vector<double>& Q = t.values("wheelset_1/left/Q");
  const std::vector<double> late(Q.end() - 6 * period, Q.end());  // six sleepers
  double mean = 0.0, largest = 0.0, least = 1e9;
  for (const double q : late) {
    mean += q / static_cast<double>(late.size());
    largest = std::max(largest, q);
    least = std::min(least, q);
  }
  for (std::size_t i = period; i < late.size(); ++i)
    EXPECT_NEAR(late[i], late[i - period], 0.1 * (largest - least));
  const auto calc_part = [&](int waves) {  // over the six sleepers
    std::complex<double> sum = 0.0;
    for (std::size_t i = 0; i < late.size(); ++i)
      sum += (late[i] - mean) *
             std::polar(1.0, 2.0 * std::numbers::pi * waves * static_cast<double>(i) /
                                 static_cast<double>(late.size()));
    return std::abs(sum) / static_cast<double>(late.size());
  };
  for (int waves = 1; waves < 12; ++waves)
    EXPECT_LT(waves == 6 ? 0.0 : calc_part(waves), 0.1 * calc_part(6)) << waves;
}

const char* const one_hanging = R"(
[[track.support.sections]]
from = 29.7
to = 30.3
blend = 0.2
vertical = { stiffness = "0.1 MN/m", gap = "5 mm" }
)";

// A sleeper that hangs by more than the rail sinks carries nothing: as if it were not there.
TEST(DiscreteTrackContacts, HangingSleepersCarryNothingUntilTheyLie) {
  const auto plain = scenario::build_system(read_sleepers(20.0, 30.0));
  const auto hollow = scenario::build_system(read_sleepers(20.0, 30.0, one_hanging));
  const ChannelValues a(*plain, 0.0, analysis::find_equilibrium(*plain).state);
  const ChannelValues b(*hollow, 0.0, analysis::find_equilibrium(*hollow).state);
  EXPECT_LT(b["rail_1_left/z"], 1.2 * a["rail_1_left/z"]);
  EXPECT_GT(b["rail_1_left/z"], -5e-3);
}

// On a short ring and for a short while: the other formulation takes its derivatives by differences.
TEST(DiscreteTrackContacts, IsTheSameInertially) {
  const std::string ring = "free_length = 3\nelements = 1\n" + std::string(one_hanging);
  const Trajectory kane = run_over(read_sleepers(20.0, 29.5, ring, "", "1e-8"), 0.02, 10);
  const Trajectory other =
      run_over(read_sleepers(20.0, 29.5, ring, "formulation = \"inertial\"\n", "1e-8"), 0.02, 10,
               "inertial");
  expect_same(kane, other, {"rail_1_left/z", "rail_1_right/y", "wheelset_1/left/Q"});
}

TEST(DiscreteTrackContacts, RefusesWhatItDoesNotKnow) {
  const auto expect = [](const std::string& support, const std::string& message, bool rigid) {
    scenario::Scenario scenario = read_sleepers(20.0, 0.0, support);
    if (rigid) {
      std::string text = testing::make_wheelset(testing::cone, 5e6, 5e6, 45e3, 20.0);
      text.replace(text.find("geometry = \"online\""), 19, "normal = \"constraint\"");
      scenario =
          testing::read_scenario_text(text +
                                      "[track]\nsupport = { model = \"discrete\" "
                                      "}\n[[track.horizontal]]\ntype = \"line\"\nlength = 9\n");
    }
    try {
      scenario::build_system(scenario);
      ADD_FAILURE() << "taken: " << support;
    } catch (const InputError& e) {
      EXPECT_NE(std::string(e.what()).find(message), std::string::npos) << e.what();
    }
  };
  expect("", "rigid treads do not support rails on sleepers", true);
  expect("free_length = 200\nelements = 8\n", "more than a run can take", false);
}

}  // namespace
}  // namespace fourfoot
