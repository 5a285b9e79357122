#pragma once

#include <vector>

#include "math/types.h"

namespace fourfoot::analysis {

/// A maximum or minimum of a coordinate.
struct MotionExtreme {
  double t = 0.0, x = 0.0;
  bool is_maximum = false;
  VecX displacement;  ///< of all coordinates, of maxima: a point of the return map
};

/// What one coordinate has done so far: its extremes, and its range in each second.
class MotionTrack {
 public:
  struct Range {
    double low = 1e300, high = -1e300;
    double size() const { return high < low ? 0.0 : high - low; }
    double middle() const { return 0.5 * (low + high); }
    void add(double x);
    void add(const Range& other);
  };

  void add(MotionExtreme extreme) { extremes_.push_back(std::move(extreme)); }
  void sample(double t, double x);

  const std::vector<MotionExtreme>& extremes() const { return extremes_; }
  std::vector<std::size_t> list_maxima() const;
  /// From extreme `first` to `last`.
  Range calc_range(std::size_t first, std::size_t last) const;
  /// From time t on: of the extremes, of the samples where there are none.
  Range calc_range_since(double t) const;
  /// Of the samples of the last `seconds` full seconds, leaving out `skipped` of them.
  Range calc_recent(std::size_t seconds, std::size_t skipped = 0) const;

  /// Peak to peak below `quiet` and falling; below a twentieth of it, it may be noise.
  bool is_quiet(double quiet) const;
  /// The same of a coordinate that hardly swings, by its range in four and the four seconds before.
  bool is_still(double quiet) const;

  struct CycleLimits {
    double least = 0.0;      ///< range below which changes are not made relative to it
    double tolerance = 0.0;  ///< of what the maxima may still change, of the range
    double noise = 0.0;      ///< changes below it may be the integrator's
    double drift = 0.0;      ///< as `most` of is_steady
  };
  /// Is each of the last maxima like the m-th before it, would they still change by less than the
  /// tolerance, and is the swing steady? Where changes are so small that the factor by which they
  /// shrink cannot be measured, the swing must be the steadier.
  bool is_cycle(const std::vector<std::size_t>& maxima, std::size_t m,
                const CycleLimits& limits) const;

  /// Does the swing at every m-th maximum drift by less than `most` of itself per return? By a line
  /// through the last 24, 48 or 96 of them, with three standard errors of its slope: where they
  /// scatter, more are needed. A motion that passes by a cycle that is no more drifts all the time.
  bool is_steady(const std::vector<std::size_t>& maxima, std::size_t m, double most) const;
  /// By what part its swing falls from the first to the last third of these maxima, if it falls
  /// towards nothing; else 0. The limit is that of three values a + b q^k.
  double calc_fall(const std::vector<std::size_t>& maxima) const;

  /// Correlation of maxima with their number: near 1 or -1 for a slow passage to somewhere else,
  /// near 0 for what comes and goes.
  double calc_trend(const std::vector<std::size_t>& maxima) const;
  /// Largest less least of some maxima.
  double calc_spread(const std::vector<std::size_t>& maxima, std::size_t from,
                     std::size_t to) const;

 private:
  /// From the minimum before a maximum.
  double calc_swing(std::size_t maximum) const;

  std::vector<MotionExtreme> extremes_;
  std::vector<Range> seconds_;
};

}  // namespace fourfoot::analysis
