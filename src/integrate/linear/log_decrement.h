#pragma once

#include <span>
#include <vector>

namespace fourfoot::integrate::linear {

/// A turning point of a sampled signal.
struct Extremum {
  double t, x;
};

/// Alternating maxima and minima of x(t), sampled at t0 + i dt, refined by the parabola through
/// three samples. The first sample counts if `first_is_extremum` (a motion that begins at rest).
std::vector<Extremum> find_extrema(std::span<const double> x, double t0, double dt,
                                   bool first_is_extremum);

/// Logarithmic decrements from the first five extrema [Lack2017, Eqs. 47-48]:
///   Lambda_13 = ln(x1/x3), Lambda_35 = ln(x3/x5), Lambda_15 = ln(x1/x5) / 2, Lambda_24 =
///   ln(x2/x4), Lambda = their mean, D = Lambda / sqrt((2 pi)^2 + Lambda^2).
/// For a decay about zero.
struct LogDecrement {
  double lambda_13, lambda_35, lambda_15, lambda_24, mean, damping_ratio;
};

/// Throws RunError if there are fewer than five extrema, or they do not alternate about zero.
LogDecrement calc_log_decrement(std::span<const Extremum> extrema);

}  // namespace fourfoot::integrate::linear
