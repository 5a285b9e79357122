#include "evaluate/evaluation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "evaluate/statistics.h"
#include "unit/evaluate/formula_source.h"

namespace fourfoot::evaluate {

using std::numbers::pi;

TEST(Sections, StraightTransitionAndCurve) {
  // 600 m straight, 100 m transition, 250 m of R = 500 m, 100 m transition, straight to 1500 m.
  TrackProfile track;
  for (double s = 0.0; s <= 1500.0; s += 1.0) {
    track.s.push_back(s);
    track.curvature.push_back(
        -0.002 * std::clamp(std::min((s - 600.0) / 100.0, (1050.0 - s) / 100.0), 0.0, 1.0));
  }
  const Layout layout = cut_sections(track, make_limits(), 0.0, 1500.0);
  std::vector<std::pair<std::size_t, double>> found;
  for (const Section& section : layout.sections)
    found.emplace_back(section.zone, section.to - section.from);
  const std::vector<std::pair<std::size_t, double>> expected{
      {0, 250}, {0, 250}, {1, 100}, {1, 100}, {0, 250}};
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].first, expected[i].first);
    EXPECT_NEAR(found[i].second, expected[i].second, 1e-9);
  }
  ASSERT_EQ(layout.transitions.size(), 2u);
  EXPECT_NEAR(layout.transitions[0].from, 600.0, 2.0);
  EXPECT_NEAR(layout.transitions[0].to, 700.0, 2.0);
  for (const Section& section : layout.sections) {
    for (const TransitionPiece& piece : layout.transitions)
      EXPECT_TRUE(section.to <= piece.from + 1e-9 || section.from >= piece.to - 1e-9);
  }
}

TEST(Evaluate, ConstantForcesGiveThemselves) {
  FormulaSource source(200.0, 200 * 60);
  source.add("s", [](double t) { return 20.0 * t; });
  add_wheels(source, 12e3, 4e3);
  EvaluationOptions options;
  options.norms = {"en14363", "nadal"};
  const Evaluation out = evaluate(source, make_limits(), options, {});
  const Figure& sum = find(out, "sum_Y", "w");
  EXPECT_EQ(sum.sections, 4);  // 1199.9 m
  EXPECT_NEAR(sum.largest, 16e3, 1e-6);
  EXPECT_NEAR(sum.limit, 10e3 + 110e3 / 3.0, 1e-6);
  EXPECT_TRUE(std::isnan(sum.value));  // 25 sections are needed
  EXPECT_EQ(sum.get_verdict(), "within");
  EXPECT_EQ(sum.get_basis(), "largest section");
  EXPECT_NEAR(find(out, "Y_Q", "w/left").largest, 0.2, 1e-9);
  EXPECT_NEAR(find(out, "Y_Q", "w/right").largest, -0.08, 1e-9);  // Y to the left: inward
  EXPECT_NEAR(find(out, "Q", "w/right").largest, 50e3, 1e-6);
  EXPECT_NEAR(find(out, "unloading", "w/right").largest, 5.0 / 55.0, 1e-9);
  EXPECT_NEAR(find(out, "instability", "w").value, 0.0, 1e-3);
  EXPECT_EQ(find(out, "Y_Q_duration", "w/left").value, 0.0);
}

// Sections whose values are 1, 2, 1, 2 … kN: mean 1.5 kN, deviation known.
TEST(Evaluate, EstimateIsMeanPlusKDeviations) {
  FormulaSource source(100.0, 100 * 700);
  source.add("speed", [](double) { return 20.0; });
  const auto level = [](double t) { return std::fmod(20.0 * t / 250.0, 2.0) < 1.0 ? 1e3 : 2e3; };
  source.add("w/left/Y", level);
  source.add("w/right/Y", [](double) { return 0.0; });
  source.add("w/left/Q", [](double) { return 60e3; });
  source.add("w/right/Q", [](double) { return 60e3; });
  Limits limits = make_limits();
  limits.quantities["sum_Y"].low_pass = 0.0;
  limits.quantities["sum_Y"].window = 0.0;
  limits.quantities["sum_Y"].percentile = 90.0;
  EvaluationOptions options;
  options.norms = {"en14363"};
  const Figure figure = find(evaluate(source, limits, options, {}), "sum_Y", "w");
  ASSERT_EQ(figure.sections, 55);
  std::vector<double> values;
  for (int i = 0; i < 55; ++i) values.push_back(i % 2 == 0 ? 1e3 : 2e3);
  EXPECT_NEAR(figure.value, calc_mean(values) + 3.0 * calc_standard_deviation(values), 1e-6);
  EXPECT_EQ(figure.get_basis(), "estimate");
}

