#pragma once

#include <chrono>

#include "base/channel.h"
#include "cli/plot_axis.h"

namespace fourfoot::cli {

/// Channels of a run over time, drawn in the terminal (standard error) while it goes on, at most
/// twice a second. In a pipe it is drawn once, at the end.
class LivePlot : public TrajectorySink {
 public:
  explicit LivePlot(std::vector<std::string> patterns) : patterns_(std::move(patterns)) {}
  /// The channels of the rows that will come. InputError unknown-channel.
  void begin(const std::vector<Channel>& channels);
  void append(const std::vector<double>& row) override;
  void finish();

 private:
  using Clock = std::chrono::steady_clock;
  void draw();
  std::vector<std::string> patterns_;
  std::vector<std::size_t> indices_;  ///< of the curves in a row
  std::size_t time_ = 0;
  ChannelPlot plot_;
  long lines_ = 0;  ///< of the last picture, which the next one replaces
  Clock::time_point next_ = {};
};

}  // namespace fourfoot::cli
