#include "evaluate/peak.h"

#include <fmt/format.h>

#include <cmath>

#include "evaluate/collector.h"

namespace fourfoot::evaluate {

PeakSeeker::PeakSeeker(const Record& record, const Quantity& quantity, Seek seek)
    : record_(&record), quantity_(&quantity), seek_(seek) {
  // Two periods of the corner.
  const double settling = quantity.low_pass > 0.0 ? 2.0 / quantity.low_pass : 0.0;
  from_ = record.start() + settling;
  to_ = record.start() + record.duration() - settling;
}

void PeakSeeker::take(const Block& block, const std::vector<double>& x) {
  const auto size = [&](double value) {
    return seek_ == Seek::both ? std::abs(value) : seek_ == Seek::high ? value : -value;
  };
  double best = std::isnan(value_) ? -1e300 : size(value_);
  for (std::size_t i = block.lead(); i < block.end(); ++i) {
    if (std::isnan(x[i]) || size(x[i]) <= best) continue;
    if (block.time(i) < from_ || block.time(i) > to_) continue;
    best = size(x[i]);
    value_ = x[i];
    time_ = block.time(i);
  }
}

void PeakSeeker::report(const std::string& subject, const char* name, const char* unit,
                        std::vector<Peak>& peaks) const {
  if (std::isnan(value_) || quantity_->low_pass >= 0.45 * record_->rate()) return;
  std::string how = describe_filter(*quantity_);
  if (quantity_->window > 0.0) how += fmt::format(", {:g} m mean", quantity_->window);
  peaks.push_back({subject, name, value_, time_, unit, how});
}

}  // namespace fourfoot::evaluate
