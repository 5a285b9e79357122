#include "cli/branch_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/lower_branch.h"

namespace fourfoot::cli {

namespace {

using analysis::Branch;
using analysis::PeriodicOrbit;
using analysis::SpecialPoint;
using nlohmann::ordered_json;

const char* get_start_word(Branch::Start start) {
  switch (start) {
    case Branch::Start::hopf:
      return "hopf";
    case Branch::Start::motion:
      return "motion";
    case Branch::Start::branch_point:
      return "branch point";
    case Branch::Start::period_doubling:
      return "period doubling";
  }
  return "";
}

ordered_json describe(const PeriodicOrbit& orbit) {
  return {{"value", orbit.value},
          {"period", orbit.period},
          {"frequency", 1.0 / orbit.period},
          {"max_abs", orbit.largest},
          {"peak_to_peak", orbit.peak_to_peak},
          {"wheelset", orbit.wheelset},
          {"wheelset_peak_to_peak", orbit.wheelset_range},
          {"closing", orbit.closing},
          {"stable", orbit.is_stable()},
          {"largest_multiplier", orbit.largest_multiplier}};
}

ordered_json describe(const analysis::Fold& fold) {
  ordered_json out = describe(fold.orbit);
  out["located"] = fold.is_located;
  out["within"] = fold.within;
  return out;
}

ordered_json describe(const SpecialPoint& point) {
  const bool has_multiplier = point.kind != SpecialPoint::Kind::grazing;
  return {{"kind", analysis::get_word(point.kind)},
          {"value", point.value},
          {"max_abs", point.orbit.largest},
          {"subject", point.subject},
          {"located", point.is_located},
          {"within", point.within()},
          {"from", std::min(point.from, point.to)},
          {"to", std::max(point.from, point.to)},
          {"reason", point.reason},
          {"period", point.orbit.period},
          {"multiplier",
           has_multiplier ? ordered_json::array({point.multiplier.real(), point.multiplier.imag()})
                          : ordered_json()}};
}

/// "fold at 66.657", "torus at 80.12, within 1e-05", "grazing between 66.1 and 66.4"
void print_fold(const analysis::Fold& fold) {
  fmt::print("fold at {:.6g}{}, max |y| {:.5g}, {:.4g} Hz\n", fold.value,
             fold.is_located
                 ? ""
                 : fmt::format(" or up to {:.2g} beyond, where no orbit was found", fold.within),
             fold.orbit.largest, 1.0 / fold.orbit.period);
}

void print_special(const SpecialPoint& point) {
  const std::string subject = point.subject.empty() ? "" : ": " + point.subject;
  if (point.is_located) {
    fmt::print("{} at {:.6g} (located within {:.1g}), max |y| {:.5g}{}\n",
               analysis::get_word(point.kind), point.value, point.within(), point.orbit.largest,
               subject);
  } else {
    fmt::print("{} between {:.6g} and {:.6g} (not located: {}), max |y| {:.5g}{}\n",
               analysis::get_word(point.kind), std::min(point.from, point.to),
               std::max(point.from, point.to), point.reason, point.orbit.largest, subject);
  }
}

/// What orbits leave open when they are run again.
void print_check(const std::vector<PeriodicOrbit>& orbits, const std::vector<double>& left) {
  std::size_t worst = 0, failed = 0;
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (std::isnan(left[i]))
      ++failed;
    else if (!(left[i] <= left[worst]))
      worst = i;
  }
  if (failed == left.size()) {
    fmt::print("none of the {} orbits could be run again\n", left.size());
    return;
  }
  fmt::print("run again with tolerance 1e-10, the orbits close to {:.2g} m or better ({:.6g})",
             left[worst], orbits[worst].value);
  fmt::print("{}\n", failed > 0 ? fmt::format("; {} could not be run", failed) : "");
}

std::string describe_start(const Branch& branch) {
  if (branch.parent >= 0)
    return fmt::format("{} of branch {}", get_start_word(branch.start), branch.parent + 1);
  return branch.start == Branch::Start::hopf ? "Hopf point" : "simulated motion";
}

/// Runs of orbits of the same stability, lines joined.
void add_branch(const Branch& branch, Plot& plot, bool& stable_named, bool& unstable_named) {
  for (std::size_t i = 0; i < branch.orbits.size();) {
    const bool stable = branch.orbits[i].is_stable();
    Series line;
    line.colour = stable ? "#0072b2" : "#d55e00";
    line.dashed = !stable;
    bool& named = stable ? stable_named : unstable_named;
    if (!named) line.label = stable ? "limit cycle, stable" : "limit cycle, unstable";
    named = true;
    if (i > 0) {
      line.x.push_back(branch.orbits[i - 1].value);
      line.y.push_back(1e3 * branch.orbits[i - 1].largest);
    }
    for (; i < branch.orbits.size() && branch.orbits[i].is_stable() == stable; ++i) {
      line.x.push_back(branch.orbits[i].value);
      line.y.push_back(1e3 * branch.orbits[i].largest);
    }
    plot.series.push_back(std::move(line));
  }
}

struct Mark {
  const char* label;
  double value, largest;
  bool is_located;
};

std::vector<Mark> list_marks(const std::vector<Branch>& branches) {
  std::vector<Mark> marks;
  for (const Branch& branch : branches) {
    if (branch.start == Branch::Start::hopf)
      marks.push_back({"Hopf point", branch.hopf, 0.0, true});
    for (const analysis::Fold& fold : branch.folds)
      marks.push_back({"fold", fold.value, fold.orbit.largest, fold.is_located});
    for (const SpecialPoint& point : branch.specials) {
      marks.push_back(
          {analysis::get_word(point.kind), point.value, point.orbit.largest, point.is_located});
    }
  }
  return marks;
}

}  // namespace

