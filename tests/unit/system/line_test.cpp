// Both sides of a break, at the break.
#include "system/line.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "track/shape_irregularity.h"

namespace fourfoot::system {
namespace {

/// 10 m of straight, 20 m of clothoid to R = 200 m; a hump of 5 mm from s = 4 to 6 m.
std::shared_ptr<const track::Track> make_track() {
  track::TrackDescription d;
  track::HorizontalElement line, clothoid, arc;
  line.length = 10.0;
  clothoid.type = track::HorizontalType::transition;
  clothoid.shape = track::TransitionShape::linear;
  clothoid.length = 20.0;
  arc.type = track::HorizontalType::circular_arc;
  arc.length = 30.0;
  arc.curvature = 1.0 / 200.0;
  d.horizontal = {line, clothoid, arc};
  track::ShapeOptions hump;
  hump.at = 4.0;
  hump.length = 2.0;
  hump.amplitude = 5e-3;
  d.irregularities.push_back(std::make_shared<track::ShapeIrregularity>(hump));
  return std::make_shared<track::Track>(d);
}

std::size_t find_break(const Line& line, double s) {
  for (std::size_t i = 0; i < line.breaks().size(); ++i) {
    if (std::abs(line.breaks()[i] - s) < 1e-9) return i;
  }
  throw std::runtime_error("no break there");
}

TEST(Line, ListsJointsAndCorners) {
  const Line line(make_track(), track::SpeedProfile::constant(20.0));
  for (const double s : {0.0, 4.0, 6.0, 10.0, 30.0, 60.0}) EXPECT_NO_THROW(find_break(line, s));
}

TEST(Line, AFrameHasBothSidesOfAJoint) {
  const Line line(make_track(), track::SpeedProfile::constant(20.0));
  const std::size_t joint = find_break(line, 10.0);
  const double offset = 1.0 / 3.0, t = *line.find_time(10.0 - offset);
  MovingFrame before, after;
  FrameCursor cursor;
  cursor.passed = joint;
  line.calc_frame(line.calc_travel(t), offset, cursor, before);
  EXPECT_EQ(before.alpha_NT_T.z(), 0.0);
  cursor.passed = joint + 1;
  line.calc_frame(line.calc_travel(t), offset, cursor, after);
  EXPECT_NEAR(after.alpha_NT_T.z(), 400.0 / 200.0 / 20.0, 1e-12);
  EXPECT_EQ(line.count_passed(t, offset), joint + 1);
  EXPECT_EQ(line.count_passed(t - 1e-8, offset), joint);
}

TEST(Line, AnIrregularityHasBothSidesOfItsCorner) {
  const Line line(make_track(), track::SpeedProfile::constant(20.0));
  const double bend =
      0.5 * 5e-3 * std::numbers::pi * std::numbers::pi;  // A w^2 / 2, w = 2 pi / 2 m
  for (const double s : {4.0, 6.0}) {
    const std::size_t corner = find_break(line, s);
    FrameCursor cursor;
    cursor.passed = corner;
    const double before = line.calc_irregularity({s, 20.0, 0.0}, 0.0, cursor).vertical.d2;
    cursor.passed = corner + 1;
    const double after = line.calc_irregularity({s, 20.0, 0.0}, 0.0, cursor).vertical.d2;
    EXPECT_NEAR(before, s == 4.0 ? 0.0 : bend, 1e-12) << s;
    EXPECT_NEAR(after, s == 4.0 ? bend : 0.0, 1e-12) << s;
  }
}

TEST(Line, TheSpeedHasBothSidesOfABreak) {
  const Line line(make_track(), track::SpeedProfile::over_time({0.1, 0.3, 0.7}, {20, 21, 19}));
  ASSERT_EQ(line.get_speed_breaks().size(), 3u);
  const double a[] = {0.0, 5.0, -5.0, 0.0};
  for (std::size_t i = 0; i < 3; ++i) {
    const double t = line.get_speed_breaks()[i];
    EXPECT_EQ(line.count_speed_breaks_passed(t), i + 1);
    EXPECT_NEAR(line.calc_travel(t, i).a, a[i], 1e-12);
    EXPECT_NEAR(line.calc_travel(t, i + 1).a, a[i + 1], 1e-12);
    EXPECT_NEAR(line.calc_travel(t, i).v, line.calc_travel(t, i + 1).v, 1e-12);
    EXPECT_NEAR(line.calc_travel(t, i).s, line.calc_travel(t, i + 1).s, 1e-12);
  }
}

// The speed changes where two frames pass joints: one stop, however its times are rounded.
TEST(Line, StopsTogetherAreOne) {
  const double offset = 1.0 / 3.0;
  const Line line(make_track(), track::SpeedProfile::over_distance({0.0, 10.0 - offset, 29.0},
                                                                   {19.0, 21.0, 20.0}));
  const std::vector<double> stops = line.find_stops({offset, offset, -20.0 + offset}, {}, 0.0, 0.6);
  int near = 0;
  for (const double t : stops) near += std::abs(t - *line.find_time(10.0 - offset)) < 1e-6;
  EXPECT_EQ(near, 1);
  EXPECT_TRUE(std::is_sorted(stops.begin(), stops.end()));
}

}  // namespace
}  // namespace fourfoot::system
