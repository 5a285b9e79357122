#pragma once

namespace fourfoot {

/// Between two points where a function has different signs: where to look for its zero next
/// [Chandrupatla1997]. First where the chord is zero; then where the inverse parabola through the
/// last three points is, as long as these lie so that it is steady between them, else in the middle.
/// So a function that is flat at one end costs few more points than bisection.
class RootBracket {
 public:
  RootBracket(double a, double at_a, double b, double at_b);
  double propose() const;
  /// The function at x, between both ends, takes the place of one of them.
  void take(double x, double value);

 private:
  double x_, f_;            ///< the last one
  double other_, f_other_;  ///< the other end
  double left_ = 0.0, f_left_ = 0.0;
  bool has_left_ = false;  ///< the point that was given up last
};

}  // namespace fourfoot
