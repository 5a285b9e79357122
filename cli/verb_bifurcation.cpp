#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

#include "analysis/bifurcation.h"
#include "analysis/branch_switch.h"
#include "analysis/lower_branch.h"
#include "analysis/orbit_check.h"
#include "analysis/periodic_orbit.h"
#include "analysis/root_locus.h"
#include "base/error.h"
#include "cli/branch_output.h"
#include "cli/common_options.h"
#include "cli/interrupt.h"
#include "cli/limit_curves_output.h"
#include "cli/observed_words.h"
#include "cli/orbit_samples.h"
#include "cli/origin.h"
#include "cli/outputs.h"
#include "cli/overrides.h"
#include "cli/progress.h"
#include "cli/quantity_option.h"
#include "cli/svg_plot.h"
#include "cli/sweep_options.h"
#include "cli/verbs.h"
#include "input/scenario_family.h"

namespace fourfoot::cli {

namespace {

struct BifurcationVerbOptions {
  std::string scenario;
  std::vector<std::string> set;
  double t = 0.0;                     ///< [s]
  std::string speed;                  ///< from:step:to
  std::string parameter = "speed.v";  ///< entry of the scenario that is varied
  std::string values;                 ///< from:step:to of it, in SI
  std::string observed;               ///< coordinate; empty: y of the first wheelset
  std::string method = "both";        ///< simulation, continuation, both
  std::string direction = "both";     ///< up, down, both
  std::vector<double> starts;         ///< factors on the initial disturbance
  double longest = 60.0;              ///< [s]
  int orbit_steps = 150;
  int orbits = 200;         ///< most of a branch
  int branches = 1000;      ///< most from Hopf points
  std::string over;         ///< a second entry, over which limits are followed
  std::string over_values;  ///< from:step:to of it, in SI
  std::string plot;         ///< SVG file
  std::string format = "text";
  int switched = 0;                 ///< at most so many branches from special points
  bool check = false;               ///< run each orbit again
  bool without_simulation = false;  ///< of motions below the lowest fold
  bool force = false;               ///< replace a file of another kind
};

using analysis::BifurcationPoint;
using analysis::Branch;
using analysis::PeriodicOrbit;
using nlohmann::ordered_json;

/// What was found, and what is to be said about what was not.
struct Diagram {
  std::vector<BifurcationPoint> points;
  std::vector<Branch> branches;
  /// Of each branch, where it was asked for: what its orbits leave open when they are run again [m].
  std::vector<std::vector<double>> checked;
  std::string note;
  std::string proof;  ///< what simulation says of motions below the lowest fold
};

ordered_json describe(const BifurcationPoint& point) {
  const analysis::Settled& m = point.motion;
  return {{"value", point.value},
          {"sweep", point.sweep},
          {"motion", analysis::get_word(m.kind)},
          {"max_abs", m.largest},
          {"peak_to_peak", m.peak_to_peak},
          {"mean", m.mean},
          {"period", m.period},
          {"frequency", m.period > 0.0 ? 1.0 / m.period : 0.0},
          {"maxima", m.maxima},
          {"exponent", m.exponent},
          {"growth_of_steady_running",
           std::isnan(point.growth) ? ordered_json() : ordered_json(point.growth)},
          {"time", m.time},
          {"reason", m.reason}};
}

/// Adds one period of each periodic motion, for pictures of it.
void print_json(const std::string& key, const std::string& observed, const Diagram& diagram,
                const ordered_json& origin, const analysis::FlowFamily& flows) {
  ordered_json out = {{"origin", origin},
                      {"parameter", key},
                      {"observed", describe_observed(observed)},
                      {"points", ordered_json::array()}};
  for (const BifurcationPoint& point : diagram.points) {
    ordered_json p = describe(point);
    const analysis::Settled& m = point.motion;
    if (m.kind == analysis::MotionKind::periodic)
      p["samples"] = sample_orbit(flows, point.value, m.state, m.period);
    out["points"].push_back(std::move(p));
  }
  out["branches"] = ordered_json::array();
  for (std::size_t k = 0; k < diagram.branches.size(); ++k) {
    const Branch& branch = diagram.branches[k];
    ordered_json b = describe_branch(branch);
    for (std::size_t i = 0; i < branch.orbits.size(); ++i) {
      const analysis::PeriodicOrbit& orbit = branch.orbits[i];
      if (k < diagram.checked.size()) {
        const double left = diagram.checked[k][i];
        b["orbits"][i]["closing_checked"] = std::isnan(left) ? ordered_json() : ordered_json(left);
      }
      b["orbits"][i]["samples"] = sample_orbit(flows, orbit.value, orbit.state, orbit.period);
    }
    out["branches"].push_back(std::move(b));
  }
  if (!diagram.note.empty()) out["note"] = diagram.note;
  add_lowest_limit(diagram.branches, diagram.proof, out);
  fmt::print("{}\n", out.dump(2));
}

void print_csv(const std::string& key, const Diagram& diagram) {
  fmt::print("{},sweep,motion,max_abs,peak_to_peak,period\n", key);
  for (const BifurcationPoint& p : diagram.points) {
    fmt::print("{},{},{},{},{},{}\n", p.value, p.sweep, analysis::get_word(p.motion.kind),
               p.motion.largest, p.motion.peak_to_peak, p.motion.period);
  }
  for (const Branch& branch : diagram.branches) {
    for (const auto& o : branch.orbits) {
      fmt::print("{},continuation,{},{},{},{}\n", o.value, o.is_stable() ? "stable" : "unstable",
                 o.largest, o.peak_to_peak, o.period);
    }
  }
}

void print_text(const std::string& key, const Diagram& diagram) {
  if (!diagram.points.empty()) {
    fmt::print("{:>12}  {:<9} {:<15} {:>12} {:>12} {:>10}\n", key, "sweep", "motion", "max |y|",
               "peak-peak", "f [Hz]");
  }
  for (const BifurcationPoint& p : diagram.points) {
    fmt::print("{:>12.6g}  {:<9} {:<15} {:>12.5g} {:>12.5g} {:>10.5g}\n", p.value, p.sweep,
               analysis::get_word(p.motion.kind), p.motion.largest, p.motion.peak_to_peak,
               p.motion.period > 0.0 ? 1.0 / p.motion.period : 0.0);
  }
  for (std::size_t k = 0; k < diagram.branches.size(); ++k) {
    print_branch(key, diagram.branches, k,
                 k < diagram.checked.size() ? &diagram.checked[k] : nullptr);
  }
  if (!diagram.note.empty()) fmt::print("{}\n", diagram.note);
  print_lowest_limit(key, diagram.branches, diagram.proof);
}

void draw(const std::string& key, const std::string& observed, const Diagram& diagram,
          const std::string& file) {
  const std::vector<BifurcationPoint>& points = diagram.points;
  Plot plot{"Bifurcation diagram",
            key == "speed.v" ? "speed [m/s]" : key,
            make_amplitude_title(describe_observed(observed)),
            {},
            true,
            false};
  add_branches(diagram.branches, plot);
  std::vector<std::string> sweeps;
  for (const BifurcationPoint& p : points) {
    if (std::find(sweeps.begin(), sweeps.end(), p.sweep) == sweeps.end()) sweeps.push_back(p.sweep);
  }
  for (std::size_t k = 0; k < sweeps.size(); ++k) {
    Series marks{sweeps[k], {}, {}, get_colour(k + 2), false, false, true, k % 2 == 1};
    for (const BifurcationPoint& p : points) {
      if (p.sweep != sweeps[k]) continue;
      marks.x.push_back(p.value);
      marks.y.push_back(1e3 * p.motion.largest);
    }
    plot.series.push_back(std::move(marks));
  }
  write_svg({plot}, file);
}

analysis::ContinuationOptions make_continuation(const std::vector<double>& values,
                                                const BifurcationVerbOptions& options) {
  analysis::ContinuationOptions follow;
  follow.t = options.t;
  follow.observed = options.observed;
  follow.steps = options.orbit_steps;
  follow.most_orbits = options.orbits;
  follow.parameter_scale = std::max(values.back() - values.front(), 1e-12) / 20.0;
  follow.value_from = values.front();
  follow.value_to = values.back();
  follow.is_cancelled = was_interrupted;
  // Next to a branch point coarser orbits are not told from those of the other branch.
  constexpr double fine = 1e-9;
  if (options.switched > 0) follow.tolerance = fine;
  return follow;
}

/// Adds the branch that `go` follows; if that is interrupted, what there is of it (`sofar` says
/// where it starts). Tells on terminals how far it is.
void follow_kept(Branch sofar, const std::vector<double>& values,
                 const BifurcationVerbOptions& options, Diagram& diagram,
                 const std::function<Branch(const analysis::ContinuationOptions&)>& go) {
  Progress progress(true);
  analysis::ContinuationOptions follow = make_continuation(values, options);
  follow.on_orbit = [&](const analysis::PeriodicOrbit& orbit) {
    sofar.orbits.push_back(orbit);
    progress.say(fmt::format("limit cycle {} of at most {}, at {:.6g}", sofar.orbits.size(),
                             follow.most_orbits, orbit.value));
  };
  try {
    diagram.branches.push_back(go(follow));
  } catch (const RunError&) {
    sofar.ending = Branch::End::step_size;
    sofar.end = "interrupted";
    diagram.branches.push_back(std::move(sofar));
    progress.clear();
    throw;
  }
  progress.clear();
}

/// Why no branch begins, by the eigenvalues: the mode that grows most at the first value, or the one
/// that is least damped of all.
std::string tell_no_hopf_point(const analysis::RootLocus& locus,
                               const std::vector<double>& values) {
  std::string text = fmt::format(
      "no Hopf point between {:g} and {:g}: steady running neither begins nor ceases "
      "to oscillate",
      values.front(), values.back());
  const analysis::Mode *first = nullptr, *least = nullptr;
  double at = 0.0;
  const auto is_above = [](const analysis::Mode& a, const analysis::Mode* b) {
    return b == nullptr || a.value.real() > b->value.real();
  };
  for (std::size_t i = 0; i < locus.values.size(); ++i) {
    for (const analysis::Mode& mode : locus.modes[i]) {
      if (analysis::is_neutral(mode.value)) continue;
      if (i == 0 && is_above(mode, first)) first = &mode;
      if (!is_above(mode, least)) continue;
      least = &mode;
      at = locus.values[i];
    }
  }
  if (first != nullptr && first->value.real() > 0.0) {
    text += fmt::format("; it is unstable already at {:g} ({}, growth {:.3g} 1/s)",
                        locus.values.front(), first->name, first->value.real());
  } else if (least != nullptr) {
    text += fmt::format("; the least damped mode is {}, growth {:.3g} 1/s at {:g}", least->name,
                        least->value.real(), at);
  }
  for (const analysis::LostValue& lost : locus.lost)
    text += fmt::format("; no steady running at {:g}: {}", lost.value, lost.reason);
  return text;
}

void follow_hopf_points(const scenario::Family& family, const std::vector<double>& values,
                        const BifurcationVerbOptions& options, Diagram& diagram) {
  analysis::RootLocusOptions locus_options;
  locus_options.t = options.t;
  locus_options.is_cancelled = was_interrupted;
  Progress progress(true);
  locus_options.on_progress = [&](double fraction) { progress.show(fraction, "eigenvalues"); };
  const analysis::RootLocus locus = analysis::find_root_locus(family, values, locus_options);
  progress.clear();
  int left_out = 0;
  for (const analysis::Crossing& crossing : locus.crossings) {
    if (!(crossing.frequency > 0.0)) continue;
    if (static_cast<int>(diagram.branches.size()) >= options.branches) {
      ++left_out;
      continue;
    }
    Branch sofar;
    sofar.hopf = crossing.value;
    sofar.hopf_frequency = crossing.frequency;
    follow_kept(sofar, values, options, diagram, [&](const analysis::ContinuationOptions& follow) {
      return analysis::follow_branch(family, crossing.value, follow);
    });
  }
  if (left_out > 0)
    diagram.note = fmt::format("{} further Hopf points were not followed (--branches)", left_out);
  if (diagram.branches.empty()) {
    diagram.note = tell_no_hopf_point(locus, values);
  }
}

bool lies_on(const Branch& branch, const BifurcationPoint& point) {
  constexpr double near = 0.03;
  for (std::size_t i = 1; i < branch.orbits.size(); ++i) {
    const auto &a = branch.orbits[i - 1], &b = branch.orbits[i];
    if ((a.value - point.value) * (b.value - point.value) > 0.0) continue;
    const double part = a.value == b.value ? 0.5 : (point.value - a.value) / (b.value - a.value);
    const double there = a.peak_to_peak + part * (b.peak_to_peak - a.peak_to_peak);
    if (std::abs(there - point.motion.peak_to_peak) < near * point.motion.peak_to_peak) return true;
  }
  return false;
}

/// From simulated limit cycles that no branch so far comes through, the largest first.
void follow_motions(const scenario::Family& family, const std::vector<double>& values,
                    const BifurcationVerbOptions& options, Diagram& diagram) {
  std::vector<BifurcationPoint> cycles;
  for (const BifurcationPoint& point : diagram.points) {
    if (point.motion.kind == analysis::MotionKind::periodic) cycles.push_back(point);
  }
  std::stable_sort(cycles.begin(), cycles.end(), [](const auto& a, const auto& b) {
    return a.motion.peak_to_peak > b.motion.peak_to_peak;
  });
  constexpr int most = 2;  // each is minutes of work
  int followed = 0;
  for (const BifurcationPoint& cycle : cycles) {
    const bool is_known = std::any_of(diagram.branches.begin(), diagram.branches.end(),
                                      [&](const Branch& b) { return lies_on(b, cycle); });
    if (is_known || followed++ >= most) continue;
    Branch sofar;
    sofar.start = Branch::Start::motion;
    sofar.hopf = cycle.value;
    sofar.hopf_frequency = 1.0 / cycle.motion.period;
    follow_kept(sofar, values, options, diagram, [&](const analysis::ContinuationOptions& follow) {
      return analysis::follow_from_motion(family, cycle.value, cycle.motion.state,
                                          cycle.motion.period, follow);
    });
  }
}

/// Branches that leave those found so far at branch points and period doublings.
void follow_switches(const scenario::Family& family, const std::vector<double>& values,
                     const BifurcationVerbOptions& options, Diagram& diagram) {
  const analysis::FlowFamily flows = analysis::make_flows(family, options.t, options.observed);
  for (int i = 0; i < options.switched; ++i) {
    const auto departure =
        analysis::find_departure(diagram.branches, make_continuation(values, options));
    if (!departure) return;
    follow_kept(analysis::make_branch(*departure), values, options, diagram,
                [&](const analysis::ContinuationOptions& follow) {
                  return analysis::follow_switched(flows, *departure, follow);
                });
  }
}

void check_limit_cycles(const analysis::FlowFamily& flows, Diagram& diagram) {
  std::size_t count = 0, before = 0;
  for (const Branch& branch : diagram.branches) count += branch.orbits.size();
  Progress progress(true);
  const auto tell = [&](std::size_t done) {
    progress.show(static_cast<double>(done) / static_cast<double>(count),
                  fmt::format("limit cycle {} of {} simulated again", done, count));
  };
  if (count > 0) tell(0);
  analysis::OrbitCheckOptions check;
  check.is_cancelled = was_interrupted;
  check.on_progress = [&](std::size_t done) { tell(before + done); };
  for (const Branch& branch : diagram.branches) {
    diagram.checked.push_back(analysis::check_orbits(flows, branch.orbits, check));
    before += branch.orbits.size();
  }
  progress.clear();
}

/// Asks by simulation whether a motion lasts below the lowest fold so far, and follows its branch.
void follow_lower(const scenario::Family& family, const std::vector<double>& values,
                  const BifurcationVerbOptions& options, Diagram& diagram) {
  Progress progress(true);
  analysis::LowerBranchOptions search;
  search.settle.t = options.t;
  search.settle.observed = options.observed;
  search.settle.longest = options.longest;
  search.settle.is_cancelled = was_interrupted;
  search.continuation = make_continuation(values, options);
  search.on_progress = [&](const std::string& what) { progress.say(what); };
  analysis::LowerBranch lower = analysis::find_lower_branch(family, diagram.branches, search);
  for (Branch& branch : lower.branches) diagram.branches.push_back(std::move(branch));
  diagram.proof = std::move(lower.told);
  progress.clear();
}

void find_all(const scenario::Family& family, const std::vector<double>& values,
              const BifurcationVerbOptions& options, Diagram& diagram) {
  if (options.method != "continuation") {
    Progress progress(true);
    analysis::BifurcationOptions sweep = make_sweep(options);
    sweep.settle.t = options.t;
    sweep.on_progress = [&](double fraction) { progress.show(fraction); };
    sweep.on_point = [&](const BifurcationPoint& point) { diagram.points.push_back(point); };
    analysis::find_bifurcation(family, values, sweep);
    progress.clear();
  }
  if (options.method == "simulation") return;
  follow_hopf_points(family, values, options, diagram);
  follow_motions(family, values, options, diagram);
  follow_switches(family, values, options, diagram);
  if (options.method == "continuation" && !options.without_simulation)
    follow_lower(family, values, options, diagram);
  if (!options.check) return;
  check_limit_cycles(analysis::make_flows(family, options.t, options.observed), diagram);
}

/// Hopf point and fold over a second entry of the scenario.
int find_curves(const std::string& key, const std::vector<double>& values,
                const BifurcationVerbOptions& options) {
  const std::vector<double> seconds = read_range("--over-values", options.over_values, "1", true);
  const analysis::Families families = [&](double second) {
    std::vector<Setting> overrides = parse_overrides(options.set);
    overrides.push_back({options.over, fmt::format("{}", second)});
    return input::make_family(options.scenario, overrides, key);
  };
  Progress progress(true);
  const LimitCurves curves{
      key, options.over, options.observed,
      analysis::find_limit_curves(
          families, seconds, make_continuation(values, options),
          [&](double fraction, const std::string& what) { progress.show(fraction, what); })};
  progress.clear();
  if (options.format == "json")
    print_json(curves, describe_origin(options.scenario, options.set));
  else if (options.format == "csv")
    print_csv(curves);
  else
    print_text(curves);
  if (!options.plot.empty()) draw(curves, options.plot);
  const bool nothing = std::all_of(curves.points.begin(), curves.points.end(), [](const auto& p) {
    return std::isnan(p.hopf) && std::isnan(p.fold);
  });
  return nothing ? exit_run_failed : exit_done;
}

int bifurcation(const BifurcationVerbOptions& options) {
  const std::string key = options.values.empty() ? "speed.v" : options.parameter;
  const std::vector<double> values = options.values.empty()
                                         ? read_range("--speed", options.speed, "m/s", true)
                                         : read_range("--values", options.values, "1", true);
  if (!options.plot.empty())
    check_picture("-p", options.plot, list_inputs(options.scenario, options.set), options.force);
  const scenario::Family family =
      input::make_family(options.scenario, parse_overrides(options.set), key);
  catch_interrupts();
  if (!options.over.empty()) return find_curves(key, values, options);
  Diagram diagram;
  const auto put_out = [&] {
    if (options.format == "json")
      print_json(key, options.observed, diagram, describe_origin(options.scenario, options.set),
                 analysis::make_flows(family, options.t, options.observed));
    else if (options.format == "csv")
      print_csv(key, diagram);
    else
      print_text(key, diagram);
    if (!options.plot.empty()) draw(key, options.observed, diagram, options.plot);
  };
  try {
    find_all(family, values, options, diagram);
  } catch (const RunError&) {
    // What was found before Ctrl-C or a failure is not lost.
    if (!(diagram.points.empty() && diagram.branches.empty())) put_out();
    throw;
  }
  put_out();
  // A branch that could not even be begun is a failure; one that broke off has said so.
  const bool nothing = diagram.points.empty() && !diagram.branches.empty() &&
                       std::all_of(diagram.branches.begin(), diagram.branches.end(),
                                   [](const Branch& b) { return b.orbits.empty(); });
  return nothing ? exit_run_failed : exit_done;
}

}  // namespace

void add_bifurcation(Verbs& verbs) {
  auto [verb, options] = verbs.add<BifurcationVerbOptions>(
      "bifurcation",
      "amplitude of hunting over the speed, by simulation and by continuation of limit cycles",
      bifurcation);
  verb.scenario(options.scenario, options.set);
  add_radius(verb, options.set);
  add_varied(verb, options.t, options.parameter, options.observed);
  Option speed = verb.option("--speed", options.speed, "speeds from:step:to");
  Option values =
      verb.option("--values", options.values, "values of --parameter from:step:to, in SI");
  speed.excludes(values);
  verb.option("--method", options.method, "how motions are found")
      .one_of({"simulation", "continuation", "both"})
      .shows_default();
  add_direction(verb, options.direction);
  add_starts(verb, options.starts);
  add_longest(verb, options.longest);
  add_orbit_steps(verb, options.orbit_steps);
  verb.option("--orbits", options.orbits,
              "continuation: largest number of limit cycles on a branch")
      .within(1, 10000)
      .shows_default();
  verb.option("--branches", options.branches,
              "continuation: follow the branches of so many Hopf points only, lowest first")
      .within(1, 1000);
  verb.option("--switch", options.switched,
              "follow at most this many branches that leave others at branch points and period "
              "doublings")
      .shows_default();
  verb.flag("--no-simulation", options.without_simulation,
            "continuation: do not ask by simulation whether a motion lasts below the lowest fold");
  verb.flag("--check-orbits", options.check,
            "simulate each limit cycle again with a tolerance of 1e-10 and give its closing error");
  Option over = verb.option("--over", options.over,
                            "follow Hopf point and fold over this second entry of the scenario");
  Option over_values =
      verb.option("--over-values", options.over_values, "its values from:step:to, in SI");
  over.needs(over_values);
  over_values.needs(over);
  verb.option("-p,--plot", options.plot, "SVG file of the diagram");
  add_force(verb, options.force);
  add_format(verb, options.format, {"text", "csv", "json"});
}

}  // namespace fourfoot::cli
