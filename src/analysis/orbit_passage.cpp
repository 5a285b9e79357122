#include "analysis/orbit_passage.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>

#include "analysis/mean_jacobian.h"
#include "analysis/task_pool.h"
#include "integrate/registry.h"
#include "math/dense.h"
#include "math/sparse_exponential.h"

namespace fourfoot::analysis {

namespace {

/// In an interval, as long as no row of J changes by more than that since it began.
constexpr std::size_t most_steps_averaged = 4;
constexpr double most_change = 0.02;
constexpr double most_corrected = 0.5;  // of the mean of J: beyond it, a corner

/// Some of the intervals of a passage, by one thread.
class TangentPiece {
 public:
  TangentPiece(OrbitFlow& flow, OrbitFlow& moved, double dp, const VecX& shift,
               const Passage& passage)
      : flow_(flow), moved_(moved), dp_(dp), shift_(shift), passage_(passage) {
    const int n = flow.problem().get_size();
    jacobian_.resize(n, n);
    before_.resize(n, n);
    rate_.resize(n);
    rate_before_.resize(n);
    moved_rate_.resize(n);
    scales_.resize(n);
    flow.problem().get_scales(scales_);
    mean_ = MeanJacobian(flow.problem().get_partition(), scales_);
  }

  /// W, with w behind it, over steps `from` to `to` in `intervals`.
  void carry(std::size_t from, std::size_t to, int intervals, MatX& changes) {
    // Scaled, so that entries of all directions are of one size.
    VecX columns = VecX::Ones(changes.cols());
    columns.head(flow_.size()) = flow_.scales();
    RowMatX w = scales_.cwiseInverse().asDiagonal() * changes * columns.asDiagonal();
    const double t_0 = passage_.t[from], length = (passage_.t[to] - t_0) / intervals;
    begin(from, false);
    std::size_t first = from;
    int interval = 1;
    for (std::size_t i = from + 1; i <= to; ++i) {
      add(i);
      if (passage_.t[i] < t_0 + interval * length - 1e-9 * length &&
          i - first < most_steps_averaged && i < to && is_alike())
        continue;
      if (passage_.t[i] > passage_.t[first]) leap(w);
      while (passage_.t[i] >= t_0 + interval * length - 1e-9 * length) ++interval;
      first = i;
      begin(i, true);
    }
    changes = scales_.asDiagonal() * w * columns.cwiseInverse().asDiagonal();
  }

 private:
  void evaluate(std::size_t i) {
    before_.swap(jacobian_);
    rate_before_.swap(rate_);
    jacobian_.resize(before_.rows(), before_.cols());
    rate_.resize(before_.rows());
    flow_.problem().calc_rate_and_jacobian(0.0, passage_.y[i], rate_, jacobian_);
    moved_.problem().calc_rate(0.0, passage_.y[i] + dp_ * shift_, moved_rate_);
    by_p_ = (moved_rate_ - rate_) / dp_;
  }

  void begin(std::size_t i, bool is_evaluated) {
    if (!is_evaluated) evaluate(i);
    mean_.begin();
    p_sum_.setZero(jacobian_.rows());
    beginning_ = jacobian_;
  }

  /// Whether J is as it was at the beginning of the interval, row by row, entries weighed by the
  /// scales of their coordinates.
  bool is_alike() {
    change_ = (jacobian_ - beginning_).cwiseAbs() * scales_;
    whole_ = beginning_.cwiseAbs() * scales_;
    return (change_.array() <= most_change * whole_.array()).all();
  }

  /// The step that ends at i.
  void add(std::size_t i) {
    const double h = passage_.t[i] - passage_.t[i - 1];
    p_sum_ += 0.5 * h * by_p_;
    evaluate(i);
    p_sum_ += 0.5 * h * by_p_;
    mean_.add(before_, jacobian_, rate_ - rate_before_, passage_.y[i] - passage_.y[i - 1], h);
  }

  /// W over an interval.
  void leap(RowMatX& w) {
    rows_.set(mean_.integral(), scales_);
    const VecX p = p_sum_.cwiseQuotient(scales_);
    if (mean_.correction() <= most_corrected) {
      exponential_.apply(rows_, p, w);
    } else {
      leap_damped(p, w);
    }
  }

  /// At a corner: its J is a difference over a short way, whose exponential may be of any size. This
  /// stays bounded.
  void leap_damped(const VecX& p, RowMatX& w) {
    const RowMatX a = scales_.cwiseInverse().asDiagonal() * mean_.integral() * scales_.asDiagonal();
    rows_.put_product(1.0 / 6.0, a, square_);
    matrix_ = square_ - (2.0 / 3.0) * a;
    matrix_.diagonal().array() += 1.0;
    rows_.put_product(1.0 / 3.0, w, product_);
    right_ = w + product_;
    // (exp(A) - 1)/A of the same approximation is (1 - A/6) / (...).
    right_.col(w.cols() - 1) += p - multiply(a, p) / 6.0;
    lu_.compute(matrix_);
    solution_.resize(right_.rows(), right_.cols());
    lu_.solve(right_, solution_);
    w = solution_;
  }

