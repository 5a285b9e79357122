#pragma once

#include <vector>

#include "system/element_derivative.h"

/// Points of bodies with modes as carriers of elements: each has a carrier of its own, which moves
/// with the deformation there (multibody/modes.h).
namespace fourfoot::system {

struct FlexiblePoint {
  std::size_t body = 0;
  Vec3 point = Vec3::Zero();   ///< undeformed, from the mass centre, in body axes [m]
  multibody::ModeShape shape;  ///< there
};

/// The carrier; its centre is the point.
Carrier make_flexible_carrier(const FlexiblePoint& point, const multibody::BodyWorkspace& body,
                              const MovingFrame& frame, const Vec3& origin_N);

/// Adds a wrench on the carrier (torque about its centre) to the body as a whole and to its modes.
void add_flexible_wrench(const FlexiblePoint& point, const CarrierWrench& wrench,
                         const MovingFrame& frame, multibody::BodyWorkspace& body);

/// Derivatives by x = (dp_T, dtheta_C, dv_T, dw_C, eta, eta'), 12 + 2 n of them.
struct FlexibleMaps {
  explicit FlexibleMaps(const FlexiblePoint& point);
  MatX motion;   ///< 12 x (12 + 2 n): small motion e of the carrier (element_derivative.h)
  MatX wrench;   ///< (6 + n) x 6: force_T, torque_C and modal forces of a wrench on the carrier
  MatX turning;  ///< (6 + n) x (12 + 2 n): of what a fixed wrench on the carrier does
};
/// `sum`: the wrench on the carrier.
void calc_flexible_maps(const FlexiblePoint& point, const multibody::BodyWorkspace& body,
                        const MovingFrame& frame, const CarrierWrench& sum, FlexibleMaps& maps);

/// The blocks of `sums` of which one carrier or both are flexible points, added to the bodies'.
/// Carriers from `first_point` on are the points.
void add_flexible_blocks(const ElementSums& sums, const std::vector<FlexiblePoint>& points,
                         const std::vector<FlexibleMaps>& maps, std::size_t first_point,
                         const std::vector<std::size_t>& carrier_bodies,
                         multibody::WrenchDerivatives& blocks);

/// An element's own states at such a point.
struct FlexibleStates {
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 6 + multibody::max_modes,
                element::max_states>
      wrench;  ///< (6 + n) x states: force_T, torque_C and modal forces by them
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, element::max_states,
                12 + 2 * multibody::max_modes>
      rates;  ///< states x (12 + 2 n): their rates by x
};
/// `by_state`: wrench on the carrier by the states, `rate_by_motion`: their rates by e.
template <class ByState, class RateByMotion>
FlexibleStates make_flexible_states(const FlexibleMaps& maps, const ByState& by_state,
                                    const RateByMotion& rate_by_motion, int count) {
  return {maps.wrench.lazyProduct(by_state.leftCols(count)),
          rate_by_motion.topRows(count).lazyProduct(maps.motion)};
}

}  // namespace fourfoot::system
