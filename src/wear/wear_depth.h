#pragma once

#include <vector>

#include "wear/archard.h"

namespace fourfoot::wear {

/// Depth of wear over a wheel's profile: bins of equal width of the profile's y, as [wear] of a
/// profile file takes it (normal to the profile).
class WearDepth {
 public:
  /// Bins from `from` to `to` [m].
  WearDepth(double from, double to, double width);
  const std::vector<double>& depth() const { return depth_; }
  std::vector<double>& depth() { return depth_; }
  /// Middles of the bins.
  std::vector<double> list_y() const;
  double width() const { return width_; }

  /// Adds the wear of one patch over a distance rolled [m]. A point of the wheel passes the patch
  /// once in 2 pi r. y: of the patch on the profile, angle: of contact, radius r: of rolling, side:
  /// +1 for a left wheel, -1 for a right one (contact axes point to the left, profiles to the field
  /// side). Material beyond the bins is counted in lost().
  void add(const PatchWear& wear, double y, double angle, double radius, double side,
           double distance);
  void add(const WearDepth& other, double factor);
  double lost() const { return lost_; }

  /// Integral of the depth over y [m^2]; on a flat tread the area taken from the cross section.
  double calc_sum() const;

  /// Mean over `window` [m], twice, which spreads a bin's depth without losing any of it: patches of
  /// a few states stand for those of a whole line.
  void smooth(double window);

 private:
  double from_, width_, lost_ = 0.0;
  std::vector<double> depth_;
};

}  // namespace fourfoot::wear
