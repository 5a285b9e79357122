#include "evaluate/weighted_axis.h"

#include <algorithm>
#include <cmath>

#include "evaluate/statistics.h"

namespace fourfoot::evaluate {

WeightedAxis::WeightedAxis(const Situation& situation, const std::string& weighting, int channel)
    : weighting_(weighting),
      channel_(channel),
      cascade_(design_weighting(situation.limits.weighting(weighting), situation.record.rate())),
      state_(cascade_.size()),
      whole_(static_cast<std::size_t>(
          std::max(1.0, std::round(situation.limits.block * situation.record.rate())))) {}

void WeightedAxis::take(Block& block) {
  if (!is_there()) return;
  const std::vector<double>& read = block.read(channel_);
  std::vector<double> x(read.begin() + static_cast<std::ptrdiff_t>(block.lead()),
                        read.begin() + static_cast<std::ptrdiff_t>(block.end()));
  filter_causal(cascade_, state_, x.data(), x.size());
  for (const double value : x) {
    sum_ += value * value;
    block_sum_ += value * value;
    if (++in_block_ < whole_) continue;
    blocks_.push_back(std::sqrt(block_sum_ / static_cast<double>(whole_)));
    block_sum_ = 0.0;
    in_block_ = 0;
  }
  count_ += x.size();
}

double WeightedAxis::find_percentile_of_blocks(double percentile) const {
  std::vector<double> sorted = blocks_;
  return find_percentile(sorted, percentile);
}

double WeightedAxis::get_rms() const {
  return !is_there() || count_ == 0 ? no_number : std::sqrt(sum_ / static_cast<double>(count_));
}

}  // namespace fourfoot::evaluate
