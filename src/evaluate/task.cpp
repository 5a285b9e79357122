#include "evaluate/task.h"

#include <algorithm>
#include <cmath>

#include "evaluate/collector.h"

namespace fourfoot::evaluate {

namespace {

constexpr std::size_t block_rows = 1 << 17, most_margin = 1 << 17;

}  // namespace

Block::Block(const Record& record, std::size_t first, std::size_t count, std::size_t margin)
    : record_(record), count_(count) {
  lead_ = std::min(first, margin);
  begin_ = first - lead_;
  total_ = std::min(first + count + margin, record.size()) - begin_;
  s_ = record.read_distance(begin_, total_);
}

const std::vector<double>& Block::read(int channel) {
  std::vector<double>& values = raw_[channel];
  if (values.empty()) values = record_.read(channel, begin_, total_);
  return values;
}

const std::vector<double>& Block::filter(int channel, const Quantity& q) {
  std::vector<double>& values = filtered_[{channel, q.low_pass, q.high_pass, q.order}];
  if (values.empty()) {
    values = read(channel);
    filter_by(q, record_.rate(), values);
  }
  return values;
}

std::size_t calc_window_margin(const Record& record, double window) {
  const double rows = 0.5 * window / std::max(record.slow_speed(), 1e-3) * record.rate();
  return static_cast<std::size_t>(std::min(rows + 2.0, 1e9));
}

void pass_by(const Record& record, const Tasks& tasks) {
  std::size_t margin = 0;
  for (const auto& task : tasks) margin = std::max(margin, task->margin());
  margin = std::min(margin, most_margin);
  for (std::size_t first = 0; first < record.size(); first += block_rows) {
    Block block(record, first, std::min(block_rows, record.size() - first), margin);
    for (const auto& task : tasks) {
      task->take(block);
      block.forget();
    }
  }
}

}  // namespace fourfoot::evaluate
