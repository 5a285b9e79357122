#include "jobs/optimiser.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/task_pool.h"
#include "base/error.h"
#include "jobs/study_run.h"

namespace fourfoot::jobs {

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

/// The i-th number of a sequence that fills 0 ... 1 evenly (van der Corput), for starting points.
double calc_radical_inverse(unsigned i, unsigned base) {
  double value = 0.0, part = 1.0;
  for (; i > 0; i /= base) {
    part /= base;
    value += part * (i % base);
  }
  return value;
}

unsigned find_prime(std::size_t index) {
  unsigned candidate = 2;
  for (;; ++candidate) {
    bool is_prime = true;
    for (unsigned d = 2; d * d <= candidate; ++d) is_prime = is_prime && candidate % d != 0;
    if (is_prime && index-- == 0) return candidate;
  }
}

}  // namespace

Optimiser::Optimiser(const scenario::Optimisation& optimisation, DesignPoints& points,
                     const OptimiseOptions& options)
    : o_(optimisation),
      points_(points),
      options_(options),
      threads_(choose_threads(options.threads)) {}

double Optimiser::calc_term(std::size_t objective, const DesignPoint& point) const {
  return o_.objectives[objective].calc_term(point.figures[o_.objectives[objective].index]);
}

double Optimiser::calc_sum(const DesignGoal& goal, const DesignPoint& point) const {
  double sum = 0.0;
  for (std::size_t k = 0; k < o_.objectives.size(); ++k)
    if (goal.shares[k] != 0.0) sum += goal.shares[k] * calc_term(k, point);
  return sum;
}

SearchValues Optimiser::judge(const DesignGoal& goal, const DesignPoint& point) const {
  SearchValues values;
  values.is_failed = !point.fault.empty();
  values.objective = calc_sum(goal, point) / goal.norm;
  for (const scenario::DesignConstraint& c : o_.constraints)
    values.constraints.push_back(c.calc_violation(point.figures[c.index]));
  if (goal.most) values.constraints.push_back((calc_term(1, point) - *goal.most) / goal.range);
  return values;
}

void Optimiser::search_one(std::size_t index, int threads) {
  const DesignGoal& goal = goals_[index];
  SearchProblem problem;
  problem.dimension = o_.parameters.size();
  problem.constraints = o_.constraints.size() + (goal.most ? 1 : 0);
  problem.evaluate = [&](const std::vector<std::vector<double>>& parts) {
    std::vector<Values> values;
    for (const std::vector<double>& part : parts)
      values.push_back(scenario::calc_design_values(o_, part));
    const std::vector<DesignPoint> points = points_.evaluate(values, threads);
    std::vector<SearchValues> out;
    for (const DesignPoint& point : points) out.push_back(judge(goal, point));
    const std::lock_guard lock(mutex_);
    for (const Values& at : values)
      if (std::find(tried_[index].begin(), tried_[index].end(), at) == tried_[index].end())
        tried_[index].push_back(at);
    std::size_t done = 0;
    for (const auto& tried : tried_) done += tried.size();
    if (options_.on_progress)
      options_.on_progress(static_cast<double>(done) /
                           (static_cast<double>(all_) * o_.evaluations));
    return out;
  };
  NloptOptions search_options;
  search_options.method = o_.method;
  search_options.start = goal.start;
  search_options.step = o_.step;
  search_options.tolerance = o_.tolerance;
  search_options.difference = o_.difference;
  search_options.evaluations = o_.evaluations;
  search_options.seed = o_.seed + static_cast<int>(index);
  search_options.is_cancelled = options_.is_cancelled;
  searches_[index].found = search(problem, search_options);
}

bool Optimiser::search_all(std::vector<DesignGoal> goals) {
  const std::size_t first = goals_.size();
  for (DesignGoal& goal : goals) {
    DesignSearch search;
    search.name = goal.name;
    const bool is_mixed = o_.front > 0 && goal.shares[0] > 0.0 && goal.shares[1] > 0.0;
    search.share = is_mixed ? goal.shares[0] / (goal.shares[0] + goal.shares[1]) : no_number;
    search.limit = goal.most ? o_.objectives[1].find_value(*goal.most) : no_number;
    searches_.push_back(search);
    goals_.push_back(std::move(goal));
  }
  tried_.resize(goals_.size());
  // It was looked at before; methods may begin beside it, a step from the bounds.
  if (first == 0) tried_[0].push_back(scenario::calc_design_values(o_, goals_[0].start));
  const std::size_t count = goals_.size() - first;
  const int outer = std::min(threads_, static_cast<int>(count));
  try {
    analysis::run_tasks(count, outer, analysis::make_counter(count), [&](std::size_t i) {
      search_one(first + i, std::max(1, threads_ / std::max(1, outer)));
    });
  } catch (const RunError&) {
    if (options_.is_cancelled && options_.is_cancelled()) return false;
    throw;
  }
  return true;
}

