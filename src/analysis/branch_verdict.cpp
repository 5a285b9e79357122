#include "analysis/branch_verdict.h"

#include <fmt/format.h>

#include "analysis/lower_branch.h"
#include "base/error.h"

namespace fourfoot::analysis {

namespace {

/// At the limit of orbits, and where a branch that comes from steady running closes, more may follow.
bool is_whole(const Branch& branch) {
  return branch.is_complete() && branch.ending != Branch::End::count &&
         branch.ending != Branch::End::closed;
}

const char* get_start_words(const Branch& branch) {
  return branch.start == Branch::Start::hopf ? "that leaves steady running"
                                             : "of a simulated motion that no other branch holds,";
}

}  // namespace

void check_low_end(const std::vector<Branch>& branches, double low) {
  for (const Branch& branch : branches) {
    if (branch.ending != Branch::End::range || branch.orbits.empty()) continue;
    // One that begins at a Hopf point goes one way only.
    const bool is_two_way = branch.start != Branch::Start::hopf;
    for (const PeriodicOrbit* orbit : {&branch.orbits.front(), &branch.orbits.back()}) {
      const bool is_end = orbit == &branch.orbits.back() || is_two_way;
      if (!is_end || !(orbit->value < low)) continue;
      throw RunError(
          fmt::format("the branch of limit cycles from {:g} goes on below {:g} (amplitude {:.3g} "
                      "there): begin lower",
                      branch.hopf, low, orbit->largest));
    }
  }
}

void judge_branches(const std::vector<Branch>& branches, double low, CriticalSpeed& out) {
  const Branch& first = branches.front();
  check_low_end(branches, low);
  const auto lowest = find_lowest_limit(branches);
  const bool has_fold = lowest && lowest->fold != nullptr;
  if (!has_fold && !is_whole(first)) {
    throw RunError(
        fmt::format("the branch of limit cycles from {:g} was followed over {} orbits and no "
                    "fold was found: {}",
                    first.hopf, first.orbits.size(), first.end));
  }
  out.value = has_fold ? lowest->value : first.hopf;
  out.frequency = first.hopf_frequency;
  if (!has_fold) {
    out.reason = "no fold below: the limit cycle grows from steady running; " + first.end;
  } else {
    const Branch& branch = branches[lowest->branch];
    const PeriodicOrbit& orbit = lowest->fold->orbit;
    out.largest = orbit.largest;
    out.frequency = 1.0 / orbit.period;
    out.wheelset = orbit.wheelset.substr(0, orbit.wheelset.rfind('/'));
    out.wheelset_range = orbit.wheelset_range;
    out.reason = branches.size() == 1
                     ? "fold of the branch of limit cycles"
                     : fmt::format(
                           "fold of the branch of limit cycles {} at {:.6g}, the lowest of "
                           "{} branches",
                           get_start_words(branch), branch.hopf, branches.size());
    for (const Branch& other : branches) {
      if (is_whole(other)) continue;
      out.reason += fmt::format(
          "; a lower one may exist, since {} broke off{}: {}",
          branches.size() == 1 ? "the branch" : fmt::format("the branch from {:.6g}", other.hopf),
          &other == &branch ? " behind it" : "", other.end);
      break;
    }
  }
  out.low = out.high = out.value;
  out.trials = 0;
  for (const Branch& branch : branches) out.trials += static_cast<int>(branch.orbits.size());
}

void judge_branch(const Branch& branch, double low, CriticalSpeed& out) {
  judge_branches({branch}, low, out);
}

}  // namespace fourfoot::analysis
