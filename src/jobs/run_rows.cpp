#include "jobs/run_rows.h"

#include <algorithm>

#include "results/results_scene.h"

namespace fourfoot::jobs {

ChosenChannels::ChosenChannels(const std::vector<Channel>& all,
                               const std::vector<std::size_t>& chosen)
    : chosen_(chosen), width_(all.size()), row_(chosen.size()) {
  for (const std::size_t i : chosen) {
    if (runs_.empty() || runs_.back().from + runs_.back().count != i)
      runs_.push_back({i, channels_.size(), 0});
    ++runs_.back().count;
    channels_.push_back(all[i]);
  }
}

void ChosenChannels::write_to(results::ResultsWriter& file) {
  file.choose_from(width_, chosen_);
  file_ = &file;
}

void ChosenChannels::append(const std::vector<double>& row) {
  if (!sinks_.empty())
    for (const Run& run : runs_)
      std::copy_n(row.data() + run.from, run.count, row_.data() + run.to);
  for (TrajectorySink* sink : sinks_) sink->append(row_);
  if (file_ != nullptr) file_->append(row);
}

results::ResultsFooter make_footer(const analysis::TimeRunSummary& summary) {
  return {summary.status,
          summary.message,
          summary.wall_time,
          summary.statistics,
          results::make_events(summary.events),
          summary.warnings};
}

}  // namespace fourfoot::jobs
