#pragma once

#include <chrono>
#include <string>

namespace fourfoot::cli {

/// A bar with the time left, on standard error, only if that is a terminal. Redrawn at most ten
/// times a second, so that a slow terminal does not slow the run. With FOURFOOT_PROGRESS=lines, as
/// ./dev sets it in a pipe, a plain line every ten seconds instead.
class Progress {
 public:
  explicit Progress(bool wanted);
  ~Progress();
  /// `what`: what it is doing, behind the bar.
  void show(double fraction, const std::string& what = {});
  /// A line instead of the bar: what takes its time before the run begins.
  void say(const std::string& what);
  /// Takes the bar off the screen.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  bool in_lines_;
  bool active_;
  bool drawn_ = false;
  int widest_ = 20;  ///< columns of the longest words so far; at first those of a time left
  Clock::time_point begin_;
  Clock::time_point next_;
};

}  // namespace fourfoot::cli
