#pragma once

#include <vector>

namespace fourfoot::evaluate {

/// Multiple linear regression of section values y on influences x_1 ... x_m,
///
///   y = b_0 + b_1 x_1 + ... + b_m x_m + e,
///
/// and the upper bound of one more section at the target x*, with probability p (one-sided):
///
///   y_max = y(x*) + t(p, n - m - 1) s_e sqrt(1 + x*^T (X^T X)^-1 x*),
///
/// s_e^2 = sum e^2 / (n - m - 1), t: Student's quantile, X with a column of ones [Draper1998,
/// eq. 1.4.12 and 5.1.10]. Influences are centred and scaled before they are solved. Least squares
/// by the normal equations: m is at most 3.
struct Regression {
  bool is_done = false;              ///< false: too few sections, or influences that do not vary
  std::vector<double> coefficients;  ///< b_0 ... b_m, per unit of x
  double deviation = 0.0;            ///< s_e
  double determination = 0.0;        ///< R^2
  double predicted = 0.0;            ///< y(x*)
  double bound = 0.0;                ///< y_max
};

/// x: one row of influences for each y.
Regression regress(const std::vector<std::vector<double>>& x, const std::vector<double>& y,
                   const std::vector<double>& target, double probability);

/// Student's quantile: P(T <= t) = p.
double calc_student_quantile(double probability, double degrees_of_freedom);

}  // namespace fourfoot::evaluate
