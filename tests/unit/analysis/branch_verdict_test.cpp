// What a branch says about the critical speed depends on how it ended.
#include "analysis/branch_verdict.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace fourfoot::testing {
namespace {

using analysis::Branch;

Branch make_branch(Branch::End ending, double last) {
  Branch branch;
  branch.hopf = 70.0;
  branch.hopf_frequency = 5.0;
  branch.ending = ending;
  branch.end = "measured reason";
  branch.orbits.resize(3);
  branch.orbits.back().value = last;
  return branch;
}

void add_fold(double value, Branch& branch) {
  analysis::Fold fold;
  fold.value = value;
  fold.orbit.period = 0.25;
  branch.folds.push_back(fold);
}

TEST(BranchVerdict, TheLowestFoldIsTheCriticalSpeed) {
  Branch branch = make_branch(Branch::End::range, 75.0);
  add_fold(66.0, branch);
  add_fold(71.0, branch);
  add_fold(64.0, branch);
  analysis::CriticalSpeed found;
  analysis::judge_branch(branch, 60.0, found);
  EXPECT_EQ(found.value, 64.0);
  EXPECT_EQ(found.frequency, 4.0);
  EXPECT_EQ(found.reason, "fold of the branch of limit cycles");
}

TEST(BranchVerdict, ABranchThatBrokeOffSaysSo) {
  Branch branch = make_branch(Branch::End::step_size, 66.0);
  analysis::CriticalSpeed found;
  EXPECT_THROW(analysis::judge_branch(branch, 60.0, found), RunError);
  add_fold(65.0, branch);
  analysis::judge_branch(branch, 60.0, found);
  EXPECT_EQ(found.value, 65.0);
  EXPECT_NE(found.reason.find("broke off behind it: measured reason"), std::string::npos);
}

TEST(BranchVerdict, HuntingThatGoesOnBelowTheRangeHasNoCriticalSpeedInIt) {
  const Branch branch = make_branch(Branch::End::range, 59.9);
  analysis::CriticalSpeed found;
  EXPECT_THROW(analysis::judge_branch(branch, 60.0, found), RunError);
}

TEST(BranchVerdict, WithoutAFoldItIsTheHopfPoint) {
  analysis::CriticalSpeed found;
  analysis::judge_branch(make_branch(Branch::End::range, 75.0), 60.0, found);
  EXPECT_EQ(found.value, 70.0);
  EXPECT_EQ(found.frequency, 5.0);
}

TEST(BranchVerdict, OfSeveralBranchesTheLowestFoldCounts) {
  std::vector<Branch> branches = {make_branch(Branch::End::range, 75.0),
                                  make_branch(Branch::End::step_size, 66.0)};
  branches[1].start = Branch::Start::motion;
  branches[1].hopf = 65.5;
  for (Branch& branch : branches)
    for (analysis::PeriodicOrbit& orbit : branch.orbits) orbit.value = 75.0;
  add_fold(66.0, branches[0]);
  add_fold(65.0, branches[1]);
  branches[1].folds[0].orbit.wheelset = "wheelset_2/y";
  analysis::CriticalSpeed found;
  analysis::judge_branches(branches, 60.0, found);
  EXPECT_EQ(found.value, 65.0);
  EXPECT_EQ(found.wheelset, "wheelset_2");
  EXPECT_NE(found.reason.find("simulated motion"), std::string::npos) << found.reason;
  EXPECT_NE(found.reason.find("measured reason"), std::string::npos) << found.reason;
  branches.pop_back();
  analysis::judge_branches(branches, 60.0, found);
  EXPECT_EQ(found.value, 66.0);
}

// A branch of a simulated motion is followed both ways: either end may leave the range.
TEST(BranchVerdict, BothEndsOfASimulatedMotionsBranchMayLieBelow) {
  std::vector<Branch> branches = {make_branch(Branch::End::range, 75.0),
                                  make_branch(Branch::End::range, 75.0)};
  branches[0].orbits.front().value = 70.0;
  branches[1].start = Branch::Start::motion;
  branches[1].orbits.front().value = 59.9;
  analysis::CriticalSpeed found;
  EXPECT_THROW(analysis::judge_branches(branches, 60.0, found), RunError);
}

}  // namespace
}  // namespace fourfoot::testing
