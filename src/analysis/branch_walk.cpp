#include "analysis/branch_walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/floquet.h"
#include "analysis/special_points.h"
#include "base/error.h"

namespace fourfoot::analysis {

namespace {

constexpr double least_cosine = 0.8;

OrbitNewtonOptions make_newton_options(const ContinuationOptions& options) {
  OrbitNewtonOptions newton;
  newton.parameter_scale = options.parameter_scale;
  newton.tolerance = options.tolerance;
  newton.intervals = options.steps;
  newton.is_cancelled = options.is_cancelled;
  return newton;
}

/// Extremes of samples over one period, by the parabola through three of them; the last sample is
/// the first one again.
std::pair<double, double> find_orbit_extremes(const std::vector<double>& t,
                                              const std::vector<double>& x) {
  double low = 1e300, high = -1e300;
  const std::size_t n = x.size() - 1;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t before = i > 0 ? i - 1 : n - 1;
    const double left = t[before + 1] - t[before], right = t[i + 1] - t[i];
    const double s1 = (x[i] - x[before]) / left, s2 = (x[i + 1] - x[i]) / right;
    double top = x[i];
    if (s1 * s2 < 0.0) {
      const double bend = (s2 - s1) / (left + right), slope = s1 + bend * left;
      top -= 0.25 * slope * slope / bend;
    }
    low = std::min(low, top);
    high = std::max(high, top);
  }
  return {low, high};
}

}  // namespace

BranchWalk::BranchWalk(FlowFamily family, const ContinuationOptions& options)
    : options_(options), newton_(std::move(family), make_newton_options(options)) {}

PeriodicOrbit BranchWalk::describe(const OrbitPoint& point) {
  PeriodicOrbit orbit;
  orbit.value = point.value;
  orbit.state = point.state;
  orbit.period = point.period;
  orbit.closing = point.closing;
  orbit.multipliers = calc_multipliers(point.monodromy, point.rate);
  if (orbit.multipliers.size() > 0) orbit.largest_multiplier = std::abs(orbit.multipliers[0]);
  OrbitFlow& flow = newton_.build_flow(point.value);
  std::vector<double> x;
  VecX g;
  for (const VecX& y : point.passage.y) {
    x.push_back(flow.observe(y));
    flow.calc_watches(y, g);
    orbit.touches.resize(static_cast<std::size_t>(g.size()), false);
    for (Eigen::Index i = 0; i < g.size(); ++i) {
      if (g[i] < 0.0) orbit.touches[static_cast<std::size_t>(i)] = true;
    }
  }
  const auto [low, high] = find_orbit_extremes(point.passage.t, x);
  orbit.largest = std::max(std::abs(low), std::abs(high));
  orbit.peak_to_peak = high - low;
  return orbit;
}

bool BranchWalk::finish(OrbitPoint& point) {
  try {
    newton_.linearise(point);
    newton_.find_tangent(point);
  } catch (const RunError& error) {
    if (options_.is_cancelled && options_.is_cancelled()) throw;
    last_fault_ = error.what();
    return false;
  }
  return point.tangent.allFinite();
}

bool BranchWalk::begin(OrbitPoint& point, bool is_fixed) {
  if (newton_.correct(point, is_fixed) == 0) return false;
  return finish(point);
}

BranchWalk::Trial BranchWalk::try_step(const OrbitPoint& from, double step, OrbitPoint& next) {
  next = from;
  try {
    newton_.move(next, step * from.tangent);
  } catch (const InputError& error) {
    last_fault_ = error.what();  // a value that the scenario does not allow
    return Trial::failed;
  }
  const OrbitPoint predicted = next;
  passages_ = newton_.correct(next, false);
  if (passages_ == 0) {
    last_fault_ = newton_.fault();
    return Trial::failed;
  }
  const double away = newton_.calc_distance(predicted, next);
  if (!finish(next)) return Trial::failed;
  if (next.tangent.dot(from.tangent) < least_cosine || away > 2.0 * step) {
    last_fault_ = "the branch turns within a step";
    return Trial::turned;
  }
  return Trial::good;
}

// Where the forces jump, orbits that just touch the jump are ill-defined; those beyond are not.
bool BranchWalk::leap_on(const OrbitPoint& from, OrbitPoint& next) {
  for (const double step : {0.2, 0.4, 0.8, 1.6, 3.2}) {
    const Trial trial = try_step(from, step, next);
    if (trial == Trial::good) return true;
    if (trial == Trial::turned && next.tangent.dot(from.tangent) > 0.2) return true;
  }
  return false;
}

