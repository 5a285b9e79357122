#include "analysis/branch_walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "analysis/branch_return.h"
#include "analysis/orbit_description.h"
#include "analysis/orbit_shape.h"
#include "base/error.h"

namespace fourfoot::analysis {

namespace {

constexpr double least_cosine = 0.8;
/// Of a step: how well its end has to be known across it. Where a multiplier is near 1 (the phase
/// between bogies), nanometres of the gap are micrometres there, and corners of the forces leave
/// them; more exact ends would need shorter and shorter steps.
constexpr double near = 0.02;
constexpr double near_orbit = 1e-3;  // ... of the orbit's size

OrbitNewtonOptions make_newton_options(const ContinuationOptions& options) {
  OrbitNewtonOptions newton;
  newton.parameter_scale = options.parameter_scale;
  newton.tolerance = options.tolerance;
  newton.intervals = options.steps;
  newton.is_cancelled = options.is_cancelled;
  return newton;
}

/// Next to a branch point small errors of passages and derivatives move orbits far along the other
/// branch.
OrbitNewtonOptions make_locator_options(const ContinuationOptions& options) {
  constexpr double finer = 1e-2;
  constexpr int intervals = 1000;
  OrbitNewtonOptions newton = make_newton_options(options);
  newton.tolerance *= finer;
  newton.noise *= finer;
  newton.intervals = std::max(newton.intervals, intervals);
  return newton;
}

}  // namespace

BranchWalk::BranchWalk(FlowFamily family, const ContinuationOptions& options)
    : options_(options),
      newton_(family, make_newton_options(options)),
      locator_(std::move(family), make_locator_options(options), options) {}

PeriodicOrbit BranchWalk::describe(const OrbitPoint& point) {
  return describe_orbit(newton_.build_flow(point.value), point);
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

bool BranchWalk::begin(OrbitPoint& point, bool is_fixed, OrbitNewton::Effort effort) {
  if (newton_.correct(point, is_fixed, effort) == 0) return false;
  return finish(point);
}

BranchWalk::Trial BranchWalk::try_way(const OrbitPoint& from, const VecX& way,
                                      OrbitNewton::Effort effort, OrbitPoint& next) {
  next = from;
  try {
    newton_.move(next, way);
  } catch (const InputError& error) {
    last_fault_ = error.what();  // a value that the scenario does not allow
    return Trial::failed;
  }
  passages_ = newton_.correct(next, false, effort,
                              std::max(near * way.norm(), near_orbit * 1e3 * from.extent));
  if (passages_ == 0) {
    last_fault_ = newton_.fault();
    return Trial::failed;
  }
  const VecX done = newton_.calc_way(from, next);
  away_ = (done - way).norm();
  if (!finish(next)) return Trial::failed;
  cosine_ = std::max(next.tangent.dot(from.tangent), predictor_.calc_turn(from, done));
  if (cosine_ < least_cosine || away_ > 2.0 * way.norm()) {
    last_fault_ = "the branch turns within a step";
    return Trial::turned;
  }
  return Trial::good;
}

// Where the forces jump, orbits that just touch the jump are ill-defined; those beyond are not.
bool BranchWalk::leap_on(const OrbitPoint& from, OrbitPoint& next) {
  for (const double step : {0.2, 0.4, 0.8, 1.6, 3.2}) {
    const Trial trial = try_way(from, step * from.tangent, OrbitNewton::Effort::thorough, next);
    if (trial == Trial::good) return true;
    if (trial == Trial::turned && next.tangent.dot(from.tangent) > 0.2) return true;
  }
  return false;
}

double BranchWalk::choose_factor(double step, double extent) const {
  constexpr double turn = 0.35, miss = 0.2, scatter = 0.01, least = 0.5, most = 2.0;
  const double angle = std::acos(std::clamp(cosine_, -1.0, 1.0));
  double factor = passages_ <= 3 ? most : passages_ <= 5 ? 1.3 : passages_ <= 7 ? 1.0 : 0.7;
  // Below this, misses say how well an orbit can be known, not how well it was predicted.
  if (away_ > scatter * 1e3 * extent) {
    factor = std::min(factor, std::sqrt(miss * step / away_));
    factor = std::min(factor, turn / std::max(angle, 1e-6));
  }
  return std::clamp(factor, least, most);
}

void BranchWalk::walk(OrbitPoint point, Branch& branch) {
  using Effort = OrbitNewton::Effort;
  branch.end.clear();
  predictor_.forget();
  doubt_ = {};
  add(point, branch, true);
  double step = options_.first_step;
  OrbitPoint next;
  while (branch.end.empty()) {
    const bool is_short = step < 20.0 * options_.smallest_step;
    OrbitPoint from = point;
    from.tangent = predictor_.calc_direction(point);
    step =
        std::min(step, options_.largest_change / std::abs(from.tangent[from.tangent.size() - 1]));
    const Trial trial = try_way(from, predictor_.predict(from, step),
                                is_short ? Effort::thorough : Effort::quick, next);
    // A corner of the branch stays one however short the step is: go round it then.
    const bool is_corner = trial == Trial::turned && is_short;
    if (trial != Trial::good && !is_corner) {
      step *= trial == Trial::turned ? 0.5 : 0.4;
      if (step >= options_.smallest_step) continue;
      if (!leap_on(point, next)) {
        branch.ending = Branch::End::step_size;
        branch.end = fmt::format("no further orbit within {:g} of the last one: {}", 2.0 * step,
                                 last_fault_);
        break;
      }
      locate_fold(point, next, branch);
      add(next, branch);
      predictor_.forget();
      step = options_.first_step;
      point = next;
      continue;
    }
    const double factor = choose_factor(step, point.extent);
    if (point.rate.dot(next.rate) < 0.0 || next.extent < 0.015 * options_.start_amplitude) {
      // Beyond steady running the same orbits come again, half a period later.
      branch.ending = Branch::End::steady;
      branch.end =
          fmt::format("the orbit shrinks to steady running (Hopf point near {:g})", next.value);
      break;
    }
    locate_fold(point, next, branch);
    predictor_.learn(from, next, newton_.calc_way(point, next), step);
    add(next, branch);
    step = std::clamp(step * factor, options_.smallest_step, options_.largest_step);
    point = next;
  }
}

void BranchWalk::add(const OrbitPoint& point, Branch& branch, bool is_first) {
  const PeriodicOrbit orbit = describe(point);
  if (options_.find_specials) {
    OrbitFlow& flow = newton_.build_flow(point.value);
    if (is_first)
      locator_.begin(point, orbit.multipliers, flow);
    else
      locator_.go_on(point, orbit.multipliers, flow, branch.specials);
  }
  branch.orbits.push_back(orbit);
  if (options_.on_orbit) options_.on_orbit(orbit);
  check_end(branch);
}

VecX BranchWalk::calc_shape(const PeriodicOrbit& orbit) {
  OrbitFlow& flow = newton_.build_flow(orbit.value);
  return calc_orbit_shape(
      flow, run_passage(flow, orbit.state, orbit.period, options_.tolerance, options_.steps));
}

void BranchWalk::check_end(Branch& branch) {
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
  } else if (const BranchReturn found =
                 find_return(branch.orbits, options_.parameter_scale,
                             [&](const PeriodicOrbit& at) { return calc_shape(at); });
             found != BranchReturn::none) {
    branch.orbits.resize(branch.orbits.size() - orbits_of_a_return);
    const bool is_closed = found == BranchReturn::closed;
    branch.ending = is_closed ? Branch::End::closed : Branch::End::step_size;
    branch.end = is_closed ? "the branch is closed: its first orbits come again"
                           : fmt::format("at a corner near {:g} the branch turned back on itself",
                                         branch.orbits.back().value);
  }
}

// The cubic between both ends tells where the parameter turns back; the orbit found there becomes one
// of the ends. Of all orbits seen the fold is the one farthest along the parameter, since the
// parameter's share of the tangent jumps at the corner of a flange.
void BranchWalk::locate_fold(const OrbitPoint& from, const OrbitPoint& to, Branch& branch) {
  constexpr int most = 6;
  constexpr double shortest = 2e-4, flat = 1e-3, exact = 2e-5, half = 0.5;
  const Eigen::Index p = from.tangent.size() - 1;
  const DoubtfulTurn doubt = std::exchange(doubt_, {});
  if (from.tangent[p] * to.tangent[p] >= 0.0) {
    // At the corner of a flange the turn was told a step too early: it is at the orbit between.
    if (doubt.sign * (to.value - from.value) < 0.0)
      branch.folds.push_back({from.value, describe(from), false, doubt.within});
    return;
  }
  const double sign = from.tangent[p] > 0.0 ? 1.0 : -1.0;
  OrbitPoint low = from, high = to, found = from, trial;
  bool is_located = false;
  double expected = from.value;
  for (int i = 0; i < most && !is_located; ++i) {
    const BranchPiece piece(low, high, newton_.calc_way(low, high));
    is_located = !(piece.length() > shortest);
    if (is_located) break;
    // A cubic may come near from one side only; a turn next to an end is told by the middle.
    const double turn = i % 3 == 2 ? half : piece.find_turn();
    const auto expect = [&](double part) {
      return low.value + piece.calc_way(part)[p] * options_.parameter_scale;
    };
    // Where no orbit is found, one nearby may be.
    const std::array<double, 4> parts = {turn, half, half * turn, half * (1.0 + turn)};
    const auto* const part = std::find_if(parts.begin(), parts.end(), [&](double at) {
      return try_way(low, piece.calc_way(at), OrbitNewton::Effort::thorough, trial) !=
             Trial::failed;
    });
    const bool is_found = part != parts.end();
    expected = expect(is_found ? *part : turn);
    if (!is_found) break;
    const double miss = std::abs(trial.value - expected), slope = std::abs(trial.tangent[p]);
    if (sign * (trial.value - found.value) > 0.0) found = trial;
    (sign * trial.tangent[p] > 0.0 ? low : high) = trial;
    is_located = slope < flat ||
                 (part == parts.begin() && turn != half && miss < exact * options_.parameter_scale);
  }
  if (!is_located && sign * (to.value - found.value) > 0.0) found = to;
  // Where the parameter goes on as before, an error of the derivatives has changed the sign, or the
  // branch turns at `to`: the next step tells.
  if (sign * (to.value - found.value) > 0.25 * std::abs(to.value - from.value)) {
    doubt_ = {sign, std::abs(to.value - found.value)};
    return;
  }
  branch.folds.push_back({found.value, describe(found), is_located,
                          is_located ? 0.0 : std::abs(expected - found.value)});
  // An end of the step is among the orbits anyway.
  if (found.value != from.value && found.value != to.value)
    branch.orbits.push_back(branch.folds.back().orbit);
}

}  // namespace fourfoot::analysis
