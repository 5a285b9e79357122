#pragma once

#include "contact/geometry/guided_search.h"
#include "contact/geometry/overlap_moments.h"

/// What the guided search (guided_search.h) computes at many points of one pose, several points at
/// a time: one lane of the processor's vectors is one point of the meridian.
///
/// Each width computes what the formulas of meridian.h and RailSection::find_nearest say, by the
/// same operations in the same order, and without fused multiplication: every width, and one point
/// by itself, has the same bits. A lane whose point is off the rail's map or far from its cell's
/// sample is looked up by itself.
namespace fourfoot::contact::guided {

/// Neighbouring samples of the wheel: where their points of the contour line are, and D there.
struct SampleBlock {
  static constexpr std::size_t size = 4;
  double y[size], z[size], distance[size];
};

struct SeparationLanes {
  const char* name;  ///< "avx2" or "portable"
  /// Separations at `count` samples of the wheel from `first` on.
  void (*calc_samples)(const GuidedPair& guided, const AxleState<double>& axle, std::size_t first,
                       std::size_t count, double* out);
  /// At four positions: the separation and the sine of its slope (calc_tangent_sine).
  void (*look)(const GuidedPair& guided, const AxleState<double>& axle, const double* s,
               double* distance, double* sine);
  /// Moments of an overlap (overlap_moments.h).
  void (*integrate)(const GuidedPair& guided, const AxleState<double>& axle, double begin,
                    double origin, double end, OverlapMoments<double>& out);
  /// The plain search (search.h): samples from `first` on, the last one for those beyond it, as
  /// RailSection::calc_distance has them.
  void (*calc_block)(const WheelRailPair& pair, const AxleFrame& axle, std::size_t first,
                     SampleBlock& out);
  /// RailSection::calc_distance_and_angle of `count` points, a multiple of four.
  void (*measure)(const RailSection& rail, const double* y, const double* z, std::size_t count,
                  double* distance, double* angle);
};

/// The widest that this processor has.
const SeparationLanes& get_lanes();
/// For tests: by its name; null if this processor lacks it.
const SeparationLanes* find_lanes(const char* name);

}  // namespace fourfoot::contact::guided
