#include "jobs/nlopt_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <memory>

#include "base/error.h"
#include "jobs/search_trace.h"

#ifdef FOURFOOT_NLOPT
#include <nlopt.h>
#endif

namespace fourfoot::jobs {

void need_nlopt() {
  if (!get_nlopt_version().empty()) return;
  throw InputError(Finding{"no-nlopt",
                           {},
                           "this fourfoot was built without NLopt, which optimisation needs",
                           "install libnlopt-dev and build again; sweep tries values on a grid"});
}

#ifdef FOURFOOT_NLOPT

namespace {

using Point = std::vector<double>;

/// What NLopt's callbacks see. It is C: no exception may pass through it.
struct Callback {
  nlopt_opt opt = nullptr;
  SearchTrace* trace = nullptr;
  std::exception_ptr fault;
  Point at;  ///< of the values below
  SearchValues values;
  Point slopes_at;
  std::vector<Point> slopes;
  std::vector<Point>* first_points = nullptr;  ///< only these are wanted; nothing is evaluated

  bool prepare(unsigned n, const double* x, bool with_slopes) {
    if (fault) return false;
    try {
      const Point point(x, x + n);
      if (point != at) {
        values = trace->ask(point);
        at = point;
      }
      if (with_slopes && point != slopes_at) {
        slopes = trace->differentiate(point);
        slopes_at = point;
      }
      return true;
    } catch (...) {
      fault = std::current_exception();
      nlopt_force_stop(opt);
      return false;
    }
  }
};

double call_objective(unsigned n, const double* x, double* gradient, void* data) {
  auto& callback = *static_cast<Callback*>(data);
  if (callback.first_points != nullptr) {
    callback.first_points->emplace_back(x, x + n);
    return 0.0;
  }
  if (!callback.prepare(n, x, gradient != nullptr)) return HUGE_VAL;
  if (gradient != nullptr)
    std::copy(callback.slopes[0].begin(), callback.slopes[0].end(), gradient);
  return callback.values.objective;
}

void call_constraints(unsigned m, double* result, unsigned n, const double* x, double* gradient,
                      void* data) {
  auto& callback = *static_cast<Callback*>(data);
  const bool is_good = callback.prepare(n, x, gradient != nullptr);
  for (unsigned k = 0; k < m; ++k) {
    result[k] = is_good ? callback.values.constraints[k] : 1.0;
    for (unsigned i = 0; gradient != nullptr && i < n; ++i)
      gradient[k * n + i] = is_good ? callback.slopes[1 + k][i] : 0.0;
  }
}

nlopt_algorithm find_algorithm(const std::string& method) {
  if (method == "bobyqa") return NLOPT_LN_BOBYQA;
  if (method == "cobyla") return NLOPT_LN_COBYLA;
  if (method == "slsqp") return NLOPT_LD_SLSQP;
  return method == "crs2" ? NLOPT_GN_CRS2_LM : NLOPT_GN_ISRES;
}

std::string choose_method(const SearchProblem& problem, const NloptOptions& options) {
  if (options.method != "auto") return options.method;
  return problem.constraints > 0 || problem.dimension < 2 ? "cobyla" : "bobyqa";
}

using Opt = std::unique_ptr<std::remove_pointer_t<nlopt_opt>, decltype(&nlopt_destroy)>;

Opt make_opt(const SearchProblem& problem, const NloptOptions& options, const std::string& method,
             int evaluations, Callback& callback) {
  const auto n = static_cast<unsigned>(problem.dimension);
  Opt opt(nlopt_create(find_algorithm(method), n), nlopt_destroy);
  callback.opt = opt.get();
  nlopt_set_min_objective(opt.get(), call_objective, &callback);
  nlopt_set_lower_bounds1(opt.get(), 0.0);
  nlopt_set_upper_bounds1(opt.get(), 1.0);
  nlopt_set_initial_step1(opt.get(), options.step);
  nlopt_set_xtol_abs1(opt.get(), options.tolerance);
  nlopt_set_maxeval(opt.get(), evaluations);
  if (problem.constraints > 0) {
    const std::vector<double> within(problem.constraints, 0.1 * feasible_within);
    nlopt_add_inequality_mconstraint(opt.get(), static_cast<unsigned>(problem.constraints),
                                     call_constraints, &callback, within.data());
  }
  // Random numbers are of this thread, begun anew for each search.
  nlopt_srand(static_cast<unsigned long>(options.seed));
  return opt;
}

/// Asks for the points together that the method begins with whatever their values are: it is run
/// once with values that are all alike. They wait in the caller's memory when they are asked for.
void ask_first(const SearchProblem& problem, const NloptOptions& options,
               const std::string& method) {
  const auto n = static_cast<int>(problem.dimension);
  const int count = method == "bobyqa" ? 2 * n + 1 : method == "crs2" ? 10 * (n + 1) : 0;
  if (count == 0 || count > options.evaluations) return;
  std::vector<Point> points;
  Callback callback;
  callback.first_points = &points;
  const Opt opt = make_opt(problem, options, method, count, callback);
  Point x = options.start;
  double value = 0.0;
  nlopt_optimize(opt.get(), x.data(), &value);
  problem.evaluate(points);
}

std::string tell_reason(nlopt_result code, const NloptOptions& options) {
  if (code == NLOPT_MAXEVAL_REACHED)
    return fmt::format("{} evaluations, which is the limit", options.evaluations);
  if (code == NLOPT_XTOL_REACHED || code == NLOPT_FTOL_REACHED || code == NLOPT_SUCCESS)
    return fmt::format("found to {:g} of the ranges", options.tolerance);
  if (code == NLOPT_ROUNDOFF_LIMITED) return "rounding ends it";
  return std::string("NLopt ends it: ") + nlopt_result_to_string(code);
}

}  // namespace

SearchResult search(const SearchProblem& problem, const NloptOptions& options) {
  SearchResult result;
  result.method = choose_method(problem, options);
  ask_first(problem, options, result.method);
  SearchTrace trace(problem, options);
  Callback callback;
  callback.trace = &trace;
  const Opt opt = make_opt(problem, options, result.method, options.evaluations, callback);
  Point x = options.start;
  double value = 0.0;
  const nlopt_result code = nlopt_optimize(opt.get(), x.data(), &value);
  if (callback.fault) std::rethrow_exception(callback.fault);
  trace.fill(result);
  result.reason = tell_reason(code, options);
  return result;
}

std::string get_nlopt_version() {
  int version[3] = {};
  nlopt_version(version, version + 1, version + 2);
  return fmt::format("{}.{}.{}", version[0], version[1], version[2]);
}

#else

SearchResult search(const SearchProblem&, const NloptOptions&) {
  need_nlopt();
  return {};
}

std::string get_nlopt_version() {
  return {};
}

#endif

}  // namespace fourfoot::jobs
