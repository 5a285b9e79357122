#pragma once

#include <cstddef>
#include <vector>

#include "analysis/run_event.h"
#include "math/types.h"

namespace fourfoot::analysis {

/// All that a run needs to go on from. The integrator and all scratch begin anew at a checkpoint,
/// in the run that makes it as in the run that resumes from it, so that both go on bit for bit
/// alike. That is why a run with checkpoints differs, by its tolerance, from one without.
struct Checkpoint {
  double t = 0.0;                     ///< [s]
  double interval = 0.0;              ///< between checkpoints [s]
  std::size_t rows = 0;               ///< put out up to and with t
  VecX state;                         ///< of the formulation that runs
  std::vector<RunEvent> events = {};  ///< up to t
};

/// Multiples of `interval` before `duration`; one that nearly falls on a stop time moves there, so
/// that no step of a nanosecond is needed. None if the interval is not positive.
std::vector<double> list_checkpoint_times(double interval, double duration,
                                          const std::vector<double>& stop_times);

/// Both in one, ascending, without repetition.
std::vector<double> merge_times(std::vector<double> times, const std::vector<double>& others);

}  // namespace fourfoot::analysis
