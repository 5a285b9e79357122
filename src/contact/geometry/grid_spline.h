#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace fourfoot::contact {

/// Values over a regular grid in four directions, interpolated by quadratic B-splines: once
/// continuously differentiable, passes through the nodes, 81 nodes a place. Eight channels a node,
/// stored together as floats; summed in double, so that the function of the stored coefficients is
/// smooth to 1e-16 and its derivatives are exact.
///
///   f(x) = sum c_ijkl b(x_1 - i) b(x_2 - j) b(x_3 - k) b(x_4 - l)
///   b over three nodes: (1/2 - t)^2 / 2, 3/4 - t^2, (1/2 + t)^2 / 2 with t from the nearest node
/// Coefficients follow from the values by one tridiagonal solution per grid line; second derivative
/// 0 at the ends. [Unser1999]
class GridSpline {
 public:
  static constexpr std::size_t channels = 8;
  using Counts = std::array<int, 4>;

  GridSpline() = default;
  /// `values`: channels fastest, then the last direction; replaced by coefficients.
  GridSpline(const Counts& counts, const std::vector<float>& values);

  const Counts& counts() const { return counts_; }
  const std::vector<float>& coefficients() const { return c_; }
  static GridSpline from_coefficients(const Counts& counts, std::vector<float> coefficients);

  /// Where to read: node units in each direction, clamped to the grid.
  struct Place {
    std::array<int, 4> first;  ///< of the three nodes, in the padded grid
    std::array<std::array<double, 3>, 4> weights;
    std::array<std::array<double, 3>, 4> slopes;  ///< of the weights, per node unit; 0 if clamped
  };
  Place find_place(const std::array<double, 4>& x) const;
  void calc(const Place& place, double* out) const;
  /// With derivatives per node unit: `slopes` holds 4 times `channels`, direction by direction.
  void calc(const Place& place, double* out, double* slopes) const;

 private:
  std::size_t index(int i, int j, int k, int l) const;
  Counts counts_ = {};
  Counts padded_ = {};
  std::vector<float> c_;
};

}  // namespace fourfoot::contact
