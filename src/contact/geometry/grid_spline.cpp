#include "contact/geometry/grid_spline.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace fourfoot::contact {

namespace {

/// Values of one line to padded coefficients.
///   inside  c_i-1 + 6 c_i + c_i+1 = 8 f_i;   ends: third difference of c zero, so parabolas are
///   exact,
/// which with the first inner row becomes c_0 = c_1 + f_0 - f_1 and 7 c_1 + c_2 = 9 f_1 - f_0.
void filter(const std::vector<double>& f, std::vector<double>& c) {
  const std::size_t n = f.size();
  c.assign(n + 2, f[0]);
  if (n == 1) return;
  if (n == 2) {
    c = {2.0 * f[0] - f[1], f[0], f[1], 2.0 * f[1] - f[0]};
    return;
  }
  double* at = c.data() + 1;  // at[i] is c_i
  std::vector<double> upper(n, 0.0);
  for (std::size_t i = 1; i + 1 < n; ++i) {
    double diagonal = 6.0, right = 8.0 * f[i];
    if (i == 1) {
      diagonal += 1.0;
      right += f[1] - f[0];
    }
    if (i + 2 == n) {
      diagonal += 1.0;
      right += f[i] - f[i + 1];
    }
    const double pivot = diagonal - (i > 1 ? upper[i - 1] : 0.0);
    upper[i] = 1.0 / pivot;
    at[i] = (right - (i > 1 ? at[i - 1] : 0.0)) / pivot;
  }
  for (std::size_t i = n - 2; i-- > 1;) at[i] -= upper[i] * at[i + 1];
  at[0] = at[1] + f[0] - f[1];
  at[n - 1] = at[n - 2] + f[n - 1] - f[n - 2];
  at[-1] = 3.0 * at[0] - 3.0 * at[1] + at[2];
  at[n] = 3.0 * at[n - 1] - 3.0 * at[n - 2] + at[n - 3];
}

}  // namespace

std::size_t GridSpline::index(int i, int j, int k, int l) const {
  return ((static_cast<std::size_t>(i) * static_cast<std::size_t>(padded_[1]) +
           static_cast<std::size_t>(j)) *
              static_cast<std::size_t>(padded_[2]) +
          static_cast<std::size_t>(k)) *
             static_cast<std::size_t>(padded_[3]) +
         static_cast<std::size_t>(l);
}

GridSpline GridSpline::from_coefficients(const Counts& counts, std::vector<float> coefficients) {
  GridSpline spline;
  spline.counts_ = counts;
  std::size_t size = channels;
  for (std::size_t d = 0; d < 4; ++d) {
    spline.padded_[d] = counts[d] + 2;
    size *= static_cast<std::size_t>(spline.padded_[d]);
  }
  if (coefficients.size() != size) throw std::invalid_argument("coefficients do not fit the grid");
  spline.c_ = std::move(coefficients);
  return spline;
}

GridSpline::GridSpline(const Counts& counts, const std::vector<float>& values) : counts_(counts) {
  for (std::size_t d = 0; d < 4; ++d) padded_[d] = counts[d] + 2;
  // Direction by direction; `shape` grows from values to padded coefficients.
  std::vector<double> work(values.begin(), values.end());
  std::array<std::size_t, 4> shape;
  for (std::size_t d = 0; d < 4; ++d) shape[d] = static_cast<std::size_t>(counts[d]);
  for (std::size_t d = 0; d < 4; ++d) {
    std::size_t inner = channels, outer = 1;
    for (std::size_t k = d + 1; k < 4; ++k) inner *= shape[k];
    for (std::size_t k = 0; k < d; ++k) outer *= shape[k];
    const std::size_t n = shape[d];
    std::vector<double> next(outer * (n + 2) * inner);
    std::vector<double> line(n), coefficients;
    for (std::size_t a = 0; a < outer; ++a)
      for (std::size_t b = 0; b < inner; ++b) {
        for (std::size_t i = 0; i < n; ++i) line[i] = work[(a * n + i) * inner + b];
        filter(line, coefficients);
        for (std::size_t i = 0; i < n + 2; ++i)
          next[(a * (n + 2) + i) * inner + b] = coefficients[i];
      }
    work = std::move(next);
    shape[d] = n + 2;
  }
  c_.assign(work.begin(), work.end());
}

