#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "math/moving_frame.h"
#include "track/speed_profile.h"
#include "track/track.h"

namespace fourfoot::system {

/// Where one body's track frame is in its passage along the line. `passed` says on which side of a
/// break the frame stands while time does: a step that ends exactly at a break must see the track
/// before it, the next one the track behind it.
struct FrameCursor {
  track::Cursor cursor;
  std::size_t passed = 0;  ///< of Line::breaks()
};

/// The prescribed motion of the vehicle along a track: s(t) of its origin, and the frames of its
/// bodies at s(t) + d_j. Immutable.
///
/// Between two breaks everything here is smooth. A break is a chainage where the track has a joint
/// or an irregularity a corner, or a time at which the acceleration along the line jumps. What is
/// asked for takes the number of breaks behind, so that both sides of a break can be evaluated at
/// it and nothing depends on how its chainage or time is rounded.
class Line {
 public:
  /// Passages nearer in time than this are one [s].
  static constexpr double together = 1e-9;

  Line(std::shared_ptr<const track::Track> track, track::SpeedProfile speed);

  const track::Track& track() const { return *track_; }
  track::Travel calc_travel(double t) const { return speed_.calc(t); }
  /// With so many breaks of the speed behind.
  track::Travel calc_travel(double t, std::size_t passed) const { return speed_.calc(t, passed); }

  /// The frame at s + offset, on the side of the breaks that the cursor says.
  void calc_frame(const track::Travel& travel, double offset, FrameCursor& cursor,
                  MovingFrame& frame) const;
  /// The rails' irregularities there.
  track::RailDeviations calc_irregularity(const track::Travel& travel, double offset,
                                          const FrameCursor& cursor) const;

  /// Breaks that a frame with this offset has behind it at time t, those at t itself included.
  std::size_t count_passed(double t, double offset) const;
  /// The same of the breaks of the speed.
  std::size_t count_speed_breaks_passed(double t) const;
  /// Whether a frame's motion itself jumps at one of the breaks first to last - 1.
  bool has_kink(std::size_t first, std::size_t last) const;
  /// Times after t_begin and before t_end at which a frame with one of these offsets passes a
  /// break, the speed has one, or which `others` name; ascending, one where several are together.
  std::vector<double> find_stops(const std::vector<double>& offsets,
                                 const std::vector<double>& others, double t_begin,
                                 double t_end) const;
  /// Chainages, ascending.
  const std::vector<double>& breaks() const { return breaks_; }
  /// Times at which the acceleration along the line jumps.
  const std::vector<double>& get_speed_breaks() const { return speed_.get_breaks(); }
  /// When the origin arrives at s; nothing if never.
  std::optional<double> find_time(double s) const { return speed_.find_time(s); }

 private:
  std::shared_ptr<const track::Track> track_;
  track::SpeedProfile speed_;
  std::vector<double> breaks_;
  std::vector<bool> is_kink_;  ///< of the breaks
};

}  // namespace fourfoot::system
