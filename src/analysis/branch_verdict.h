#pragma once

#include "analysis/critical_speed.h"
#include "analysis/periodic_orbit.h"

namespace fourfoot::analysis {

/// What a branch of limit cycles that leaves steady running at its Hopf point says about the lowest
/// speed with lasting motion, above `low`:
///
///   it has a fold below the Hopf point         that of the lowest fold
///   it has none and was followed to its end    the Hopf point: the motion grows from nothing
///
/// A branch that goes on below `low` says nothing but that motion lasts there; one that broke off
/// before its first fold says nothing at all: both throw RunError with what was seen. One that
/// broke off behind a fold is reported with that reservation.
void judge_branch(const Branch& branch, double low, CriticalSpeed& out);

/// Throws RunError if a branch goes on below `low`.
void check_low_end(const std::vector<Branch>& branches, double low);

/// The same of several branches, the first of which begins at the lowest Hopf point: the lowest limit
/// of all. Branches from simulated motions tell by their folds alone.
void judge_branches(const std::vector<Branch>& branches, double low, CriticalSpeed& out);

}  // namespace fourfoot::analysis
