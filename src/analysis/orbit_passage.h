#pragma once

#include <vector>

#include "analysis/orbit_flow.h"

namespace fourfoot::analysis {

/// A motion as an integrator with error control has gone through it, step by step.
struct Passage {
  std::vector<double> t;
  std::vector<VecX> y;
  std::size_t middle = 0;  ///< the entry that divides it into two halves of work; 0: the middle one
  const VecX& end() const { return y.back(); }
  double duration() const { return t.back(); }
};

/// From y over `duration`, by dopri5 with this tolerance, relative to the state and to its scales,
/// in at least `steps` steps.
/// Explicit: forces of profiles have so many corners that its steps are short anyway. Throws
/// RunError where the integration fails.
Passage run_passage(OrbitFlow& flow, const VecX& y, double duration, double tolerance,
                    int steps = 20);

/// The least period of a motion that repeats after `period`: period/k about, k = 8, 7 ... 1, the
/// first for which the state comes back.
///
/// A simulated motion may be reported with several of its periods (Manchester vehicle 1 at 77 m/s:
/// four). As an orbit it would cost k times as much, and its multipliers would be the k-th powers.
///
///   distance from y(t) to y, across the motion, scaled   < `near` times the largest on the way
///
/// for a t within 3 % of period/k. Just behind a period doubling both halves differ by less than
/// that; then the period-one orbit is found, from which the other branches off.
/// Throws RunError where the integration fails.
double find_least_period(OrbitFlow& flow, const VecX& y, double period, double near = 5e-3);

/// Over `duration` in two halves at once, by two threads: from y, and from `middle`, where the state
/// is expected after half of it. Such a passage has a jump in its middle, from y[middle] to what was
/// given; an empty `middle` becomes the end of the first half, and there is none.
Passage run_halves(OrbitFlow& flow, OrbitFlow& twin, const VecX& y, VecX& middle, double duration,
                   double tolerance, int steps);

/// How the end of a passage changes with its beginning and with the parameter.
struct Sensitivity {
  MatX by_start;      ///< dy(T)/dx(0): size of y by size of x
  VecX by_parameter;  ///< d(y(T) - y(0))/dp, where y(0) changes by `shift`
  MatX early;         ///< dx/dx(0) in the middle; last column: the same by the parameter
  MatX late;          ///< dy(T)/dx of the middle: size of y by size of x
};

/// The variational equations along a passage,
///
///   W' = J(t) W,   w' = J(t) w + g,   g = d f(y + p shift, p)/dp,   w(0) = 0
///
/// with J = df/dy exactly at every step of the integrator, g by a difference. Intervals of the
/// period (at least `intervals`) are made of up to four steps; J and g are averaged over each by the
/// trapezoidal rule and
///
///   W_+ = exp(h J) W                                                (math/sparse_exponential.h)
///   W_+ = (1 - 2/3 h J + 1/6 (h J)^2)^-1 (1 + 1/3 h J) W            at a corner: stays bounded
///
/// Averages matter: J of a contact that moves along curves of different radius has peaks narrower
/// than an interval. The integrator has made its steps short there, so that they count as much as
/// they should; one sample in an interval would miss them or take them for the whole of it. But
/// products do not commute: steps between which a row of J changes by more than 2 % are intervals of
/// their own. Over each step J is corrected so that it tells how the rate has changed. Where this
/// takes much (h^2 of a stiffness by mass: 0.5), the step meets a corner and J may be of any size.
///
/// `moved`: the flow at the parameter plus `dp`, `shift` = dy(0)/dp. Works with two threads.
Sensitivity calc_sensitivity(OrbitFlow& flow, const Passage& passage, int intervals,
                             OrbitFlow& moved, double dp, const VecX& shift);

}  // namespace fourfoot::analysis
