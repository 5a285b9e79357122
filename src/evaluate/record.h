#pragma once

#include <mutex>

#include "evaluate/limits.h"
#include "evaluate/source.h"

namespace fourfoot::evaluate {

/// A source whose time has equal steps and whose distance is known. Reading is checked: a value
/// that is not finite is an InputError that names channel and time. Several threads may read; the
/// source sees one at a time.
class Record {
 public:
  /// Looks through time and distance once. `speed` [m/s]: of a record that has neither "s" nor
  /// "speed"; nan if not given. InputError missing-channel, too-short, uneven-time, not-finite,
  /// bad-distance. Without `needs_distance` a record that has none, stands still or goes back is
  /// taken all the same, and has_distance() is false.
  Record(SignalSource& source, double speed, bool needs_distance = true);

  std::size_t size() const { return size_; }
  double rate() const { return rate_; }    ///< [Hz]
  double start() const { return start_; }  ///< time of the first row [s]
  double duration() const { return static_cast<double>(size_ - 1) / rate_; }
  double s_first() const { return s_first_; }
  double s_last() const { return s_last_; }
  bool has_distance() const { return s_last_ > s_first_; }
  double mean_speed() const { return (s_last_ - s_first_) / duration(); }
  double top_speed() const { return top_speed_; }    ///< largest mean over 0.5 s
  double slow_speed() const { return slow_speed_; }  ///< least one
  const SignalSource& source() const { return source_; }

  std::vector<double> read(int channel, std::size_t first, std::size_t count) const;
  std::vector<double> read_distance(std::size_t first, std::size_t count) const;
  /// As find of the source; throws InputError missing-channel with the hint.
  int need(const std::string& name, const std::string& hint) const;

 private:
  void look_at_time();
  [[noreturn]] void reject_time(int time, double step) const;
  void look_at_distance();
  void integrate_speed();
  SignalSource& source_;
  mutable std::mutex reading_;
  std::size_t size_ = 0;
  double rate_ = 0.0, start_ = 0.0, s_first_ = 0.0, s_last_ = 0.0;
  double top_speed_ = 0.0, slow_speed_ = 0.0, speed_ = no_number;
  int distance_ = -1, speed_channel_ = -1;
  std::vector<double> passed_;  ///< distance at the start of each piece, if it is integrated
};

}  // namespace fourfoot::evaluate
