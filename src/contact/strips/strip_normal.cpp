#include "contact/strips/strip_normal.h"

#include <array>
#include <cmath>
#include <numbers>

#include "contact/strips/deflection_kernel.h"

namespace fourfoot::contact {

namespace {

constexpr int strip_count = StripSet::count;
using StripArray = StripSet::Array;
using StripSlopes = StripSet::Slopes;
using SquareMatrix = Eigen::Matrix<double, strip_count, strip_count>;
using PartMatrix =
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, strip_count, strip_count>;
using PartColumns = Eigen::Matrix<double, Eigen::Dynamic, 4, 0, strip_count, 4>;

constexpr int sweep_count = 2;

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

constexpr double own_distance = 0.5 * std::numbers::inv_pi;  ///< of a strip from itself, over h

StripArray calc_distances(const StripSet& in, int j) {
  StripArray e = (in.y - in.y[j]).abs();
  e[j] = own_distance * in.spacing;
  return e;
}

/// Kernels between all strips.
struct StripKernels {
  SquareMatrix k, s;

  void calc(const StripSet& in, const StripArray& a2) {
    DeflectionColumn<strip_count> column;
    for (int j = 0; j < strip_count; ++j) {
      column.calc(calc_distances(in, j), a2[j], in.spacing, false);
      k.col(j) = column.k.matrix();
      s.col(j) = column.s.matrix();
    }
  }
};

/// What the pose does to sum_j K_ij q_j and sum_j S_ij q_j with q held: by half lengths, positions and
/// widths.
struct KernelMotion {
  StripSlopes k = StripSlopes::Zero(), s = StripSlopes::Zero();

  KernelMotion(const StripSet& in, const ActiveStrips& active, const StripArray& a2,
               const StripSlopes& d_a2, const StripArray& q) {
    DeflectionColumn<strip_count> column;
    // Sums over j of the derivatives by the distance and by the width.
    StripArray k_y = StripArray::Zero(), s_y = k_y, k_h = k_y, s_h = k_y;
    for (int i = 0; i < active.count; ++i) {
      const int j = active[i];
      column.calc(calc_distances(in, j), a2[j], in.spacing, true);
      k_h += column.k * (q[j] / in.spacing);
      s_h += column.s * (q[j] / in.spacing);
      k_h[j] += own_distance * column.k_e[j] * q[j];
      s_h[j] += own_distance * column.s_e[j] * q[j];
      // The distance grows with y_i - y_j where that is positive; from itself it is h's.
      column.k_e.head(j) *= -1.0;
      column.s_e.head(j) *= -1.0;
      column.k_e[j] = column.s_e[j] = 0.0;
      k_y += column.k_e * q[j];
      s_y += column.s_e * q[j];
      for (int c = 0; c < 4; ++c) {
        const double by_a = q[j] * d_a2(j, c), by_y = q[j] * in.d_y(j, c);
        k.col(c) += column.k_a * by_a - column.k_e * by_y;
        s.col(c) += column.s_a * by_a - column.s_e * by_y;
      }
    }
    for (int c = 0; c < 4; ++c) {
      k.col(c) += in.d_y.col(c) * k_y + k_h * in.d_spacing[c];
      s.col(c) += in.d_y.col(c) * s_y + s_h * in.d_spacing[c];
    }
  }
};

/// Half lengths of Hertz's ellipse of the overlap; a fiftieth of it outside, joined smoothly.
void begin_with_ellipse(const StripSet& in, StripArray& a2, StripSlopes& d_a2,
                        ActiveStrips& active) {
  constexpr double floor = 0.02;
  const double scale = 1.0 / (in.kappa * in.delta);
  for (int i = 0; i < strip_count; ++i) {
    const double gap = in.delta - in.depth[i], share = 1.0 - gap * scale;
    active.is_active[static_cast<std::size_t>(i)] = share > 0.0 && in.depth[i] > 0.0;
    double kept = share, slope = 1.0;
    if (share <= 0.0) {
      kept = floor;
      slope = 0.0;
    } else if (share < 2.0 * floor) {
      kept = floor + share * share / (4.0 * floor);
      slope = share / (2.0 * floor);
    }
    a2[i] = in.a2 * kept;
    const StripSet::Row d_share = -scale * (in.d_delta - in.d_depth.row(i)) +
                                  gap * scale * (in.d_kappa / in.kappa + in.d_delta / in.delta);
    d_a2.row(i) = in.d_a2 * kept + (in.a2 * slope) * d_share;
  }
  active.collect();
}

/// q of the strips in contact for given half lengths; keeps the factors of the last system.
class ContactSystem {
 public:
  void solve(const StripKernels& kernels, const StripArray& depth, ActiveStrips& active,
             StripArray& q, int& solutions) {
    constexpr int most = 16;
    const double slack = 1e-12 * depth.maxCoeff();
    for (int round = 0; round < most; ++round) {
      factor(kernels.k, active);
      Eigen::Matrix<double, Eigen::Dynamic, 1, 0, strip_count, 1> f(active.count);
      for (int i = 0; i < active.count; ++i) f[i] = depth[active[i]];
      lu_.solveInPlace(f);
      ++solutions;
      q.setZero();
      for (int i = 0; i < active.count; ++i) q[active[i]] = f[i];
      // Late rounds only let go: the search cannot run in circles.
      if (!change(kernels.k, depth, slack, round < most / 2, active, q)) break;
    }
    q = q.max(0.0);
  }

