#include "integrate/fixed_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/state_out_of_range.h"
#include "integrate/finite.h"

namespace fourfoot::integrate {

FixedStepIntegrator::FixedStepIntegrator(Problem& problem, const Options& options)
    : Integrator(problem, options) {
  for (VecX* v : {&rate_, &y_begin_, &rate_begin_, &y_next_, &rate_next_}) {
    v->setZero(problem.get_size());
  }
}

void FixedStepIntegrator::begin_segment() {
  segment_steps_ = 0;
  y_begin_ = y_;
}

void FixedStepIntegrator::do_restart(double) {
  begin_segment();
  calc_rate(t_, y_, rate_);
  rate_begin_ = rate_;
  forget_past();
}

void FixedStepIntegrator::do_step(double t_stop) {
  if (segment_steps_ == 0 || t_stop != segment_end_) {
    const double h_before =
        segment_steps_ ? (segment_end_ - segment_begin_) / static_cast<double>(segment_steps_)
                       : 0.0;
    segment_begin_ = t_;
    segment_end_ = t_stop;
    // A way that is 1e-9 steps too long for n steps is n steps long: grids are not exact in binary.
    const double steps = std::ceil((t_stop - t_) / options_.step - 1e-9);
    // Beyond that the clock, a number of 53 bits, would stand still.
    if (!(steps < 1e15)) {
      fail(fmt::format("{:g} steps of {:g} s are too many to count", steps, options_.step));
    }
    segment_steps_ = std::max(1L, static_cast<long>(steps));
    segment_done_ = 0;
    const double h_now = (t_stop - t_) / static_cast<double>(segment_steps_);
    if (std::abs(h_now - h_before) > 1e-9 * h_now) change_step();
  }
  const double h = (segment_end_ - segment_begin_) / static_cast<double>(segment_steps_);
  ++segment_done_;
  const double t_next = segment_done_ == segment_steps_
                            ? segment_end_
                            : segment_begin_ + h * static_cast<double>(segment_done_);
  try {
    advance(h, t_next, y_next_, rate_next_);
  } catch (const StateOutOfRange& error) {
    fail(std::string("a step of fixed size left the range (") + error.what() + ")", false);
  }
  if (!are_finite(y_next_) || !are_finite(rate_next_)) {
    fail("the solution overflowed: the step is too long for this method", false);
  }
  y_begin_.swap(y_);
  y_.swap(y_next_);
  rate_begin_.swap(rate_);
  rate_.swap(rate_next_);
  t_ = t_next;
}

void FixedStepIntegrator::interpolate(double t, VecRef y) const {
  const double h = t_ - t_previous_;
  if (h <= 0.0 || t == t_) {
    y = y_;
    return;
  }
  const double x = (t - t_previous_) / h;
  const double x2 = x * x;
  const double x3 = x2 * x;
  y.noalias() = (1.0 - 3.0 * x2 + 2.0 * x3) * y_begin_ + (3.0 * x2 - 2.0 * x3) * y_ +
                h * ((x - 2.0 * x2 + x3) * rate_begin_ + (x3 - x2) * rate_);
}

}  // namespace fourfoot::integrate
