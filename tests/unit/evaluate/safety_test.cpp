// Regression over sections, overturning, twist, clearance, wear map and fatigue.
#include <gtest/gtest.h>

#include "evaluate/damage_limits.h"
#include "evaluate/regression.h"
#include "evaluate/statistics.h"
#include "unit/evaluate/formula_source.h"

namespace fourfoot::evaluate {

namespace {

/// Curves of 500 m, 120 m long, with 30 m of straight track between them, with little ramps.
TrackProfile make_curves(double length) {
  TrackProfile track;
  for (double s = 0.0; s <= length; s += 1.0) {
    const double in = std::fmod(s, 170.0);
    const double ramp = std::clamp(std::min((in - 20.0) / 10.0, (160.0 - in) / 10.0), 0.0, 1.0);
    track.s.push_back(s);
    track.curvature.push_back(0.002 * ramp);
    track.roll.push_back(0.05 * ramp);
  }
  return track;
}

void set(Limits& limits, const char* name, double low_pass, double limit) {
  Quantity& q = limits.quantities[name];
  q.name = name;
  q.low_pass = low_pass;
  q.limit = limit;
}

}  // namespace

// Y grows by 200 N for each m/s of speed: at the target the estimate is on that line, although no
// section was run at that speed.
TEST(Evaluate, EstimateByRegression) {
  const double length = 20e3;
  // 20 m/s at the start, 30 m/s at the end; s = 20 t + 5 t^2 / 800, t up to 800 s.
  FormulaSource source(50.0, 50 * 800);
  source.add("s", [](double t) { return 20.0 * t + 5.0 * t * t / 800.0; });
  const auto v = [](double t) { return 20.0 + 10.0 * t / 800.0; };
  source.add("w/left/Y", [&](double t) { return 200.0 * v(t); });
  source.add("w/right/Y", [](double) { return 0.0; });
  source.add("w/left/Q", [](double) { return 60e3; });
  source.add("w/right/Q", [](double) { return 60e3; });
  Limits limits = make_limits();
  limits.transition_rate = 5e-5;
  limits.quantities["sum_Y"].low_pass = 0.0;
  EvaluationOptions options;
  options.norms = {"en14363"};
  options.target = {{"speed", 35.0}};
  const Evaluation out = evaluate(source, limits, options, make_curves(length));
  const Figure& figure = find(out, "sum_Y", "w", "small");
  EXPECT_GT(figure.sections, 100);
  EXPECT_EQ(figure.get_basis(), "estimate");
  // A section takes 3.3 to 5 s: at its end it is faster than its mean by 0.02 to 0.03 m/s.
  EXPECT_NEAR(figure.value, 7000.0, 200.0 * 0.03);
  EXPECT_NE(figure.note.find("regression at speed = 35"), std::string::npos) << figure.note;
  // Cant deficiency of a section: 1.5 m (v^2 kappa / g - 0.05); at 25 m/s it is 0.1162 m.
  options.target = {{"cant_deficiency", 1.5 * (25.0 * 25.0 * 0.002 / 9.80665 - 0.05)}};
  const Figure at_25 =
      find(evaluate(source, limits, options, make_curves(length)), "sum_Y", "w", "small");
  EXPECT_NEAR(at_25.value, 5000.0, 80.0);  // speed over its square is not quite straight
  // Where nothing varies there is no regression, and the figure says so.
  options.target = {{"curvature", 0.002}};
  const Figure none =
      find(evaluate(source, limits, options, make_curves(length)), "sum_Y", "w", "small");
  EXPECT_NE(none.note.find("do not differ"), std::string::npos) << none.note;
}

// Two wheelsets of a bogie lean to the right: left 40 and 50 kN, right 80 and 70 kN.
TEST(Evaluate, OverturningOfARunningGear) {
  FormulaSource source(200.0, 8000);
  source.add("s", [](double t) { return 20.0 * t; });
  const double loads[3][2] = {{40e3, 80e3}, {50e3, 70e3}, {60e3, 60e3}};
  for (int w = 0; w < 3; ++w)
    for (int side = 0; side < 2; ++side) {
      const std::string wheel = "w" + std::to_string(w + 1) + (side == 0 ? "/left/" : "/right/");
      source.add(wheel + "Y", [](double) { return 0.0; });
      source.add(wheel + "Q", [Q = loads[w][side]](double) { return Q; });
    }
  Limits limits = make_limits();
  set(limits, "overturning", 2.0, 0.9);
  EvaluationOptions options;
  options.norms = {"overturning"};
  options.positions = {{"w1", 10.0}, {"w2", 7.5}, {"w3", -7.5}};
  const Evaluation out = evaluate(source, limits, options, {});
  EXPECT_NEAR(find(out, "overturning", "w1 to w2").value, 60.0 / 240.0, 1e-9);
  EXPECT_NEAR(find(out, "overturning", "w3").value, 0.0, 1e-9);
  EXPECT_EQ(find(out, "overturning", "w3").get_verdict(), "within");
}

// The right wheel loses 30 of 50 kN for one second while it guides with 15 kN.
TEST(Evaluate, TwistedTrack) {
  FormulaSource source(200.0, 8000);
  source.add("s", [](double t) { return 5.0 * t; });
  const auto is_low = [](double t) { return t >= 20.0 && t < 22.0; };
  source.add("w/left/Y", [](double) { return 2e3; });
  source.add("w/right/Y", [](double) { return -15e3; });
  source.add("w/left/Q", [=](double t) { return is_low(t) ? 80e3 : 50e3; });
  source.add("w/right/Q", [=](double t) { return is_low(t) ? 20e3 : 50e3; });
  Limits limits = make_limits();
  set(limits, "twist_Y_Q", 0.0, 1.2);
  limits.quantities["twist_Y_Q"].window = 2.0;
  set(limits, "twist_unloading", 0.0, 0.6);
  EvaluationOptions options;
  options.norms = {"twist"};
  const Evaluation out = evaluate(source, limits, options, {});
  EXPECT_NEAR(find(out, "twist_Y_Q", "w/right").value, 0.75, 1e-9);
  EXPECT_NEAR(find(out, "twist_unloading", "w/right").value, 0.6, 1e-9);
  EXPECT_NEAR(find(out, "twist_Y_Q", "w/left").value, 0.04, 1e-9);
  EXPECT_EQ(find(out, "twist_Y_Q", "w/right").get_verdict(), "within");
  // It is a test of its own: nobody asked for it here.
  options.norms.clear();
  for (const Figure& figure : evaluate(source, limits, options, {}).figures)
    EXPECT_NE(figure.norm, "twist");
}

TEST(Evaluate, EnvelopeOfAMarkedPoint) {
  FormulaSource source(200.0, 8000);
  source.add("s", [](double t) { return 20.0 * t; });
  source.add("roof/d_y", [](double t) { return 0.01 + 0.03 * std::sin(t); });
  source.add("roof/d_z", [](double t) { return -0.02 + 0.005 * std::sin(2.0 * t); });
  Limits limits = make_limits();
  for (const char* name : {"sway_left", "sway_right", "rise", "drop"})
    set(limits, name, 10.0, no_number);
  const Evaluation out = evaluate(source, limits, {}, {});
  EXPECT_NEAR(find(out, "sway_left", "roof").value, 0.04, 1e-5);
  EXPECT_NEAR(find(out, "sway_right", "roof").value, 0.02, 1e-5);
  EXPECT_NEAR(find(out, "rise", "roof").value, -0.015, 1e-5);
  EXPECT_NEAR(find(out, "drop", "roof").value, 0.025, 1e-5);
  EXPECT_EQ(find(out, "drop", "roof").get_verdict(), "no limit");
}

// A body that stands over the track's tangent in a curve to the left of 500 m: a point 10 m ahead of
// its middle is 0.1 m to the right of the track.
TEST(Evaluate, OverthrowInCurves) {
  FormulaSource source(200.0, 8000);
  source.add("s", [](double t) { return 20.0 * t; });
  source.add("end/d_y", [](double) { return 0.0; });
  TrackProfile track{{0.0, 1000.0}, {0.002, 0.002}, {}};
  Limits limits = make_limits();
  for (const char* name : {"sway_left", "sway_right"}) set(limits, name, 10.0, no_number);
  EvaluationOptions options;
  const Figure unknown = find(evaluate(source, limits, options, track), "sway_right", "end");
  EXPECT_EQ(unknown.value, 0.0);
  EXPECT_NE(unknown.note.find("without the overthrow"), std::string::npos);
  options.arms = {{"end", {"body", 10.0}}};
  const Evaluation out = evaluate(source, limits, options, track);
  EXPECT_NEAR(find(out, "sway_right", "end").value, 0.1, 1e-9);
  EXPECT_NEAR(find(out, "sway_left", "end").value, -0.1, 1e-9);
}

// One patch of 100 mm2 with T-gamma = 500 N in the first half (5 N/mm2, mild) and 5000 N in the
// second (50 N/mm2, severe).
TEST(Evaluate, WearMapAndFatigue) {
  FormulaSource source(100.0, 10001);
  source.add("s", [](double t) { return 20.0 * t; });
  const std::string patch = "w/left/patch_1/";
  const double a = 10e-3, b = 1e-4 / (std::numbers::pi * a);
  source.add(patch + "N", [](double) { return 50e3; });
  source.add(patch + "fx", [](double t) { return t <= 50.0 ? 5e3 : 10e3; });
  source.add(patch + "nu_x", [](double t) { return t <= 50.0 ? -0.1 : -0.5; });
  for (const char* name : {"fy", "nu_y", "mz", "spin"})
    source.add(patch + name, [](double) { return 0.0; });
  source.add(patch + "a", [=](double) { return a; });
  source.add(patch + "b", [=](double) { return b; });
  Limits limits = make_limits();
  limits.damage.map = {10.4, 77.2, 5.3, 55.0, 61.9, ""};
  limits.damage.fatigue = {{0.0, 15.0, 65.0, 175.0}, {0.0, 0.0, 1e-5, 0.0}, ""};
  limits.damage.shear_yield = 300e6;
  EvaluationOptions options;
  options.norms = {"damage"};
  const Evaluation out = evaluate(source, limits, options, {});
  // Half the way 5.3 * 5 and half 55 ug/m/mm2 on 100 mm2; ug/m = mg/km.
  EXPECT_NEAR(find(out, "wear_rate", "w/left").value, 0.5 * (26.5 + 55.0) * 100.0, 1e-6);
  EXPECT_NEAR(find(out, "mild", "w/left").value, 0.5, 1e-9);
  EXPECT_NEAR(find(out, "severe", "w/left").value, 0.5, 1e-9);
  EXPECT_EQ(find(out, "catastrophic", "w/left").value, 0.0);
  EXPECT_EQ(find(out, "rcf_index", "w/left").value, 0.0);  // wear is faster than cracks
  // 0.2 - 2 * 1e-4 m2 * 300 MPa / (3 * 50 kN) = 0.2 - 0.4
  EXPECT_NEAR(find(out, "shakedown", "w/left").value, -0.2, 1e-9);
  EXPECT_EQ(find(out, "shakedown_share", "w/left").value, 0.0);
  ASSERT_EQ(out.shakedown.size(), 1u);
  // 2000 m / 300 is 6.67 m; rows are 0.2 m apart, so it is every 6.8 m.
  EXPECT_NEAR(static_cast<double>(out.shakedown[0].load.size()), 2000.0 / 6.8, 1.0);
  EXPECT_NEAR(out.shakedown[0].traction.back(), 0.2, 1e-12);
  EXPECT_NEAR(out.shakedown[0].load.back(), 1.5 * 50e3 / 1e-4 / 300e6, 1e-9);
  EXPECT_NEAR(calc_rcf_damage(limits.damage.fatigue, 40.0), 5e-6, 1e-18);
  EXPECT_NEAR(calc_rcf_damage(limits.damage.fatigue, 120.0), 5e-6, 1e-18);
}

// Every figure has a name that studies know.
TEST(Evaluate, FiguresAreListed) {
  FormulaSource source(1000.0, 20000);
  source.add("s", [](double t) { return 20.0 * t; });
  add_wheels(source, 12e3, 4e3);
  for (const char* name : {"floor/a_x", "floor/a_y", "floor/a_z", "bogie/a_y", "floor/d_y"})
    source.add(name, [](double t) { return std::sin(t); });
  source.add("w/left/t_gamma", [](double) { return 25.0; });
  const std::vector<std::string>& known = list_figure_names();
  for (const Figure& figure : evaluate(source, make_limits(), {}, {}).figures)
    EXPECT_NE(std::find(known.begin(), known.end(), figure.name), known.end()) << figure.name;
}

}  // namespace fourfoot::evaluate
