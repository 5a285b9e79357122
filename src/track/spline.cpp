#include "track/spline.h"

#include <cstddef>

namespace fourfoot::track {

std::vector<double> calc_spline_bends(const std::vector<double>& t, const std::vector<double>& y,
                                      double m0, double m1) {
  const std::size_t n = t.size();
  std::vector<double> m(n, 0.0);
  m.front() = m0;
  m.back() = m1;
  // Thomas elimination of h_{i-1} m_{i-1} + 2 (h_{i-1} + h_i) m_i + h_i m_{i+1} = 6 (d_i -
  // d_{i-1}).
  std::vector<double> upper(n, 0.0);
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const double h0 = t[i] - t[i - 1], h1 = t[i + 1] - t[i];
    const double right = 6.0 * ((y[i + 1] - y[i]) / h1 - (y[i] - y[i - 1]) / h0);
    const double pivot = 2.0 * (h0 + h1) - h0 * upper[i - 1];
    upper[i] = h1 / pivot;
    m[i] = (right - h0 * m[i - 1]) / pivot;
  }
  for (std::size_t i = n - 1; i-- > 1;) m[i] -= upper[i] * m[i + 1];
  return m;
}

}  // namespace fourfoot::track
