#pragma once

#include "track/irregularity.h"
#include "track/window.h"

namespace fourfoot::track {

/// Single faults of known form, x = s - at, amplitude A, length L, corners rounded over +-r:
///
///     sine       A sin(2 pi x / L), `count` waves, faded in and out
///     cosine     A (1 - cos(2 pi x / L)) / 2, `count` humps; continuous to the first derivative
///     cusp       A exp(-|x| / L): `at` is its tip
///     dip        -A (1 - 2 |x| / L)^2 for |x| < L / 2: a dipped joint, `at` is the joint
///     ramp       from 0 to A over L, stays at A
///     twist      ramp to A over L, holds A for `plateau`, ramps back; of cross level
///
/// |x| and the ramps' corners are rounded by the quartic with g'' = 3 (1 - (x/r)^2) / (4 r): they
/// are continuous to the second derivative and unchanged beyond r.
enum class Shape { sine, cosine, cusp, dip, ramp, twist };

struct ShapeOptions {
  Shape shape = Shape::cosine;
  Component component = Component::vertical;
  double at = 0.0;
  double amplitude = 0.0;
  double length = 1.0;
  int count = 1;
  double plateau = 0.0;
  double fade = 0.0;      ///< of the sine
  double rounding = 0.0;  ///< r
};

class ShapeIrregularity final : public Irregularity {
 public:
  explicit ShapeIrregularity(const ShapeOptions& options) : o_(options) {}
  void add(double s, RailDeviations& deviations) const override;
  double get_shortest_wave() const override { return o_.length; }
  std::vector<double> list_corners() const override;
  /// A ramp never ends; what is symmetric about `at` begins no more than ten lengths before.
  Extent get_extent() const override {
    return {o_.at - 10.0 * o_.length, std::numeric_limits<double>::infinity()};
  }

 private:
  Deviation calc(double x) const;
  ShapeOptions o_;
};

/// max(0, x), its corner rounded over [-r, r].
Deviation calc_rounded_corner(double x, double r);

}  // namespace fourfoot::track
