#pragma once

#include <cstddef>
#include <vector>

#include "analysis/time_run.h"
#include "base/channel.h"
#include "results/results_writer.h"

namespace fourfoot::jobs {

/// Hands on the chosen channels of each row, and whole rows to a results file, which chooses when it writes.
class ChosenChannels : public TrajectorySink {
 public:
  ChosenChannels(const std::vector<Channel>& all, const std::vector<std::size_t>& chosen);
  const std::vector<Channel>& channels() const { return channels_; }
  void write_to(TrajectorySink* sink) {
    if (sink != nullptr) sinks_.push_back(sink);
  }
  void write_to(results::ResultsWriter& file);
  void append(const std::vector<double>& row) override;

 private:
  /// Chosen channels that are neighbours.
  struct Run {
    std::size_t from, to, count;  ///< where they begin in a whole row and in that of the chosen
  };
  std::vector<Run> runs_;
  std::vector<std::size_t> chosen_;
  std::size_t width_;  ///< of a whole row
  results::ResultsWriter* file_ = nullptr;
  std::vector<Channel> channels_;
  std::vector<double> row_;
  std::vector<TrajectorySink*> sinks_;
};

/// What a results file says of a run at its end.
results::ResultsFooter make_footer(const analysis::TimeRunSummary& summary);

}  // namespace fourfoot::jobs
