#include "contact/geometry/conicity.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <stdexcept>

namespace fourfoot::contact {

namespace {

/// delta_r linear between its samples, and its integral exactly.
class Difference {
 public:
  explicit Difference(const RadiusDifference& d) : y_(d.y), v_(d.delta_r), integral_(d.y.size()) {
    for (std::size_t i = 1; i < y_.size(); ++i)
      integral_[i] = integral_[i - 1] + 0.5 * (v_[i] + v_[i - 1]) * (y_[i] - y_[i - 1]);
  }

  double value(double y) const {
    const std::size_t i = find(y);
    const double u = (y - y_[i]) / (y_[i + 1] - y_[i]);
    return v_[i] + u * (v_[i + 1] - v_[i]);
  }

  double integral(double y) const {
    const std::size_t i = find(y);
    const double x = y - y_[i];
    return integral_[i] + x * (v_[i] + 0.5 * x * (v_[i + 1] - v_[i]) / (y_[i + 1] - y_[i]));
  }

  /// Where delta_r is zero, nearest to the track's middle.
  double find_rolling_line() const {
    double best = 0.0, distance = 1e9;
    for (std::size_t i = 0; i + 1 < y_.size(); ++i) {
      if (v_[i] * v_[i + 1] > 0.0 || v_[i] == v_[i + 1]) continue;
      const double y = y_[i] - v_[i] * (y_[i + 1] - y_[i]) / (v_[i + 1] - v_[i]);
      if (std::abs(y) < distance) {
        distance = std::abs(y);
        best = y;
      }
    }
    return best;
  }

  double first() const { return y_.front(); }
  double last() const { return y_.back(); }

 private:
  std::size_t find(double y) const {
    const auto next = std::upper_bound(y_.begin() + 1, y_.end() - 1, y);
    return static_cast<std::size_t>(next - y_.begin()) - 1;
  }
  const std::vector<double>& y_;
  const std::vector<double>& v_;
  std::vector<double> integral_;
};

/// Middle of the swing of the given amplitude: F equal at both turning points; the one nearest to
/// the rolling line. Nothing if the radius difference is not known that far out.
std::optional<double> find_middle(const Difference& d, double amplitude, double line) {
  const auto h = [&](double m) { return d.integral(m + amplitude) - d.integral(m - amplitude); };
  const double step = 1e-5;
  const auto fits = [&](double m) {
    return m - amplitude >= d.first() && m + amplitude <= d.last();
  };
  const double depth = std::abs(d.integral(line + amplitude) - d.integral(line));
  if (fits(line) && std::abs(h(line)) <= 1e-6 * depth) return line;
  for (int k = 0; k < 4000; ++k)
    for (double sign : {1.0, -1.0}) {
      double a = line + sign * k * step, b = a + sign * step;
      if (!fits(a) || !fits(b) || h(a) * h(b) > 0.0) continue;
      for (int i = 0; i < 60; ++i) {
        const double m = 0.5 * (a + b);
        (h(m) * h(a) > 0.0 ? a : b) = m;
      }
      return 0.5 * (a + b);
    }
  return std::nullopt;
}

}  // namespace

RadiusDifference get_radius_difference(const std::vector<CharacteristicPoint>& points) {
  RadiusDifference d;
  for (const CharacteristicPoint& p : points) {
    d.y.push_back(p.y);
    d.delta_r.push_back(p.delta_r());
  }
  return d;
}

Conicity calc_conicity(const RadiusDifference& difference, double amplitude, double e, double r0) {
  if (difference.y.size() < 3 || difference.y.size() != difference.delta_r.size())
    throw std::invalid_argument("a radius difference needs at least 3 samples");
  if (!(amplitude > 0.0)) throw std::invalid_argument("an amplitude must be positive");
  const Difference d(difference);
  Conicity c;
  c.amplitude = amplitude;
  const double line = d.find_rolling_line();
  const double pi = std::numbers::pi;
  const std::optional<double> found = find_middle(d, amplitude, line);
  c.within_range = found.has_value();
  if (!c.within_range) return c;
  const double middle = *found;
  const double top = d.integral(middle + amplitude);
  // y = middle + A sin(u): the square roots at the turning points become regular.
  const int n = 4000;
  double way = 0.0, first = 0.0;
  bool comes_back = true;
  for (int i = 0; i < n; ++i) {
    const double u = pi * ((i + 0.5) / n - 0.5);
    const double drop = top - d.integral(middle + amplitude * std::sin(u));
    if (!(drop > 0.0)) comes_back = false;
    way += amplitude * std::cos(u) / std::sqrt(std::max(drop, 1e-30)) * pi / n;
    const double t = 2.0 * pi * (i + 0.5) / n;
    first += d.value(middle + amplitude * std::sin(t)) * std::sin(t) * 2.0 * pi / n;
  }
  if (comes_back) {
    c.wavelength = 2.0 * way * std::sqrt(0.5 * e * r0);
    c.klingel = 2.0 * e * r0 * (pi / c.wavelength) * (pi / c.wavelength);
  }
  c.harmonic = first / (2.0 * pi * amplitude);
  double sy = 0.0, sv = 0.0, syy = 0.0, syv = 0.0;
  const int m = 400;
  for (int i = 0; i <= m; ++i) {
    const double y = middle + amplitude * (2.0 * i / m - 1.0);
    const double v = d.value(y);
    sy += y;
    sv += v;
    syy += y * y;
    syv += y * v;
  }
  const double count = m + 1;
  c.regression = 0.5 * (count * syv - sy * sv) / (count * syy - sy * sy);
  return c;
}

}  // namespace fourfoot::contact
