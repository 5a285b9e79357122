#pragma once

#include <vector>

#include "analysis/motion_track.h"
#include "analysis/observed.h"
#include "analysis/settle.h"

namespace fourfoot::analysis {

/// Says what a motion has become, from what its watched coordinates have done so far; knows no
/// vehicle. The criteria are those of settle().
class MotionJudge {
 public:
  /// A motion that is still changing after the time given is followed up to so many times as long.
  static constexpr double most_extensions = 6.0;

  /// `count` tracks: the observed coordinate, then the other wheelsets.
  MotionJudge(const SettleOptions& options, std::size_t count)
      : options_(options), tracks_(count), next_conclusion_(options.longest) {}

  /// The watched coordinates at steady running, if that is known.
  void set_steady(const std::vector<Observed::Value>& values);

  void add(std::size_t track, MotionExtreme extreme) { tracks_[track].add(std::move(extreme)); }
  void sample(double t, const std::vector<Observed::Value>& values);
  /// The observed coordinate leads, unless it moves less than a fifth of what moves most.
  void choose_lead();

  const std::vector<MotionTrack>& tracks() const { return tracks_; }
  std::size_t lead() const { return lead_; }

  /// Has it settled? Asked after each extreme of what leads and each second. `is_still`: all rates
  /// are zero.
  bool judge(double t, const std::vector<Observed::Value>& now, bool is_still, Settled& out);
  /// The time is over and it has not settled: does it fade?
  void finish(Settled& out) const;

 private:
  bool is_at_rest(const std::vector<Observed::Value>& now, bool is_still, Settled& out) const;
  bool is_periodic(Settled& out) const;
  bool conclude(const std::vector<Observed::Value>& now, Settled& out) const;
  bool tell_lasting(const std::vector<std::size_t>& maxima, Settled& out) const;
  void rest(Settled& out, const char* reason, const std::vector<Observed::Value>& now) const;
  void put(double t, Settled& out) const;
  std::vector<std::size_t> list_second_half() const;

  const SettleOptions& options_;
  std::vector<MotionTrack> tracks_;
  std::size_t lead_ = 0;
  std::vector<double> steady_;  ///< of all tracks
  double next_conclusion_;
};

}  // namespace fourfoot::analysis
