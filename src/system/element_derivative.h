#pragma once

#include <vector>

#include "element/element.h"
#include "multibody/jacobian.h"
#include "system/attachment.h"

namespace fourfoot::system {

using multibody::Matrix6x12;

/// How the suspension follows the carriers it hangs on. All is in the inertial frame's axes, where
/// elements between the same bodies simply add up: blocks by pair of carriers, rows (force, torque
/// about the mass centre) on one, columns the small motion of the other
///
///   e = (dx, dtheta, dv, dw)    position, turn, velocity, angular velocity
///
/// A single transformation per pair then takes the sum to the local perturbations of the bodies,
/// x = (dp_T, dtheta_C, dv_T, dw_C) (multibody::WrenchDerivatives).

/// e by x of one carrier, and its wrench in local axes.
struct CarrierMaps {
  Mat3 R_NT, R_NC;
  Mat3 sway;             ///< dv by dp_T: the frame turns
  Mat3 turn_rate, spin;  ///< dw by dtheta_C and by dw_C
  bool on_bearing = false;
  double tan_roll = 0.0;             ///< where on_bearing: pass_bearing
  Eigen::RowVector3d tan_roll_turn;  ///< its derivative by dtheta_C
};

/// Maps of a body's carrier, w_map: d(w) by dw_C (carrier_map, or 1 of an axle), w_turn: by
/// dtheta_C (multibody::calc_carrier_spin, or 0); both in C's axes.
CarrierMaps make_carrier_maps(const Carrier& carrier, const Mat3& R_TC, const Vec3& omega_T,
                              const Vec3& w_C, const Mat3& w_map, const Mat3& w_turn);

/// An element's own states: their rates by the ends' motions, the ends' wrenches by them; as many
/// rows or columns as it has states.
struct StateDerivative {
  Eigen::Matrix<double, 6, element::max_states> b_by_z, a_by_z;
  Eigen::Matrix<double, element::max_states, 12> z_by_b, z_by_a;
  Eigen::Matrix<double, element::max_states, element::max_states> z_by_z;
};

/// Sums over all elements; carriers by index, as the caller numbers them.
struct ElementSums {
  explicit ElementSums(std::size_t carrier_count) : blocks(carrier_count), maps(carrier_count) {}
  multibody::WrenchDerivatives blocks;  ///< by e
  std::vector<CarrierMaps> maps;
};

/// One element while it is linearised. `first` < 0: end A is the track, which has no freedoms.
struct LinearisedElement {
  const Carrier& a;
  const Carrier& b;
  Arms arms;
  const element::RelativeT<double>& relative;
  const element::Output& output;
  const element::Derivative& law;
  int first, second;
  int state_count;
};

/// Adds an element to the sums, and fills `states` if it has any. Checked against differences of
/// the right-hand side (tests/unit/system).
void add_element(const LinearisedElement& e, ElementSums& sums, StateDerivative& states);

/// The sums by x, added to the bodies' blocks; `wrenches` of all elements on each carrier; carrier
/// i hangs on body i modulo `body_count`, if i < 2 `body_count`.
void add_local_blocks(const ElementSums& sums, const std::vector<CarrierWrench>& wrenches,
                      std::size_t body_count, multibody::WrenchDerivatives& blocks);

/// A wrench by something, of a carrier and in local axes.
multibody::Vec6 get_local(const CarrierMaps& maps, const multibody::Vec6& wrench_N);
/// Something by e, and by x.
Eigen::Matrix<double, 1, 12> get_by_local(const CarrierMaps& maps,
                                          const Eigen::Matrix<double, 1, 12>& by_e);

}  // namespace fourfoot::system
