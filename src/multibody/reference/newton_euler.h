#pragma once

#include "multibody/reference/absolute_constraints.h"
#include "multibody/reference/kane_formulation.h"

namespace fourfoot::multibody {

/// Shared by the two formulations with multipliers. In terms of absolute velocities
/// X = (V_N, W_N) of all bodies and generalised velocities g of the formulation, X = L g + l:
///
///   L^T (M X' + W x J W) = L^T (F + J^T lambda)      J X' + gamma = -2 k violation' - k^2 violation
///
/// J: gradient of the constraints, k: rate of stabilisation (Baumgarte).
class NewtonEuler : public Formulation {
 public:
  NewtonEuler(const Model& model, FrameProvider frames, WrenchProvider wrenches);
  const MotionWorkspace& get_workspace() const override { return ws_; }
  /// Rate of stabilisation [1/s]; 0 switches it off.
  double stabilisation = 30.0;

 protected:
  /// bodies_ of coordinates and speeds of the model, without accelerations.
  void take_motion(double t, const VecX& q, const VecX& u);
  /// Wrenches for the motion in bodies_, as (force_N, torque_N) of all bodies, less W x J W.
  VecX calc_applied(double t);
  /// M of all bodies in N's axes.
  MatX calc_mass() const;
  /// g' where X' = L g' + bias (bodies_ hold the accelerations of g' = 0).
  VecX solve(double t, const MatX& L);
  /// Moves bodies_, where the frames have turned and taken away what holds them, to the nearest
  /// position that the constraints allow, in the norm of the mass matrix: M D + J^T lambda = 0.
  void draw_near(double t);
  /// Change of X at a corner: the constraints' impulses, in the norm of kinetic energy.
  VecX calc_impulse(double t);
  /// Passes a corner at t with bodies_ from before it: their positions and velocities behind it.
  void strike(double t);

  const Model& model_;
  FrameProvider provider_;
  WrenchProvider wrenches_;
  MotionWorkspace ws_;
  std::vector<MovingFrame> frames_;
  std::vector<AbsoluteBody> bodies_;
  AbsoluteConstraints constraints_;
};

/// Absolute coordinates: per body (p_N, quaternion, V_N, W_B). No imaginary forces anywhere.
class InertialFormulation : public NewtonEuler {
 public:
  using NewtonEuler::NewtonEuler;
  int state_count() const override { return 13 * static_cast<int>(model_.body_count()); }
  void start(double t, const VecX& q, const VecX& u, VecX& y) override;
  void calc_rhs(double t, int side, const VecX& y, VecX& dy) override;
  void calc_relative(double t, int side, const VecX& y) override;
  void jump(double t, VecX& y) override;

 private:
  void unpack(const VecX& y);
};

/// One track frame T for the whole vehicle, at s(t): per body (r in T, three angles) and their
/// rates; wheelsets in axes that do not spin. Newton-Euler with the velocity transformation
/// [Escalona2018, sections 3-5], complete in yaw, with the derivative of the turning axes that its
/// Eqs. (21), (25) omit and the constraints' dependence on time that its Eq. (45) omits.
class TrackFrameFormulation : public NewtonEuler {
 public:
  using NewtonEuler::NewtonEuler;
  int state_count() const override { return 12 * static_cast<int>(model_.body_count()); }
  void start(double t, const VecX& q, const VecX& u, VecX& y) override;
  void calc_rhs(double t, int side, const VecX& y, VecX& dy) override;
  void calc_relative(double t, int side, const VecX& y) override;
  void jump(double t, VecX& y) override;

 private:
  /// Absolute motion at zero second derivatives of the coordinates, and L.
  void unpack(double t, int side, const VecX& y, MatX* L);
  void pack(double t, int side, VecX& y);
};

}  // namespace fourfoot::multibody
