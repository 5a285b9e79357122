#include "evaluate/rainflow.h"

#include <cmath>

namespace fourfoot::evaluate {

void Rainflow::append(double x) {
  if (!is_started_) {
    is_started_ = true;
    last_ = x;
    add_reversal(x);
    return;
  }
  if (x == last_) return;
  const int direction = x > last_ ? 1 : -1;
  if (direction_ != 0 && direction != direction_) add_reversal(last_);
  direction_ = direction;
  last_ = x;
}

// X: range of the last two reversals; Y: the range before it, which starts at S.
void Rainflow::add_reversal(double x) {
  stack_.push_back(x);
  while (stack_.size() >= 3) {
    const std::size_t n = stack_.size();
    const double X = std::abs(stack_[n - 1] - stack_[n - 2]);
    const double Y = std::abs(stack_[n - 2] - stack_[n - 3]);
    if (X < Y) return;
    const double mean = 0.5 * (stack_[n - 2] + stack_[n - 3]);
    if (n == 3) {  // Y contains the starting point
      cycles_.push_back({Y, mean, 0.5});
      stack_.erase(stack_.begin());
    } else {
      cycles_.push_back({Y, mean, 1.0});
      stack_.erase(stack_.end() - 3, stack_.end() - 1);
    }
  }
}

std::vector<RainflowCycle> Rainflow::finish() {
  if (direction_ != 0) add_reversal(last_);
  for (std::size_t i = 0; i + 1 < stack_.size(); ++i) {
    const double range = std::abs(stack_[i + 1] - stack_[i]);
    if (range > 0.0) cycles_.push_back({range, 0.5 * (stack_[i] + stack_[i + 1]), 0.5});
  }
  stack_.clear();
  return cycles_;
}

}  // namespace fourfoot::evaluate
