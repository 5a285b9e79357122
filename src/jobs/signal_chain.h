#pragma once

#include <functional>
#include <string>
#include <vector>

#include "evaluate/limits.h"

namespace fourfoot::jobs {

/// What the steps of --filter work on.
struct SignalAxes {
  double rate = 0.0;            ///< [Hz]
  std::vector<double> time, s;  ///< s is empty if the distance is not known
};

/// One --filter: "low:20 Hz", "band:0.4 Hz:10 Hz:order=2:causal", "mean:2 m", "rms:5 s",
/// "weight:Wb". InputError bad-filter, and those of quantities.
std::function<void(std::vector<double>&)> parse_filter(const std::string& text,
                                                       const SignalAxes& axes,
                                                       const evaluate::Limits& limits);

/// A length in metres or a time: the axis it counts on and its value.
struct AxisStep {
  bool is_distance = false;
  double value = 0.0;
};
/// InputError bad-filter unless it has a unit of length or time, is positive, and the axis is
/// known.
AxisStep read_axis_step(const std::string& option, const std::string& text, const SignalAxes& axes);

}  // namespace fourfoot::jobs
