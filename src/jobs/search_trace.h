#pragma once

#include "jobs/nlopt_search.h"

namespace fourfoot::jobs {

/// The points of one search in their order, and the best of them.
class SearchTrace {
 public:
  using Point = std::vector<double>;
  SearchTrace(const SearchProblem& problem, const NloptOptions& options)
      : problem_(problem), options_(options) {}

  /// The values that the method is to see: finite, whatever happened. RunError where it was
  /// cancelled, or the first point fails.
  SearchValues ask(const Point& x);
  /// Derivatives of f, then of each constraint; central where both sides are within the bounds.
  std::vector<Point> differentiate(const Point& x) const;
  void fill(SearchResult& result) const;

 private:
  void consider(const Point& x, const SearchValues& values);

  const SearchProblem& problem_;
  const NloptOptions& options_;
  int count_ = 0;
  double worst_ = 0.0;  ///< of those computed
  bool has_best_ = false;
  Point best_;
  SearchValues best_values_;
  double best_violation_ = 0.0;
};

}  // namespace fourfoot::jobs
