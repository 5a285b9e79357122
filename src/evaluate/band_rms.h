#pragma once

#include <cstddef>
#include <vector>

namespace fourfoot::evaluate {

/// Frequency with the largest amplitude between `from` and `to` [Hz] in samples `dt` apart.
double find_dominant_frequency(const std::vector<double>& x, double dt, double from, double to);
/// Band pass f0 +- half [Hz] without phase shift; the mean is taken away first.
std::vector<double> filter_band(std::vector<double> x, double dt, double f0, double half);
/// Largest r.m.s. of windows of `width` samples, every `step` samples; 0 if x is shorter.
double calc_largest_rms(const std::vector<double>& x, std::size_t width, std::size_t step);

}  // namespace fourfoot::evaluate
