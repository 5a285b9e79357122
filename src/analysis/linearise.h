#pragma once

#include <functional>
#include <string>
#include <vector>

#include "analysis/equilibrium.h"

namespace fourfoot::analysis {

/// Small motions about steady running, as control engineers write them:
///
///   x' = A x + B u        x: displacements, speeds and own states (SteadyMotion), from steady running
///   y  = C x + D u        u: forces and torques on bodies [N, N m];  y: channels, from steady running
///
/// A by the exact Jacobian, B and D by the equations of motion, which are linear in applied forces.
/// C by central differences of `relative_step` times the scale of each state (1 mm, 10 mm/s): to
/// about 1e-6 of a channel that is smooth there, and the mean slope over that distance of one that
/// is not. Forces act at the mass centre along the axes of the body's track frame; torques about
/// the body's own axes, of a wheelset about those that do not spin.
struct LineariseOptions {
  double t = 0.0;                    ///< whose track and speed are taken [s]
  std::vector<std::string> inputs;   ///< patterns of names, "car_body/F_y"; empty: all
  std::vector<std::string> outputs;  ///< patterns of channels; empty: all
  double relative_step = 1e-2;
  std::function<bool()> is_cancelled;
};

struct LinearModel {
  std::vector<std::string> states;   ///< "car_body/y", "car_body/v_y", ...
  std::vector<std::string> inputs;   ///< "car_body/F_x" ... F_z, M_x ... M_z
  std::vector<std::string> outputs;  ///< channels
  std::vector<std::string> input_units, output_units;
  MatX A, B, C, D;
  std::vector<double> steady;  ///< outputs in steady running
  Equilibrium equilibrium;
};

/// Throws RunError if there is no steady running, InputError ("unknown-channel") for a pattern that
/// matches nothing.
LinearModel linearise(const system::System& system, const LineariseOptions& options = {});

}  // namespace fourfoot::analysis
