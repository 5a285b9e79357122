#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analysis/modes.h"
#include "scenario/family.h"

namespace fourfoot::analysis {

/// A periodic motion, stable or not.
struct PeriodicOrbit {
  double value = 0.0;             ///< of the parameter
  VecX state;                     ///< a state on it
  double period = 0.0;            ///< [s]
  Eigen::VectorXcd multipliers;   ///< Floquet's, by size; one of them is 1
  double largest_multiplier = 0;  ///< size of the largest other one; stable below 1
  double largest = 0.0;           ///< largest |observed coordinate| on it
  double peak_to_peak = 0.0;      ///< of the observed coordinate
  bool is_stable() const { return largest_multiplier < 1.0; }
};

/// Where a branch of orbits turns back.
struct Fold {
  double value = 0.0;  ///< of the parameter
  PeriodicOrbit orbit;
};

struct ContinuationOptions {
  double t = 0.0;        ///< whose track and speed are taken [s]
  std::string observed;  ///< coordinate (analysis/observed.h); empty: y of the first wheelset
  int steps = 200;       ///< of integration in a period
  double parameter_scale = 1.0;   ///< a change of the parameter by this much counts as 1 mm does
  double start_amplitude = 2e-4;  ///< of the first orbit, largest displacement [m, rad]
  double first_step = 0.5;        ///< along the branch; 1 is 1 mm, 10 mm/s, 0.01 of the period
  double largest_step = 6.0;
  double smallest_step = 1e-3;
  int most_orbits = 200;
  double value_from = -1e300, value_to = 1e300;  ///< the branch is followed within
  double largest_amplitude = 0.05;               ///< ... and up to this |observed coordinate|
  std::function<void(const PeriodicOrbit& orbit)> on_orbit;
  std::function<bool()> is_cancelled;
};

struct Branch {
  double hopf = 0.0;  ///< where it starts
  double hopf_frequency = 0.0;
  std::vector<PeriodicOrbit> orbits;  ///< in their order along the branch
  std::vector<Fold> folds;
  std::string end;  ///< why it ends
};

/// A periodic motion near `state` and `period` at a fixed value of the parameter, by shooting.
/// Throws RunError if there is none near.
PeriodicOrbit find_orbit(const scenario::Family& family, double value, const VecX& state,
                         double period, const ContinuationOptions& options);

/// The branch of periodic motions that leaves steady running where a mode's real part vanishes
/// (Hopf point: `value`, which find_root_locus locates, the mode being the one nearest the
/// imaginary axis).
///
/// Unknowns: state x, period T, parameter p.  Equations:
///
///   x(T; x, p) - x = 0          shooting, over one period, with the exact derivative (TangentFlow)
///   x' . dx = 0                 phase: corrections do not go along the orbit
///   tau . (dx, dT, dp) = 0      pseudo-arclength: nor along the branch's tangent tau [Keller1977]
///
/// so folds are passed without notice; they are located by the secant method on tau_p = 0.
/// Stability by the eigenvalues of dx(T)/dx. d/dp by a difference. Needs smooth laws; corners
/// (flange) cost some accuracy, see TangentFlow.
Branch follow_branch(const scenario::Family& family, double value,
                     const ContinuationOptions& options);

}  // namespace fourfoot::analysis
