// Figures of track geometry, against waves whose figures are known.
#include "track/quality.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/track_routes.h"
#include "track/data_irregularity.h"

namespace fourfoot::track {
namespace {

/// One wave of a component, sampled finely.
std::shared_ptr<const Irregularity> make_wave(Component component, double amplitude,
                                              double length) {
  DataOptions o;
  DataOptions::Column column{component, {}};
  for (double s = -500.0; s <= 1500.0; s += 0.1) {
    o.s.push_back(s);
    column.values.push_back(amplitude * std::sin(2.0 * std::numbers::pi * s / length));
  }
  o.columns = {column};
  return std::make_shared<DataIrregularity>(std::move(o));
}

Track make_track(std::vector<std::shared_ptr<const Irregularity>> irregularities) {
  TrackDescription d;
  d.horizontal = {test::make_line(1000)};
  d.irregularities = std::move(irregularities);
  return Track(d);
}

TEST(Quality, BandsOfEn13848) {
  const double root = std::sqrt(2.0);
  // The corners let 1/sqrt(2) through; 24 dB are a factor of 16 for each octave beyond.
  for (const WaveBand& band : {band_d1, band_d2, band_d3}) {
    EXPECT_NEAR(calc_band_gain(band, 2.0 * std::numbers::pi / band.shortest) * root, 1.0, 0.02);
    EXPECT_NEAR(calc_band_gain(band, 2.0 * std::numbers::pi / band.longest) * root, 1.0, 0.02);
    EXPECT_NEAR(calc_band_gain(band, 8.0 * std::numbers::pi / band.shortest) * 256.0, 1.0, 0.01);
    EXPECT_EQ(calc_band_gain(band, 0.0), 0.0);
  }
}

TEST(Quality, DeviationsOfAWave) {
  const Track track = make_track({make_wave(Component::vertical_l, 4e-3, 12.5)});
  QualityOptions o;
  o.to = 1000.0;
  o.twist_bases = {3.0, 12.5};
  const QualitySignals signals = calc_quality_signals(track, o);
  const std::vector<QualitySection> sections = calc_quality_sections(signals, o);
  ASSERT_EQ(sections.size(), 5u);
  const QualitySection& middle = sections[2];
  EXPECT_NEAR(middle.deviations[0][0], 4e-3 / std::sqrt(2.0), 0.01e-3);
  EXPECT_NEAR(middle.deviations[1][0], 0.0, 1e-9);
  EXPECT_NEAR(middle.deviations[2][0], 0.0, 1e-9);
  // A twist over a base b is 2 A sin(pi b / L) / b; over a whole wave there is none.
  EXPECT_NEAR(middle.twists[0], 8e-3 * std::sin(std::numbers::pi * 3.0 / 12.5) / 3.0, 1e-6);
  EXPECT_NEAR(middle.twists[1], 0.0, 1e-7);
}

TEST(Quality, ARestIsASectionFromHalfOfItsLength) {
  const Track track = make_track({});
  QualityOptions o;
  o.to = 490.0;
  EXPECT_EQ(calc_quality_sections(calc_quality_signals(track, o), o).size(), 2u);
  o.to = 510.0;
  EXPECT_EQ(calc_quality_sections(calc_quality_signals(track, o), o).size(), 3u);
}

TEST(Quality, TheCantOfTheDesignTwists) {
  TrackDescription d;
  d.horizontal = {test::make_line(100), test::make_transition_element(50),
                  test::make_arc(200, 1.0 / 500, 0.15)};
  QualityOptions o;
  o.to = 300.0;
  const QualitySignals signals = calc_quality_signals(Track(d), o);
  EXPECT_NEAR(calc_quality_sections(signals, o)[0].twists[0], 0.15 / 50.0, 1e-9);
}

TEST(Quality, DefectsBeyondTheHighestLimitThatIsPassed) {
  const Track track = make_track({make_wave(Component::gauge, 12e-3, 400.0)});
  QualityOptions o;
  o.to = 1000.0;
  const QualitySignals signals = calc_quality_signals(track, o);
  QualityLimit wide, narrow, deviation;
  wide.quantity = "gauge_wide";
  wide.alert = 5e-3;
  wide.intervention = 10e-3;
  wide.immediate = 20e-3;
  narrow.quantity = "gauge_narrow";
  narrow.immediate = 11e-3;
  const std::vector<Defect> defects =
      find_defects(signals, calc_quality_sections(signals, o), o, {wide, narrow});
  // Three crests at 100, 500, 900 m and two troughs.
  ASSERT_EQ(defects.size(), 5u);
  EXPECT_EQ(defects[0].level, "intervention");
  EXPECT_NEAR(defects[0].at, 100.0, 0.5);
  EXPECT_EQ(defects[1].quantity, "gauge_narrow");
  EXPECT_EQ(defects[1].level, "immediate");
  EXPECT_NEAR(defects[1].value, -12e-3, 1e-5);
}

TEST(Quality, LimitsOfTheSlowestRangeThatHoldsTheSpeed) {
  QualityLimits limits;
  for (const double speed : {30.0, 20.0, 60.0}) {
    QualityLimit limit;
    limit.quantity = "level";
    limit.band = "D1";
    limit.speed = speed;
    limit.immediate = 1.0 / speed;
    limits.limits.push_back(limit);
  }
  ASSERT_EQ(limits.find(25.0).size(), 1u);
  EXPECT_NEAR(limits.find(25.0)[0].speed, 30.0, 1e-12);
  EXPECT_NEAR(limits.find(20.0)[0].speed, 20.0, 1e-12);
  EXPECT_TRUE(limits.find(70.0).empty());
}

}  // namespace
}  // namespace fourfoot::track
