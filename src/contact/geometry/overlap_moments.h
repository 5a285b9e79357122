#pragma once

#include "contact/geometry/guided_search.h"

namespace fourfoot::contact::guided {

/// Moments of an overlap along the wheel's meridian, weighted with depth^(5/2) (the square of the
/// overlap over the area of contact), about the point `origin`:
///
///   m_k = int (s - origin)^k depth(s)^(5/2) ds,    angle = int angle(s) depth(s)^(5/2) ds
///
/// by the rule of overlap_rule.h between the ends of the overlap.
template <class T>
struct OverlapMoments {
  T m0 = T(0.0), m1 = T(0.0), m2 = T(0.0), angle = T(0.0);

  /// Adds another's, whose origin is farther along by `way`.
  void add(const OverlapMoments& o, const T& way) {
    m0 += o.m0;
    m1 += o.m1 + way * o.m0;
    m2 += o.m2 + 2.0 * way * o.m1 + way * way * o.m0;
    angle += o.angle;
  }
};

/// Several nodes at once, as lanes of the processor's vectors (separation_lanes.h).
void integrate(const GuidedPair& guided, const AxleState<double>& axle, double begin, double origin,
               double end, OverlapMoments<double>& out);
/// With derivatives by the four directions of the axle, in closed form:
///
///   d depth = -n . (dC + C_s ds),   n the rail's normal at the foot, C the contour's point
void integrate(const GuidedPair& guided, const AxleState<Dual<4>>& axle, const Dual<4>& begin,
               const Dual<4>& origin, const Dual<4>& end, OverlapMoments<Dual<4>>& out);

}  // namespace fourfoot::contact::guided
