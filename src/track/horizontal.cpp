#include "track/horizontal.h"

#include <cmath>
#include <numbers>

#include "track/abscissa_curve.h"
#include "track/checks.h"
#include "track/point_curve.h"

namespace fourfoot::track {

namespace {

Piece make_viennese(const TrackDescription& d, const PlacedElement& p) {
  Piece piece = make_transition(TransitionShape::viennese, p.begin, p.length, p.k0, p.k1).front();
  const auto calc_angle = [&](double cant) {
    const double q = cant / d.contact_distance;
    return d.cant_angle == CantAngle::linear ? q : std::asin(q);
  };
  const double lead = -p.element->centre_height * (calc_angle(p.cant1) - calc_angle(p.cant0)) /
                      (p.length * p.length);
  const std::vector<double> f = get_smooth_polynomial(7);
  for (int k = 2; k <= 7; ++k)  // f7'' = sum of k (k - 1) c_k u^(k - 2)
    piece.c[static_cast<std::size_t>(k - 2)] +=
        lead * k * (k - 1) * f[static_cast<std::size_t>(k - 1)];
  return piece;
}

std::vector<Piece> make_element(const TrackDescription& d, const PlacedElement& p) {
  const HorizontalElement& e = *p.element;
  switch (e.type) {
    case HorizontalType::line:
    case HorizontalType::circular_arc:
      return {make_constant(p.begin, p.begin + p.length, e.curvature)};
    case HorizontalType::points:
      return PointCurve(e.x, e.y, p.k0, p.k1).make_curvature(p.begin);
    case HorizontalType::transition:
      if (e.is_over_abscissa)
        return AbscissaCurve(e.shape, p.k0, p.k1, e.length, e.arc_length).make_curvature(p.begin);
      if (e.shape == TransitionShape::viennese) return {make_viennese(d, p)};
      return make_transition(e.shape, p.begin, p.length, p.k0, p.k1, e.polynomial);
  }
  return {};
}

/// A polynomial may overshoot its ends, and a Viennese bend leaves them by its lead: the sharpest of
/// 64 points of each piece is held against the limit.
void check_sharpest(const TrackDescription& d, const PlacedElement& p,
                    const std::vector<Piece>& pieces, std::vector<Finding>& findings) {
  if (p.element->type != HorizontalType::transition) return;
  constexpr int points = 64;
  double sharpest = 0.0;
  for (const Piece& piece : pieces)
    for (int i = 0; i <= points; ++i) {
      const double s = piece.begin + (piece.end - piece.begin) * i / points;
      const double curvature = std::abs(piece.calc(s).value);
      if (std::isnan(curvature) || curvature > sharpest) sharpest = curvature;  // a NaN stays
    }
  check_radius(d, sharpest, p.element->where, findings);
}

}  // namespace

std::vector<Piece> build_curvature(const TrackDescription& d,
                                   const std::vector<PlacedElement>& placed,
                                   std::vector<Finding>& findings) {
  std::vector<Piece> pieces;
  pieces.reserve(placed.size());
  for (const PlacedElement& p : placed) {
    const std::vector<Piece> more = make_element(d, p);
    check_sharpest(d, p, more, findings);
    pieces.insert(pieces.end(), more.begin(), more.end());
  }
  return pieces;
}

std::vector<Piece> build_heading(const TrackDescription& d,
                                 const std::vector<PlacedElement>& placed,
                                 const std::vector<Piece>& curvature,
                                 std::vector<Finding>& findings) {
  std::vector<Piece> heading;
  heading.reserve(curvature.size());
  double theta = d.start_heading;
  std::size_t next = 0;
  for (const Piece& piece : curvature) {
    // A rounded corner's piece covers the joint: a stated direction is held against the heading
    // where the first piece that starts at or after the element does.
    while (next < placed.size() && placed[next].begin <= piece.begin + 1e-9) {
      const HorizontalElement& e = *placed[next++].element;
      if (!e.direction) continue;
      const double turn = std::remainder(*e.direction - theta, 2.0 * std::numbers::pi);
      if (std::abs(turn) > 1e-6 && !e.allow_jump)
        findings.push_back({"track-heading-jump", e.where,
                            "the element's direction differs by " + describe_number(turn * 1e3) +
                                " mrad from the heading at the end of the one before",
                            "correct it, or say jump = true if it is meant"});
      if (e.allow_jump) theta += turn;
    }
    heading.push_back(integrate(piece, theta));
    theta = heading.back().calc(piece.end).value;
  }
  return heading;
}

}  // namespace fourfoot::track
