#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace fourfoot::jobs {

/// What is asked of a point: f, and constraints that hold where g <= 0.
struct SearchValues {
  double objective = 0.0;
  std::vector<double> constraints;
  bool is_failed = false;  ///< nothing could be computed there
};

/// min f(x), g(x) <= 0, x in the unit cube.
struct SearchProblem {
  std::size_t dimension = 1, constraints = 0;
  /// Of all points at once, so that they may be shared among threads. Must depend on the points
  /// alone.
  std::function<std::vector<SearchValues>(const std::vector<std::vector<double>>&)> evaluate;
};

struct NloptOptions {
  std::string method = "auto";  ///< bobyqa, cobyla, slsqp, crs2, isres
  std::vector<double> start;
  double step = 0.2;  ///< the first
  double tolerance = 1e-3;
  double difference = 1e-3;  ///< of derivatives
  int evaluations = 200;     ///< at most; slsqp: without those of derivatives
  int seed = 1;
  std::function<bool()> is_cancelled;
};

struct SearchResult {
  std::vector<double> best;  ///< the best of those that hold, else the one that comes nearest
  SearchValues values;       ///< there
  bool is_feasible = false;  ///< constraints hold to 1e-5
  int evaluations = 0;
  std::string method, reason;  ///< which was taken, and why it ended
};

/// NLopt's methods, with what they leave to the caller:
///   bobyqa  quadratic models, bounds only        cobyla  linear models, constraints as well
///   slsqp   derivatives by differences           crs2, isres  populations, for several valleys
/// auto: cobyla with constraints or one parameter, else bobyqa. A point that failed counts as worse
/// than the worst before it. First points that do not depend on values (2 n + 1 of bobyqa, the
/// population of crs2) and those of a derivative are asked for at once. Gives the same for the same
/// problem; RunError where the start fails.
SearchResult search(const SearchProblem& problem, const NloptOptions& options);

/// Constraints hold if none exceeds this.
constexpr double feasible_within = 1e-5;

/// Whether this was built with NLopt, and its version; empty without.
std::string get_nlopt_version();
/// InputError no-nlopt unless it was.
void need_nlopt();

}  // namespace fourfoot::jobs