// Curves to both sides, alternately: the outer wheel has 80 kN, the inner one 40 kN, always. By
// sides the values would scatter between the two; by outer and inner they do not scatter at all.
TEST(Evaluate, OuterAndInnerWheels) {
  TrackProfile track;
  for (double s = 0.0; s <= 4000.0; s += 1.0) {
    const double in = std::fmod(s, 200.0), turn = std::fmod(s, 400.0) < 200.0 ? 1.0 : -1.0;
    track.s.push_back(s);
    track.curvature.push_back(
        turn * 0.002 * std::clamp(std::min((in - 10.0) / 20.0, (190.0 - in) / 20.0), 0.0, 1.0));
  }
  FormulaSource source(100.0, 19500);
  source.add("s", [](double t) { return 20.0 * t; });
  const auto load = [](double t, double side) {
    return std::fmod(20.0 * t, 400.0) < 200.0 ? 60e3 - side * 20e3 : 60e3 + side * 20e3;
  };
  for (const char* name : {"w/left/Y", "w/right/Y"}) source.add(name, [](double) { return 0.0; });
  source.add("w/left/Q", [=](double t) { return load(t, 1.0); });
  source.add("w/right/Q", [=](double t) { return load(t, -1.0); });
  Limits limits = make_limits();
  limits.quantities["Q"].low_pass = 0.0;
  EvaluationOptions options;
  options.norms = {"en14363"};
  const Evaluation out = evaluate(source, limits, options, track);
  const Figure &outer = find(out, "Q", "w/outer", "small"),
               &inner = find(out, "Q", "w/inner", "small");
  EXPECT_GT(outer.sections, 10);
  EXPECT_NEAR(outer.value, 80e3, 1e-6);
  EXPECT_NEAR(inner.value, 40e3, 1e-6);
  EXPECT_THROW(find(out, "Q", "w/left", "small"), std::out_of_range);
}

// Y/Q is 1.5 for 0.5 s in each period of 5 s: six times in 30 s.
TEST(Evaluate, TimeAboveNadal) {
  FormulaSource source(1000.0, 30000);
  source.add("s", [](double t) { return 20.0 * t; });
  source.add("w/left/Y", [](double t) {
    return std::fmod(t, 5.0) >= 2.0 && std::fmod(t, 5.0) < 2.5 ? 90e3 : 0.0;
  });
  source.add("w/right/Y", [](double) { return 0.0; });
  source.add("w/left/Q", [](double) { return 60e3; });
  source.add("w/right/Q", [](double) { return 60e3; });
  Limits limits = make_limits();
  limits.nadal_low_pass = 0.0;
  EvaluationOptions options;
  options.norms = {"nadal"};
  const Evaluation out = evaluate(source, limits, options, {});
  const Figure& duration = find(out, "Y_Q_duration", "w/left");
  EXPECT_NEAR(duration.value, 0.5, 1.5e-3);
  EXPECT_EQ(duration.get_verdict(), "exceeds");
  EXPECT_NE(duration.note.find("all together 3 s"), std::string::npos) << duration.note;
  EXPECT_NEAR(find(out, "Y_Q_max", "w/left").value, 1.5, 1e-12);
  EXPECT_NEAR(find(out, "Y_Q_max", "w/left").limit, 1.3416, 5e-5);
}

