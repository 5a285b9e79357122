#include "contact/strips/strip_normal.h"

#include <numbers>

#include "contact/strips/strip_kernels.h"

namespace fourfoot::contact {

using namespace strips;

namespace {

constexpr int sweep_count = 2;

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

/// LU without pivoting of the rows and columns in contact: the matrix is close to symmetric and
/// positive definite.
class StripFactors {
 public:
  void factor(const SquareMatrix& k, const ActiveStrips& active) {
    n_ = active.count;
    for (int j = 0; j < n_; ++j)
      for (int i = 0; i < n_; ++i) m_[j][i] = k(active[i], active[j]);
    for (int p = 0; p < n_; ++p) {
      const double inverse = inverse_[p] = 1.0 / m_[p][p];
      for (int i = p + 1; i < n_; ++i) m_[p][i] *= inverse;
      for (int j = p + 1; j < n_; ++j) {
        const double u = m_[j][p];
        for (int i = p + 1; i < n_; ++i) m_[j][i] -= m_[p][i] * u;
      }
    }
  }
  void solve_in_place(double* x) const {
    for (int p = 0; p < n_; ++p)
      for (int i = p + 1; i < n_; ++i) x[i] -= m_[p][i] * x[p];
    for (int p = n_ - 1; p >= 0; --p) {
      x[p] *= inverse_[p];
      for (int i = 0; i < p; ++i) x[i] -= m_[p][i] * x[p];
    }
  }

 private:
  int n_ = 0;
  double m_[strip_count][strip_count];  // columns
  double inverse_[strip_count];
};

/// q of the strips in contact for given half lengths; keeps the factors of the last system.
class ContactSystem {
 public:
  void solve(StripKernels& kernels, const StripArray& depth, ActiveStrips& active, StripArray& q,
             int& solutions) {
    constexpr int most = 16;
    const double slack = 1e-12 * depth.maxCoeff();
    for (int round = 0; round < most; ++round) {
      kernels.need(active);
      lu_.factor(kernels.k, active);
      double f[strip_count];
      for (int i = 0; i < active.count; ++i) f[i] = depth[active[i]];
      lu_.solve_in_place(f);
      ++solutions;
      q.setZero();
      for (int i = 0; i < active.count; ++i) q[active[i]] = f[i];
      // Late rounds only let go: the search cannot run in circles.
      if (!change(kernels.k, depth, slack, round < most / 2, active, q)) break;
    }
    q = q.max(0.0);
  }

  /// d q of the strips in contact by the pose: K dq = d depth - dK q.
  void differentiate(const KernelMotion& motion, const StripSet& in, const ActiveStrips& active,
                     StripSlopes& d_q) const {
    d_q.setZero();
    for (int c = 0; c < 4; ++c) {
      double f[strip_count];
      for (int i = 0; i < active.count; ++i)
        f[i] = in.d_depth(active[i], c) - motion.k(active[i], c);
      lu_.solve_in_place(f);
      for (int i = 0; i < active.count; ++i) d_q(active[i], c) = f[i];
    }
  }

 private:
  /// Lets strips go that pull and takes in those that overlap; false: none.
  static bool change(const SquareMatrix& k, const StripArray& depth, double slack, bool takes_in,
                     ActiveStrips& active, const StripArray& q) {
    const StripArray left = depth - StripKernels::multiply(k, active, StripArray(q.max(0.0)));
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

  StripFactors lu_;
};

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
  if (!(in.delta > 0.0) || !(in.width[0] > 0.0)) return;
  ActiveStrips active;
  StripArray a2, q;
  StripSlopes d_a2, d_q = StripSlopes::Zero();
  begin_with_ellipse(in, a2, d_a2, active);
  if (active.count == 0) return;
  ContactSystem system;
  for (int sweep = 0; sweep < sweep_count; ++sweep) {
    // q is in units where 2/(pi E*) is 1, so that S stands against cx itself.
    StripKernels kernels(in, a2);
    system.solve(kernels, in.depth, active, q, out.solutions);
    if (active.count == 0) return;
    const StripArray sum = StripKernels::multiply(kernels.s, active, q);
    if (with_slopes) {
      const KernelMotion motion(in, active, a2, d_a2, q);
      system.differentiate(motion, in, active, d_q);
      const StripSlopes d_sum = motion.s + StripKernels::multiply(kernels.s, active, d_q);
      move_lengths(in, sum, &d_sum, a2, d_a2);
    } else {
      move_lengths(in, sum, nullptr, a2, d_a2);
    }
  }
  const double unit = 0.25 * std::numbers::pi * std::numbers::pi * contact_modulus;
  for (int i = 0; i < active.count; ++i) {
    const int k = active[i];
    out.load[k] = unit * in.width[k] * q[k];
    out.a2[k] = a2[k];
    if (!with_slopes) continue;
    out.d_load.row(k) = unit * (in.width[k] * d_q.row(k) + q[k] * in.d_width.row(k));
    out.d_a2.row(k) = d_a2.row(k);
  }
}

}  // namespace fourfoot::contact
