#pragma once

#include <functional>
#include <string>
#include <vector>

#include "analysis/modes.h"
#include "analysis/orbit_flow.h"
#include "scenario/family.h"

namespace fourfoot::analysis {

/// A periodic motion, stable or not.
struct PeriodicOrbit {
  double value = 0.0;             ///< of the parameter
  VecX state;                     ///< a state on it
  double period = 0.0;            ///< [s]
  Eigen::VectorXcd multipliers;   ///< Floquet's, by size, without the one that is 1
  double largest_multiplier = 0;  ///< size of the largest; stable below 1
  double largest = 0.0;           ///< largest |observed coordinate| on it
  double peak_to_peak = 0.0;      ///< of the observed coordinate
  std::string wheelset;           ///< the one that moves most sideways, "wheelset_3/y"
  double wheelset_range = 0.0;    ///< its peak to peak, at the integrator's steps [m]
  double size = 0.0;              ///< r.m.s. over a period of the distance from the mean, scaled
  double closing = 0.0;           ///< displacement after a period, by the integrator [m, rad]
  bool is_stable() const { return largest_multiplier < 1.0; }
};

/// Where a branch of orbits turns back.
struct Fold {
  double value = 0.0;  ///< of the parameter
  PeriodicOrbit orbit;
  bool is_located = true;  ///< else the orbit is the last one that was found on the way to the fold
  double within = 0.0;     ///< how far the parameter may be from there, where it is not located
};

/// Where something else happens on a branch. Located: an orbit on each side of it was found, not farther
/// from each other than ContinuationOptions::special_tolerance. Else it lies somewhere between two
/// orbits that are farther apart, and `reason` says why.
struct SpecialPoint {
  enum class Kind { branch_point, period_doubling, torus, grazing };
  Kind kind = Kind::torus;
  double value = 0.0;           ///< of the parameter
  double from = 0.0, to = 0.0;  ///< the parameter at the orbits before and behind it
  bool is_located = false;
  std::string reason;   ///< why it is not located
  std::string subject;  ///< grazing: what touches or leaves
  PeriodicOrbit orbit;  ///< the nearer one of these two
  Complex multiplier;   ///< the one that passes the unit circle, of that orbit; grazing: none
  /// Along the branch that leaves there, scaled (x, T, p) as in OrbitPoint, of norm 1; empty where
  /// none does or where the point is not located.
  VecX direction;
  double within() const;  ///< how far from `value` it may be
};
const char* get_word(SpecialPoint::Kind kind);

struct ContinuationOptions {
  double t = 0.0;           ///< whose track and speed are taken [s]
  std::string observed;     ///< coordinate (analysis/observed.h); empty: y of the first wheelset
  int steps = 150;          ///< intervals of the variational equations in a period
  double tolerance = 1e-7;  ///< of the integrator
  double parameter_scale = 1.0;   ///< a change of the parameter by this much counts as 1 mm does
  double start_amplitude = 4e-4;  ///< of the first orbit, largest displacement [m, rad]
  double first_step = 0.5;        ///< along the branch; 1 is 1 mm, 10 mm/s, 0.01 of the period
  double largest_step = 4.0;
  double largest_change = 0.6;  ///< of the parameter in a step, scaled: pictures need points
  double smallest_step = 1e-3;
  int most_orbits = 200;
  int most_folds = 1000;
  bool find_specials = true;        ///< look for special points (special_points.h)
  double special_tolerance = 1e-4;  ///< to which they are located, of the parameter, scaled
  double value_from = -1e300, value_to = 1e300;  ///< the branch is followed within
  double largest_amplitude = 0.05;               ///< ... and up to this |observed coordinate|
  std::function<void(const PeriodicOrbit& orbit)> on_orbit;
  std::function<bool()> is_cancelled;
};

struct Branch {
  enum class Start { hopf, motion, branch_point, period_doubling };
  /// Why it ends.
  enum class End { range, amplitude, count, steady, closed, step_size, no_start };
  Start start = Start::hopf;
  double hopf = 0.0;  ///< where it starts, or the value of the motion or point it starts from
  double hopf_frequency = 0.0;
  int parent = -1;                    ///< index of the branch it leaves (branch_switch.h); -1: none
  std::vector<PeriodicOrbit> orbits;  ///< in their order along the branch
  std::vector<Fold> folds;
  std::vector<SpecialPoint> specials;
  End ending = End::range;
  std::string end;  ///< why it ends, in words
  /// It ends where it was to end, not where no further orbit was found.
  bool is_complete() const { return ending != End::step_size && ending != End::no_start; }
};

/// A periodic motion near `state` and `period` at a fixed value of the parameter, by shooting
/// (orbit_newton.h). Throws RunError with the reason if there is none near.
PeriodicOrbit find_orbit(const FlowFamily& family, double value, const VecX& state, double period,
                         const ContinuationOptions& options);
PeriodicOrbit find_orbit(const scenario::Family& family, double value, const VecX& state,
                         double period, const ContinuationOptions& options);

/// The branch of periodic motions that leaves steady running where a mode's real part vanishes
/// (Hopf point: `value`, which find_root_locus locates, the mode being the one nearest the
/// imaginary axis), by pseudo-arclength steps (branch_walk.h). A branch that cannot be begun has no
/// orbits and says why.
Branch follow_branch(const scenario::Family& family, double value,
                     const ContinuationOptions& options);

/// The branch through a periodic motion (a simulated one: state and period about), both ways.
Branch follow_from_motion(const FlowFamily& family, double value, const VecX& state, double period,
                          const ContinuationOptions& options);
Branch follow_from_motion(const scenario::Family& family, double value, const VecX& state,
                          double period, const ContinuationOptions& options);

}  // namespace fourfoot::analysis