// A record of many blocks: the cuts do not show, and no read is as long as the record.
TEST(Evaluate, BlocksDoNotShow) {
  const auto judge = [](std::size_t size, std::size_t& largest_read) {
    FormulaSource source(200.0, size);
    source.add("s", [](double t) { return 20.0 * t; });
    source.add("floor/a_x", [](double) { return 0.0; });
    source.add("floor/a_y", [](double t) { return std::sin(2.0 * pi * 1.5 * t); });
    source.add("floor/a_z", [](double t) { return 0.5 * std::sin(2.0 * pi * 5.0 * t); });
    source.add("w/left/t_gamma", [](double) { return 25.0; });
    Evaluation out = evaluate(source, make_limits(), {}, {});
    largest_read = source.largest_read;
    return out;
  };
  std::size_t read = 0;
  const std::size_t size = 3 * (1 << 17) + 777;
  const Evaluation out = judge(size, read);
  EXPECT_LT(read, size / 2);
  const double length = 20.0 * static_cast<double>(size - 1) / 200.0;
  EXPECT_NEAR(find(out, "friction_work", "w/left").value, 25.0 * length, 1e-6 * length);
  EXPECT_NEAR(find(out, "T_gamma", "w/left").value, 25.0, 1e-9);
  const Weighting Wd{0.4, 100, 2, 2};
  const double gain = calc_gain(design_weighting(Wd, 200.0), 1.5, 200.0);
  EXPECT_NEAR(find(out, "a_wy", "floor").value, gain / std::numbers::sqrt2, 1e-4);
  const Figure& comfort = find(out, "N_MV", "floor");
  ASSERT_FALSE(std::isnan(comfort.value)) << comfort.note;
  const Weighting Wb{0.4, 100, 16, 16, 2.5, 4, 0.70711, 0.63, 0.8, 0.8, 0.4};
  const double vertical = 0.5 * calc_gain(design_weighting(Wb, 200.0), 5.0, 200.0);
  EXPECT_NEAR(comfort.value, 6.0 * std::sqrt((gain * gain + vertical * vertical) / 2.0), 1e-3);
  // 20 Hz low pass at 1.5 Hz; the 99.85th percentile of a sine lies at sin(pi/2 (1 - 0.003)).
  EXPECT_NEAR(find(out, "body_y", "floor").largest, 1.0, 1e-4);
}

// Several threads give what one gives, to the last digit, and the same fault.
TEST(Evaluate, ThreadsDoNotShow) {
  const auto judge = [](int threads, bool is_bad) {
    FormulaSource source(200.0, 20000);
    source.add("s", [](double t) { return 20.0 * t; });
    add_wheels(source, 12e3, 4e3);
    for (const char* name : {"floor/a_x", "floor/a_y", "floor/a_z", "roof/a_x", "roof/a_y"})
      source.add(name, [is_bad](double t) {
        return is_bad && t > 50.0 ? std::nan("") : std::sin(2.0 * pi * 1.5 * t);
      });
    EvaluationOptions options;
    options.threads = threads;
    return evaluate(source, make_limits(), options, {});
  };
  const Evaluation one = judge(1, false), four = judge(4, false);
  ASSERT_EQ(one.figures.size(), four.figures.size());
  for (std::size_t i = 0; i < one.figures.size(); ++i) {
    EXPECT_EQ(one.figures[i].name, four.figures[i].name);
    EXPECT_EQ(std::isnan(one.figures[i].value), std::isnan(four.figures[i].value));
    if (std::isnan(one.figures[i].value)) continue;
    EXPECT_EQ(one.figures[i].value, four.figures[i].value);
  }
  EXPECT_EQ(get_fault([&] { judge(4, true); }), "not-finite");
}

// A record too slow for the filter of the norm has no figure; nothing unfiltered is shown.
// A swing of 1 Hz counts, one of 90 Hz does not; the time is that of the swing.
TEST(Evaluate, PeaksAreFiltered) {
  FormulaSource source(400.0, 400 * 20);
  source.add("s", [](double t) { return 20.0 * t; });
  const auto swing = [](double t) {
    return 60e3 + 10e3 * std::sin(2.0 * pi * t) + 30e3 * std::sin(2.0 * pi * 90.0 * t);
  };
  for (const char* side : {"left", "right"}) {
    source.add(std::string("w/") + side + "/Q", swing);
    source.add(std::string("w/") + side + "/Y", [](double) { return 6e3; });
  }
  const auto find_peak = [](const Evaluation& out, const std::string& name) {
    for (const Peak& peak : out.peaks)
      if (peak.name == name && peak.subject == "w/left") return peak;
    return Peak{};
  };
  EvaluationOptions options;
  options.norms = {"en14363"};
  const Evaluation out = evaluate(source, make_limits(), options, {});
  EXPECT_NEAR(find_peak(out, "Q_max").value, 70e3, 0.01 * 70e3);
  EXPECT_NEAR(find_peak(out, "Q_min").value, 50e3, 0.01 * 50e3);
  EXPECT_NEAR(std::fmod(find_peak(out, "Q_max").time, 1.0), 0.25, 0.03);
  EXPECT_NE(find_peak(out, "Q_max").filter.find("20 Hz"), std::string::npos);
  // 40 samples a second are too few for the filter: nothing is shown.
  FormulaSource slow(40.0, 400);
  slow.add("s", [](double t) { return 20.0 * t; });
  add_wheels(slow, 1e3, 1e3);
  EXPECT_TRUE(evaluate(slow, make_limits(), options, {}).peaks.empty());
}

