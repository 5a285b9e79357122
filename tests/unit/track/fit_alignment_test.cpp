// Lines of straights, clothoids and arcs, found again in points and in curvature.
#include "track/fit_alignment.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/track_routes.h"
#include "track/fit_segments.h"
#include "track/random.h"
#include "track/track.h"

namespace fourfoot::track {
namespace {

TrackDescription describe_curves(double between = 50) {
  TrackDescription d;
  d.horizontal = {test::make_line(300),
                  test::make_transition_element(100),
                  test::make_arc(250, 1.0 / 600, 0.1),
                  test::make_transition_element(100),
                  test::make_line(between),
                  test::make_transition_element(60),
                  test::make_arc(180, -1.0 / 1200, 0.05),
                  test::make_transition_element(60),
                  test::make_line(400)};
  return d;
}

/// Points at equal steps, in a turned system far from its origin, rounded.
MeasuredLine survey(const Track& track, double step, double rounding) {
  MeasuredLine line;
  Cursor cursor;
  for (double s = 0.0; s <= track.length(); s += step) {
    Vec3 p, tangent, bend;
    track.calc_centre_line(s, cursor, p, tangent, bend);
    const double x = 4.5e6 + 0.6 * p.x() - 0.8 * p.y(), y = 5.3e6 + 0.8 * p.x() + 0.6 * p.y();
    line.x.push_back(rounding * std::round(x / rounding));
    line.y.push_back(rounding * std::round(y / rounding));
    const std::size_t n = line.x.size();
    line.s.push_back(n == 1 ? 0.0
                            : line.s.back() + std::hypot(line.x[n - 1] - line.x[n - 2],
                                                         line.y[n - 1] - line.y[n - 2]));
  }
  return line;
}

TEST(FitAlignment, PointsRoundedToMillimetresGiveTheElements) {
  const Track track(describe_curves());
  const FittedLine fitted = fit_alignment(survey(track, 1.0, 1e-3), {});
  ASSERT_EQ(fitted.elements.size(), 5u);
  EXPECT_EQ(fitted.elements[0].curvature, 0.0);
  EXPECT_NEAR(1.0 / fitted.elements[1].curvature, 600.0, 0.1);
  EXPECT_EQ(fitted.elements[2].curvature, 0.0);
  EXPECT_NEAR(1.0 / fitted.elements[3].curvature, -1200.0, 0.5);
  EXPECT_EQ(fitted.elements[4].curvature, 0.0);
  const double corners[] = {300, 400, 650, 750, 800, 860, 1040, 1100};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(fitted.elements[i].end, corners[2 * i], 0.5);
    EXPECT_NEAR(fitted.elements[i + 1].begin, corners[2 * i + 1], 0.5);
  }
  // Rounding to 1 mm leaves 1 / sqrt(12) mm across the line, whatever its direction.
  EXPECT_LT(fitted.rms, 1.2e-3 / std::sqrt(12.0));
  Cursor cursor;
  for (double s = 0.0; s < track.length(); s += 5.0)
    EXPECT_NEAR(fitted.calc_curvature(s), track.calc_geometry(s, cursor).curvature, 1e-5) << s;
}

TEST(FitAlignment, CoarserPointsNeedAWiderWindow) {
  // A straight that is shorter than the window would be lost.
  const Track track(describe_curves(200));
  const FittedLine fine = fit_alignment(survey(track, 1.0, 1e-3), {});
  const FittedLine coarse = fit_alignment(survey(track, 5.0, 5e-3), {});
  EXPECT_GT(coarse.window, fine.window);
  ASSERT_EQ(coarse.elements.size(), 5u);
  EXPECT_NEAR(1.0 / coarse.elements[1].curvature, 600.0, 2.0);
}

TEST(FitAlignment, AStraightIsOne) {
  TrackDescription d;
  d.horizontal = {test::make_line(500)};
  const FittedLine fitted = fit_alignment(survey(Track(d), 1.0, 1e-3), {});
  ASSERT_EQ(fitted.elements.size(), 1u);
  EXPECT_EQ(fitted.elements[0].curvature, 0.0);
}

TEST(FitAlignment, SegmentsAreTheBestCuts) {
  std::vector<double> s, y;
  for (int i = 0; i < 300; ++i) {
    s.push_back(i);
    y.push_back(i < 100 ? 0.0 : i < 150 ? 0.02 * (i - 100) : 1.0);
  }
  const auto segments = cut_segments(s, y, 1e-3, 10.0, 1);
  ASSERT_EQ(segments.size(), 3u);
  EXPECT_NEAR(static_cast<double>(segments[1].first), 100.0, 1.0);
  EXPECT_NEAR(static_cast<double>(segments[1].last), 150.0, 1.0);
  EXPECT_NEAR(segments[1].slope, 0.02, 1e-12);
}

TEST(FitAlignment, NoiseIsThatOfSingleRows) {
  Random random(5);
  std::vector<double> y;
  for (int i = 0; i < 5000; ++i) {
    double normal = -6.0;
    for (int k = 0; k < 12; ++k) normal += random.uniform();
    y.push_back(0.01 * i + 2e-3 * normal);
  }
  EXPECT_NEAR(estimate_noise(y), 2e-3, 1e-4);
}

TEST(FitAlignment, RefusesWhatIsNoLine) {
  MeasuredLine line;
  EXPECT_THROW(fit_alignment(line, {}), std::invalid_argument);
  for (int i = 0; i < 30; ++i) {
    line.s.push_back(i / 2);
    line.curvature.push_back(0.0);
  }
  EXPECT_THROW(fit_alignment(line, {}), std::invalid_argument);
}

}  // namespace
}  // namespace fourfoot::track
