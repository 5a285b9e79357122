#pragma once

#include <cstddef>
#include <vector>

namespace fourfoot::profile {

/// What a curve is at one point: position, unit tangent (direction of growing s), curvature.
///   t = dp/ds,   dt/ds = curvature * left,   left = (-tz, ty)
/// Units m and 1/m. A rail head that falls off to both sides, run through from the gauge side to
/// the field side, has negative curvature.
struct CurvePoint {
  double y = 0.0;
  double z = 0.0;
  double ty = 1.0;
  double tz = 0.0;
  double curvature = 0.0;
};

/// A node of a curve in the making: a CurvePoint and how far the next node lies along the curve.
struct CurveNode {
  CurvePoint point;
  double step = 0.0;  ///< arc length to the next node of the same chain [m]
};

/// A smooth plane curve by arc length s in 0..length(). Vertical and overhanging parts (flange
/// back, grooved rail) are ordinary points of it.
///
/// Between nodes, y(s) and z(s) are quintic Hermite polynomials through position, tangent and
/// curvature of both ends: C2 across nodes of a chain, and as smooth as the definition across the
/// joints of chains (there the curvature may jump, e.g. line to arc). Error h^6 |p^(6)| / 46080:
/// below 1e-13 m for a 13 mm arc with nodes every 0.5 mm. Immutable; calc takes no memory.
class Curve {
 public:
  Curve() = default;
  /// Chains follow each other; the last node of a chain and the first of the next must coincide
  /// within 1e-6 m (checked: std::logic_error), each keeps its own tangent and curvature.
  explicit Curve(const std::vector<std::vector<CurveNode>>& chains);

  bool empty() const { return segments_.empty(); }
  double length() const { return length_; }
  /// The point at s; outside 0..length() the end segment's polynomial is continued as a straight
  /// line.
  CurvePoint calc(double s) const;
  /// Where chains join and the curvature may jump.
  const std::vector<double>& joints() const { return joints_; }
  /// Nodes' arc lengths, in order (for sampling at the curve's own resolution).
  std::vector<double> get_nodes() const;

 private:
  struct Segment {
    double s0 = 0.0;
    double h = 0.0;
    double y[6] = {};  ///< y(s) = sum y[k] (s - s0)^k
    double z[6] = {};
  };
  std::size_t find_segment(double s) const;

  std::vector<Segment> segments_;
  std::vector<unsigned> buckets_;  ///< first segment that reaches into each slice of s
  double bucket_scale_ = 0.0;
  double length_ = 0.0;
  std::vector<double> joints_;
};

/// The arc length at which the curve passes the lateral position y, on the side where the tangent
/// points to growing y (the running surface); the one nearest `near_s` if there are several.
/// Negative if there is none.
double find_s_at_y(const Curve& curve, double y, double near_s);

/// Mirrors, turns and shifts: (y, z) -> R(angle) (my y, z) + (dy, dz); my is -1 or +1. A mirrored
/// curve is run through backwards, so that the material stays on its side.
struct Placement {
  bool mirror_y = false;
  double angle = 0.0;  ///< counter-clockwise in the y-z plane [rad]
  double dy = 0.0;
  double dz = 0.0;
};
Curve place(const Curve& curve, const Placement& placement);

/// Coefficients c[0..5] of the quintic with value, first and second derivative given at 0 and h.
void fit_quintic(double* c, double h, double p0, double d0, double dd0, double p1, double d1,
                 double dd1);

}  // namespace fourfoot::profile
