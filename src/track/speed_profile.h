#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "base/source_location.h"

namespace fourfoot::track {

/// How a vehicle moves along the track at one instant.
struct Travel {
  double s = 0.0;  ///< [m]
  double v = 0.0;  ///< [m/s]
  double a = 0.0;  ///< [m/s^2]
};

/// The prescribed motion along the track: phases of constant acceleration, so s, v and a are exact
/// and the time of passing a chainage is the root of a quadratic.
/// - constant speed; uniform acceleration or braking (braked to standstill, it stays there);
/// - a table over time: v linear between its points;
/// - a table over distance: v^2 linear in s between its points, which is uniform acceleration.
/// Before the first point of a table and after its last the speed is constant.
/// Immutable; the search for the phase is a bisection, no cursor is needed for the few there are.
class SpeedProfile {
 public:
  static SpeedProfile constant(double v, double s0 = 0.0);
  static SpeedProfile uniform(double v0, double a, double s0 = 0.0);
  /// `s0` is the chainage at t = 0. Throws InputError: times must ascend, speeds be >= 0.
  static SpeedProfile over_time(const std::vector<double>& t, const std::vector<double>& v,
                                double s0 = 0.0, const SourceLocation& where = {});
  /// The run starts at `s0` at t = 0. Throws InputError: distances must ascend, speeds be >= 0,
  /// and not 0 at two points in a row nor at the start.
  static SpeedProfile over_distance(const std::vector<double>& s, const std::vector<double>& v,
                                    double s0 = 0.0, const SourceLocation& where = {});

  Travel calc(double t) const;
  /// The same where `passed` of get_breaks() lie behind: the motion of one stretch between two
  /// breaks, continued where t is beyond its ends. So both sides of a break can be asked for at it.
  Travel calc(double t, std::size_t passed) const;
  /// When a chainage is passed for the first time; empty if never (behind, or it stands before).
  std::optional<double> find_time(double s) const;
  /// Times at which the acceleration jumps, ascending.
  const std::vector<double>& get_breaks() const { return breaks_; }

 private:
  struct Phase {
    double t, s, v, a;  ///< at its start; it lasts until the next one
  };
  static SpeedProfile make(std::vector<Phase> phases);
  /// Appends a phase that begins where the last one is at time t.
  static void append(std::vector<Phase>& phases, double t, double a);
  /// After the phases were changed.
  void list_breaks();
  /// At t, of the first `phase` phases the last; 0: before a table's first entry.
  Travel calc_phase(double t, std::size_t phase) const;
  std::size_t find_phase(double t) const;

  std::vector<Phase> phases_;
  std::vector<double> breaks_;
  std::vector<std::size_t> break_phases_;  ///< which begin with one
};

}  // namespace fourfoot::track
