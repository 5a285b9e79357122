// The mean of df/dy over a step: a spring with a bend, x'' = -k x - (100 k - k) max(0, x - 1).
#include "analysis/mean_jacobian.h"

#include <gtest/gtest.h>

#include <cmath>

namespace fourfoot::testing {
namespace {

constexpr double soft = 4.0, stiff = 400.0, bend = 1.0;

VecX calc_rate(const VecX& y) {
  return Eigen::Vector2d(y[1], -soft * y[0] - (stiff - soft) * std::max(0.0, y[0] - bend));
}

MatX calc_jacobian(const VecX& y) {
  MatX jacobian = MatX::Zero(2, 2);
  jacobian(0, 1) = 1.0;
  jacobian(1, 0) = y[0] > bend ? -stiff : -soft;
  return jacobian;
}

analysis::MeanJacobian step_over(const VecX& from, const VecX& to, double h) {
  analysis::MeanJacobian mean({1, 1, 0}, VecX::Ones(2));
  mean.begin();
  mean.add(calc_jacobian(from), calc_jacobian(to), calc_rate(to) - calc_rate(from), to - from, h);
  return mean;
}

TEST(MeanJacobian, IsTheJacobianWhereTheRateIsLinear) {
  const VecX from = Eigen::Vector2d(0.2, 3.0), to = Eigen::Vector2d(0.5, 2.9);
  const auto mean = step_over(from, to, 0.1);
  EXPECT_LT((mean.integral() - 0.1 * calc_jacobian(from)).norm(), 1e-14);
  EXPECT_LT(mean.correction(), 1e-14);
}

// The stiffness over a step across the bend is that of the chord, whatever both ends say.
TEST(MeanJacobian, TellsHowTheRateChangesAcrossACorner) {
  const double h = 0.01;
  const VecX from = Eigen::Vector2d(0.9, 30.0), to = Eigen::Vector2d(1.3, 29.0);
  const auto mean = step_over(from, to, h);
  const VecX told = mean.integral() * (to - from) / h;
  EXPECT_LT((told - (calc_rate(to) - calc_rate(from))).norm(), 1e-10);
  const double chord = (calc_rate(to) - calc_rate(from))[1] / 0.4;
  EXPECT_NEAR(mean.integral()(1, 0) / h, chord, 1e-10);
  // Both ends are as far from it as their mean is: that is moved, by h^2 times the difference.
  EXPECT_NEAR(mean.correction(), h * h * std::abs(chord + 0.5 * (soft + stiff)), 1e-12);
}

// A step that turns beyond the bend ends near where it began, while the force has a part that does
// not depend on the displacement: a difference over a short way, of any size.
TEST(MeanJacobian, SaysThatACornerIsMetByAShortWay) {
  analysis::MeanJacobian mean({1, 1, 0}, VecX::Ones(2));
  mean.begin();
  const VecX dy = Eigen::Vector2d(1e-4, 0.0), change = Eigen::Vector2d(0.0, 10.0);
  const MatX jacobian = calc_jacobian(VecX::Zero(2));
  mean.add(jacobian, jacobian, change, dy, 0.01);
  EXPECT_NEAR(mean.correction(), 0.01 * 0.01 * (10.0 / 1e-4 + soft), 1e-9);
  mean.begin();
  EXPECT_EQ(mean.correction(), 0.0);
}

}  // namespace
}  // namespace fourfoot::testing
