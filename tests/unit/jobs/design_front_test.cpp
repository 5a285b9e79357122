#include <gtest/gtest.h>

#include "jobs/optimiser.h"

namespace fourfoot::jobs {
namespace {

DesignTrial try_at(double first, double second, bool holds = true) {
  DesignTrial trial;
  trial.point.figures = {first, second};
  trial.holds = holds;
  return trial;
}

// The first is to become small, the second large.
TEST(DesignFront, NothingIsBetterInBoth) {
  scenario::Optimisation o;
  o.objectives = {{"a", 0, "min"}, {"b", 1, "max"}};
  std::vector<DesignTrial> trials = {try_at(3.0, 9.0),       try_at(1.0, 2.0), try_at(2.0, 1.0),
                                     try_at(2.0, 5.0),       try_at(2.0, 5.0), try_at(3.0, 5.0),
                                     try_at(0.5, 9.5, false)};
  mark_front(o, trials);
  std::vector<bool> front;
  for (const DesignTrial& trial : trials) front.push_back(trial.is_front);
  EXPECT_EQ(front, (std::vector<bool>{true, true, false, true, true, false, false}));
}

}  // namespace
}  // namespace fourfoot::jobs