// Sines of which the weightings' gains are known; the points of a seat by their names, or named.
TEST(Evaluate, SeatedAndStandingComfort) {
  FormulaSource source(200.0, 200 * 320);
  source.add("speed", [](double) { return 20.0; });
  const auto add = [&](const char* name, double amplitude, double f) {
    source.add(name, [=](double t) { return amplitude * std::sin(2.0 * pi * f * t); });
  };
  for (const char* point : {"floor", "floor_pan", "floor_back"}) {
    add((std::string(point) + "/a_x").c_str(), 0.2, 4.0);
    add((std::string(point) + "/a_y").c_str(), 0.3, 1.0);
    add((std::string(point) + "/a_z").c_str(), 0.4, 8.0);
  }
  const Limits limits = make_limits();
  EvaluationOptions options;
  options.norms = {"en12299"};
  const auto gain = [&](const char* weighting, double f) {
    return calc_analog_gain(limits.weighting(weighting), f) / std::numbers::sqrt2;
  };
  const double x_d = 0.2 * gain("Wd", 4.0), y_d = 0.3 * gain("Wd", 1.0);
  const double z_b = 0.4 * gain("Wb", 8.0), x_c = 0.2 * gain("Wc", 4.0);
  const Evaluation out = evaluate(source, limits, options, {});
  const double seated = calc_seated_comfort(z_b, y_d, z_b, x_c);
  EXPECT_NEAR(find(out, "N_VA", "floor, floor_pan, floor_back").value, seated, 0.02 * seated);
  const double standing = calc_standing_comfort(x_d, y_d, z_b, y_d);
  EXPECT_NEAR(find(out, "N_VD", "floor").value, standing, 0.02 * standing);
  options.seats = {{"floor", "floor_pan", "nowhere"}};
  EXPECT_THROW(evaluate(source, limits, options, {}), InputError);
}

TEST(Evaluate, WithholdsWhatCannotBeFiltered) {
  FormulaSource source(40.0, 4000);
  source.add("s", [](double t) { return 20.0 * t; });
  add_wheels(source, 12e3, 4e3);
  EvaluationOptions options;
  options.norms = {"en14363", "nadal"};
  const Evaluation out = evaluate(source, make_limits(), options, {});
  for (const char* name : {"sum_Y", "instability"}) {
    const Figure& figure = find(out, name, "w");
    EXPECT_EQ(figure.get_verdict() == "no data", figure.name == "sum_Y") << name;
  }
  EXPECT_NE(find(out, "Y_Q_max", "w/left").note.find("samples a second"), std::string::npos);
}

TEST(Evaluate, SaysWhatIsMissing) {
  const Limits limits = make_limits();
  FormulaSource nothing(200.0, 4000);
  EXPECT_EQ(get_fault([&] { evaluate(nothing, limits, {}, {}); }), "missing-channel");
  FormulaSource still(200.0, 4000);
  still.add("s", [](double) { return 5.0; });
  EXPECT_EQ(get_fault([&] { evaluate(still, limits, {}, {}); }), "bad-distance");
  FormulaSource back(200.0, 4000);
  back.add("s", [](double t) { return -t; });
  EXPECT_EQ(get_fault([&] { evaluate(back, limits, {}, {}); }), "bad-distance");
  FormulaSource few(200.0, 3);
  EXPECT_EQ(get_fault([&] { evaluate(few, limits, {}, {}); }), "too-short");
  FormulaSource gap(200.0, 4000);
  gap.add("s", [](double t) { return 20.0 * t; });
  add_wheels(gap, 1e3, 1e3);
  gap.add("floor/a_y", [](double t) { return t == 5.0 ? std::nan("") : 0.0; });
  EXPECT_EQ(get_fault([&] { evaluate(gap, limits, {}, {}); }), "not-finite");
  FormulaSource light(200.0, 4000);
  light.add("s", [](double t) { return 20.0 * t; });
  for (const char* name : {"w/left/Y", "w/right/Y", "w/left/Q", "w/right/Q"})
    light.add(name, [](double) { return 60.0; });
  EXPECT_EQ(get_fault([&] { evaluate(light, limits, {}, {}); }), "doubtful-unit");
}

}  // namespace fourfoot::evaluate
