#include <algorithm>
#include <thread>

#include "analysis/critical_speed.h"
#include "analysis/lower_branch.h"
#include "analysis/root_locus.h"
#include "bindings/bindings.h"
#include "bindings/convert.h"
#include "bindings/following.h"
#include "input/scenario_family.h"

namespace fourfoot::python {

namespace py = pybind11;
using analysis::BifurcationPoint;

static py::dict describe(const BifurcationPoint& point) {
  const analysis::Settled& m = point.motion;
  py::dict out;
  out["value"] = point.value;
  out["sweep"] = point.sweep;
  out["motion"] = analysis::get_word(m.kind);
  out["max_abs"] = m.largest;
  out["peak_to_peak"] = m.peak_to_peak;
  out["mean"] = m.mean;
  out["period"] = m.period;
  out["frequency"] = m.period > 0.0 ? 1.0 / m.period : 0.0;
  out["maxima"] = m.maxima;
  out["exponent"] = m.exponent;
  out["growth_of_steady_running"] = point.growth;
  out["time"] = m.time;
  out["reason"] = m.reason;
  return out;
}

py::list describe_points(const std::vector<BifurcationPoint>& points) {
  py::list out;
  for (const BifurcationPoint& point : points) out.append(describe(point));
  return out;
}

analysis::BifurcationOptions make_sweep(const Following& follow, ProgressWatch& watch) {
  analysis::BifurcationOptions sweep;
  sweep.settle.t = follow.t;
  sweep.settle.observed = follow.observed;
  sweep.settle.longest = follow.longest;
  sweep.settle.is_cancelled = [&] { return watch.is_cancelled(); };
  sweep.up = follow.up;
  sweep.down = follow.down;
  sweep.factors = follow.starts;
  return sweep;
}

namespace {

using input::ScenarioSource;
using Texts = std::vector<std::string>;

py::dict find_critical_speed(const ScenarioSource& source, const Texts& set, const std::string& key,
                             const std::string& method, double low, double high,
                             const Following& follow, double resolution, double step,
                             double disturbance, double alpha, int threads,
                             const py::object& on_trial) {
  std::vector<std::pair<double, std::string>> trials;
  const auto tell = [&](double value, const std::string& outcome) {
    trials.emplace_back(value, outcome);
    if (on_trial.is_none()) return;
    const py::gil_scoped_acquire acquire;
    on_trial(value, outcome);
  };
  const analysis::CriticalSpeed found = run_watched(py::none(), [&](ProgressWatch& watch) {
    analysis::CriticalSpeedOptions options;
    options.settle.t = follow.t;
    options.settle.observed = follow.observed;
    options.settle.longest = follow.longest;
    options.settle.is_cancelled = [&] { return watch.is_cancelled(); };
    options.resolution = resolution;
    options.first_step = step;
    options.scan_step = 5.0 * step;
    options.threads =
        threads > 0 ? threads : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    options.continuation.steps = follow.orbit_steps;
    options.continuation.parameter_scale = step;
    options.small_disturbance = disturbance;
    options.axle_force.alpha = alpha;
    options.on_trial = tell;
    return analysis::find_critical_speed(input::make_family(source, parse_settings(set), key),
                                         method, low, high, options);
  });
  if (!found.is_found) throw RunError(found.reason);
  py::dict out;
  out["parameter"] = key;
  out["method"] = found.method;
  out["critical_speed"] = found.value;
  out["low"] = found.low;
  out["high"] = found.high;
  out["max_abs"] = found.largest;
  out["frequency"] =
      found.frequency > 0.0 ? py::object(py::float_(found.frequency)) : py::object(py::none());
  out["motion"] = found.motion;
  out["trials"] = found.trials;
  out["reason"] = found.reason;
  out["left_out"] = found.left_out;
  out["tried"] = trials;
  return out;
}

py::dict describe(const analysis::PeriodicOrbit& orbit) {
  py::dict out;
  out["value"] = orbit.value;
  out["period"] = orbit.period;
  out["frequency"] = 1.0 / orbit.period;
  out["max_abs"] = orbit.largest;
  out["peak_to_peak"] = orbit.peak_to_peak;
  out["stable"] = orbit.is_stable();
  out["largest_multiplier"] = orbit.largest_multiplier;
  return out;
}

py::dict describe(const analysis::Branch& branch) {
  py::list folds, orbits;
  for (const analysis::Fold& fold : branch.folds) folds.append(describe(fold.orbit));
  for (const analysis::PeriodicOrbit& orbit : branch.orbits) orbits.append(describe(orbit));
  py::dict out;
  out["hopf"] = branch.hopf;
  out["hopf_frequency"] = branch.hopf_frequency;
  out["folds"] = folds;
  out["end"] = branch.end;
  out["orbits"] = orbits;
  return out;
}

std::vector<BifurcationPoint> sweep_values(const scenario::Family& family,
                                           const std::vector<double>& values,
                                           const Following& follow, ProgressWatch& watch) {
  analysis::BifurcationOptions sweep = make_sweep(follow, watch);
  sweep.on_progress = [&](double part) { watch.show(part); };
  return analysis::find_bifurcation(family, values, sweep);
}

struct FollowedBranches {
  std::vector<analysis::Branch> branches;
  std::string proof;  ///< what simulation says of motions below the lowest fold
};

FollowedBranches follow_branches(const scenario::Family& family, const std::vector<double>& values,
                                 const Following& given, bool is_proved, ProgressWatch& watch) {
  const auto is_cancelled = [&] { return watch.is_cancelled(); };
  analysis::RootLocusOptions locus_options;
  locus_options.t = given.t;
  locus_options.is_cancelled = is_cancelled;
  const analysis::RootLocus locus = analysis::find_root_locus(family, values, locus_options);
  analysis::ContinuationOptions follow;
  follow.t = given.t;
  follow.observed = given.observed;
  follow.steps = given.orbit_steps;
  follow.parameter_scale = std::max(values.back() - values.front(), 1e-12) / 20.0;
  follow.value_from = values.front();
  follow.value_to = values.back();
  follow.is_cancelled = is_cancelled;
  FollowedBranches found;
  for (const analysis::Crossing& crossing : locus.crossings)
    if (crossing.frequency > 0.0)
      found.branches.push_back(analysis::follow_branch(family, crossing.value, follow));
  if (!is_proved) return found;
  analysis::LowerBranchOptions search;
  search.settle.t = given.t;
  search.settle.observed = given.observed;
  search.settle.longest = given.longest;
  search.settle.is_cancelled = is_cancelled;
  search.continuation = follow;
  analysis::LowerBranch lower = analysis::find_lower_branch(family, found.branches, search);
  for (analysis::Branch& branch : lower.branches) found.branches.push_back(std::move(branch));
  found.proof = std::move(lower.told);
  return found;
}

py::dict find_bifurcation(const ScenarioSource& source, const Texts& set, const std::string& key,
                          const std::vector<double>& values, const std::string& method,
                          const Following& follow, const py::object& progress) {
  if (values.empty()) throw py::value_error("no values to follow motions over");
  using Found = std::pair<std::vector<BifurcationPoint>, FollowedBranches>;
  const Found found = run_watched(progress, [&](ProgressWatch& watch) {
    const scenario::Family family = input::make_family(source, parse_settings(set), key);
    Found f;
    if (method != "continuation") f.first = sweep_values(family, values, follow, watch);
    if (method != "simulation")
      f.second = follow_branches(family, values, follow, method == "continuation", watch);
    return f;
  });
  py::list branches;
  for (const analysis::Branch& branch : found.second.branches) branches.append(describe(branch));
  py::dict out;
  out["parameter"] = key;
  out["points"] = describe_points(found.first);
  out["branches"] = branches;
  out["proof"] = found.second.proof;
  return out;
}

}  // namespace

void bind_stability(py::module_& m) {
  py::class_<Following>(m, "Following")
      .def(py::init([](double t, const std::string& observed, double longest, bool up, bool down,
                       const std::vector<double>& starts, int orbit_steps) {
             return Following{t, observed, longest, up, down, starts, orbit_steps};
           }),
           py::arg("t"), py::arg("observed"), py::arg("longest"), py::arg("up"), py::arg("down"),
           py::arg("starts"), py::arg("orbit_steps"));
  m.def("find_critical_speed", &find_critical_speed, py::arg("source"), py::arg("set"),
        py::arg("key"), py::arg("method"), py::arg("low"), py::arg("high"), py::arg("follow"),
        py::arg("resolution"), py::arg("step"), py::arg("disturbance"), py::arg("alpha"),
        py::arg("threads"), py::arg("on_trial"));
  m.def("find_bifurcation", &find_bifurcation, py::arg("source"), py::arg("set"), py::arg("key"),
        py::arg("values"), py::arg("method"), py::arg("follow"), py::arg("progress"));
}

}  // namespace fourfoot::python
