#pragma once

#include "multibody/equations.h"

/// One body's share of the equations; used by this room only.
namespace fourfoot::multibody {

using Mat6 = Eigen::Matrix<double, 6, 6>;

/// Value and derivatives of a coordinate that is not free.
PrescribedValue get_given(const CoordinateRule& rule, double t);

/// Relative velocity, angular velocity and their biases from the body's speeds.
void calc_twist(const Body& body, double t, const ConstVec& speeds, BodyWorkspace& b);

/// q' of the body's present relative velocity.
void put_qdot(const Body& body, const BodyWorkspace& b, const ConstVec& q, VecX& qdot);

/// Rates of the modal coordinates.
void put_mode_rates(const Body& body, const ConstVec& speeds, BodyWorkspace& b, VecX& qdot);
/// (eta)'' of the applied modal forces, elasticity and damping.
void calc_mode_acceleration(const Body& body, BodyWorkspace& b);

/// Adds the part of q' that a change of the body's speeds brings; `change` begins at its first
/// speed.
void add_qdot(const Body& body, const BodyWorkspace& b, const ConstVec& q, const double* change,
              VecX& qdot);

/// E: d(v_TB_T, w_TB_C)/d(speeds of the body), 6 x speed_count.
using TwistMap = Eigen::Matrix<double, 6, Eigen::Dynamic, 0, 6, 6>;
TwistMap calc_twist_map(const Body& body, const BodyWorkspace& b);

/// E^T wrench, wrench = (force_T, torque_C).
using SpeedVec = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 6, 1>;
SpeedVec reduce_wrench(const TwistMap& E, const Vec6& wrench);

/// diag(m, m, m, J).
Mat6 make_mass(const Body& body);
/// E^T M E.
using SpeedMat = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 6, 6>;
SpeedMat reduce_mass(const TwistMap& E, const Body& body);

/// Relative accelerations (of components) from the derivatives of the body's speeds.
void put_accelerations(const Body& body, const TwistMap& E, const double* udot, BodyWorkspace& b);

/// Everything that drives the body but reactions: applied, imaginary, -w_TC x J w. Forms the
/// imaginary forces.
Vec6 calc_drive(const Body& body, const MovingFrame& frame, BodyWorkspace& b);

}  // namespace fourfoot::multibody
