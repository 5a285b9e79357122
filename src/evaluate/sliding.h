#pragma once

#include <vector>

namespace fourfoot::evaluate {

/// Sliding mean over a width of the abscissa u, centred,
///
///   m_i = 1/w * integral from u_i - w/2 to u_i + w/2 of x du
///
/// with x linear between samples. u is time [s] or distance [m], increasing; its steps need not be
/// equal, so a window in metres is right at any speed. nan where the window is not full.
std::vector<double> calc_sliding_mean(const std::vector<double>& u, const std::vector<double>& x,
                                      double width);

/// Sliding root mean square: the square root of the sliding mean of x^2, with x^2 linear between
/// samples. nan where the window is not full.
std::vector<double> calc_sliding_rms(const std::vector<double>& u, std::vector<double> x,
                                     double width);

/// x at equal steps of u from the first to the last value of u, linear between samples. Low-pass
/// first what the new step cannot hold.
struct Resampled {
  std::vector<double> u, x;
};
Resampled resample(const std::vector<double>& u, const std::vector<double>& x, double step);

}  // namespace fourfoot::evaluate
