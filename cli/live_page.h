#pragma once

#include <memory>
#include <mutex>
#include <string_view>

#include "base/channel.h"
#include "cli/live_server.h"

namespace fourfoot::cli {

/// The page of viewer/live.html; embedded in the program when it is built.
std::string_view get_live_template();

/// Least and largest values of rows that follow each other: what a picture of many rows needs.
/// Where there are more groups than `most`, two become one and peaks stay.
class RowGroups {
 public:
  explicit RowGroups(std::size_t curves, std::size_t most = 1024);
  void append(double t, const std::vector<double>& values);
  std::size_t step() const { return step_; }  ///< rows a group
  std::size_t size() const { return times_.size(); }
  double time(std::size_t group) const { return times_[group]; }  ///< of its first row
  double low(std::size_t curve, std::size_t group) const { return low_[curve][group]; }
  double high(std::size_t curve, std::size_t group) const { return high_[curve][group]; }

 private:
  void join_pairs();
  std::size_t most_, step_ = 1, held_ = 0;  ///< held_: rows in the last group
  std::vector<double> times_;
  std::vector<std::vector<double>> low_, high_;  ///< curve by curve
};

/// Channels of a run over time on a page in the browser, while it goes on (LiveServer).
class LivePage : public TrajectorySink {
 public:
  /// Without patterns: displacements to the side, vertical forces and axle forces.
  explicit LivePage(std::vector<std::string> patterns) : patterns_(std::move(patterns)) {}
  /// The channels of the rows that will come; opens the page and says where on standard error.
  /// InputError unknown-channel.
  void begin(const std::vector<Channel>& channels);
  void append(const std::vector<double>& row) override;
  void set_progress(double fraction);
  /// Tells an open page how the run ended, and closes.
  void finish(RunStatus status);

 private:
  /// What the page is told; copied, so that the run does not wait for the text to be made.
  struct Snapshot {
    RowGroups groups{0};
    std::vector<double> last;
    double t = 0.0, fraction = 0.0;
    RunStatus status = RunStatus::running;
  };
  std::string make_data(std::string_view query);
  std::vector<std::string> patterns_;
  std::vector<Channel> channels_;
  std::vector<std::size_t> indices_;  ///< of the curves in a row
  std::size_t time_ = 0;
  std::mutex mutex_;  ///< of what follows: the server reads it from its thread
  Snapshot now_;
  std::unique_ptr<LiveServer> server_;  ///< last: its thread ends before what it reads
};

}  // namespace fourfoot::cli
