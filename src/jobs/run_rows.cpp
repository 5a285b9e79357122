#include "jobs/run_rows.h"

#include <utility>

#include "results/results_scene.h"

namespace fourfoot::jobs {

ChosenChannels::ChosenChannels(const std::vector<Channel>& all, std::vector<std::size_t> chosen)
    : chosen_(std::move(chosen)), are_all_(chosen_.size() == all.size()), row_(chosen_.size()) {
  for (const std::size_t i : chosen_) channels_.push_back(all[i]);
}

void ChosenChannels::append(const std::vector<double>& row) {
  for (std::size_t i = 0; i < chosen_.size() && !are_all_; ++i) row_[i] = row[chosen_[i]];
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
