#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "evaluate/butterworth.h"
#include "evaluate/rainflow.h"
#include "evaluate/sliding.h"
#include "evaluate/statistics.h"
#include "evaluate/welch.h"
#include "reference.h"

namespace fourfoot::evaluate {

namespace {

using std::numbers::pi;

/// "zero-phase band 4 0.4 10" as make_reference.py names its rows.
Cascade design_named(std::istringstream& words) {
  std::string pass;
  int order = 0;
  double corner = 0.0, upper = 0.0;
  words >> pass >> order >> corner >> upper;
  const Pass kind = pass == "low" ? Pass::low : pass == "high" ? Pass::high : Pass::band;
  return design_butterworth(kind, order, reference_rate, corner, upper);
}

double find_largest(const std::vector<double>& x) {
  double largest = 0.0;
  for (const double value : x) largest = std::max(largest, std::abs(value));
  return largest;
}

std::vector<double> make_sine(double f, double rate, std::size_t count, double amplitude = 1.0) {
  std::vector<double> x(count);
  for (std::size_t i = 0; i < count; ++i)
    x[i] = amplitude * std::sin(2.0 * pi * f * static_cast<double>(i) / rate);
  return x;
}

std::vector<double> count_up(std::size_t count, double step) {
  std::vector<double> u(count);
  for (std::size_t i = 0; i < count; ++i) u[i] = step * static_cast<double>(i);
  return u;
}

}  // namespace

TEST(Filter, EqualsScipy) {
  const std::vector<double>& record = get_reference().at("record");
  int seen = 0;
  for (const auto& [name, expected] : get_reference()) {
    std::istringstream words(name);
    std::string mode;
    words >> mode;
    if (mode != "causal" && mode != "zero-phase") continue;
    ++seen;
    std::vector<double> x = record;
    const Cascade cascade = design_named(words);
    if (mode == "causal")
      filter_causal(cascade, x);
    else
      filter_zero_phase(cascade, x);
    const double scale = find_largest(expected);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const std::size_t at = i < 40 ? i : i < 80 ? 660 + i : 1380 + i;
      ASSERT_NEAR(x[at], expected[i], 1e-9 * scale) << name << " at " << at;
    }
  }
  EXPECT_EQ(seen, 18);
}

// A long record is filtered in blocks with margins; the cut must not show.
TEST(Filter, BlocksWithMarginsEqualTheWholeRecord) {
  const std::vector<double>& record = get_reference().at("record");
  for (const Cascade& cascade : {design_butterworth(Pass::low, 4, reference_rate, 20.0),
                                 design_butterworth(Pass::band, 2, reference_rate, 4.0, 20.0)}) {
    std::vector<double> whole = record;
    filter_zero_phase(cascade, whole);
    const std::size_t margin = calc_memory(cascade), first = 700, last = 800;
    ASSERT_LT(margin, first);
    std::vector<double> block(record.begin() + static_cast<long>(first - margin),
                              record.begin() + static_cast<long>(last + margin));
    filter_zero_phase(cascade, block);
    const double scale = find_largest(whole);
    for (std::size_t i = first; i < last; ++i)
      ASSERT_NEAR(block[i - first + margin], whole[i], 1e-12 * scale);
  }
}

TEST(Filter, ACausalFilterGoesOnFromBlockToBlock) {
  const Cascade cascade = design_butterworth(Pass::low, 5, 200.0, 12.0);
  std::vector<double> whole = get_reference().at("record"), parts = whole;
  filter_causal(cascade, whole);
  CascadeState state(cascade.size());
  filter_causal(cascade, state, parts.data(), 700);
  filter_causal(cascade, state, parts.data() + 700, parts.size() - 700);
  EXPECT_EQ(parts, whole);
}

TEST(Filter, ShortRecords) {
  const Cascade cascade = design_butterworth(Pass::low, 4, 200.0, 20.0);
  std::vector<double> none, one{3.0}, few{1.0, 1.0, 1.0};
  filter_zero_phase(cascade, none);
  EXPECT_TRUE(none.empty());
  filter_zero_phase(cascade, one);
  EXPECT_NEAR(one[0], 3.0, 1e-12);
  filter_zero_phase(cascade, few);
  for (const double value : few) EXPECT_NEAR(value, 1.0, 1e-12);
}

TEST(Welch, EqualsScipy) {
  const std::vector<double>& record = get_reference().at("record");
  for (const std::size_t segment : {256u, 300u, 77u}) {
    Welch welch(reference_rate, segment);
    welch.append(record.data(), 100);  // in portions
    welch.append(record.data() + 100, record.size() - 100);
    const std::vector<double> density = welch.calc_density(), f = welch.list_frequencies();
    const auto& expected = get_reference().at("density " + std::to_string(segment));
    const auto& expected_f = get_reference().at("frequencies " + std::to_string(segment));
    ASSERT_EQ(density.size(), expected.size());
    const double scale = find_largest(expected);
    for (std::size_t k = 0; k < expected.size(); ++k) {
      EXPECT_NEAR(density[k], expected[k], 1e-9 * scale);
      EXPECT_NEAR(f[k], expected_f[k], 1e-12 * reference_rate);
    }
  }
}

