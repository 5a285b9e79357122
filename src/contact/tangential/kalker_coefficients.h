#pragma once

#include <Eigen/Core>
#include <array>
#include <cmath>
#include <numbers>

#include "math/dual.h"

namespace fourfoot::contact {

/// Kalker's creep coefficients C11, C22, C23, C33 of the linear theory of rolling contact:
///
///   fx = -G c^2 C11 nu_x
///   fy = -G c^2 C22 nu_y - G c^3 C23 spin            c = sqrt(a b)
///   mz = +G c^3 C23 nu_y - G c^4 C33 spin
///
/// Functions of a/b (a in rolling direction) and Poisson's ratio. Through the nodes of the
/// published table ([Kalker1990, Table E3]: a/b = 0.1 ... 10, nu = 0, 1/4, 1/2), between them
///   - in nu: the parabola through 1/C at the three nodes for C11, C22, C23, as CONTACT does
///     [Vollebregt2022]; through C itself for C33, where 1/C would be off by 3 % on long patches;
///   - in a/b: cubic spline of ln C over ln(a/b), twice continuously differentiable;
/// outside 0.1 ... 10 the asymptotes of the slender ellipse [Kalker1990, App. E], times a factor
/// that meets the last node in value and tends to 1 as what the asymptotes leave out does: like a/b
/// for a wide patch, like 1/ln(16 a^2/b^2) for a long one; the spline takes its end slopes from
/// there, so that value and first derivative are continuous everywhere.
///
/// The table has three digits: C is good to 0.3 % (C33 to 1 %). One node is known to be off:
/// C11(a/b = 0.5, nu = 0.5) = 4.83, numerically 4.86. Beyond a/b = 10 C33 is good to 5 %.
/// Checked against half-space solutions of CONTACT (tests/reference/contact).
template <class T>
struct KalkerCoefficients {
  T c11, c22, c23, c33;
};

/// Asymptotes for g = min(a/b, b/a) -> 0; `slender_in_x` means b/a -> 0.
template <class T>
std::array<T, 4> calc_kalker_asymptotes(const T& g, bool slender_in_x, double nu) {
  using std::log;
  using std::sqrt;
  constexpr double pi = std::numbers::pi;
  const T root = sqrt(g);
  if (!slender_in_x) {
    const T logarithm = log(16.0 / g);
    return {T(pi * pi / (4.0 * (1.0 - nu))), T(pi * pi / 4.0),
            T(pi / (3.0 * (1.0 - nu)) * root * (1.0 + nu * (logarithm - 5.0))),
            T(pi * pi / (16.0 * (1.0 - nu)) / g)};
  }
  const double k = 3.0 - 2.0 * std::numbers::ln2;
  const T L = log(16.0 / (g * g));
  const T l11 = L - 2.0 * nu;
  const T l22 = (1.0 - nu) * L + 2.0 * nu;
  const T l23 = (1.0 - nu) * L - 2.0 + 4.0 * nu;
  return {T(2.0 * pi / (l11 * g) * (1.0 + k / l11)),
          T(2.0 * pi / (l22 * g) * (1.0 + (1.0 - nu) * k / l22)),
          T(2.0 * pi / (3.0 * g * root * l23)), T(pi / 4.0 * (1.0 - nu * (L - 2.0) / l23))};
}

/// The coefficients of one Poisson's ratio; built once, then read by any thread.
class KalkerTable {
 public:
  /// Throws std::logic_error unless 0 <= poisson <= 0.5.
  explicit KalkerTable(double poisson);

  double poisson() const { return poisson_; }

  template <class T>
  KalkerCoefficients<T> calc(const T& a_over_b) const {
    using std::exp;
    const double ratio = get_value(a_over_b);
    std::array<T, 4> c;
    if (ratio >= min_ratio && ratio <= max_ratio) {
      const Piece& p = pieces_[find_interval(ratio)];
      const double x = (std::log(ratio) - p.middle) * p.per_half;
      Numbers value = p.c[degree], slope = Numbers::Zero();
      for (std::size_t n = degree; n-- > 0;) {
        if constexpr (!std::is_same_v<T, double>) slope = slope * x + value;
        value = value * x + p.c[n];
      }
      slope *= p.per_half / ratio;
      for (int j = 0; j < 4; ++j) c[j] = chain(value[j], slope[j], a_over_b);
    } else {
      const bool slender_in_x = ratio > 1.0;
      T g = a_over_b;
      if (slender_in_x) g = 1.0 / a_over_b;
      c = calc_kalker_asymptotes(g, slender_in_x, poisson_);
      const T decay = calc_misfit_decay(g, slender_in_x);
      for (int j = 0; j < 4; ++j) c[j] = c[j] * exp(misfit_[slender_in_x][j] * decay);
    }
    return {c[0], c[1], c[2], c[3]};
  }

 private:
  using Numbers = Eigen::Array4d;  ///< of C11, C22, C23, C33
  static constexpr std::size_t degree = 12;
  /// exp(spline) between two nodes as a polynomial of ln(a/b): what it leaves is rounding.
  struct Piece {
    double middle, per_half;  ///< of ln(a/b): the middle, and 1 over half the piece
    std::array<Numbers, degree + 1> c;
  };
  static double chain(double value, double, double) { return value; }
  template <class D>
  static Eigen::AutoDiffScalar<D> chain(double value, double slope,
                                        const Eigen::AutoDiffScalar<D>& at) {
    return Eigen::AutoDiffScalar<D>(value, slope * at.derivatives());
  }
  static constexpr int count = 19;
  static constexpr double min_ratio = 0.1, max_ratio = 10.0;

  static int find_interval(double ratio);
  template <class T>
  static T calc_misfit_decay(const T& g, bool slender_in_x) {
    using std::log;
    if (!slender_in_x) return T(g / min_ratio);
    return T(std::log(16.0 / (min_ratio * min_ratio)) / log(16.0 / (g * g)));
  }
  double calc_end_slope(int j, bool slender_in_x) const;
  void build_spline(int j, const std::array<double, count>& log_c);
  void fit_piece(int j, int i, const std::array<double, 4>& cubic);

  double poisson_;
  std::array<double, count> nodes_;  // ln(a/b)
  std::array<Piece, count - 1> pieces_;
  std::array<std::array<double, 4>, 2> misfit_;  // ln(C / asymptote) at the end nodes
};

}  // namespace fourfoot::contact
