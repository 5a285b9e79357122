#pragma once

#include "element/element.h"
#include "multibody/jacobian.h"
#include "system/attachment.h"

namespace fourfoot::system {

using Matrix12 = Eigen::Matrix<double, 12, 12>;
using multibody::Matrix6x12;

/// One end of an element while it is linearised.
struct EndState {
  const multibody::BodyWorkspace* body = nullptr;  ///< null: the track, which has no freedoms
  Carrier carrier;
  Vec3 at;       ///< attachment in the carrier's axes
  Vec3 omega_T;  ///< angular velocity of the track frame
  Vec3 w_C;      ///< angular velocity relative to it: the carrier's, or the axle's with its spin
  Mat3 w_map;    ///< d(w_C) by dw_C of the body: carrier_map, or 1
  Mat3 w_turn;   ///< d(w_C) by dtheta_C: multibody::calc_carrier_spin, or 0
};

/// How an element follows the local perturbations x = (dp_T, dtheta_C, dv_T, dw_C) of the bodies it
/// joins (multibody::WrenchDerivatives).
struct ElementDerivative {
  element::Derivative law;  ///< by the relative motion (d, theta, v, w) and the own states
  Matrix12 motion_by_a, motion_by_b;          ///< relative motion by x of A and of B
  Matrix6x12 b_by_b, b_by_a, a_by_b, a_by_a;  ///< wrench on one body by x of another
  /// Wrenches on B and A of own states, d(force_T, torque_C)/dz; as many columns as it has states.
  Eigen::Matrix<double, 6, element::max_states> b_by_z, a_by_z;
};

/// The chain of derivatives, written out: kinematics of the two points, then the law's own
/// derivative, then the forces' way back to the bodies. Needs `law` and the law's `output`.
/// Checked against differences of the right-hand side (tests/unit/system).
void calc_element_derivative(const EndState& a, const EndState& b, int state_count,
                             const element::RelativeT<double>& relative,
                             const element::Output& output, ElementDerivative& d);

}  // namespace fourfoot::system
