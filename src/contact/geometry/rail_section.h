#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "profile/profile.h"

namespace fourfoot::contact {

/// A foot point: where on a rail the point nearest to a given one lies.
struct RailFoot {
  double s = 0.0;         ///< arc length on the rail
  double distance = 0.0;  ///< > 0 outside, < 0 inside the rail [m]
  profile::CurvePoint point;
};

struct RailDistance {
  double distance = 0.0;
  double angle = 0.0;  ///< of the rail's tangent at the foot [rad]
};

/// A rail's cross section laid on the track, in mirrored axes: always the left rail (y to the field
/// side, z up, gauge side at low y), with a map that answers "how far is this point" in
/// nanoseconds: a grid of cells that each know the nearest of closely spaced samples, and at a
/// sample the osculating circle (exact on lines and arcs; error below 1e-9 m on smooth profiles, up
/// to 4e-8 m where a measured one bends sharply). Samples are the middles of equal pieces between
/// the joints of the curve, so that no circle is used beyond a jump of the curvature.
class RailSection {
 public:
  struct Sample {
    double y, z, ty, tz, curvature, s, angle;
    double half;     ///< to the border of its piece [m]
    double inverse;  ///< of the piece's length
    /// How far a point is along the tangent from the sample.
    double along(double py, double pz) const { return (py - y) * ty + (pz - z) * tz; }
  };

  static constexpr double reach = 0.012;   ///< how far around the rail the map answers [m]
  static constexpr double far_away = 1.0;  ///< distance reported beyond that [m]

  RailSection() = default;
  explicit RailSection(const profile::Curve& curve);
  /// With pieces between these arc lengths (growing, from 0 to the curve's length), so that samples
  /// of two sections belong together.
  RailSection(const profile::Curve& curve, const std::vector<double>& borders);

  /// A section's part in a rail between sections, and its rate along s [1/m].
  struct Part {
    const RailSection* section = nullptr;
    double weight = 0.0, rate = 0.0;
    bool operator==(const Part&) const = default;
  };
  /// Becomes the rail between sections with as many pieces; the weights' sum is 1, the rates' 0:
  ///
  ///   p(u) = sum weight_i p_i(u),   u the same in pieces of the same number
  ///
  /// Tangent and curvature are those of p, from its first and second derivative by u. The map is
  /// that of the part with the largest weight: points of it that belong together must be less than
  /// `reach` from the result. Takes no memory after its first use. Such a rail has no curve().
  void set_between(std::span<const Part> parts);
  /// How fast the surface of such a rail rises along its normal with s, near a point [1].
  double calc_rise(double y, double z) const;

  const profile::Curve& curve() const { return curve_; }
  double length() const { return curve_.length(); }
  const std::vector<Sample>& samples() const { return samples_; }

  /// Signed distance; `far_away` out of reach or where the nearest position is an end of the curve.
  double calc_distance(double y, double z) const;
  /// Whether a point is outside of the map: every point of the rail is farther than `reach` (but
  /// 0.2 mm). Never told of a rail between two sections, whose map is another's.
  bool is_off_the_map(double y, double z) const {
    const double column = (y - y0_) * cells_per_metre_, row = (z - z0_) * cells_per_metre_;
    return !is_between_ && !(column >= 0.0 && row >= 0.0 && column < columns_ && row < rows_);
  }
  RailDistance calc_distance_and_angle(double y, double z) const;
  /// The same with the foot point, refined on the curve itself.
  RailFoot find_foot(double y, double z) const;
  /// What find_nearest reads, for those that look up several points at once.
  struct Map {
    const std::int16_t* cells;  ///< row by row, index of a sample near the cell; < 0: none
    const Sample* samples;
    double y0, z0, cells_per_metre;
    int columns, rows, last;  ///< last sample
  };
  Map get_map() const {
    return {cells_.get(),     samples_.data(), y0_,   z0_,
            cells_per_metre_, columns_,        rows_, static_cast<int>(samples_.size()) - 1};
  }
  /// The sample whose circle stands for the rail near a point; null out of reach.
  const Sample* find_nearest(double y, double z) const {
    const int k = find_sample(y, z);
    return k < 0 ? nullptr : &samples_[static_cast<std::size_t>(k)];
  }

 private:
  /// Index of the nearest sample; -1 out of reach.
  int find_sample(double y, double z) const {
    const double column = (y - y0_) * cells_per_metre_, row = (z - z0_) * cells_per_metre_;
    if (!(column >= 0.0 && row >= 0.0 && column < columns_ && row < rows_)) return -1;
    int k = cells_[static_cast<std::size_t>(static_cast<int>(row) * columns_ +
                                            static_cast<int>(column))];
    if (k < 0) return -1;
    // The cell's centre is up to 0.7 mm off (panels: 1.4 mm): go over to the point's own sample, at once, and check.
    const Sample* q = &samples_[static_cast<std::size_t>(k)];
    double a = q->along(y, z);
    const double pieces = a * q->inverse;
    const int way = static_cast<int>(pieces + std::copysign(0.5, pieces));
    if (way != 0) {
      k = std::clamp(k + way, 0, static_cast<int>(samples_.size()) - 1);
      q = &samples_[static_cast<std::size_t>(k)];
      a = q->along(y, z);
    }
    return std::abs(a) <= q->half ? k : walk(k, y, z);
  }
  /// From sample k to the point's own; -1 beyond the ends.
  int walk(int k, double y, double z) const;

  /// Samples of a piece of the curve, to samples_.
  void add_samples(double from, double length, int count);
  void make_map();
  RailFoot find_foot_on_circle(const Sample& q, double y, double z) const;

  profile::Curve curve_;
  std::vector<Sample> samples_;
  std::vector<double> rises_;  ///< of a rail between sections, at its samples
  bool is_between_ = false;
  double y0_ = 0.0, z0_ = 0.0, cells_per_metre_ = 0.0;
  int columns_ = 0, rows_ = 0;
  std::shared_ptr<const std::int16_t[]> cells_;  ///< shared by rails between two sections
};

}  // namespace fourfoot::contact