  /// In place; rows are the strips in contact.
  void solve_in_place(PartColumns& columns) const { lu_.solveInPlace(columns); }

 private:
  /// LU without pivoting: the matrix is close to symmetric and positive definite.
  struct Factors {
    PartMatrix m;
    template <class X>
    void solveInPlace(X& x) const {
      m.triangularView<Eigen::UnitLower>().solveInPlace(x);
      m.triangularView<Eigen::Upper>().solveInPlace(x);
    }
  };

  void factor(const SquareMatrix& k, const ActiveStrips& active) {
    const int n = active.count;
    lu_.m.resize(n, n);
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) lu_.m(i, j) = k(active[i], active[j]);
    for (int p = 0; p < n; ++p) {
      const int rest = n - p - 1;
      lu_.m.col(p).tail(rest) /= lu_.m(p, p);
      lu_.m.bottomRightCorner(rest, rest).noalias() -=
          lu_.m.col(p).tail(rest) * lu_.m.row(p).tail(rest);
    }
  }

  /// Lets strips go that pull and takes in those that overlap; false: none.
  static bool change(const SquareMatrix& k, const StripArray& depth, double slack, bool takes_in,
                     ActiveStrips& active, const StripArray& q) {
    const StripArray left = depth - (k * q.max(0.0).matrix()).array();
    bool changed = false;
    for (int i = 0; i < strip_count; ++i) {
      bool& is_active = active.is_active[static_cast<std::size_t>(i)];
      const bool leaves = is_active && q[i] < 0.0;
      const bool enters = takes_in && !is_active && left[i] > slack;
      if (!leaves && !enters) continue;
      is_active = enters;
      changed = true;
    }
    if (changed) active.collect();
    return changed && active.count > 0;
  }

  Factors lu_;
};

/// d q of the strips in contact by the pose: K dq = d depth - dK q.
void differentiate_loads(const KernelMotion& motion, const StripSet& in, const ActiveStrips& active,
                         const ContactSystem& system, StripSlopes& d_q) {
  PartColumns columns(active.count, 4);
  for (int i = 0; i < active.count; ++i)
    columns.row(i) = (in.d_depth.row(active[i]) - motion.k.row(active[i])).matrix();
  system.solve_in_place(columns);
  d_q.setZero();
  for (int i = 0; i < active.count; ++i) d_q.row(active[i]) = columns.row(i).array();
}

/// a^2 by the factor S / cx; `d_sum`: derivatives of S.
void move_lengths(const StripSet& in, const StripArray& sum, const StripSlopes* d_sum,
                  StripArray& a2, StripSlopes& d_a2) {
  const double least = 1e-4 * in.a2;
  const StripArray moved = a2 * sum / in.cx;
  if (d_sum) {
    for (int c = 0; c < 4; ++c)
      d_a2.col(c) = moved * (d_a2.col(c) / a2 + d_sum->col(c) / sum - in.d_cx.col(c) / in.cx);
    for (int i = 0; i < strip_count; ++i)
      if (moved[i] < least) d_a2.row(i) = 1e-4 * in.d_a2;
  }
  a2 = moved.max(least);
}

}  // namespace

void solve_strips(const StripSet& in, double contact_modulus, bool with_slopes, StripLoads& out) {
  out = StripLoads{};
  if (!(in.delta > 0.0) || !(in.spacing > 0.0)) return;
  ActiveStrips active;
  StripArray a2, q;
  StripSlopes d_a2, d_q = StripSlopes::Zero();
  begin_with_ellipse(in, a2, d_a2, active);
  if (active.count == 0) return;
  StripKernels kernels;
  ContactSystem system;
  for (int sweep = 0; sweep < sweep_count; ++sweep) {
    // q is in units where 2/(pi E*) is 1, so that S stands against cx itself.
    kernels.calc(in, a2);
    system.solve(kernels, in.depth, active, q, out.solutions);
    if (active.count == 0) return;
    const StripArray sum = (kernels.s * q.matrix()).array();
    if (with_slopes) {
      const KernelMotion motion(in, active, a2, d_a2, q);
      differentiate_loads(motion, in, active, system, d_q);
      const StripSlopes d_sum = motion.s + (kernels.s * d_q.matrix()).array();
      move_lengths(in, sum, &d_sum, a2, d_a2);
    } else {
      move_lengths(in, sum, nullptr, a2, d_a2);
    }
  }
  const double unit = 0.25 * std::numbers::pi * std::numbers::pi * contact_modulus;
  for (int i = 0; i < active.count; ++i) {
    const int k = active[i];
    out.load[k] = unit * in.spacing * q[k];
    out.a2[k] = a2[k];
    if (!with_slopes) continue;
    out.d_load.row(k) = unit * (in.spacing * d_q.row(k) + q[k] * in.d_spacing);
    out.d_a2.row(k) = d_a2.row(k);
  }
}

}  // namespace fourfoot::contact
