#pragma once

#include "contact/geometry/guided_search.h"

namespace fourfoot::contact::guided {

/// The pose and what it moves, over the scalar.
template <class T>
struct Scene {
  const GuidedPair& guided;
  const AxleState<T>& axle;
  const AxleState<double>& plain;
};

/// A point found at plain numbers, with its derivatives: where `residual` stays 0. Which: the
/// separation (an edge) or the sine between the tangents (a minimum or a ridge).
enum class Condition { distance, parallel };

inline double lift(const Scene<double>&, double s, Condition) {
  return s;
}
inline Dual<4> lift(const Scene<Dual<4>>& scene, double s, Condition condition) {
  const Meridian::Jet jet = scene.guided.meridian.calc(s);
  const ContourSpot<Dual<4>> c = calc_spot(jet, scene.axle, s);
  const auto along = calc_spot(jet, scene.plain, Dual<1>(s, 1, 0));
  const RailSection::Sample* near =
      c.exists ? scene.guided.pair->rail.find_nearest(c.y.value(), c.z.value()) : nullptr;
  if (!near) return Dual<4>(s);
  const RailSpot<Dual<4>> rail = calc_rail_spot(*near, c.y, c.z);
  const RailSpot<Dual<1>> rail_along = calc_rail_spot(*near, along.y, along.z);
  const bool is_edge = condition == Condition::distance;
  const Dual<4> by_pose = is_edge ? rail.distance : calc_tangent_sine(c, scene.axle, rail);
  const Dual<1> by_s =
      is_edge ? rail_along.distance : calc_tangent_sine(along, scene.plain, rail_along);
  const double slope = by_s.derivatives()[0];
  if (!(std::abs(slope) > 1e-9)) return Dual<4>(s);  // an end of the profile or a kink: stays
  return Dual<4>(s, -by_pose.derivatives() / slope);
}

}  // namespace fourfoot::contact::guided
