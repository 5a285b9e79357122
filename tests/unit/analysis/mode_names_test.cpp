// Names of modes from their shapes. The roles of bodies they rest on: tests/cli/eigen_names_test.py.
#include "analysis/mode_names.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "analysis/modes.h"

namespace fourfoot::analysis {
namespace {

constexpr double pi = std::numbers::pi;
const Complex swinging(-1.0, 6.0);

// A coach on two bogies.
std::vector<ModeBody> make_coach() {
  const auto make = [](const char* name, BodyRole role, double x, double mass, double ix, double iy,
                       double iz) {
    return ModeBody{name, role, x, {mass, mass, mass, ix, iy, iz}};
  };
  return {make("car", BodyRole::car, 0.0, 32e3, 57e3, 2e6, 2e6),
          make("bogie_1", BodyRole::bogie, 9.5, 2600, 1700, 1500, 3000),
          make("bogie_2", BodyRole::bogie, -9.5, 2600, 1700, 1500, 3000),
          make("wheelset_1", BodyRole::wheelset, 10.8, 1800, 1100, 110, 1100),
          make("wheelset_2", BodyRole::wheelset, 8.2, 1800, 1100, 110, 1100),
          make("wheelset_3", BodyRole::wheelset, -8.2, 1800, 1100, 110, 1100),
          make("wheelset_4", BodyRole::wheelset, -10.8, 1800, 1100, 110, 1100)};
}

std::string name_of(const std::vector<ModeShare>& shares, Complex value = swinging) {
  return name_mode(value, shares, make_coach());
}

TEST(ModeNames, NameEachMotionOfTheCarBody) {
  EXPECT_EQ(name_of({{"car", "z", 1.0, 0.0}, {"bogie_1", "z", 0.2, 0.1}}), "car body bounce");
  EXPECT_EQ(name_of({{"car", "psi", 1.0, 0.0}, {"bogie_1", "y", 0.5, 0.0}}), "car body yaw");
  EXPECT_EQ(name_of({{"car", "x", 1.0, 0.0}}), "car body fore-and-aft");
  EXPECT_EQ(name_of({{"car", "y", 1.0, 0.0}}), "car body lateral");
  EXPECT_EQ(name_of({{"car", "phi", 1.0, 0.0}}), "car body roll");
}

// The bogies go further than the car's mass centre, but the car holds the energy.
TEST(ModeNames, CountEnergyAndNotDistance) {
  EXPECT_EQ(
      name_of({{"bogie_1", "z", 1.0, 0.0}, {"bogie_2", "z", 1.0, pi}, {"car", "chi", 0.7, pi}}),
      "car body pitch");
}

// y - phi z = 0: below the mass centre if y and phi have opposite signs.
TEST(ModeNames, TellLowerFromUpperSwayByTheTurningPoint) {
  EXPECT_EQ(name_of({{"car", "y", 1.0, 0.0}, {"car", "phi", 0.36, 0.9 * pi}}),
            "car body lower sway");
  EXPECT_EQ(name_of({{"car", "phi", 1.0, 0.0}, {"car", "y", 0.8, 0.5}}), "car body upper sway");
}

TEST(ModeNames, CallLateralMotionThatWheelsGuideHunting) {
  const std::vector<ModeShare> bogie = {
      {"bogie_1", "y", 0.8, 0.0},    {"bogie_2", "y", 0.8, 0.1},    {"wheelset_1", "y", 1.0, 0.3},
      {"wheelset_2", "y", 0.8, 0.3}, {"wheelset_3", "y", 1.0, 0.3}, {"wheelset_4", "y", 0.8, 0.3}};
  EXPECT_EQ(name_of(bogie), "bogie hunting, in phase");
  EXPECT_EQ(
      name_of(
          {{"bogie_1", "y", 1.0, 0.0}, {"bogie_2", "y", 1.0, pi}, {"wheelset_1", "y", 0.2, 0.0}}),
      "bogie lateral, anti-phase");
  EXPECT_EQ(name_of({{"wheelset_1", "y", 1.0, 0.0}, {"wheelset_1", "psi", 0.9, 1.5}}),
            "wheelset_1 hunting");
  EXPECT_EQ(
      name_of(
          {{"car", "y", 1.0, 0.0}, {"wheelset_1", "y", 1.2, 0.0}, {"wheelset_4", "y", 1.2, 0.0}}),
      "car body hunting");
}

// Its mass gives the car most energy, but what is seen is the bogies.
TEST(ModeNames, CallItBogieHuntingWhereTheCarHardlyMoves) {
  const std::vector<ModeShare> shares = {
      {"car", "y", 0.4, 0.5},        {"bogie_1", "y", 0.8, 0.0},
      {"bogie_2", "y", 0.8, 0.0},    {"wheelset_1", "y", 1.0, 0.0},
      {"wheelset_3", "y", 1.0, 0.0}, {"wheelset_1", "psi", 0.5, 1.5}};
  EXPECT_EQ(name_of(shares), "bogie hunting, in phase");
}

TEST(ModeNames, CallLateralMotionWithoutYawAVibration) {
  EXPECT_EQ(name_of({{"wheelset_1", "y", 1.0, 0.0}, {"wheelset_1", "phi", 0.3, 3.0}}),
            "wheelset_1 lateral");
}

TEST(ModeNames, SayWhichBogieAndHowTheyGoTogether) {
  EXPECT_EQ(name_of({{"bogie_1", "z", 1.0, 0.0}, {"bogie_2", "z", 1.0, pi}}),
            "bogie bounce, anti-phase");
  EXPECT_EQ(name_of({{"bogie_1", "phi", 1.0, 0.0}, {"bogie_2", "phi", 1.0, 0.0}}),
            "bogie roll, in phase");
  EXPECT_EQ(name_of({{"bogie_1", "psi", 1.0, 0.0}}), "front bogie yaw");
  EXPECT_EQ(name_of({{"bogie_2", "chi", 1.0, 0.0}}), "rear bogie pitch");
  // a quarter of a period apart: neither
  EXPECT_EQ(name_of({{"bogie_1", "z", 1.0, 0.0}, {"bogie_2", "z", 1.0, pi / 2}}), "bogie bounce");
}

TEST(ModeNames, NameWhatWheelsetsDoOnTheirContact) {
  EXPECT_EQ(name_of({{"wheelset_1", "z", 1.0, 0.0},
                     {"wheelset_2", "z", 1.0, 0.0},
                     {"wheelset_3", "z", 1.0, 0.0},
                     {"wheelset_4", "z", 1.0, 0.0}}),
            "wheelset bounce, in phase");
  EXPECT_EQ(name_of({{"wheelset_2", "phi", 1.0, 0.0}}), "wheelset_2 roll");
  EXPECT_EQ(name_of({{"wheelset_2", "chi", 1.0, 0.0}}, Complex(-900.0, 0.0)),
            "wheelset_2 spin, overdamped");
}

TEST(ModeNames, SayWhatDoesNotSwing) {
  EXPECT_EQ(name_of({}, Complex(1e-7, 0.0)), "neutral");
  EXPECT_EQ(name_of({}, Complex(-5.0, 0.0)), "suspension state");
  EXPECT_EQ(name_of({{"car", "y", 1.0, 0.0}}, Complex(0.5, 0.0)), "car body lateral, diverging");
}

}  // namespace
}  // namespace fourfoot::analysis
