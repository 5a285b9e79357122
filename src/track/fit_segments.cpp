#include "track/fit_segments.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fourfoot::track {

namespace {

/// Sums from the first row on, so that any piece's line costs nothing to find.
struct FitSums {
  std::vector<double> n, s, ss, y, sy, yy;

  FitSums(const std::vector<double>& at, const std::vector<double>& values, double origin) {
    for (std::vector<double>* sum : {&n, &s, &ss, &y, &sy, &yy}) sum->assign(at.size() + 1, 0.0);
    for (std::size_t i = 0; i < at.size(); ++i) {
      const double t = at[i] - origin, v = values[i];
      n[i + 1] = n[i] + 1.0;
      s[i + 1] = s[i] + t;
      ss[i + 1] = ss[i] + t * t;
      y[i + 1] = y[i] + v;
      sy[i + 1] = sy[i] + t * v;
      yy[i + 1] = yy[i] + v * v;
    }
  }

  struct Fit {
    double mean_s, level, slope, miss;
  };
  Fit fit(std::size_t a, std::size_t b) const {
    const double count = n[b] - n[a], ms = (s[b] - s[a]) / count, my = (y[b] - y[a]) / count;
    const double css = ss[b] - ss[a] - count * ms * ms, csy = sy[b] - sy[a] - count * ms * my;
    const double cyy = yy[b] - yy[a] - count * my * my;
    const double slope = css > 0.0 ? csy / css : 0.0;
    return {ms, my, slope, std::max(0.0, cyy - slope * csy)};
  }
};

/// Solves for c of the parabola a + b t + c t^2, by the sums of its normal equations.
double fit_parabola(const double (&m)[5], const double (&r)[3]) {
  const double a = m[0], b = m[1], c = m[2], d = m[3], e = m[4];
  const double det = a * (c * e - d * d) - b * (b * e - c * d) + c * (b * d - c * c);
  if (!(std::abs(det) > 0.0)) return 0.0;
  return (a * (c * r[2] - d * r[1]) - b * (b * r[2] - d * r[0]) + c * (b * r[1] - c * r[0])) / det;
}

}  // namespace

std::vector<FitSegment> cut_segments(const std::vector<double>& s, const std::vector<double>& y,
                                     double noise, double penalty, std::size_t stride) {
  std::vector<std::size_t> cuts;
  for (std::size_t i = 0; i < s.size(); i += stride) cuts.push_back(i);
  if (s.size() - cuts.back() < 3 && cuts.size() > 1) cuts.pop_back();
  cuts.push_back(s.size());
  const FitSums sums(s, y, s.front());
  const std::size_t n = cuts.size();
  std::vector<double> best(n, std::numeric_limits<double>::infinity());
  std::vector<std::size_t> from(n, 0);
  best[0] = 0.0;
  const double per = 1.0 / (noise * noise);
  for (std::size_t j = 1; j < n; ++j)
    for (std::size_t i = 0; i < j; ++i) {
      if (cuts[j] - cuts[i] < 3) continue;
      const double cost = best[i] + penalty + per * sums.fit(cuts[i], cuts[j]).miss;
      if (cost < best[j]) {
        best[j] = cost;
        from[j] = i;
      }
    }
  std::vector<FitSegment> segments;
  for (std::size_t j = n - 1; j > 0; j = from[j]) {
    const FitSums::Fit fit = sums.fit(cuts[from[j]], cuts[j]);
    segments.push_back({cuts[from[j]], cuts[j], fit.level, fit.slope, fit.mean_s + s.front()});
  }
  std::reverse(segments.begin(), segments.end());
  return segments;
}

std::vector<double> estimate_curvature(const std::vector<double>& s, const std::vector<double>& x,
                                       const std::vector<double>& y, double window) {
  std::vector<double> curvature(s.size());
  std::size_t first = 0, last = 0;
  for (std::size_t i = 0; i < s.size(); ++i) {
    while (s[i] - s[first] > 0.5 * window) ++first;
    while (last + 1 < s.size() && s[last + 1] - s[i] <= 0.5 * window) ++last;
    std::size_t a = first, b = last;
    while (b - a < 4 && (a > 0 || b + 1 < s.size())) {  // a parabola needs some points
      if (a > 0) --a;
      if (b + 1 < s.size()) ++b;
    }
    const double dx = x[b] - x[a], dy = y[b] - y[a], chord = std::hypot(dx, dy);
    const double cx = dx / chord, cy = dy / chord;
    double m[5] = {}, r[3] = {};
    for (std::size_t k = a; k <= b; ++k) {
      const double px = x[k] - x[i], py = y[k] - y[i];
      const double t = cx * px + cy * py, v = cx * py - cy * px;
      double power = 1.0;
      for (std::size_t p = 0; p < 5; ++p, power *= t) {
        m[p] += power;
        if (p < 3) r[p] += power * v;
      }
    }
    curvature[i] = 2.0 * fit_parabola(m, r);
  }
  return curvature;
}

double estimate_noise(const std::vector<double>& y) {
  // Third differences: what a smooth curve leaves there is small; sqrt(1 + 9 + 9 + 1) of the noise.
  std::vector<double> sizes;
  for (std::size_t i = 3; i < y.size(); ++i)
    sizes.push_back(std::abs(y[i] - 3.0 * y[i - 1] + 3.0 * y[i - 2] - y[i - 3]));
  if (sizes.empty()) return 0.0;
  const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
  std::nth_element(sizes.begin(), middle, sizes.end());
  return *middle / (0.6745 * std::sqrt(20.0));  // median of a normal distribution's size
}

}  // namespace fourfoot::track
