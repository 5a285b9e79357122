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
  if (lowest == nullptr && !branch.is_complete()) {
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
    if (!branch.is_complete())
      out.reason += "; a lower one may exist, since the branch broke off behind it: " + branch.end;
  }
  out.low = out.high = out.value;
  out.trials = static_cast<int>(branch.orbits.size());
}

}  // namespace fourfoot::analysis
