#pragma once

#include <array>
#include <numbers>

#include "contact/strips/deflection_kernel.h"
#include "contact/strips/strip_normal.h"

/// What the normal problems on strips share: which strips touch, and the kernels between them.
namespace fourfoot::contact::strips {

inline constexpr int strip_count = StripSet::count;
using StripArray = StripSet::Array;
using StripSlopes = StripSet::Slopes;
using SquareMatrix = Eigen::Matrix<double, strip_count, strip_count>;

/// The strips in contact, in their order.
struct ActiveStrips {
  std::array<bool, strip_count> is_active{};
  std::array<int, strip_count> index{};
  int count = 0;

  void collect() {
    count = 0;
    for (int i = 0; i < strip_count; ++i)
      if (is_active[static_cast<std::size_t>(i)]) index[static_cast<std::size_t>(count++)] = i;
  }
  int operator[](int k) const { return index[static_cast<std::size_t>(k)]; }
};

inline constexpr double own_distance =
    0.5 * std::numbers::inv_pi;  ///< of a strip from itself, over h

inline StripArray calc_distances(const StripSet& in, int j) {
  StripArray e = (in.y - in.y[j]).abs();
  e[j] = own_distance * in.width[j];
  return e;
}

/// What strips do to all strips, column by column where it is needed.
class StripKernels {
 public:
  SquareMatrix k, s;

  StripKernels(const StripSet& in, const StripArray& a2) : in_(in), a2_(a2) {}

  void need(const ActiveStrips& active) {
    for (int i = 0; i < active.count; ++i) {
      const int j = active[i];
      bool& has = has_[static_cast<std::size_t>(j)];
      if (has) continue;
      has = true;
      DeflectionColumn<strip_count> column;
      column.calc(calc_distances(in_, j), a2_[j], in_.width[j], false);
      k.col(j) = column.k.matrix();
      s.col(j) = column.s.matrix();
    }
  }
  static StripArray multiply(const SquareMatrix& m, const ActiveStrips& active,
                             const StripArray& q) {
    StripArray sum = StripArray::Zero();
    for (int i = 0; i < active.count; ++i) sum += m.col(active[i]).array() * q[active[i]];
    return sum;
  }
  static StripSlopes multiply(const SquareMatrix& m, const ActiveStrips& active,
                              const StripSlopes& q) {
    StripSlopes sum = StripSlopes::Zero();
    for (int i = 0; i < active.count; ++i)
      for (int c = 0; c < 4; ++c) sum.col(c) += m.col(active[i]).array() * q(active[i], c);
    return sum;
  }

 private:
  const StripSet& in_;
  const StripArray& a2_;
  std::array<bool, strip_count> has_{};
};

/// What the pose does to sum_j K_ij q_j and sum_j S_ij q_j with q held: by half lengths, places and
/// widths.
struct KernelMotion {
  StripSlopes k = StripSlopes::Zero(), s = StripSlopes::Zero();

  KernelMotion(const StripSet& in, const ActiveStrips& active, const StripArray& a2,
               const StripSlopes& d_a2, const StripArray& q) {
    DeflectionColumn<strip_count> column;
    StripArray k_y = StripArray::Zero(), s_y = k_y;  // sums over j of derivatives by the distance
    for (int i = 0; i < active.count; ++i) {
      const int j = active[i];
      column.calc(calc_distances(in, j), a2[j], in.width[j], true);
      StripArray k_h = column.k / in.width[j], s_h = column.s / in.width[j];
      k_h[j] += own_distance * column.k_e[j];
      s_h[j] += own_distance * column.s_e[j];
      // The distance grows with y_i - y_j where that is positive; from itself it is h's.
      column.k_e.head(j) *= -1.0;
      column.s_e.head(j) *= -1.0;
      column.k_e[j] = column.s_e[j] = 0.0;
      k_y += column.k_e * q[j];
      s_y += column.s_e * q[j];
      for (int c = 0; c < 4; ++c) {
        const double by_a = q[j] * d_a2(j, c), by_y = q[j] * in.d_y(j, c),
                     by_h = q[j] * in.d_width(j, c);
        k.col(c) += column.k_a * by_a - column.k_e * by_y + k_h * by_h;
        s.col(c) += column.s_a * by_a - column.s_e * by_y + s_h * by_h;
      }
    }
    for (int c = 0; c < 4; ++c) {
      k.col(c) += in.d_y.col(c) * k_y;
      s.col(c) += in.d_y.col(c) * s_y;
    }
  }
};

}  // namespace fourfoot::contact::strips
