#pragma once

#include <vector>

namespace fourfoot::contact {

/// FASTSIM in numbers without units. With xi = x/a, eta = y/b, q = p / (mu p0), p0 = 2 N / (pi a
/// b):
///
///   stick   dq/dxi = ( A - Cx eta, B + Cy xi ),  q = 0 at the leading edge xi = sqrt(1 - eta^2)
///   slip    |q| = 1 - xi^2 - eta^2 (parabolic bound), direction of the stick trial
///   A = 3 G C11 nu_x / (8 mu p0)        Cx = 4 G c C23 spin b / (pi a mu p0)
///   B = 3 G C22 nu_y / (8 mu p0)        Cy = 4 G c C23 spin / (pi mu p0)
///
/// (flexibilities L1 = 8 a / (3 G C11), L2 = 8 a / (3 G C22), L3 = pi a^2 / (4 G c C23)
/// [Kalker1982], [Kalker1990, Eqs. 3.51-3.57]).
struct FastsimParameters {
  double A, B, Cx, Cy;
};

/// Integrals over the patch, in units of mu p0 a b.
struct FastsimSums {
  double fx, fy;  ///< of q_x, q_y
  double mx, my;  ///< of eta q_x, xi q_y
  double slip;    ///< area that slips (of pi)
};

/// Derivatives of fx, fy, mx, my over A, B, Cx, Cy: d[row][column].
struct FastsimDerivatives {
  double d[4][4];
};

/// Equal strips across, each with equal cells along its own length. Traction lives at the cells'
/// centres: half a step from the leading edge to the first, slip taken in the middle of each step,
/// bound at the centre; this integrates the linear law without error in x.
class FastsimGrid {
 public:
  /// The bound at the cells' centres adds up to a little more than mu N (0.5 % for 10 x 10).
  /// `scaled` takes this out by one factor, so that full slip gives mu N; `as_published` leaves it.
  enum class Bound { scaled, as_published };

  /// Form of the bound: 1 - xi^2 - eta^2 [Kalker1982], or Hertz's 3/4 sqrt(1 - xi^2 - eta^2). Both
  /// carry mu N.
  enum class Form { parabolic, elliptic };

  /// Throws std::logic_error unless both are 1 ... 1000.
  FastsimGrid(int strips, int cells, Bound bound = Bound::scaled, Form form = Form::parabolic);

  int strips() const { return strips_; }
  int cells() const { return cells_; }
  FastsimSums run(const FastsimParameters& p) const;
  FastsimSums run(const FastsimParameters& p, FastsimDerivatives& derivatives) const;

  /// Which code this processor runs: "avx2" or "portable". All give the same bits.
  static const char* get_variant();
  /// For tests: runs one variant; false if the processor lacks it.
  bool run_variant(const char* variant, const FastsimParameters& p, FastsimSums& sums,
                   FastsimDerivatives* derivatives) const;

  // The kernels read these; strips are padded to a multiple of 4 by lanes of no length.
  struct Arrays {
    int lanes, cells;
    double step, strip_width;  // 2/cells, 2/strips
    // Per lane: eta, sqrt(1 - eta^2), its square (elliptic bound: itself).
    std::vector<double> eta, half_length, bound;
    std::vector<double> xi, xi_mid, cell_bound;  // per cell, of a strip of half length 1
  };

 private:
  int strips_, cells_;
  Arrays arrays_;
};

}  // namespace fourfoot::contact
