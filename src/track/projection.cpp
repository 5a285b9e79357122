#include <cmath>

#include "base/error.h"
#include "track/track.h"

namespace fourfoot::track {

namespace {

constexpr double tolerance = 1e-11;  ///< [m]
constexpr int most_rounds = 60;

/// Way along a circle of curvature kappa from the point with tangent t to the one nearest to p.
double calc_arc_step(double kappa, const Vec3& t, const Vec3& offset) {
  const Vec3 n(-t.y(), t.x(), 0.0);
  const Vec3 from_centre = offset - n / kappa;
  const double outward = kappa > 0 ? -n.dot(from_centre) : n.dot(from_centre);
  return std::atan2(t.dot(from_centre), outward) / std::abs(kappa);
}

}  // namespace

double Track::find_projection(const Vec3& p_N, double guess, Cursor& cursor) const {
  double s = guess, before = guess;
  for (int round = 0; round < most_rounds; ++round) {
    const std::size_t index = find_span(s, cursor);
    const Span& span = spans_[index];
    Vec3 p, t, bend;
    calc_centre_line(s, cursor, p, t, bend);
    const Vec3 offset = p_N - p;
    double step = t.dot(offset);
    if (span.kind == SpanKind::level_arc) {
      step = calc_arc_step(heading_[span.heading].calc(s).d1, t, offset);
    } else if (span.kind == SpanKind::general) {
      const double slope = 1.0 - bend.dot(offset);
      if (slope < 0.05)
        throw RunError("a point lies near the centre of the track's curvature: no projection");
      step /= slope;
    }
    if (std::abs(step) < tolerance) return s;
    before = s;
    s += step;
    // The closed forms are exact as long as they end where they began.
    if (span.kind != SpanKind::general && s >= span.begin && s < span.end) return s;
  }
  // At a corner of the tangent the nearest point may be the corner itself: both sides point to it.
  if (std::abs(s - before) < 0.1) return 0.5 * (s + before);
  throw RunError("no point of the track near s = " + std::to_string(guess) +
                 " m is nearest to the given one");
}

}  // namespace fourfoot::track
