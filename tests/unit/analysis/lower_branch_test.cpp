// Motions that last below the lowest fold of the branches that leave steady running.
#include "analysis/lower_branch.h"

#include <gtest/gtest.h>

#include "input/scenario_family.h"

namespace fourfoot::testing {
namespace {

using analysis::Branch;

/// The branch of the lowest Hopf point as far as the search asks: where it begins and turns back.
Branch make_first_branch(double hopf, double fold) {
  Branch branch;
  branch.hopf = hopf;
  branch.orbits.resize(2);
  branch.orbits.front().value = branch.orbits.back().value = hopf;
  branch.folds.resize(1);
  branch.folds[0].value = fold;
  return branch;
}

// HSFV1, laden, S1002 on 60E1: the branch of the lowest Hopf point (64.28 m/s) turns back at
// 51.118 m/s; by falling speed, with tolerance 1e-6, hunting ends between 50.8875 and 50.9375 m/s.
TEST(LowerBranch, IsFoundWhereAMotionLastsBelowTheLowestFold) {
  const std::string file = FOURFOOT_SOURCE_DIR "/examples/21-freight-map/scenario.toml";
  const scenario::Family family =
      input::make_family(file, {{"contact.geometry", "table"}}, "speed.v");
  analysis::LowerBranchOptions options;
  options.continuation.value_from = 50.0;
  options.continuation.value_to = 52.4;
  options.continuation.parameter_scale = 1.0;
  options.continuation.find_specials = false;
  const std::vector<Branch> known = {make_first_branch(64.28, 51.118)};
  const analysis::LowerBranch lower = analysis::find_lower_branch(family, known, options);
  ASSERT_EQ(lower.branches.size(), 1u) << lower.told;
  EXPECT_EQ(lower.branches[0].start, Branch::Start::motion);
  const auto lowest = analysis::find_lowest_limit(lower.branches);
  ASSERT_TRUE(lowest && lowest->fold != nullptr) << lower.told;
  EXPECT_NEAR(lowest->value, 50.9125, 0.1);
  EXPECT_TRUE(lowest->fold->is_located);
  EXPECT_NE(lower.told.find("its own branch turns back at 50.9"), std::string::npos) << lower.told;
  // The second search knows that branch.
  EXPECT_NE(lower.told.find("find no motion that lasts below 50.9"), std::string::npos)
      << lower.told;
}

TEST(LowerBranch, TheLowestLimitIsAFoldOrAHopfPoint) {
  EXPECT_FALSE(analysis::find_lowest_limit({}));
  std::vector<Branch> branches = {make_first_branch(64.28, 66.0)};
  auto lowest = analysis::find_lowest_limit(branches);
  ASSERT_TRUE(lowest);
  EXPECT_EQ(lowest->value, 64.28);
  EXPECT_EQ(lowest->fold, nullptr);
  branches.push_back(make_first_branch(52.0, 51.0));
  branches.back().start = Branch::Start::motion;
  lowest = analysis::find_lowest_limit(branches);
  EXPECT_EQ(lowest->value, 51.0);
  EXPECT_EQ(lowest->branch, 1u);
}

}  // namespace
}  // namespace fourfoot::testing
