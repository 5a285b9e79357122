#pragma once

#include <functional>
#include <string>
#include <vector>

#include "system/system.h"

namespace fourfoot::analysis {

/// Steady running: the state in which nothing changes but the wheels' spin angles; at rest, on
/// straight track, or in a curve with the cant and speed it has at time t.
///
///   f(x) = (pi', u', z') = 0        in the coordinates of SteadyMotion
///
/// Newton's method with the exact Jacobian, each step shortened until |f| falls. A wheel in the air
/// has no force and no stiffness, so Newton may find no way; then pseudo-transient continuation
/// follows: steps of implicit Euler, (1/h - J) dx = f, on the motion with strong added damping
/// (u' - alpha pi', same equilibria, but none unstable and no long oscillation), with h growing as
/// the residual falls until it is Newton's step [KelleyKeyes1998]; none of these moves a coordinate
/// by more than `largest_move`. Where that fails, too (dry friction that slides, wheels that lift), it
/// is tried again with ten times the damping.
///
/// Freedoms that nothing acts on (x of a coasting vehicle) make J singular. Steps are of least
/// norm, so such a freedom stays where it starts; the summary names it. Where a force acts along
/// one, there is no equilibrium, and the error says so.
struct EquilibriumOptions {
  double t = 0.0;  ///< [s]
  /// Largest acceleration [m/s^2, rad/s^2] and speed [m/s, rad/s] that still count as none.
  /// Iterations go on below it as long as they help.
  double tolerance = 1e-7;
  int newton_iterations = 40;
  int transient_iterations = 2000;
  double added_damping = 100.0;  ///< alpha [1/s]
  double largest_move = 5e-3;    ///< of a coordinate in one such step [m, rad]
  /// In a curve: a state from which small motions grow without swinging (lambda real, > 0.1 1/s) is
  /// left for the one they lead to. Such are a bogie's that leans on the wrong rail; on straight
  /// track the middle position is what is asked for, stable or not.
  bool leave_saddles = false;
  std::function<bool()> is_cancelled;
};

struct Equilibrium {
  VecX state;             ///< of the System
  double residual = 0.0;  ///< largest acceleration or speed left
  int iterations = 0;
  std::string method;                    ///< "newton" or "pseudo-transient"
  std::vector<std::string> indifferent;  ///< freedoms that nothing acts on
};

/// From `start` (calc_nominal_state, or a neighbouring equilibrium). Throws RunError naming the
/// coordinate with the largest acceleration left if there is no steady state near.
Equilibrium find_equilibrium(const system::System& system, const VecX& start,
                             const EquilibriumOptions& options = {});
/// The same from the nominal state, wheels rolling at the speed of time t; leaves saddles.
Equilibrium find_equilibrium(const system::System& system, const EquilibriumOptions& options = {});

}  // namespace fourfoot::analysis
