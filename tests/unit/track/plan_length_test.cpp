// Lengths measured in plan, against closed forms of the plan and of the profile.
#include <gtest/gtest.h>

#include <cmath>

#include "support/track_routes.h"
#include "track/track.h"

namespace fourfoot::track {
namespace {

using test::make_arc;
using test::make_line;
using test::make_transition_element;

VerticalElement make_gradient(double length, double gradient) {
  VerticalElement e;
  e.length = length;
  e.gradient = gradient;
  return e;
}

VerticalElement make_vertical_arc(VerticalType type, double length) {
  VerticalElement e;
  e.type = type;
  e.length = length;
  return e;
}

/// A curve whose transitions lie on a vertical curve of 40 per mille.
TrackDescription make_hill(VerticalType type) {
  TrackDescription d;
  d.measure = LengthMeasure::plan;
  d.horizontal = {make_line(100), make_transition_element(90), make_arc(300, 1.0 / 500, 0.1),
                  make_transition_element(90, TransitionShape::bloss), make_line(120)};
  d.vertical = {make_gradient(80, -0.02), make_vertical_arc(type, 200), make_gradient(100, 0.04),
                make_vertical_arc(type, 150), make_gradient(60, 0.01)};
  return d;
}

TEST(PlanLength, ThePlanIsThatOfTheLevelTrack) {
  for (const VerticalType type : {VerticalType::parabolic_arc, VerticalType::circular_arc})
    for (const CantRotation rotation : {CantRotation::centre_line, CantRotation::inner_rail}) {
      TrackDescription d = make_hill(type);
      d.cant_rotation = rotation;
      const Track track(d);
      d.vertical.clear();
      d.cant_rotation = CantRotation::centre_line;
      const Track level(d);
      ASSERT_NEAR(level.length(), 700, 1e-12);
      // The end, after everything: same point and direction in plan.
      Cursor a, b;
      const Vec3 p = track.calc_frame(track.length(), 1, 0, a).p_NT;
      const Vec3 q = level.calc_frame(700, 1, 0, b).p_NT;
      EXPECT_NEAR(p.x(), q.x(), 1e-10);
      EXPECT_NEAR(p.y(), q.y(), 1e-10);
      // The heights of PVIs: tangents meet in the middle of a parabola.
      if (type == VerticalType::parabolic_arc) {
        EXPECT_NEAR(p.z(), -0.02 * 180 + 0.04 * (100 + 100 + 75) + 0.01 * (75 + 60 + 110), 1e-10);
      }
      // Between: the track's plan never leaves the level one.
      for (double s = 5; s < track.length(); s += 31) {
        const Vec3 at = track.calc_frame(s, 1, 0, a).p_NT;
        const double along = level.find_projection(Vec3(at.x(), at.y(), 0), s, b);
        const Vec3 near = level.calc_frame(along, 1, 0, b).p_NT;
        EXPECT_NEAR(std::hypot(near.x() - at.x(), near.y() - at.y()), 0, 1e-10) << s;
        EXPECT_NEAR(track.calc_geometry(s, a).heading, level.calc_geometry(along, b).heading,
                    1e-12);
        EXPECT_NEAR(track.calc_geometry(s, a).cant, level.calc_geometry(along, b).cant, 1e-12);
      }
    }
}

TEST(PlanLength, ParabolaAndCircleAreExact) {
  for (const VerticalType type : {VerticalType::parabolic_arc, VerticalType::circular_arc}) {
    const Track track(make_hill(type));
    TrackDescription flat = make_hill(type);
    flat.vertical.clear();
    const Track level(flat);
    Cursor a, b;
    const double s0 = -0.02 / std::hypot(1, 0.02), s1 = 0.04 / std::hypot(1, 0.04);
    const double R = 200 / (s1 - s0);  // of the circle
    for (double s = 82; s < 280; s += 9) {
      const Vec3 at = track.calc_frame(s, 1, 0, a).p_NT;
      const double p = level.find_projection(Vec3(at.x(), at.y(), 0), s, b) - 80;
      const double parabola = -1.6 - 0.02 * p + 0.06 * p * p / 400;
      const double sine = s0 + p / R;
      const double circle = -1.6 + R * (std::sqrt(1 - s0 * s0) - std::sqrt(1 - sine * sine));
      EXPECT_NEAR(at.z(), type == VerticalType::parabolic_arc ? parabola : circle, 1e-9) << s;
    }
  }
}

TEST(PlanLength, WithoutGradientNothingChanges) {
  TrackDescription d = make_hill(VerticalType::parabolic_arc);
  d.vertical.clear();
  const Track plan(d);
  d.measure = LengthMeasure::centre_line;
  const Track arc(d);
  Cursor a, b;
  EXPECT_EQ(plan.length(), arc.length());
  EXPECT_EQ(plan.kinks().size(), arc.kinks().size());
  EXPECT_EQ(plan.calc_frame(333, 1, 0, a).p_NT, arc.calc_frame(333, 1, 0, b).p_NT);
}

TEST(PlanLength, SmoothElementsStaySmoothOverAVerticalCurve) {
  const Track track(make_hill(VerticalType::parabolic_arc));
  // Corners are those of the clothoid's ramp and of the gradient: 2 ends of ramps, 4 of the
  // parabolas (the Bloss ramp has none).
  for (const Kink& kink : track.kinks()) EXPECT_LT(kink.position_jump, 1e-9);
  Cursor cursor;
  double last = track.calc_geometry(0, cursor).curvature;
  for (double s = 0; s < track.length(); s += 0.01) {
    const double now = track.calc_geometry(s, cursor).curvature;
    EXPECT_LT(std::abs(now - last), 0.01 * 0.002 / 40) << s;  // Bloss at its steepest: 1.5 / L
    last = now;
  }
}

}  // namespace
}  // namespace fourfoot::track
