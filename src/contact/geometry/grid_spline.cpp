#include "contact/geometry/grid_spline.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace fourfoot::contact {

namespace {

/// Values of one line to padded coefficients.
void filter(const std::vector<double>& f, std::vector<double>& c) {
  const std::size_t n = f.size();
  c.assign(n + 2, f[0]);
  if (n == 1) return;
  // c_i-1 / 8 + 6 c_i / 8 + c_i+1 / 8 = f_i inside; c = f at the ends (no second derivative there).
  std::vector<double> upper(n, 0.0);
  c[1] = f[0];
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const double pivot = 6.0 - upper[i - 1];
    upper[i] = 1.0 / pivot;
    c[i + 1] = (8.0 * f[i] - c[i]) / pivot;
  }
  c[n] = f[n - 1];
  for (std::size_t i = n - 1; i-- > 1;) c[i + 1] -= upper[i] * c[i + 2];
  c[0] = 2.0 * c[1] - c[2];
  c[n + 1] = 2.0 * c[n] - c[n - 1];
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
    const double at = std::clamp(x[d], 0.0, static_cast<double>(counts_[d] - 1));
    const int nearest = static_cast<int>(at + 0.5);
    const float t = static_cast<float>(at - nearest);
    place.first[d] = nearest;  // the padding shifts by one: nearest - 1 is at nearest
    place.weights[d] = {0.5f * (0.5f - t) * (0.5f - t), 0.75f - t * t,
                        0.5f * (0.5f + t) * (0.5f + t)};
  }
  return place;
}

void GridSpline::calc(const Place& p, float* out) const {
  float sum[channels] = {};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k) {
        const float w3 = p.weights[0][static_cast<std::size_t>(i)] *
                         p.weights[1][static_cast<std::size_t>(j)] *
                         p.weights[2][static_cast<std::size_t>(k)];
        const float* c =
            &c_[channels * index(p.first[0] + i, p.first[1] + j, p.first[2] + k, p.first[3])];
        for (std::size_t l = 0; l < 3; ++l) {
          const float w = w3 * p.weights[3][l];
          for (std::size_t m = 0; m < channels; ++m) sum[m] += w * c[l * channels + m];
        }
      }
  std::copy(sum, sum + channels, out);
}

float GridSpline::calc_first(const Place& p) const {
  float sum = 0.0f;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k) {
        const float w3 = p.weights[0][static_cast<std::size_t>(i)] *
                         p.weights[1][static_cast<std::size_t>(j)] *
                         p.weights[2][static_cast<std::size_t>(k)];
        const float* c =
            &c_[channels * index(p.first[0] + i, p.first[1] + j, p.first[2] + k, p.first[3])];
        sum += w3 * (p.weights[3][0] * c[0] + p.weights[3][1] * c[channels] +
                     p.weights[3][2] * c[2 * channels]);
      }
  return sum;
}

}  // namespace fourfoot::contact
