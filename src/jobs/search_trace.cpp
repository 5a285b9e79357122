#include "jobs/search_trace.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace fourfoot::jobs {

namespace {

bool is_bad(const SearchValues& values) {
  bool is_finite = std::isfinite(values.objective);
  for (const double g : values.constraints) is_finite = is_finite && std::isfinite(g);
  return values.is_failed || !is_finite;
}

}  // namespace

SearchValues SearchTrace::ask(const Point& x) {
  SearchValues values = problem_.evaluate({x}).front();
  if (options_.is_cancelled && options_.is_cancelled()) throw RunError("stopped");
  ++count_;
  if (is_bad(values)) {
    if (count_ == 1) throw RunError("nothing can be computed where the search starts");
    values.objective = worst_ + std::max(1.0, std::abs(worst_));
    values.constraints.assign(problem_.constraints, 1.0);
    return values;
  }
  worst_ = count_ == 1 ? values.objective : std::max(worst_, values.objective);
  consider(x, values);
  return values;
}

std::vector<SearchTrace::Point> SearchTrace::differentiate(const Point& x) const {
  std::vector<Point> points;
  std::vector<double> widths;
  for (std::size_t i = 0; i < x.size(); ++i) {
    Point low = x, high = x;
    low[i] = std::max(0.0, x[i] - options_.difference);
    high[i] = std::min(1.0, x[i] + options_.difference);
    widths.push_back(high[i] - low[i]);
    points.push_back(low);
    points.push_back(high);
  }
  const std::vector<SearchValues> values = problem_.evaluate(points);
  if (options_.is_cancelled && options_.is_cancelled()) throw RunError("stopped");
  std::vector<Point> rows(1 + problem_.constraints, Point(x.size(), 0.0));
  for (std::size_t i = 0; i < x.size(); ++i) {
    const SearchValues &a = values[2 * i], &b = values[2 * i + 1];
    if (is_bad(a) || is_bad(b)) continue;  // no slope rather than a wrong one
    rows[0][i] = (b.objective - a.objective) / widths[i];
    for (std::size_t k = 0; k < problem_.constraints; ++k)
      rows[1 + k][i] = (b.constraints[k] - a.constraints[k]) / widths[i];
  }
  return rows;
}

void SearchTrace::fill(SearchResult& result) const {
  result.best = best_;
  result.values = best_values_;
  result.is_feasible = has_best_ && best_violation_ <= feasible_within;
  result.evaluations = count_;
}

void SearchTrace::consider(const Point& x, const SearchValues& values) {
  double violation = 0.0;
  for (const double g : values.constraints) violation = std::max(violation, g);
  const bool holds = violation <= feasible_within, held = best_violation_ <= feasible_within;
  const bool is_better = !has_best_ || (holds && !held) ||
                         (holds && values.objective < best_values_.objective) ||
                         (!holds && !held && violation < best_violation_);
  if (!is_better) return;
  has_best_ = true;
  best_ = x;
  best_values_ = values;
  best_violation_ = violation;
}

}  // namespace fourfoot::jobs