std::vector<DesignGoal> Optimiser::list_starts() {
  Values start;
  for (const scenario::DesignParameter& p : o_.parameters) start.push_back(p.start);
  const DesignPoint first =
      points_
          .evaluate({scenario::calc_design_values(o_, scenario::calc_design_parts(o_, start))},
                    threads_)
          .front();
  if (!first.fault.empty()) throw RunError("the start values fail: " + first.fault);
  std::vector<DesignGoal> goals;
  for (int i = 0; i < o_.starts; ++i) {
    DesignGoal goal;
    goal.name = fmt::format("start {}", i + 1);
    for (const scenario::DesignObjective& objective : o_.objectives)
      goal.shares.push_back(objective.weight);
    goal.start = scenario::calc_design_parts(o_, start);
    for (std::size_t k = 0; i > 0 && k < goal.start.size(); ++k)
      goal.start[k] = calc_radical_inverse(static_cast<unsigned>(i), find_prime(k));
    const double sum = std::abs(calc_sum(goal, first));
    if (sum > 0.0 && std::isfinite(sum)) goal.norm = sum;
    goals.push_back(std::move(goal));
  }
  return goals;
}

bool Optimiser::find_best(const std::vector<Values>& tried, const DesignGoal& goal, Values& best) {
  double least = 0.0;
  bool is_found = false, is_good = false;
  const std::vector<DesignPoint> points = points_.evaluate(tried, 1);
  for (std::size_t i = 0; i < tried.size(); ++i) {
    const SearchValues values = judge(goal, points[i]);
    double violation = 0.0;
    for (const double g : values.constraints) violation = std::max(violation, g);
    if (values.is_failed || !std::isfinite(values.objective) || !std::isfinite(violation)) continue;
    const bool holds = violation <= feasible_within;
    const double value = holds ? values.objective : violation;
    if (is_found && (is_good > holds || (is_good == holds && !(value < least)))) continue;
    is_found = true;
    is_good = holds;
    least = value;
    best = tried[i];
  }
  return is_found;
}

bool Optimiser::run(OptimiseResult& result) {
  bool is_done = false;
  try {
    all_ = static_cast<std::size_t>(o_.front > 0 ? o_.front : o_.starts);
    is_done = o_.front > 0 ? search_all(list_ends()) && search_all(list_between())
                           : search_all(list_starts());
  } catch (const RunError&) {
    if (!(options_.is_cancelled && options_.is_cancelled())) throw;
  }
  fill(result);
  return is_done;
}

void Optimiser::fill(OptimiseResult& result) {
  const DesignGoal all = [&] {
    DesignGoal goal;
    for (const scenario::DesignObjective& objective : o_.objectives)
      goal.shares.push_back(objective.weight);
    return goal;
  }();
  std::optional<double> least;
  const auto judge_all = [&](const DesignPoint& point, double& objective, bool& holds) {
    const SearchValues values = judge(all, point);
    objective = values.is_failed ? no_number : values.objective;
    holds = !values.is_failed && std::isfinite(values.objective);
    for (const double g : values.constraints) holds = holds && g <= feasible_within;
  };
  // Both ends of a front were done first.
  if (o_.front > 0 && searches_.size() > 1) {
    std::rotate(searches_.begin() + 1, searches_.begin() + 2, searches_.end());
    std::rotate(tried_.begin() + 1, tried_.begin() + 2, tried_.end());
    std::rotate(goals_.begin() + 1, goals_.begin() + 2, goals_.end());
  }
  for (std::size_t i = 0; i < searches_.size(); ++i) {
    if (tried_[i].empty()) continue;
    DesignSearch& search = searches_[i];
    // What was tried is remembered, cancelled or not.
    const bool is_found = find_best(tried_[i], goals_[i], search.values);
    std::vector<DesignTrial> trials;
    const std::vector<DesignPoint> points = points_.evaluate(tried_[i], 1);
    for (std::size_t k = 0; k < points.size(); ++k) {
      DesignTrial trial{i, k, tried_[i][k], points[k]};
      judge_all(trial.point, trial.objective, trial.holds);
      if (is_found && trial.values == search.values) {
        search.point = trial.point;
        search.objective = trial.objective;
        search.holds = trial.holds;
      }
      result.trials.push_back(std::move(trial));
    }
    if (!is_found) continue;
    const double rank = search.holds ? search.objective : std::numeric_limits<double>::max();
    if (!least || rank < *least) {
      least = rank;
      result.best = i;
    }
  }
  if (o_.front > 0) mark_front(o_, result.trials);
  result.searches = searches_;
}

}  // namespace fourfoot::jobs
