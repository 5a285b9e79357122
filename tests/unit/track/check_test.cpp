#include <gtest/gtest.h>

#include "base/error.h"
#include "support/track_routes.h"
#include "track/track.h"

namespace fourfoot::track {
namespace {

using test::make_arc;
using test::make_line;
using test::make_transition_element;

/// The ids of all findings, and the line of the first.
struct Found {
  std::vector<std::string> ids;
  int line = 0;
  std::string message;
};

/// Gives element i the line 10 (i + 1) of a made-up file.
Found find_faults(TrackDescription d) {
  const auto file = std::make_shared<SourceFile>(SourceFile{"track.toml", ""});
  int line = 0;
  for (auto& e : d.horizontal) e.where = {file, line += 10, 1, 1};
  line = 100;
  for (auto& e : d.cant) e.where = {file, line += 10, 1, 1};
  line = 200;
  for (auto& e : d.vertical) e.where = {file, line += 10, 1, 1};
  Found found;
  try {
    const Track track(d);
  } catch (const InputError& error) {
    for (const Finding& f : error.findings()) found.ids.push_back(f.id);
    found.line = error.findings().front().where.line;
    found.message = error.findings().front().message;
  }
  return found;
}

using Ids = std::vector<std::string>;

TEST(Check, EmptyTrack) {
  EXPECT_EQ(find_faults({}).ids, Ids{"track-empty"});
}

TEST(Check, GaugeAndContactDistance) {
  TrackDescription d;
  d.horizontal = {make_line(50)};
  d.contact_distance = 1.0;
  EXPECT_EQ(find_faults(d).ids, Ids{"track-gauge"});
  d.gauge = 0.9;
  EXPECT_TRUE(find_faults(d).ids.empty());
}

TEST(Check, AllFaultsAtOnceEachWithItsLine) {
  TrackDescription d;
  d.horizontal = {make_line(-5), make_arc(10, 1.0 / 3, 0), make_arc(10, 0.001, 0.9)};
  const Found found = find_faults(d);
  EXPECT_EQ(found.ids, (Ids{"track-length", "track-radius", "track-cant"}));
  EXPECT_EQ(found.line, 10);
  EXPECT_EQ(found.message, "an element must have a length above 0, not -5 m");
}

TEST(Check, JumpOfCurvatureAndCant) {
  TrackDescription d;
  d.horizontal = {make_line(50), make_arc(50, 1.0 / 300, 0.1)};
  const Found found = find_faults(d);
  EXPECT_EQ(found.ids, (Ids{"track-curvature-jump", "track-cant-jump"}));
  EXPECT_EQ(found.line, 20);
  EXPECT_EQ(found.message, "the curvature jumps from straight to R = 300 m left at s = 50 m");
  d.horizontal[1].allow_jump = true;
  EXPECT_TRUE(find_faults(d).ids.empty());
  // Allowed, and reported: the track lists it.
  const Track track(d);
  ASSERT_EQ(track.kinks().size(), 1u);
  EXPECT_NEAR(track.kinks()[0].omega_per_speed.norm(), 1.0 / 300, 1e-3);
}

TEST(Check, DirectionMustMeetTheHeadingBefore) {
  TrackDescription d;
  d.horizontal = {make_line(50), make_line(50)};
  d.horizontal[1].direction = 0.001;
  EXPECT_EQ(find_faults(d).ids, Ids{"track-heading-jump"});
  EXPECT_EQ(find_faults(d).line, 20);
  d.horizontal[1].allow_jump = true;
  const Track track(d);
  ASSERT_EQ(track.kinks().size(), 1u);
  EXPECT_NEAR(track.kinks()[0].velocity_per_speed.y(), 0.001, 1e-9);
}

TEST(Check, OpenTransitions) {
  TrackDescription d;
  d.horizontal = {make_transition_element(50), make_arc(50, 0.002, 0)};
  EXPECT_EQ(find_faults(d).ids, Ids{"track-transition-open"});
  d.horizontal = {make_line(50), make_transition_element(50), make_transition_element(50),
                  make_line(50)};
  EXPECT_EQ(find_faults(d).ids, Ids{"track-transition-open"});
  EXPECT_EQ(find_faults(d).line, 20);
  d.horizontal[1].end_curvature = 0.002;
  EXPECT_TRUE(find_faults(d).ids.empty());
}

TEST(Check, CantOnAStraightNeedsASide) {
  TrackDescription d;
  d.horizontal = {make_line(50)};
  d.horizontal[0].cant = 0.02;
  EXPECT_EQ(find_faults(d).ids, Ids{"track-cant-side"});
  d.horizontal[0].raised = RaisedRail::left;
  EXPECT_TRUE(find_faults(d).ids.empty());
}

TEST(Check, VerticalElements) {
  TrackDescription d;
  d.horizontal = {make_line(500)};
  VerticalElement a, b;
  a.length = b.length = 100;
  b.gradient = 0.02;
  d.vertical = {a, b};
  const Found found = find_faults(d);
  EXPECT_EQ(found.ids, Ids{"track-gradient-jump"});
  EXPECT_EQ(found.line, 220);
  EXPECT_EQ(found.message, "the gradient jumps from 0 to 20 per mille at s = 100 m");
  d.vertical[1].allow_jump = true;
  EXPECT_TRUE(find_faults(d).ids.empty());
  d.vertical[1].length = 900;
  EXPECT_EQ(find_faults(d).ids, Ids{"track-too-long"});
  d.vertical[1].length = 100;
  d.horizontal[0].length = 1e-15;  // nothing is left of a line where joints within 1 nm are one
  EXPECT_EQ(find_faults(d).ids, Ids{"track-too-short"});
  d.horizontal[0].length = 500;
  d.vertical[1].type = VerticalType::parabolic_arc;
  EXPECT_EQ(find_faults(d).ids, Ids{"track-transition-open"});
  d.vertical[1].type = VerticalType::constant_gradient;
  d.vertical[1].gradient = 20;  // per mille, forgotten
  EXPECT_EQ(find_faults(d).ids, Ids{"track-gradient"});
}

TEST(Check, OwnCantElements) {
  TrackDescription d = test::make_route_2();
  CantElement low, high;
  low.length = 50;
  high.length = 50;
  high.cant = 0.1;
  d.cant = {low, high};
  EXPECT_EQ(find_faults(d).ids, Ids{"track-cant-jump"});
  EXPECT_EQ(find_faults(d).line, 120);
}

TEST(Check, PointsAndPolynomials) {
  TrackDescription d;
  HorizontalElement e;
  e.type = HorizontalType::points;
  e.x = {0, 1, 2};
  e.y = {0, 0, 0};
  d.horizontal = {e};
  EXPECT_EQ(find_faults(d).ids, Ids{"track-points"});
  d.horizontal = {make_line(10), make_transition_element(50, TransitionShape::polynomial),
                  make_arc(50, 0.002, 0)};
  d.horizontal[1].polynomial = {0, 3, -1.9};
  EXPECT_EQ(find_faults(d).ids, Ids{"track-polynomial"});
}

TEST(Check, RoundingLongerThanItsNeighbours) {
  TrackDescription d = test::make_route_1();
  d.rounding.cant = 8;
  EXPECT_EQ(find_faults(d).ids, Ids{"track-rounding"});
}

TEST(Check, CubicParabolaThatTurnsTooFar) {
  TrackDescription d;
  d.horizontal = {make_line(10), make_transition_element(200), make_arc(50, 1.0 / 200, 0)};
  d.horizontal[1].is_over_abscissa = true;
  EXPECT_EQ(find_faults(d).ids, Ids{"track-cubic-parabola"});
}

}  // namespace
}  // namespace fourfoot::track
