#include "analysis/divergence.h"

#include <gtest/gtest.h>

#include <cmath>

namespace fourfoot::analysis {
namespace {

std::vector<VecX> embed(const std::vector<double>& x, std::size_t width) {
  std::vector<VecX> points;
  for (std::size_t i = 0; i + width <= x.size(); ++i) {
    points.push_back(Eigen::Map<const VecX>(x.data() + i, static_cast<Eigen::Index>(width)));
  }
  return points;
}

std::vector<double> iterate_logistic(double r, int count) {
  std::vector<double> all;
  double x = 0.3;
  for (int i = 0; i < count + 100; ++i) {
    x = r * x * (1.0 - x);
    if (i >= 100) all.push_back(x);
  }
  return all;
}

// Settling calls a motion chaotic above 0.2 per return: both sides must keep clear of it.
TEST(Divergence, TellsQuasiPeriodicFromChaotic) {
  for (const int count : {60, 120, 300}) {
    for (int k = 1; k < 60; ++k) {
      std::vector<double> x;
      const double w = 0.1037 * k;
      for (int i = 0; i < count; ++i)
        x.push_back(std::sin(w * i) + 0.3 * std::sin(2.0 * w * i + 0.4));
      EXPECT_LT(calc_divergence(embed(x, 3)), 0.19) << count << " " << w;
    }
    for (const double r : {3.7, 3.8, 3.9, 3.97, 4.0})
      EXPECT_GT(calc_divergence(embed(iterate_logistic(r, count), 1)), 0.25) << count << " " << r;
  }
}

// The logistic map at r = 4 has the exponent ln 2; the estimate of few points falls short of it.
TEST(Divergence, IsTheLyapunovExponentOfManyPoints) {
  std::vector<double> x = iterate_logistic(3.9, 20000);
  const double many = calc_divergence(embed(std::vector<double>(x.begin(), x.begin() + 4000), 1));
  EXPECT_NEAR(many, 0.494, 0.08);  // ln|f'| averaged along the orbit, below
  double sum = 0.0;
  for (const double value : x) sum += std::log(std::abs(3.9 * (1.0 - 2.0 * value)));
  EXPECT_NEAR(sum / static_cast<double>(x.size()), 0.494, 0.01);
}

TEST(Divergence, FewPointsTellNothing) {
  EXPECT_TRUE(std::isnan(calc_divergence(embed(iterate_logistic(3.9, 39), 1))));
  EXPECT_EQ(calc_divergence(std::vector<VecX>(50, VecX::Ones(2))), 0.0);
}

}  // namespace
}  // namespace fourfoot::analysis
