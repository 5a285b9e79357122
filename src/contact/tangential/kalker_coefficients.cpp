#include "contact/tangential/kalker_coefficients.h"

#include <algorithm>
#include <stdexcept>

#include "math/polynomial_fit.h"

namespace fourfoot::contact {

namespace {

// [Kalker1990, Table E3]; a/b = 0.1, 0.2 ... 1, 1/0.9, 1/0.8 ... 10. The same numbers stand in
// CONTACT's source (subroutine linrol) and were recomputed by an independent half-space solution.
constexpr double kalker_1990[3][4][19] = {
    {
        // nu = 0: C11, C22, C23, C33
        {2.51, 2.59, 2.68, 2.78, 2.88, 2.98, 3.09, 3.19, 3.29, 3.40, 3.51, 3.65, 3.82, 4.06, 4.37,
         4.84, 5.57, 6.96, 10.7},
        {2.51, 2.59, 2.68, 2.78, 2.88, 2.98, 3.09, 3.19, 3.29, 3.40, 3.51, 3.65, 3.82, 4.06, 4.37,
         4.84, 5.57, 6.96, 10.7},
        {0.334, 0.483, 0.607, 0.720, 0.827, 0.930, 1.03, 1.13, 1.23, 1.33, 1.44, 1.58, 1.76, 2.01,
         2.35, 2.88, 3.79, 5.72, 12.2},
        {6.42, 3.46, 2.49, 2.02, 1.74, 1.56, 1.43, 1.34, 1.27, 1.21, 1.16, 1.10, 1.05, 1.01, 0.958,
         0.912, 0.868, 0.828, 0.795},
    },
    {
        // nu = 1/4
        {3.31, 3.37, 3.44, 3.53, 3.62, 3.72, 3.81, 3.91, 4.01, 4.12, 4.22, 4.36, 4.54, 4.78, 5.10,
         5.57, 6.34, 7.78, 11.7},
        {2.52, 2.63, 2.75, 2.88, 3.01, 3.14, 3.28, 3.41, 3.54, 3.67, 3.81, 3.99, 4.21, 4.50, 4.90,
         5.48, 6.40, 8.14, 12.8},
        {0.473, 0.603, 0.715, 0.823, 0.929, 1.03, 1.14, 1.25, 1.36, 1.47, 1.59, 1.75, 1.95, 2.23,
         2.62, 3.24, 4.32, 6.63, 14.6},
        {8.28, 4.27, 2.96, 2.32, 1.93, 1.68, 1.50, 1.37, 1.27, 1.19, 1.11, 1.04, 0.965, 0.892,
         0.819, 0.747, 0.674, 0.601, 0.526},
    },
    {
        // nu = 1/2
        {4.85, 4.81, 4.80, 4.82, 4.83, 4.91, 4.97, 5.05, 5.12, 5.20, 5.30, 5.42, 5.58, 5.80, 6.11,
         6.57, 7.34, 8.82, 12.9},
        {2.53, 2.66, 2.81, 2.98, 3.14, 3.31, 3.48, 3.65, 3.82, 3.98, 4.16, 4.39, 4.67, 5.04, 5.56,
         6.31, 7.51, 9.79, 16.0},
        {0.731, 0.809, 0.889, 0.977, 1.07, 1.18, 1.29, 1.40, 1.51, 1.63, 1.77, 1.94, 2.18, 2.50,
         2.96, 3.70, 5.01, 7.89, 18.0},
        {11.7, 5.66, 3.72, 2.77, 2.22, 1.86, 1.60, 1.42, 1.27, 1.16, 1.06, 0.954, 0.852, 0.751,
         0.650, 0.549, 0.446, 0.341, 0.228},
    }};

// Lagrange's weights of the nodes 0, 1/4, 1/2.
double interpolate_poisson(const double (&c)[3], double nu) {
  const double u = 4.0 * nu;
  return 0.5 * (u - 1.0) * (u - 2.0) * c[0] - u * (u - 2.0) * c[1] + 0.5 * u * (u - 1.0) * c[2];
}

}  // namespace

KalkerTable::KalkerTable(double poisson) : poisson_(poisson) {
  if (!(poisson >= 0.0 && poisson <= 0.5)) {
    throw std::logic_error("Kalker's coefficients need 0 <= Poisson's ratio <= 0.5");
  }
  for (int i = 0; i < 10; ++i) {
    nodes_[i] = std::log(0.1 * (i + 1));
    nodes_[count - 1 - i] = -nodes_[i];
  }
  for (int j = 0; j < 4; ++j) {
    std::array<double, count> log_c;
    for (int i = 0; i < count; ++i) {
      const double c[3] = {kalker_1990[0][j][i], kalker_1990[1][j][i], kalker_1990[2][j][i]};
      log_c[i] =
          j == 3 ? std::log(interpolate_poisson(c, poisson))
                 : -std::log(interpolate_poisson({1.0 / c[0], 1.0 / c[1], 1.0 / c[2]}, poisson));
    }
    for (const bool slender_in_x : {false, true}) {
      const double asymptote = calc_kalker_asymptotes(min_ratio, slender_in_x, poisson)[j];
      misfit_[slender_in_x][j] = log_c[slender_in_x ? count - 1 : 0] - std::log(asymptote);
    }
    build_spline(j, log_c);
  }
}

int KalkerTable::find_interval(double ratio) {
  if (ratio < 1.0) return std::clamp(static_cast<int>(10.0 * ratio) - 1, 0, 8);
  return std::clamp(18 - static_cast<int>(10.0 / ratio), 9, 17);
}

// d ln C / d ln(a/b) at the end nodes, of the asymptote with its factor.
double KalkerTable::calc_end_slope(int j, bool slender_in_x) const {
  const Dual<1> g(min_ratio, 1, 0);
  const Dual<1> c = calc_kalker_asymptotes(g, slender_in_x, poisson_)[j];
  const Dual<1> decay = calc_misfit_decay(g, slender_in_x);
  const double slope = min_ratio * (c.derivatives()(0) / c.value() +
                                    misfit_[slender_in_x][j] * decay.derivatives()(0));
  return slender_in_x ? -slope : slope;
}

// Clamped cubic spline: tridiagonal equations for the slopes at the nodes.
void KalkerTable::build_spline(int j, const std::array<double, count>& log_c) {
  std::array<double, count> slope, upper;
  std::array<double, count - 1> h, chord;
  for (int i = 0; i < count - 1; ++i) {
    h[i] = nodes_[i + 1] - nodes_[i];
    chord[i] = (log_c[i + 1] - log_c[i]) / h[i];
  }
  slope[0] = calc_end_slope(j, false);
  upper[0] = 0.0;
  for (int i = 1; i < count - 1; ++i) {
    const double left = 1.0 / h[i - 1], right = 1.0 / h[i];
    const double pivot = 2.0 * (left + right) - left * upper[i - 1];
    upper[i] = right / pivot;
    slope[i] = (3.0 * (chord[i - 1] * left + chord[i] * right) - left * slope[i - 1]) / pivot;
  }
  slope[count - 1] = calc_end_slope(j, true);
  for (int i = count - 2; i > 0; --i) slope[i] -= upper[i] * slope[i + 1];
  for (int i = 0; i < count - 1; ++i) {
    fit_piece(j, i,
              {log_c[i], slope[i], (3.0 * chord[i] - 2.0 * slope[i] - slope[i + 1]) / h[i],
               (slope[i] + slope[i + 1] - 2.0 * chord[i]) / (h[i] * h[i])});
  }
}

void KalkerTable::fit_piece(int j, int i, const std::array<double, 4>& cubic) {
  static const PolynomialFit<degree + 1> fit;
  const double half = 0.5 * (nodes_[i + 1] - nodes_[i]);
  std::array<double, degree + 1> values;
  for (std::size_t k = 0; k <= degree; ++k) {
    const double t = half * (fit.points()[k] + 1.0);
    values[k] = std::exp(cubic[0] + t * (cubic[1] + t * (cubic[2] + t * cubic[3])));
  }
  Piece& piece = pieces_[i];
  piece.middle = nodes_[i] + half;
  piece.per_half = 1.0 / half;
  const std::array<double, degree + 1> found = fit.calc(values);
  for (std::size_t k = 0; k <= degree; ++k) piece.c[k][j] = found[k];
}

}  // namespace fourfoot::contact