nlohmann::ordered_json describe_branch(const Branch& branch) {
  const bool is_hopf = branch.start == Branch::Start::hopf;
  ordered_json b = {
      {"start", get_start_word(branch.start)},
      {"start_value", branch.hopf},
      {"parent", branch.parent < 0 ? ordered_json() : ordered_json(branch.parent)},
      {"hopf", is_hopf ? ordered_json(branch.hopf) : ordered_json()},
      {"hopf_frequency", is_hopf ? ordered_json(branch.hopf_frequency) : ordered_json()},
      {"folds", ordered_json::array()},
      {"special_points", ordered_json::array()},
      {"complete", branch.is_complete()},
      {"end", branch.end},
      {"orbits", ordered_json::array()}};
  for (const analysis::Fold& fold : branch.folds) b["folds"].push_back(describe(fold));
  for (const auto& point : branch.specials) b["special_points"].push_back(describe(point));
  for (const auto& orbit : branch.orbits) b["orbits"].push_back(describe(orbit));
  return b;
}

void print_branch(const std::string& key, const std::vector<Branch>& branches, std::size_t index,
                  const std::vector<double>* left) {
  const Branch& branch = branches[index];
  const bool has_names = std::any_of(branches.begin(), branches.end(),
                                     [](const Branch& other) { return other.parent >= 0; });
  fmt::print("\nbranch{} from {} = {:.6g} ({}, {:.4g} Hz), {} orbits; {}\n",
             has_names ? fmt::format(" {}", index + 1) : "", key, branch.hopf,
             describe_start(branch), branch.hopf_frequency, branch.orbits.size(), branch.end);
  for (const analysis::Fold& fold : branch.folds) print_fold(fold);
  for (const SpecialPoint& point : branch.specials) print_special(point);
  if (branch.orbits.empty()) return;
  const auto widest = std::max_element(
      branch.orbits.begin(), branch.orbits.end(),
      [](const auto& a, const auto& b) { return a.wheelset_range < b.wheelset_range; });
  if (!widest->wheelset.empty()) {
    fmt::print("largest motion of a wheelset: {} {:.5g} peak to peak at {:.6g}\n", widest->wheelset,
               widest->wheelset_range, widest->value);
  }
  if (left != nullptr) print_check(branch.orbits, *left);
  fmt::print("{:>12} {:>12} {:>12} {:>10} {:>12}{}\n", key, "max |y|", "peak-peak", "f [Hz]",
             "multiplier", left != nullptr ? " closing [m]" : "");
  for (std::size_t i = 0; i < branch.orbits.size(); ++i) {
    const PeriodicOrbit& o = branch.orbits[i];
    fmt::print("{:>12.6g} {:>12.5g} {:>12.5g} {:>10.5g} {:>12.5g}{}\n", o.value, o.largest,
               o.peak_to_peak, 1.0 / o.period, o.largest_multiplier,
               left != nullptr ? fmt::format(" {:>11.2g}", (*left)[i]) : "");
  }
}

void add_lowest_limit(const std::vector<Branch>& branches, const std::string& proof,
                      ordered_json& out) {
  const auto lowest = analysis::find_lowest_limit(branches);
  if (!lowest) return;
  out["lowest"] = {{"value", lowest->value},
                   {"kind", lowest->fold != nullptr ? "fold" : "hopf"},
                   {"branch", lowest->branch}};
  if (!proof.empty()) out["proof"] = proof;
}

void print_lowest_limit(const std::string& key, const std::vector<Branch>& branches,
                        const std::string& proof) {
  const auto lowest = analysis::find_lowest_limit(branches);
  if (!lowest) return;
  const Branch& branch = branches[lowest->branch];
  fmt::print("\nlowest limit of all branches: {} at {} = {:.6g}, branch from {:.6g} ({})\n",
             lowest->fold != nullptr ? "fold" : "Hopf point", key, lowest->value, branch.hopf,
             describe_start(branch));
  if (!proof.empty()) fmt::print("{}\n", proof);
}

/// Grazing is often next to a fold, which is drawn above it.
constexpr std::pair<const char*, std::size_t> mark_colours[] = {
    {"grazing", 8}, {"branch point", 5}, {"period doubling", 6},
    {"torus", 7},   {"fold", 4},         {"Hopf point", 9}};

void add_branches(const std::vector<Branch>& branches, Plot& plot) {
  bool stable_named = false, unstable_named = false;
  for (const Branch& branch : branches) add_branch(branch, plot, stable_named, unstable_named);
  for (const auto& [label, colour] : mark_colours) {
    bool is_named = false;
    for (const bool is_located : {true, false}) {
      Series marks{"", {}, {}, get_colour(colour), false, false, true, !is_located};
      for (const Mark& mark : list_marks(branches)) {
        if (std::string(mark.label) != label || mark.is_located != is_located) continue;
        marks.x.push_back(mark.value);
        marks.y.push_back(1e3 * mark.largest);
      }
      if (marks.x.empty()) continue;
      if (!is_named) marks.label = label;
      is_named = true;
      plot.series.push_back(std::move(marks));
    }
  }
}

}  // namespace fourfoot::cli
