#pragma once

#include <array>
#include <memory>
#include <vector>

#include "contact/tangential/fastsim.h"

namespace fourfoot::contact {

/// FASTSIM's integrals tabulated over its four numbers, once for all materials, loads and friction
/// (the normalised problem knows none of them).
///
/// Arguments: with v = (A, B, C), C = sqrt(Cx Cy), the point
///   u = v / (1 + hypot(A, B) + sqrt(0.5^2 + C^2)),  hypot(u_A, u_B) + |u_C| < 1,
/// and log10(a/b) = log10(Cy/Cx). By the problem's symmetries only A >= 0 and C >= 0 are stored;
/// nodes outside hold full slip in their direction. The size is smooth in C and pointed in A and B
/// as the force itself is, so that the slopes at zero are met. Interpolation: Catmull-Rom cubics in
/// all four: value and first derivative continuous, derivatives those of the interpolant. a/b is
/// clamped to 0.1 ... 10 in the table (Kalker's coefficients are not: they scale A, B, C), creepage
/// and spin of any size are covered by the mapping to u. Error against FASTSIM on the grid it was
/// built with: measured in tests/reference/contact-laws and stated in docs/theory/contact-laws.md.
class FastsimTable {
 public:
  struct Arguments {
    double A, B, C, log_ratio;
  };
  struct Result {
    FastsimSums sums;
    double d[4][4];  ///< of fx, fy, mx, my over A, B, C, log_ratio
  };

  /// `cells` x `cells` FASTSIM at every node, shared among the processor's threads; below a second.
  explicit FastsimTable(int cells);

  /// Without derivatives `d` is not to be read.
  template <bool with_derivatives>
  Result calc(const Arguments& v) const;

  /// The table of a grid, built at its first use and kept; any thread.
  static std::shared_ptr<const FastsimTable> get(int cells);

  struct GridPosition {
    int first;  ///< node left of the point
    double t;   ///< 0 ... 1 from there to the next
  };

 private:
  static constexpr int outputs = 6;  // fx, fy, mx, my, slip, and one to fill up
  using Node = std::array<double, outputs>;
  struct Row {  // where four neighbours along log_ratio start, and the signs of their outputs
    const Node* nodes;
    double sign_x, sign_y;
  };
  Row get_row(int i, int j, int k) const;
  template <bool with_derivatives>
  void interpolate(const std::array<GridPosition, 4>& at, double (&sum)[5][outputs]) const;

  std::vector<Node> nodes_;
};

/// Tabulated FASTSIM behind the seam of the tangential laws: as exact as the table, at a fixed
/// price.
class FastsimTableLaw final : public TangentialLaw {
 public:
  FastsimTableLaw(const Material& material, int cells)
      : TangentialLaw("fastsim-table", material), table_(FastsimTable::get(cells)) {}

 protected:
  TangentialForce do_calc(const TangentialInput& in) const override;
  TangentialForce do_calc(const TangentialInput& in, TangentialJacobian& jacobian) const override;

 private:
  std::shared_ptr<const FastsimTable> table_;
};

}  // namespace fourfoot::contact