  OrbitFlow& flow_;
  OrbitFlow& moved_;
  double dp_;
  const VecX& shift_;
  const Passage& passage_;
  MeanJacobian mean_;
  MatX jacobian_, before_, beginning_;
  VecX change_, whole_;
  SparseRows rows_;
  SparseExponential exponential_;
  RowMatX square_, product_;
  MatX matrix_, right_, solution_;
  LuFactors lu_;
  VecX rate_, rate_before_, moved_rate_, by_p_, p_sum_, scales_;
};

std::size_t find_middle(const Passage& passage) {
  if (passage.middle > 0) return passage.middle;
  const std::size_t steps = passage.t.size() - 1;
  return std::max<std::size_t>(1, steps / 2);
}

}  // namespace

Passage run_passage(OrbitFlow& flow, const VecX& y, double duration, double tolerance, int steps) {
  integrate::Options options;
  options.method = "dopri5";
  options.rtol = tolerance;
  options.atol = tolerance;
  options.max_step = duration / steps;
  const auto integrator = integrate::make_integrator(options.method, flow.problem(), options);
  Passage passage;
  passage.t.push_back(0.0);
  passage.y.push_back(y);
  integrator->start(0.0, y);
  while (integrator->t() < duration) {
    integrator->step(duration);
    passage.t.push_back(integrator->t());
    passage.y.push_back(integrator->y());
  }
  return passage;
}

Passage run_halves(OrbitFlow& flow, OrbitFlow& twin, const VecX& y, VecX& middle, double duration,
                   double tolerance, int steps) {
  const double half = 0.5 * duration;
  const int count = std::max(1, steps / 2);
  std::array<Passage, 2> halves;
  if (middle.size() == 0) {
    halves[0] = run_passage(flow, y, half, tolerance, count);
    middle = halves[0].end();
    halves[1] = run_passage(flow, middle, half, tolerance, count);
  } else {
    std::array<std::exception_ptr, 2> faults;
    run_tasks(2, 2, make_counter(2), [&](std::size_t k) {
      try {
        halves[k] = k == 0 ? run_passage(flow, y, half, tolerance, count)
                           : run_passage(twin, middle, half, tolerance, count);
      } catch (...) {
        faults[k] = std::current_exception();
      }
    });
    // Whichever thread was first: the same fault is told.
    for (const std::exception_ptr& fault : faults) {
      if (fault) std::rethrow_exception(fault);
    }
  }
  Passage passage = std::move(halves[0]);
  passage.middle = passage.t.size() - 1;
  for (std::size_t i = 1; i < halves[1].t.size(); ++i) {
    passage.t.push_back(half + halves[1].t[i]);
    passage.y.push_back(std::move(halves[1].y[i]));
  }
  return passage;
}

double find_least_period(OrbitFlow& flow, const VecX& y, double period, double near) {
  constexpr int most = 8, least_steps = 200;
  constexpr double tolerance = 1e-6, window = 0.03;
  const Passage passage = run_passage(flow, y, period, tolerance, least_steps);
  VecX rate(y.size());
  flow.problem().calc_rate(0.0, y, rate);
  const VecX along = flow.calc_difference(y, y + rate).cwiseQuotient(flow.scales());
  const double speed = along.norm();
  if (!(speed > 0.0)) return period;
  std::vector<VecX> ways;  // from y
  double largest = 0.0;
  for (const VecX& at : passage.y) {
    ways.push_back(flow.calc_difference(y, at).cwiseQuotient(flow.scales()));
    largest = std::max(largest, ways.back().norm());
  }
  for (int k = most; k > 1; --k) {
    const double part = period / k;
    std::size_t best = 0;
    for (std::size_t i = 1; i < ways.size(); ++i) {
      if (std::abs(passage.t[i] - part) > window * part) continue;
      if (best == 0 || ways[i].squaredNorm() < ways[best].squaredNorm()) best = i;
    }
    if (best == 0) continue;
    const double ahead = along.dot(ways[best]) / (speed * speed);
    if ((ways[best] - ahead * along).norm() < near * largest) return passage.t[best] - ahead;
  }
  return period;
}

// The second half begins with all changes of x one by one, since what comes to its beginning is not
// known yet; both halves are multiplied then.
Sensitivity calc_sensitivity(OrbitFlow& flow, const Passage& passage, int intervals,
                             OrbitFlow& moved, double dp, const VecX& shift) {
  const int n = flow.problem().get_size(), columns = flow.size();
  const std::size_t middle = find_middle(passage), last = passage.t.size() - 1;
  std::array<MatX, 2> w = {MatX::Zero(n, columns + 1), MatX::Zero(n, columns + 1)};
  w[0].leftCols(columns) = flow.calc_basis(passage.y.front());
  w[1].leftCols(columns) = flow.calc_basis(passage.y[middle]);
  const auto other_flow = flow.copy();
  const auto other_moved = moved.copy();
  const double part = passage.t[middle] / passage.duration();
  const int first_count =
      std::clamp(static_cast<int>(std::lround(part * intervals)), 1, std::max(1, intervals - 1));
  run_tasks(2, 2, make_counter(2), [&](std::size_t half) {
    if (half == 0) {
      TangentPiece(flow, moved, dp, shift, passage).carry(0, middle, first_count, w[0]);
    } else if (middle < last) {
      TangentPiece(*other_flow, *other_moved, dp, shift, passage)
          .carry(middle, last, std::max(1, intervals - first_count), w[1]);
    }
  });
  MatX early = flow.calc_differences(passage.y[middle], w[0]);
  const MatX all = multiply(w[1].leftCols(columns), early);
  return {all.leftCols(columns), all.col(columns) + w[1].col(columns), std::move(early),
          w[1].leftCols(columns)};
}

}  // namespace fourfoot::analysis