// The power of a sine in the middle of a band is a^2 / 2, all of it in that band.
TEST(ThirdOctaves, HoldTheSine) {
  Welch welch(1000.0, 10000);
  const std::vector<double> x = make_sine(10.0, 1000.0, 40000, 3.0);
  welch.append(x.data(), x.size());
  const auto bands = calc_third_octaves(welch.list_frequencies(), welch.calc_density(), 1.0, 80.0);
  ASSERT_EQ(bands.size(), 20u);
  for (const ThirdOctave& band : bands) {
    const bool is_it = std::abs(band.centre - 10.0) < 1e-9;
    EXPECT_NEAR(band.rms, is_it ? 3.0 / std::numbers::sqrt2 : 0.0, 1e-9) << band.centre;
  }
}

TEST(Percentile, EqualsNumpy) {
  const std::vector<double>& expected = get_reference().at("percentiles");
  const double percents[] = {0.15, 2.5, 50.0, 97.5, 99.85};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    std::vector<double> x = get_reference().at("record");
    EXPECT_NEAR(find_percentile(x, percents[i]), expected[i], 1e-12 * find_largest(expected));
  }
  std::vector<double> none, one{7.0};
  EXPECT_TRUE(std::isnan(find_percentile(none, 50.0)));
  EXPECT_EQ(find_percentile(one, 99.85), 7.0);
}

// Means of a straight line are the line; of x = u^2 they are u^2 + w^2 / 12, whatever the steps.
TEST(SlidingMean, OverUnequalSteps) {
  std::vector<double> u{0.0};
  while (u.back() < 10.0) u.push_back(u.back() + (u.size() % 3 == 0 ? 0.013 : 0.004));
  std::vector<double> line, square;
  for (const double value : u) {
    line.push_back(2.0 * value - 1.0);
    square.push_back(value * value);
  }
  const auto mean = calc_sliding_mean(u, line, 2.0), curved = calc_sliding_mean(u, square, 2.0);
  for (std::size_t i = 0; i < u.size(); ++i) {
    const bool is_full = u[i] >= 1.0 && u[i] <= u.back() - 1.0;
    ASSERT_EQ(!std::isnan(mean[i]), is_full) << u[i];
    if (!is_full) continue;
    EXPECT_NEAR(mean[i], line[i], 1e-10);
    EXPECT_NEAR(curved[i], square[i] + 4.0 / 12.0, 0.013 * 0.013 / 6.0 + 1e-10);
  }
}

TEST(SlidingRms, OfASineOverWholePeriods) {
  const std::vector<double> u = count_up(2001, 0.001);
  const auto rms = calc_sliding_rms(u, make_sine(5.0, 1000.0, 2001, 2.0), 0.4);
  for (std::size_t i = 200; i <= 1800; ++i) EXPECT_NEAR(rms[i], std::numbers::sqrt2, 1e-9);
  EXPECT_TRUE(std::isnan(rms[199]));
}

TEST(Resample, IsExactForLines) {
  const std::vector<double> u{0.0, 0.3, 1.0, 1.1, 2.0}, x{0.0, 0.6, 2.0, 2.2, 4.0};
  const Resampled even = resample(u, x, 0.25);
  ASSERT_EQ(even.u.size(), 9u);
  for (std::size_t i = 0; i < 9; ++i) EXPECT_NEAR(even.x[i], 2.0 * even.u[i], 1e-14);
}

// The example of ASTM E1049-85, figure 6: ranges 3 (0.5), 4 (1.5), 6 (0.5), 8 (1.0), 9 (0.5).
TEST(Rainflow, ExampleOfTheStandard) {
  Rainflow rainflow;
  rainflow.append({-2, -1, 1, 0, -3, 5, 5, 2, -1, 3, -4, 0, 4, 1, -2});
  std::map<double, double> counts;
  for (const RainflowCycle& cycle : rainflow.finish()) counts[cycle.range] += cycle.count;
  const std::map<double, double> expected{
      {3.0, 0.5}, {4.0, 1.5}, {6.0, 0.5}, {8.0, 1.0}, {9.0, 0.5}};
  EXPECT_EQ(counts, expected);
}

TEST(Rainflow, ASteadyRecordHasNoCycle) {
  Rainflow rainflow;
  rainflow.append({4, 4, 4});
  EXPECT_TRUE(rainflow.finish().empty());
}

}  // namespace fourfoot::evaluate
