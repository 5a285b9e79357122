#pragma once

#include <vector>

namespace fourfoot::evaluate {

/// Percentile by linear interpolation between order statistics: with x sorted and
/// h = (n - 1) p / 100, it is x_[h] + (h - [h]) (x_[h]+1 - x_[h]) (type 7 of Hyndman and Fan
/// [Hyndman1996]; numpy's and spreadsheets' default). Reorders x. nan if x is empty.
double find_percentile(std::vector<double>& x, double percent);

double calc_mean(const std::vector<double>& x);
/// Of a sample: sum of squares over n - 1. nan of less than two values.
double calc_standard_deviation(const std::vector<double>& x);

}  // namespace fourfoot::evaluate