void BranchWalk::walk(OrbitPoint point, Branch& branch) {
  branch.end.clear();
  add(point, branch);
  double step = options_.first_step;
  OrbitPoint next;
  while (branch.end.empty()) {
    const Trial trial = try_step(point, step, next);
    // A corner of the branch stays one however short the step is: go round it then.
    const bool is_corner = trial == Trial::turned && step < 20.0 * options_.smallest_step;
    if (trial != Trial::good && !is_corner) {
      step *= 0.5;
      if (step < options_.smallest_step) {
        if (leap_on(point, next)) {
          step = options_.first_step;
          locate_fold(point, next, step, branch);
          point = next;
          add(point, branch);
          continue;
        }
        branch.ending = Branch::End::step_size;
        branch.end = fmt::format("no further orbit within {:g} of the last one: {}", 2.0 * step,
                                 last_fault_);
      }
      continue;
    }
    if (point.rate.dot(next.rate) < 0.0 || next.extent < 0.03 * options_.start_amplitude) {
      // Beyond steady running the same orbits come again, half a period later.
      branch.ending = Branch::End::steady;
      branch.end =
          fmt::format("the orbit shrinks to steady running (Hopf point near {:g})", next.value);
      break;
    }
    const int passages = passages_;
    locate_fold(point, next, step, branch);
    point = next;
    add(point, branch);
    const double factor = passages <= 3 ? 1.6 : passages <= 5 ? 1.2 : passages > 8 ? 0.6 : 1.0;
    step = std::min(step * factor, options_.largest_step);
  }
}

void BranchWalk::add(const OrbitPoint& point, Branch& branch) {
  const PeriodicOrbit orbit = describe(point);
  // A fold between the two has its orbit at the end already, and a multiplier 1 of its own.
  const bool has_fold = !branch.folds.empty() && !branch.orbits.empty() &&
                        branch.orbits.back().state == branch.folds.back().orbit.state;
  const std::size_t back = has_fold ? 2 : 1;
  if (branch.orbits.size() >= back) {
    add_specials(branch.orbits[branch.orbits.size() - back], orbit, has_fold,
                 newton_.build_flow(point.value).get_watch_names(), branch.specials);
  }
  branch.orbits.push_back(orbit);
  if (options_.on_orbit) options_.on_orbit(orbit);
  check_end(branch);
}

void BranchWalk::check_end(Branch& branch) const {
  const PeriodicOrbit& orbit = branch.orbits.back();
  if (orbit.value < options_.value_from || orbit.value > options_.value_to) {
    branch.ending = Branch::End::range;
    branch.end = "the parameter left its range";
  } else if (orbit.largest > options_.largest_amplitude) {
    branch.ending = Branch::End::amplitude;
    branch.end = "the amplitude reached its limit";
  } else if (static_cast<int>(branch.folds.size()) >= options_.most_folds) {
    branch.ending = Branch::End::count;
    branch.end = "the number of folds reached its limit";
  } else if (static_cast<int>(branch.orbits.size()) >= options_.most_orbits) {
    branch.ending = Branch::End::count;
    branch.end = "the number of orbits reached its limit";
  }
}

// tau_p changes its sign along the step: false position (Illinois) on the length of the step, every
// third time the middle, since tau_p jumps at the corner of a flange. Of all orbits seen the fold is
// the one farthest along the parameter.
void BranchWalk::locate_fold(const OrbitPoint& from, const OrbitPoint& to, double step,
                             Branch& branch) {
  const Eigen::Index p = from.tangent.size() - 1;
  double a = 0.0, b = step, fa = from.tangent[p], fb = to.tangent[p];
  if (fa * fb >= 0.0) return;
  const double sign = fa > 0.0 ? 1.0 : -1.0;
  OrbitPoint found = from;
  double last = to.value;
  for (int i = 0; i < 14 && b - a > 2e-4; ++i) {
    const double c = i % 3 == 2 ? 0.5 * (a + b) : (fa * b - fb * a) / (fa - fb);
    OrbitPoint trial;
    if (try_step(from, c, trial) == Trial::failed) break;
    const double fc = trial.tangent[p], change = std::abs(trial.value - last);
    const bool is_before = fc * fb <= 0.0;
    last = trial.value;
    if (sign * (trial.value - found.value) > 0.0) found = std::move(trial);
    (is_before ? a : b) = c;
    (is_before ? fb : fa) *= 0.5;
    (is_before ? fa : fb) = fc;
    if (std::abs(fc) < 1e-3 || (i > 0 && change < 1e-4 * options_.parameter_scale)) break;
  }
  // Where the parameter goes on as before, an error of the derivatives has changed the sign.
  if (sign * (to.value - found.value) > 0.25 * std::abs(to.value - from.value)) return;
  branch.folds.push_back({found.value, describe(found)});
  branch.orbits.push_back(branch.folds.back().orbit);
}

}  // namespace fourfoot::analysis
