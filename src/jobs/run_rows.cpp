#include "jobs/run_rows.h"

#include <algorithm>

#include "results/results_scene.h"

namespace fourfoot::jobs {

ChosenChannels::ChosenChannels(const std::vector<Channel>& all,
                               const std::vector<std::size_t>& chosen)
    : are_all_(chosen.size() == all.size()), row_(chosen.size()) {
  for (const std::size_t i : chosen) {
    if (runs_.empty() || runs_.back().from + runs_.back().count != i)
      runs_.push_back({i, channels_.size(), 0});
    ++runs_.back().count;
    channels_.push_back(all[i]);
  }
}

void ChosenChannels::append(const std::vector<double>& row) {
  if (!are_all_)
    for (const Run& run : runs_)
      std::copy_n(row.data() + run.from, run.count, row_.data() + run.to);
  for (TrajectorySink* sink : sinks_) sink->append(are_all_ ? row : row_);
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
