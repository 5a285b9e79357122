#include "analysis/reference_runs.h"

#include <algorithm>
#include <cmath>

namespace fourfoot::analysis {

std::shared_ptr<const MeasuredRun> ReferenceRuns::get(const std::string& name, const Make& make) {
  std::shared_ptr<Entry> entry;
  {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<Entry>& slot = entries_[name];
    if (!slot) slot = std::make_shared<Entry>();
    entry = slot;
  }
  const std::lock_guard lock(entry->mutex);
  if (!entry->run) entry->run = std::make_shared<const MeasuredRun>(make());
  return entry->run;
}

double calc_difference(const MeasuredRun& run, const MeasuredRun& reference, std::size_t measure,
                       const scenario::MeasureWindow& window, bool is_rms) {
  const std::vector<double>& x = run.values[measure];
  const std::vector<double>& y = reference.values[measure];
  double largest = 0.0, squares = 0.0;
  std::size_t count = 0;
  for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
    if (!window.contains(run.time[i], run.chainage[i])) continue;
    largest = std::max(largest, std::abs(x[i] - y[i]));
    squares += (x[i] - y[i]) * (x[i] - y[i]);
    ++count;
  }
  if (count == 0) return std::numeric_limits<double>::quiet_NaN();
  return is_rms ? std::sqrt(squares / static_cast<double>(count)) : largest;
}

}  // namespace fourfoot::analysis
