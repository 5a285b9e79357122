#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "math/moving_frame.h"
#include "track/speed_profile.h"
#include "track/track.h"

namespace fourfoot::system {

/// Where one body's track frame is in its passage along the line. `kinks_passed` says on which side
/// of a corner the frame stands while time does: a step that ends exactly at a corner must see the
/// track before it, the next one the track behind it.
struct FrameCursor {
  track::Cursor cursor;
  std::size_t kinks_passed = 0;
};

/// A body's track frame passes a corner of the track.
struct Passage {
  double t = 0.0;        ///< [s]
  std::size_t body = 0;  ///< whose frame
  std::size_t kink = 0;  ///< which of Track::kinks()
};

/// The prescribed motion of the vehicle along a track: s(t) of its origin, and the frames of its
/// bodies at s(t) + d_j. Immutable.
class Line {
 public:
  Line(std::shared_ptr<const track::Track> track, track::SpeedProfile speed);

  const track::Track& track() const { return *track_; }
  track::Travel calc_travel(double t) const { return speed_.calc(t); }

  /// The frame at s + offset, on the side of the corners that the cursor says.
  void calc_frame(const track::Travel& travel, double offset, FrameCursor& cursor,
                  MovingFrame& frame) const;

  /// Corners that a frame with this offset has behind it at time t; one that it passes at t itself
  /// counts if `at_t`.
  std::size_t count_passed(double t, double offset, bool at_t = true) const;
  /// All passages after t_begin up to t_end, in the order of time.
  std::vector<Passage> find_passages(const std::vector<double>& offsets, double t_begin,
                                     double t_end) const;
  /// Times at which the acceleration along the line jumps.
  std::vector<double> get_speed_breaks() const { return speed_.get_breaks(); }
  /// When the origin arrives at s; nothing if never.
  std::optional<double> find_time(double s) const { return speed_.find_time(s); }

 private:
  std::shared_ptr<const track::Track> track_;
  track::SpeedProfile speed_;
};

}  // namespace fourfoot::system
