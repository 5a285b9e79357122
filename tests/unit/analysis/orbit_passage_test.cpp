// Derivatives of a passage against differences of passages.
#include "analysis/orbit_passage.h"

#include <gtest/gtest.h>

#include <cmath>

#include "unit/analysis/plain_flow.h"

namespace fourfoot::testing {
namespace {

/// Two masses on springs, one of them between stops that are ten times as stiff: forces have
/// corners, their derivatives jump at each touch.
///
///   a'' = -400 a - 900 (a - b) - c a' - 1e4 (|a| - d) sign(a) where |a| > d
///   b'' = -500 b - 900 (b - a) - c b'
class StopChain : public integrate::Problem {
 public:
  explicit StopChain(double gap) : gap_(gap) {}
  int get_size() const override { return 4; }
  integrate::Partition get_partition() const override { return {2, 2, 0}; }
  void calc_rate(double, const integrate::ConstVecRef& y, integrate::VecRef f) override {
    const double over = std::abs(y[0]) - gap_;
    const double stop = over > 0.0 ? std::copysign(1e4 * over, y[0]) : 0.0;
    f << y[2], y[3], -400.0 * y[0] - 900.0 * (y[0] - y[1]) - 0.5 * y[2] - stop,
        -500.0 * y[1] - 900.0 * (y[1] - y[0]) - 0.5 * y[3];
  }
  bool calc_jacobian(double, const integrate::ConstVecRef& y, MatX& j) override {
    const double stop = std::abs(y[0]) > gap_ ? 1e4 : 0.0;
    j << 0, 0, 1, 0, 0, 0, 0, 1, -1300.0 - stop, 900, -0.5, 0, 900, -1400, 0, -0.5;
    return true;
  }

 private:
  double gap_;
};

class StopFlow : public PlainFlow {
 public:
  explicit StopFlow(double gap) : PlainFlow(4, 1.0), gap_(gap), problem_(gap) {}
  std::unique_ptr<OrbitFlow> copy() const override { return std::make_unique<StopFlow>(gap_); }
  integrate::Problem& problem() override { return problem_; }
  double calc_displacement(const VecX& x) const override { return x.head(2).cwiseAbs().maxCoeff(); }

 private:
  double gap_;
  StopChain problem_;
};

VecX run(double gap, const VecX& y) {
  StopFlow flow(gap);
  return analysis::run_passage(flow, y, 0.25, 1e-11, 4000).end();
}

// J jumps within the steps in which the mass touches a stop. They are short, but not of length zero:
// what is left is in proportion to them.
TEST(OrbitPassage, DerivativesAreGoodThoughForcesHaveCorners) {
  constexpr double gap = 0.05, difference = 1e-6;
  StopFlow flow(gap), moved(gap + difference);
  VecX y(4);
  y << 0.1, -0.08, 0.5, 1.0;
  const analysis::Passage passage = analysis::run_passage(flow, y, 0.25, 1e-9, 50);
  const analysis::Sensitivity found =
      analysis::calc_sensitivity(flow, passage, 50, moved, difference, VecX::Zero(4));
  MatX expected(4, 4);
  for (int k = 0; k < 4; ++k) {
    const VecX step = difference * VecX::Unit(4, k);
    expected.col(k) = (run(gap, y + step) - run(gap, y - step)) / (2.0 * difference);
  }
  const VecX by_gap = (run(gap + difference, y) - run(gap - difference, y)) / (2.0 * difference);
  for (int i = 0; i < 4; ++i) {
    const double whole = expected.row(i).cwiseAbs().maxCoeff();
    for (int k = 0; k < 4; ++k) EXPECT_NEAR(found.by_start(i, k), expected(i, k), 0.01 * whole);
    EXPECT_NEAR(found.by_parameter[i], by_gap[i], 0.01 * by_gap.cwiseAbs().maxCoeff());
  }
}

}  // namespace
}  // namespace fourfoot::testing
