#pragma once

#include <limits>
#include <memory>
#include <vector>

namespace fourfoot::track {

/// A deviation and its derivatives along the track.
struct Deviation {
  double value = 0.0;  ///< [m]
  double d1 = 0.0;     ///< [1]
  double d2 = 0.0;     ///< [1/m]

  Deviation& operator+=(const Deviation& other) {
    value += other.value;
    d1 += other.d1;
    d2 += other.d2;
    return *this;
  }
  friend Deviation operator+(Deviation a, const Deviation& b) { return a += b; }
  friend Deviation operator*(double factor, const Deviation& a) {
    return {factor * a.value, factor * a.d1, factor * a.d2};
  }
};

/// What the rails deviate by from their ideal position, y to the left and z up, in the track frame:
///
///     alignment   = (y_l + y_r) / 2        vertical    = (z_l + z_r) / 2
///     gauge       =  y_l - y_r             cross_level =  z_l - z_r
///
/// Source: [Escalona2018, section 6.5].
struct RailDeviations {
  Deviation alignment;
  Deviation vertical;
  Deviation gauge;        ///< > 0: wider
  Deviation cross_level;  ///< > 0: left rail higher

  Deviation lateral_l() const { return alignment + 0.5 * gauge; }
  Deviation lateral_r() const { return alignment + (-0.5) * gauge; }
  Deviation vertical_l() const { return vertical + 0.5 * cross_level; }
  Deviation vertical_r() const { return vertical + (-0.5) * cross_level; }

  RailDeviations& operator+=(const RailDeviations& other) {
    alignment += other.alignment;
    vertical += other.vertical;
    gauge += other.gauge;
    cross_level += other.cross_level;
    return *this;
  }
};

/// The seam where a kind of irregularity plugs in. Immutable, shared by threads; continuous with
/// its first and second derivative everywhere but at the corners it lists.
class Irregularity {
 public:
  virtual ~Irregularity() = default;
  /// Adds this irregularity at arc length s.
  virtual void add(double s, RailDeviations& deviations) const = 0;
  /// The shortest wave in it [m]: who travels over it must not look more seldom than a few times
  /// per such wave.
  virtual double get_shortest_wave() const = 0;
  /// Arc lengths where its value, slope or second derivative jumps.
  virtual std::vector<double> list_corners() const { return {}; }
  struct Extent {
    double begin = -std::numeric_limits<double>::infinity();
    double end = std::numeric_limits<double>::infinity();
  };
  /// Where it may be other than zero [m].
  virtual Extent get_extent() const { return {}; }
  /// What it keeps [bytes].
  virtual std::size_t calc_memory() const { return 0; }
};

/// Which of the deviations a shape or a column of data means.
enum class Component {
  alignment,
  vertical,
  gauge,
  cross_level,
  lateral_l,
  lateral_r,
  vertical_l,
  vertical_r
};

/// Adds a deviation of one component; that of one rail is shared among mean and difference.
void add_component(Component component, const Deviation& deviation, RailDeviations& deviations);

}  // namespace fourfoot::track
