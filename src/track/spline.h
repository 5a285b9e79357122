#pragma once

#include <vector>

namespace fourfoot::track {

/// Second derivatives at the knots of the C2 cubic spline through (t_i, y_i) with the second
/// derivatives m0 and m1 at its ends.
std::vector<double> calc_spline_bends(const std::vector<double>& t, const std::vector<double>& y,
                                      double m0, double m1);

/// Value and first two derivatives of a cubic spline between two knots.
struct SplineValue {
  double value, d1, d2;
};
inline SplineValue calc_spline(double t0, double t1, double y0, double y1, double m0, double m1,
                               double t) {
  const double h = t1 - t0, a = (t1 - t) / h, b = (t - t0) / h;
  return {a * y0 + b * y1 + ((a * a * a - a) * m0 + (b * b * b - b) * m1) * h * h / 6.0,
          (y1 - y0) / h + ((3 * b * b - 1) * m1 - (3 * a * a - 1) * m0) * h / 6.0, a * m0 + b * m1};
}

}  // namespace fourfoot::track
