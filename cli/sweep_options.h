#pragma once

#include "analysis/bifurcation.h"
#include "cli/interrupt.h"

namespace fourfoot::cli {

/// Sweeps over a parameter as the options of `bifurcation` and `stability-map` ask for them.
template <class Options>
analysis::BifurcationOptions make_sweep(const Options& options) {
  analysis::BifurcationOptions sweep;
  sweep.settle.observed = options.observed;
  sweep.settle.longest = options.longest;
  sweep.settle.is_cancelled = was_interrupted;
  sweep.up = options.direction != "down";
  sweep.down = options.direction != "up";
  sweep.factors = options.starts;
  return sweep;
}

}  // namespace fourfoot::cli
