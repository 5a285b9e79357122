#pragma once

#include <vector>

#include "track/piece.h"

namespace fourfoot::track {

/// Functions of the plan length p (as drawings measure) become functions of the arc length s of the
/// centre line in space: ds/dp = sqrt(1 + g^2), g = dz/dp of the centre line. On an even gradient a
/// piece is only stretched; on a vertical curve or a cant ramp that lifts the centre line it is
/// fitted anew.
class PlanLength {
 public:
  /// `gradient` is dz/dp of the profile and covers the line; `cant` with `rises` (centre line height
  /// per cant of each of its pieces, may be empty) adds what cant lifts. Both must outlive this.
  PlanLength(const std::vector<Piece>& gradient, const std::vector<Piece>& cant,
             const std::vector<double>& rises);

  double calc_arc(double p) const;
  /// The same functions over s, each met to `tolerance`.
  std::vector<Piece> to_arc(const std::vector<Piece>& pieces, double tolerance) const;

 private:
  struct Stretch {
    double begin, end;  ///< in plan
    double arc;         ///< s at its begin
    const Piece* gradient;
    const Piece* cant;  ///< nullptr: it lifts nothing here
    double rise;
    bool is_even;
    double calc_rate(double p) const;  ///< ds/dp
    double calc_arc(double p) const;
    double find_plan(double s) const;
  };
  std::vector<Stretch> stretches_;
};

}  // namespace fourfoot::track