GridSpline::Place GridSpline::find_place(const std::array<double, 4>& x) const {
  Place place;
  for (std::size_t d = 0; d < 4; ++d) {
    const double last = static_cast<double>(counts_[d] - 1);
    const double at = std::clamp(x[d], 0.0, last);
    const int nearest = static_cast<int>(at + 0.5);
    const double t = at - nearest;
    place.first[d] = nearest;  // the padding shifts by one: nearest - 1 is at nearest
    place.weights[d] = {0.5 * (0.5 - t) * (0.5 - t), 0.75 - t * t, 0.5 * (0.5 + t) * (0.5 + t)};
    const double inside = x[d] >= 0.0 && x[d] <= last ? 1.0 : 0.0;
    place.slopes[d] = {inside * (t - 0.5), inside * -2.0 * t, inside * (t + 0.5)};
  }
  return place;
}

namespace {

constexpr std::size_t C = GridSpline::channels;

/// sum += weight * (the line's three nodes weighted); a line of one node is its middle one.
inline void add_line(const float* c, const double* w, double weight, double* sum) {
  const double a = weight * w[0], b = weight * w[1], d = weight * w[2];
  for (std::size_t m = 0; m < C; ++m)
    sum[m] += a * static_cast<double>(c[m]) + b * static_cast<double>(c[C + m]) +
              d * static_cast<double>(c[2 * C + m]);
}
inline void add_node(const float* c, double weight, double* sum) {
  for (std::size_t m = 0; m < C; ++m) sum[m] += weight * static_cast<double>(c[m]);
}

}  // namespace

void GridSpline::calc(const Place& p, double* out) const {
  double sum[C] = {};
  const bool flat = counts_[3] == 1;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      const double w2 = p.weights[0][i] * p.weights[1][j];
      const float* c = &c_[C * index(p.first[0] + static_cast<int>(i),
                                     p.first[1] + static_cast<int>(j), p.first[2], p.first[3])];
      for (std::size_t k = 0; k < 3; ++k, c += C * static_cast<std::size_t>(padded_[3])) {
        const double w3 = w2 * p.weights[2][k];
        if (flat)
          add_node(c + C, w3, sum);
        else
          add_line(c, p.weights[3].data(), w3, sum);
      }
    }
  std::copy(sum, sum + C, out);
}

void GridSpline::calc(const Place& p, double* out, double* slopes) const {
  double sum[C] = {}, d0[C] = {}, d1[C] = {}, d2[C] = {}, d3[C] = {};
  const bool flat = counts_[3] == 1;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      const float* c = &c_[C * index(p.first[0] + static_cast<int>(i),
                                     p.first[1] + static_cast<int>(j), p.first[2], p.first[3])];
      // The two inner directions first: value and both slopes of this line of lines.
      double v[C] = {}, v2[C] = {}, v3[C] = {};
      for (std::size_t k = 0; k < 3; ++k, c += C * static_cast<std::size_t>(padded_[3])) {
        double line[C] = {};
        if (flat) {
          add_node(c + C, 1.0, line);
        } else {
          add_line(c, p.weights[3].data(), 1.0, line);
          add_line(c, p.slopes[3].data(), p.weights[2][k], v3);
        }
        for (std::size_t m = 0; m < C; ++m) {
          v[m] += p.weights[2][k] * line[m];
          v2[m] += p.slopes[2][k] * line[m];
        }
      }
      const double w = p.weights[0][i] * p.weights[1][j];
      const double s0 = p.slopes[0][i] * p.weights[1][j], s1 = p.weights[0][i] * p.slopes[1][j];
      for (std::size_t m = 0; m < C; ++m) {
        sum[m] += w * v[m];
        d0[m] += s0 * v[m];
        d1[m] += s1 * v[m];
        d2[m] += w * v2[m];
        d3[m] += w * v3[m];
      }
    }
  std::copy(sum, sum + C, out);
  std::copy(d0, d0 + C, slopes);
  std::copy(d1, d1 + C, slopes + C);
  std::copy(d2, d2 + C, slopes + 2 * C);
  std::copy(d3, d3 + C, slopes + 3 * C);
}

}  // namespace fourfoot::contact
