#pragma once

#include <cmath>
#include <memory>
#include <vector>

namespace fourfoot::contact {

/// Scalars of `exact-table` that the program which makes the table and the law share
/// (exact_table_law.h has the equations).
struct ExactTableShape {
  static constexpr int per_unit = 16;      ///< nodes from 0 to 1 along u_x and u_y
  static constexpr int per_spin = 32;      ///< nodes from 0 to 1 along u_s
  static constexpr int per_decade = 6;     ///< nodes per decade of a/b
  static constexpr double middle = 2.0;    ///< c0: |v| that lies half way, |u| = 1/2
  static constexpr double poisson = 0.28;  ///< of the table's solutions

  static constexpr int ratios = 13;  ///< nodes of a/b, 0.1 ... 10
  static constexpr double first_log = -1.0, last_log = first_log + 12.0 / per_decade;
  // Coefficients: one more than nodes on each side; u_x and u_s are 0 ... 1, u_y is -1 ... 1.
  static constexpr int count_x = per_unit + 3, count_y = 2 * per_unit + 3, count_s = per_spin + 3;
  static constexpr int count_r = ratios + 2;
  static constexpr int outputs = 4;  ///< fx, fy, mz of the remainder; share of slip - 1
  static constexpr int count = count_x * count_y * count_s * count_r * outputs;

  static constexpr int find_index(int x, int y, int s, int r, int output) {
    return (((x * count_y + y) * count_s + s) * count_r + r) * outputs + output;
  }

  /// How much of the linear force (h) and of full slip (k) the closed part of the force holds at
  /// the size u = |v|: h u + k = 1 - (1 - u/3)^3, the cubic of Vermeulen and Johnson, where the
  /// creepage is pure; twice continuously differentiable.
  struct Mix {
    double h = 0.0, k = 1.0, dh = 0.0, dk = 0.0;
    explicit Mix(double u) {
      if (u >= 3.0) return;
      const double rest = 1.0 - u / 3.0, square = rest * rest;
      h = square * rest;
      dh = -square;
      k = 1.0 - (1.0 + u) * h;
      dk = -h - (1.0 + u) * dh;
    }
  };

  /// Scale of the spin: S = scale spin c G c^2 / (mu N). The root mean square, with pressure as the
  /// weight, of the rigid slip of spin, each component times its coefficient.
  static double calc_spin_scale(double c11, double c22, double ratio) {
    return std::sqrt((c11 * c11 / ratio + c22 * c22 * ratio) / 5.0);
  }
};

/// Coefficients of the cubic B-splines, read from the library once; any thread.
class ExactTable {
 public:
  /// The remainder and share of slip at u with |u| < 1, u_x >= 0, u_s >= 0; `ratio` = log10(a/b).
  struct Result {
    double value[ExactTableShape::outputs];
    double d[ExactTableShape::outputs][4];  ///< over u_x, u_y, u_s, ratio
  };
  template <bool with_derivatives>
  void calc(const double (&u)[3], double ratio, Result& out) const;

  static std::shared_ptr<const ExactTable> get();

  /// From the bytes of the file (tools/exact-table writes it): four floats, the steps of the outputs, then 16-bit
  /// integers, little-endian. Throws std::logic_error if there are not as many as there must be.
  ExactTable(const unsigned char* begin, std::size_t size);

 private:
  std::vector<float> coefficients_;
};

}  // namespace fourfoot::contact
