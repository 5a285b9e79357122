#include "evaluate/task.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <thread>

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

namespace {

void work_on(Block block, const Tasks& tasks, std::atomic<std::size_t>& next,
             std::vector<std::exception_ptr>& faults,
             const std::function<void(double)>& on_progress = {}) {
  for (std::size_t task = next++; task < tasks.size(); task = next++) {
    try {
      tasks[task]->take(block);
    } catch (...) {
      faults[task] = std::current_exception();
    }
    block.forget();
    if (on_progress) on_progress(static_cast<double>(task + 1) / static_cast<double>(tasks.size()));
  }
}

}  // namespace

void pass_by(const Record& record, const Tasks& tasks, int threads,
             const std::function<void(double)>& on_progress) {
  std::size_t margin = 0;
  for (const auto& task : tasks) margin = std::max(margin, task->margin());
  margin = std::min(margin, most_margin);
  const std::size_t workers = std::clamp<std::size_t>(static_cast<std::size_t>(threads), 1,
                                                      std::max<std::size_t>(1, tasks.size()));
  for (std::size_t first = 0; first < record.size(); first += block_rows) {
    const std::size_t count = std::min(block_rows, record.size() - first);
    const Block block(record, first, count, margin);
    const auto tell = [&](double part) {
      const double rows = static_cast<double>(first) + part * static_cast<double>(count);
      if (on_progress) on_progress(rows / static_cast<double>(record.size()));
    };
    std::atomic<std::size_t> next{0};
    std::vector<std::exception_ptr> faults(tasks.size());
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < workers; ++i)
      others.emplace_back([&] { work_on(block, tasks, next, faults); });
    work_on(block, tasks, next, faults, tell);
    others.clear();  // waits
    for (const std::exception_ptr& fault : faults)
      if (fault) std::rethrow_exception(fault);
  }
}

}  // namespace fourfoot::evaluate
