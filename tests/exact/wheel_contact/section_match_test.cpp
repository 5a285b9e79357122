// Which points of neighbouring cross sections belong together: a head that a ramp cuts off, as on a nose.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "contact/geometry/rail_line_shape.h"
#include "profile/pieces.h"

namespace fourfoot::contact {
namespace {

/// A head of radius R about (0, -R), cut off at the height h = h_0 + g s and rounded there by a radius r. The
/// circle of the rounding lies within the head's: its centre is (R - r) from the head's, in the direction -phi.
struct CutHead {
  static constexpr double R = 27e-3, r = 7e-3, g = 0.015, h_0 = -4e-3;

  static double calc_height(double s) { return h_0 + g * s; }
  static double calc_phi(double s) { return std::acos((R + calc_height(s) - r) / (R - r)); }

  /// The point whose normal leans by theta to the gauge side.
  static std::array<double, 2> calc_point(double s, double theta) {
    const double phi = calc_phi(s), y = -std::sin(theta), z = std::cos(theta);
    if (theta > phi) return {R * y, R * z - R};
    return {-(R - r) * std::sin(phi) + r * y, calc_height(s) - r + r * z};
  }
  /// The cut rises by 1:1000 to the field side: the top lies at its end, which moves outward, and by `jump`.
  static profile::Curve make(double s, double jump = 0.0) {
    using namespace profile;
    const auto [y0, z0] = calc_point(s, 1.1);
    const auto [y1, z1] = calc_point(s, calc_phi(s));
    const auto [y2, z2] = calc_point(s, 0.0);
    const double end = 10e-3 + 0.1 * s + jump, top = z2 + 1e-3 * (end - y2);
    return build_curve({Piece(ArcPiece{y0, z0, y1, z1, R, true}),
                        Piece(ArcPiece{y1, z1, y2, z2, r, true}),
                        Piece(LinePiece{y2, z2, end, top}),
                        Piece(ArcPiece{end, top, end + r * std::sin(1.1),
                                       top - r * (1.0 - std::cos(1.1)), r, true})});
  }
};

/// Largest distance from the true surface in the middle between sections that are `h` apart.
double find_largest_error(double h, SectionMatch match, double jump = 0.0) {
  RailLine line;
  line.name = "nose";
  line.match = match;
  for (int k = 0; k < 8; ++k)
    line.sections.push_back({{}, k * h, 0.75, 0.0, CutHead::make(k * h, k % 2 == 0 ? 0.0 : jump)});
  const RailLineShape shape(line);
  RailSection between;
  RailLineShape::Parts parts;
  double largest = 0.0;
  for (int k = 1; k < 6; ++k) {
    const double s = (k + 0.5) * h;
    between.set_between({parts.data(), shape.list_parts(s, parts)});
    for (double theta = 0.03; theta < 0.95; theta += 0.01) {
      const auto [y, z] = CutHead::calc_point(s, theta);
      largest = std::max(largest, std::abs(between.calc_distance(RailLineShape::offset + y, z)));
    }
  }
  return largest;
}

// Along s the surface with the normal theta moves by n.c(s) while it is on the rounding (c its centre), then no more:
// second derivative M = g^2 sin(theta) / ((R - r) sin^3(phi)) or 0, with a jump. A cubic of which the tangents are
// differences misses such a function by 0.2 M h^2 at most: h^2 / 8 of the chord and 2 (4 / 27) h times the
// tangents' error M h / 4. Slopes are matched to some tenths of a millimetre along the arcs: 1 um.
TEST(SectionMatch, ByAngleTheRailBetweenIsTheTrueOneToSecondOrder) {
  for (const double h : {10e-3, 20e-3}) {
    const double sine = std::sin(CutHead::calc_phi(7.0 * h));
    const double M = CutHead::g * CutHead::g / ((CutHead::R - CutHead::r) * sine * sine);
    EXPECT_LT(find_largest_error(h, SectionMatch::angle), 0.2 * M * h * h + 1e-6) << h;
  }
}

// A top that lies 4 mm farther out in every second section, where no wheel is: by arc length all points of the gauge
// side go with it. By angle they go by 1 / (1 + r / R) of that, and a chord's height is the square of it.
TEST(SectionMatch, ByAngleATopThatJumpsMovesTheGaugeSideLess) {
  const double h = 20e-3, jump = 4e-3;
  EXPECT_GT(find_largest_error(h, SectionMatch::arc_length, jump),
            2.0 * find_largest_error(h, SectionMatch::angle, jump));
}

// A rail that does not change is itself, however its points are matched.
TEST(SectionMatch, OneShapeStaysAsItIs) {
  RailLine line;
  line.match = SectionMatch::angle;
  for (int k = 0; k < 3; ++k) line.sections.push_back({{}, 0.1 * k, 0.75, 0.0, CutHead::make(0.0)});
  const RailLineShape shape(line);
  RailLineShape::Parts parts;
  EXPECT_EQ(shape.list_parts(0.13, parts), 1u);
  EXPECT_EQ(parts[0].rate, 0.0);
}

// Sections 1 mm apart tell a wrong slope for the 200 mm before them: the rail there would run backwards.
TEST(SectionMatch, ARailThatWouldFoldOverIsRefused) {
  RailLine line;
  line.name = "nose";
  line.match = SectionMatch::angle;
  for (const auto& [s, at] : {std::pair{0.0, 0.0}, {0.2, 0.2}, {0.201, 0.0}, {0.4, 0.2}})
    line.sections.push_back({{}, s, 0.75, 0.0, CutHead::make(at)});
  EXPECT_THROW(RailLineShape{line}, InputError);
}

}  // namespace
}  // namespace fourfoot::contact
