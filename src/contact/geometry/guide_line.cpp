#include "contact/geometry/guide_line.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace fourfoot::contact {

namespace {

/// Of the parabola through three values, at the first; h0, m0: width and slope of the piece there.
double calc_border_slope(double h0, double h1, double m0, double m1) {
  const double slope = ((2.0 * h0 + h1) * m0 - h0 * m1) / (h0 + h1);
  if (slope * m0 <= 0.0) return 0.0;
  if (m0 * m1 <= 0.0 && std::abs(slope) > 3.0 * std::abs(m0)) return 3.0 * m0;
  return slope;
}

}  // namespace

GuideLine::GuideLine(std::vector<double> s, std::vector<double> values)
    : s_(std::move(s)), values_(std::move(values)), slopes_(s_.size(), 0.0) {
  const std::size_t n = s_.size();
  if (n != values_.size()) throw std::invalid_argument("a guide line's values do not fit its s");
  if (n < 2) return;
  std::vector<double> h(n - 1), m(n - 1);
  for (std::size_t k = 0; k + 1 < n; ++k) {
    h[k] = s_[k + 1] - s_[k];
    if (!(h[k] > 0.0)) throw std::invalid_argument("a guide line's s does not grow");
    m[k] = (values_[k + 1] - values_[k]) / h[k];
  }
  if (n == 2) {
    slopes_ = {m[0], m[0]};
    return;
  }
  for (std::size_t k = 1; k + 1 < n; ++k) {
    if (!(m[k - 1] * m[k] > 0.0)) continue;
    const double w1 = 2.0 * h[k] + h[k - 1], w2 = h[k] + 2.0 * h[k - 1];
    slopes_[k] = (w1 + w2) / (w1 / m[k - 1] + w2 / m[k]);
  }
  slopes_.front() = calc_border_slope(h[0], h[1], m[0], m[1]);
  slopes_.back() = calc_border_slope(h[n - 2], h[n - 3], m[n - 2], m[n - 3]);
}

GuideLine::Value GuideLine::calc(double s) const {
  if (s_.empty()) return {};
  if (s < s_.front()) return {values_.front(), 0.0};
  if (s > s_.back()) return {values_.back(), 0.0};
  if (s_.size() == 1) return {values_.front(), 0.0};
  const auto after = std::upper_bound(s_.begin() + 1, s_.end() - 1, s);
  const auto k = static_cast<std::size_t>(after - s_.begin()) - 1;
  const double h = s_[k + 1] - s_[k], x = (s - s_[k]) / h, y = 1.0 - x;
  const double a = values_[k], b = values_[k + 1], da = slopes_[k] * h, db = slopes_[k + 1] * h;
  const double value =
      a * y * y * (1.0 + 2.0 * x) + b * x * x * (1.0 + 2.0 * y) + da * x * y * y - db * x * x * y;
  const double slope = 6.0 * (b - a) * x * y + da * y * (y - 2.0 * x) + db * x * (x - 2.0 * y);
  return {value, slope / h};
}

}  // namespace fourfoot::contact
