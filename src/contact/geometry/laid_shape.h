#pragma once

#include <vector>

#include "contact/rail_panel.h"

namespace fourfoot::contact {

/// A cross section's shape as laid, with the measure x that tells which of its points belong to
/// which of another section: equal x. x is 0 at the gauge side's end, 1 at the top, 2 at the field
/// side's end, and grows on either side of the top with
///
///   arc length                     SectionMatch::arc_length, and always on the field side
///   arc length + r |turn|          SectionMatch::angle, on the gauge side
///
/// With r = 30 mm a point of a rounding finds about the one with its own slope, and on flat parts,
/// where slopes tell nothing, arc length decides. Turn counts where a convex rail turns down, over
/// nodes of 1 mm and below 1.4 rad: upright faces and ripples do not count. A corner counts no more
/// than an arc of r / 4: pieces of the same x must not be too different in length.
class LaidShape {
 public:
  LaidShape(const RailLineSection& section, SectionMatch match);

  const profile::Curve& curve() const { return curve_; }
  /// Arc length at x, and x at an arc length.
  double calc_s(double x) const { return interpolate(x_, s_, x); }
  double calc_x(double s) const { return interpolate(s_, x_, s); }

 private:
  static double interpolate(const std::vector<double>& at, const std::vector<double>& values,
                            double place);
  void add_gauge_side(double end);

  profile::Curve curve_;
  std::vector<double> s_, x_;  ///< x is linear between these arc lengths
};

}  // namespace fourfoot::contact
