#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "analysis/time_run.h"
#include "integrate/linear/log_decrement.h"

namespace fourfoot::analysis {

/// One case run by many integrators [Lack2017, sec. 8]: who stays stable, what frequency and
/// damping it shows, what it costs.
struct IntegratorStudyOptions {
  /// Duration, output step (turning points are refined by a parabola), formulation, the methods'
  /// own parameters (beta, damping, ...).
  TimeRunOptions run;
  std::vector<std::string> methods;
  std::vector<double> steps;       ///< of methods with a fixed step [s]
  std::vector<double> tolerances;  ///< rtol of the others; atol is a hundredth of it
  std::vector<double> dampings;    ///< gammas that hht is run with; empty: run.integrator.damping
  std::string channel;             ///< whose decay is measured
  double reference_tolerance = 1e-10;            ///< rtol and atol of the reference, by bdf
  std::function<void(double part)> on_progress;  ///< after each run; may be empty
};

/// Frequency and damping of a free decay about zero. NaN if it has no five turning points that
/// alternate about zero.
struct Decay {
  double frequency;                           ///< from the first to the fifth turning point [Hz]
  std::array<double, 5> turns;                ///< x1 .. x5, in the channel's unit
  integrate::linear::LogDecrement decrement;  ///< Lambdas and D [Lack2017, Eqs. 47-48]
};

struct IntegratorStudyRow {
  std::string method;
  double damping = 0.0;    ///< hht's gamma; 0 for the others
  double step = 0.0;       ///< [s]; 0 for methods that choose it
  double tolerance = 0.0;  ///< 0 for methods with a fixed step
  bool is_stable = false;  ///< came to its end and never beyond ten times the reference's largest
  double error = 0.0;      ///< largest difference from the reference, in parts of its largest value
  Decay decay{};
  double rate_evaluations = 0.0, jacobian_evaluations = 0.0, steps_taken = 0.0;
  double wall_time = 0.0;  ///< [s]
  std::string message;     ///< why it did not come to its end
};

struct IntegratorStudy {
  Decay reference{};
  double largest = 0.0;  ///< of the channel in the reference run
  std::string unit;      ///< of the channel
  std::vector<IntegratorStudyRow> rows;
};

/// Measures a signal sampled at multiples of dt that begins at rest or anywhere.
Decay measure_decay(const std::vector<double>& x, double dt);

/// Throws RunError if the reference run itself does not come to its end.
IntegratorStudy compare_integrators(const system::System& system, const VecX& state,
                                    const IntegratorStudyOptions& options);

}  // namespace fourfoot::analysis
