#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/track_routes.h"
#include "track/abscissa_curve.h"
#include "track/track.h"

namespace fourfoot::track {
namespace {

using test::make_arc;
using test::make_line;
using test::make_transition_element;

TEST(CubicParabola, IsAsBuilt) {
  TrackDescription d = test::make_route_2();
  d.horizontal[1].is_over_abscissa = d.horizontal[3].is_over_abscissa = true;
  const Track track(d);
  // y = x^3 / (6 R L): 102.474 m long, its end curvature 1.1 % short of 1 / 600.
  const double arc = AbscissaCurve(TransitionShape::linear, 0, 1.0 / 600, 102.4).length();
  EXPECT_NEAR(arc, 102.474, 5e-4);
  EXPECT_NEAR(track.length(), 10 + arc + 60 + arc + 40, 1e-9);
  Cursor cursor;
  for (double u = 0.05; u < 1; u += 0.1) {
    const Vec3 p = track.calc_frame(10 + u * arc, 1, 0, cursor).p_NT;
    EXPECT_NEAR(p.y(), std::pow(p.x() - 10, 3) / (6 * 600 * 102.4), 1e-10);
  }
  const double end = track.calc_geometry(10 + arc - 1e-6, cursor).curvature;
  EXPECT_NEAR(end * 600, 0.989, 5e-4);
  // Leaving the curve it is the mirror image.
  EXPECT_NEAR(track.calc_geometry(10 + arc + 60 + 20, cursor).curvature,
              track.calc_geometry(10 + arc - 20, cursor).curvature, 1e-12);
}

TEST(SineHalfWave, FollowsItsClosedForm) {
  // y = X^2 / (2 R) (u^2 / 2 - (1 - cos(pi u)) / pi^2), u = x / X
  const double R = 400, X = 80;
  TrackDescription d;
  d.horizontal = {make_line(10), make_transition_element(X, TransitionShape::cosine),
                  make_arc(50, 1 / R, 0), make_transition_element(X, TransitionShape::cosine),
                  make_line(10)};
  d.horizontal[1].is_over_abscissa = d.horizontal[3].is_over_abscissa = true;
  const Track track(d);
  const double arc = AbscissaCurve(TransitionShape::cosine, 0, 1 / R, X).length();
  EXPECT_NEAR(track.length(), 70 + 2 * arc, 1e-9);
  EXPECT_NEAR(AbscissaCurve::find_abscissa(TransitionShape::cosine, 0, 1 / R, arc), X, 1e-9);
  Cursor cursor;
  for (double s = 10; s < 10 + arc; s += 7) {
    const Vec3 p = track.calc_frame(s, 1, 0, cursor).p_NT;
    const double u = (p.x() - 10) / X, pi = std::numbers::pi;
    EXPECT_NEAR(p.y(), X * X / (2 * R) * (u * u / 2 - (1 - std::cos(pi * u)) / (pi * pi)), 1e-10);
  }
}

TEST(BiquadraticParabola, FollowsItsClosedForm) {
  // First half y = x^4 / (6 R X^2); at its end y' = X / (2 R).
  const double R = 500, X = 100;
  TrackDescription d;
  d.horizontal = {make_line(10), make_transition_element(X, TransitionShape::helmert),
                  make_arc(50, -1 / R, 0)};
  d.horizontal[1].is_over_abscissa = true;
  const Track track(d);
  Cursor cursor;
  for (double s = 10; s < 59; s += 7) {
    const Vec3 p = track.calc_frame(s, 1, 0, cursor).p_NT;
    EXPECT_NEAR(p.y(), -std::pow(p.x() - 10, 4) / (6 * R * X * X), 1e-10);
  }
  EXPECT_NEAR(std::tan(track.calc_geometry(track.length() - 50, cursor).heading), -X / (2 * R),
              1e-12);
}

TEST(Transitions, EveryRowOfTheTableIsAShapeOfItsOwnAndFoundByItsNames) {
  for (const TransitionKind& kind : get_transition_kinds()) {
    EXPECT_EQ(find_transition_kind(&TransitionKind::name, kind.name), &kind);
    if (*kind.ramp_name != 0) {
      EXPECT_EQ(find_transition_kind(&TransitionKind::ramp_name, kind.ramp_name), &kind);
    }
    if (kind.shape == TransitionShape::polynomial) continue;
    const std::vector<Piece> f = kind.make(5, 40, 1, 2, {});
    EXPECT_NEAR(f.front().calc(5).value, 1, 1e-13) << kind.name;
    EXPECT_NEAR(f.back().calc(25).value, 2, 1e-13) << kind.name;  // odd about its middle
    EXPECT_NEAR(f.back().calc(45).value, 3, 1e-13) << kind.name;
  }
  EXPECT_EQ(find_transition_kind(&TransitionKind::landxml, "japaneseCubic")->name,
            std::string("cubic-parabola"));
  EXPECT_EQ(find_transition_kind(&TransitionKind::landxml, "cub"), nullptr);
  EXPECT_EQ(find_transition_kind(&TransitionKind::ifc, ""), nullptr);
}

TEST(PointCurve, FollowsACircle) {
  TrackDescription d;
  HorizontalElement e;
  e.type = HorizontalType::points;
  const double R = 400;
  for (int i = 0; i <= 40; ++i) {
    e.x.push_back(R * std::sin(i * 5.0 / R));
    e.y.push_back(R * (1 - std::cos(i * 5.0 / R)));
  }
  d.horizontal = {e, make_arc(50, 1 / R, 0)};
  const Track track(d);
  Cursor cursor;
  EXPECT_NEAR(track.length(), 250, 1e-6);
  EXPECT_NEAR(track.calc_geometry(102, cursor).curvature * R, 1.0, 1e-5);
  const Vec3 p = track.calc_frame(200, 1, 0, cursor).p_NT;
  EXPECT_NEAR(p.x(), R * std::sin(0.5), 1e-4);
  EXPECT_NEAR(p.y(), R * (1 - std::cos(0.5)), 1e-4);
  EXPECT_TRUE(track.kinks().empty());
}

TEST(Viennese, LeadsTheCentreOfGravityAlongTheRamp) {
  // Curvature of the path of a point h above the track is kappa + h gamma'' (small angles): the
  // pure seventh-degree ramp.
  TrackDescription d;
  d.horizontal = {make_line(20), make_transition_element(120, TransitionShape::viennese),
                  make_arc(50, 1.0 / 500, 0.12)};
  d.horizontal[1].centre_height = 1.8;
  const Track track(d);
  const Piece f = make_transition(TransitionShape::viennese, 20, 120, 0, 1).front();
  Cursor cursor;
  for (double s = 25; s < 140; s += 10) {
    const Jet ramp = f.calc(s);
    EXPECT_NEAR(track.calc_geometry(s, cursor).curvature + 1.8 * (0.12 / 1.5) * ramp.d2,
                ramp.value / 500, 1e-15);
    EXPECT_NEAR(track.calc_geometry(s, cursor).cant, 0.12 * ramp.value, 1e-15);
  }
}

TEST(Polynomial, SmoothestOfEachDegreeIsFlatAtBothEnds) {
  for (int degree : {3, 5, 7, 9, 11}) {
    const Piece f =
        make_transition(TransitionShape::polynomial, 0, 1, 0, 1, get_smooth_polynomial(degree))
            .front();
    EXPECT_NEAR(f.calc(1).value, 1, 1e-12);
    EXPECT_NEAR(f.calc(0.5).value, 0.5, 1e-12);
    EXPECT_NEAR(f.calc(1).d1, 0, 1e-10);
    if (degree >= 5) {
      EXPECT_NEAR(f.calc(1).d2, 0, 1e-8);
    }
    if (degree >= 7) {
      EXPECT_NEAR(f.calc(1).d3, 0, 1e-7);
    }
  }
}

TEST(Vertical, ArcsAndGradients) {
  TrackDescription d;
  d.horizontal = {make_line(1000)};
  VerticalElement level, arc, up;
  level.length = 300;
  arc.type = VerticalType::circular_arc;
  arc.length = 200;
  up.length = 500;
  up.gradient = 0.02;
  d.vertical = {level, arc, up};
  const Track track(d);
  Cursor cursor;
  // A circle of radius 200 / atan(0.02): height R (1 - cos beta), way R sin beta.
  const double beta = std::atan(0.02), R = 200 / beta;
  const MovingFrame f = track.calc_frame(500, 10, 0, cursor);
  EXPECT_NEAR(f.p_NT.z(), R * (1 - std::cos(beta)), 1e-9);
  EXPECT_NEAR(f.p_NT.x(), 300 + R * std::sin(beta), 1e-9);
  EXPECT_NEAR(track.calc_frame(400, 10, 0, cursor).w_NT_T.y(), -10 / R, 1e-14);
  const MovingFrame end = track.calc_frame(1000, 10, 0, cursor);
  EXPECT_NEAR((end.p_NT.z() - f.p_NT.z()) / (end.p_NT.x() - f.p_NT.x()), 0.02, 1e-12);
  // omega jumps where the arc begins and ends; the tangent does not.
  ASSERT_EQ(track.kinks().size(), 2u);
  EXPECT_NEAR(track.kinks()[0].omega_per_speed.y(), -1 / R, 1e-12);
  EXPECT_NEAR(track.kinks()[0].velocity_per_speed.norm(), 0, 1e-12);
}

TEST(Kinks, OfRouteTwoAreThoseOfItsRamps) {
  const Track track(test::make_route_2());
  ASSERT_EQ(track.kinks().size(), 4u);
  const double rate = 0.128 / 1.5 / 102.4;
  const double s[] = {10, 112.4, 172.4, 274.8}, jump[] = {-rate, rate, rate, -rate};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(track.kinks()[i].s, s[i], 1e-9);
    EXPECT_NEAR(track.kinks()[i].omega_per_speed.x(), jump[i], 1e-12);
    EXPECT_NEAR(track.kinks()[i].omega_per_speed.tail<2>().norm(), 0, 1e-12);
  }
  TrackDescription d = test::make_route_2();
  d.cant_rotation = CantRotation::inner_rail;
  const Track rising(d);
  ASSERT_EQ(rising.kinks().size(), 4u);
  // The centre line turns up by half the ramp's slope: so does the velocity of the frame.
  EXPECT_NEAR(rising.kinks()[0].velocity_per_speed.z(), 0.064 / 102.4, 1e-9);
  EXPECT_NEAR(rising.kinks()[0].R_BA(2, 0), 0.064 / 102.4, 1e-9);
}

TEST(Kinks, AreGoneWhereCornersAreRounded) {
  for (const CantRotation rotation : {CantRotation::centre_line, CantRotation::inner_rail}) {
    TrackDescription d = test::make_route_2();
    d.cant_rotation = rotation;
    d.rounding.cant = 2;
    const Track track(d);
    EXPECT_TRUE(track.kinks().empty());
    Cursor cursor;
    // Outside the roundings nothing has changed.
    EXPECT_NEAR(track.calc_geometry(60, cursor).cant, 0.128 * 50 / 102.4, 1e-14);
    EXPECT_NEAR(track.calc_geometry(150, cursor).cant, 0.128, 1e-14);
  }
}

TEST(Ends, TheTrackGoesOnWithItsLastCurvature) {
  TrackDescription d;
  d.horizontal = {make_arc(100, -1.0 / 200, 0.1)};
  const Track track(d);
  Cursor cursor;
  const double round = 2 * M_PI * 200;
  const Vec3 p = track.calc_frame(20, 1, 0, cursor).p_NT;
  EXPECT_NEAR((track.calc_frame(20 + round, 1, 0, cursor).p_NT - p).norm(), 0, 1e-9);
  EXPECT_NEAR((track.calc_frame(20 - 3 * round, 1, 0, cursor).p_NT - p).norm(), 0, 1e-9);
  EXPECT_TRUE(track.kinks().empty());
}

TEST(Projection, FindsTheStationOfAPointBesideTheTrack) {
  TrackDescription d = test::make_route_2();
  d.cant_rotation = CantRotation::inner_rail;
  d.rounding.cant = 2;
  const Track track(d);
  Cursor cursor;
  for (double s = -20; s < 330; s += 3.7) {
    const MovingFrame f = track.calc_frame(s, 1, 0, cursor);
    const Vec3 point = f.p_NT + f.R_NT * Vec3(0, 1.2, 2.0);
    EXPECT_NEAR(track.find_projection(point, s + 5, cursor), s, 1e-9);
    EXPECT_NEAR(track.find_projection(point, s - 15, cursor), s, 1e-9);
  }
}

TEST(Projection, IsClosedFormOnLevelArcs) {
  TrackDescription d;
  d.horizontal = {make_arc(500, 1.0 / 200, 0)};
  const Track track(d);
  Cursor cursor;
  const MovingFrame f = track.calc_frame(450, 1, 0, cursor);
  // From half a circle away, in one step.
  EXPECT_NEAR(track.find_projection(f.p_NT + f.R_NT * Vec3(0, -3, 1), 5, cursor), 450, 1e-10);
}

TEST(OwnCant, MayDifferFromTheCurvature) {
  TrackDescription d = test::make_route_2();
  CantElement flat, ramp, high;
  flat.length = 40;
  ramp.length = 60;
  ramp.is_constant = false;
  ramp.shape = TransitionShape::bloss;
  high.length = 60;
  high.cant = 0.05;
  d.cant = {flat, ramp, high};
  const Track track(d);
  Cursor cursor;
  EXPECT_NEAR(track.calc_geometry(20, cursor).cant, 0, 1e-15);
  EXPECT_NEAR(track.calc_geometry(70, cursor).cant, 0.025, 1e-15);
  EXPECT_NEAR(track.calc_geometry(300, cursor).cant, 0.05, 1e-15);  // goes on
}

TEST(CantAngle, ArcsineIsExact) {
  TrackDescription d;
  d.horizontal = {make_arc(100, 1.0 / 293, 0.144)};
  d.cant_angle = CantAngle::arcsine;
  Cursor cursor;
  EXPECT_NEAR(Track(d).calc_geometry(5, cursor).roll, std::asin(0.096), 1e-15);
}

TEST(Memory, DoesNotGrowWithTheRun) {
  const Track track(test::make_route_2());
  const std::size_t before = track.calc_memory();
  Cursor cursor;
  for (double s = 0; s < 1e5; s += 7) track.calc_frame(s, 30, 0, cursor);
  EXPECT_EQ(track.calc_memory(), before);
}

}  // namespace
}  // namespace fourfoot::track
