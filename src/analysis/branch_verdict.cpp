#include "analysis/branch_verdict.h"

#include <fmt/format.h>

#include "base/error.h"

namespace fourfoot::analysis {

void judge_branch(const Branch& branch, double low, CriticalSpeed& out) {
  out.value = branch.hopf;
  out.frequency = branch.hopf_frequency;
  const Fold* lowest = nullptr;
  for (const Fold& fold : branch.folds) {
    if (fold.value < branch.hopf && (lowest == nullptr || fold.value < lowest->value))
      lowest = &fold;
  }
  if (branch.ending == Branch::End::range && branch.orbits.back().value < low) {
    throw RunError(
        fmt::format("the branch of limit cycles from {:g} goes on below {:g} (amplitude {:.3g} "
                    "there): begin lower",
                    branch.hopf, low, branch.orbits.back().largest));
  }
  // At the limit of orbits, and where a branch that comes from steady running closes, more may follow.
  const bool is_whole = branch.is_complete() && branch.ending != Branch::End::count &&
                        branch.ending != Branch::End::closed;
  if (lowest == nullptr && !is_whole) {
    throw RunError(
        fmt::format("the branch of limit cycles from {:g} was followed over {} orbits and no "
                    "fold was found: {}",
                    branch.hopf, branch.orbits.size(), branch.end));
  }
  if (lowest == nullptr) {
    out.reason = "no fold below: the limit cycle grows from steady running; " + branch.end;
  } else {
    out.value = lowest->value;
    out.largest = lowest->orbit.largest;
    out.frequency = 1.0 / lowest->orbit.period;
    out.reason = "fold of the branch of limit cycles";
    if (!is_whole)
      out.reason += "; a lower one may exist, since the branch broke off behind it: " + branch.end;
  }
  out.low = out.high = out.value;
  out.trials = static_cast<int>(branch.orbits.size());
}

}  // namespace fourfoot::analysis
