// Folds and Hopf points over a second parameter, against closed forms.
#include "analysis/limit_curves.h"

#include <gtest/gtest.h>

#include <cmath>

#include "unit/analysis/plain_flow.h"

namespace fourfoot::testing {
namespace {

using analysis::LimitPoint;

/// r' = r (p + q r^2 - r^4), theta' = 2: the branch p = r^4 - q r^2 turns back at r^2 = q/2,
/// p = -q^2/4.
class Turning : public integrate::Problem {
 public:
  Turning(double p, double q) : p_(p), q_(q) {}
  int get_size() const override { return 2; }
  void calc_rate(double, const integrate::ConstVecRef& y, integrate::VecRef f) override {
    const double r2 = y[0] * y[0] + y[1] * y[1], g = p_ + q_ * r2 - r2 * r2;
    f << g * y[0] - 2.0 * y[1], g * y[1] + 2.0 * y[0];
  }
  bool calc_jacobian(double, const integrate::ConstVecRef& y, MatX& j) override {
    const double r2 = y[0] * y[0] + y[1] * y[1], g = p_ + q_ * r2 - r2 * r2;
    const double dg = 2.0 * q_ - 4.0 * r2;  // dg/dy = dg y
    j << g + dg * y[0] * y[0], -2.0 + dg * y[0] * y[1], 2.0 + dg * y[0] * y[1],
        g + dg * y[1] * y[1];
    return true;
  }

 private:
  double p_, q_;
};

class TurningFlow : public PlainFlow {
 public:
  TurningFlow(double p, double q) : PlainFlow(2, 0.05), p_(p), q_(q), problem_(p, q) {}
  std::unique_ptr<OrbitFlow> copy() const override { return std::make_unique<TurningFlow>(p_, q_); }
  integrate::Problem& problem() override { return problem_; }
  double calc_displacement(const VecX& x) const override { return 3e-3 * x.cwiseAbs().maxCoeff(); }

 private:
  double p_, q_;
  Turning problem_;
};

/// Beside the fold of q = 1, which is at r = 0.7071, p = -0.25: r = 0.8506.
analysis::PeriodicOrbit make_start() {
  analysis::PeriodicOrbit orbit;
  orbit.value = -0.2;
  orbit.state = VecX::Zero(2);
  orbit.state[0] = 0.85;
  orbit.period = 3.14;
  return orbit;
}

TEST(LimitCurves, FoldOfAClosedForm) {
  const analysis::FlowFamilies families = [](double q) {
    return [q](double p) { return std::make_unique<TurningFlow>(p, q); };
  };
  analysis::ContinuationOptions options;
  options.parameter_scale = 0.05;
  options.largest_amplitude = 10.0;
  options.tolerance = 1e-9;
  const analysis::PeriodicOrbit near = make_start();
  const std::vector<double> seconds = {1.0, 1.1, 1.3, 1.7, 2.5};
  std::vector<LimitPoint> points;
  analysis::follow_fold(families, seconds, near, options, points);
  ASSERT_EQ(points.size(), seconds.size());
  for (const LimitPoint& point : points) {
    const double q = point.second;
    // Orbits close to 1e-4 r, by the parameter T r dp; the branch is flat at its fold.
    EXPECT_NEAR(point.fold, -0.25 * q * q, 2e-4) << point.note;
    EXPECT_NEAR(point.orbit.largest, std::sqrt(0.5 * q), 1e-2) << q;
    EXPECT_TRUE(point.note.empty()) << point.note;
  }
}

TEST(LimitCurves, AFoldThatEndsIsSaid) {
  const analysis::FlowFamilies families = [](double q) {
    return [q](double p) { return std::make_unique<TurningFlow>(p, q); };
  };
  analysis::ContinuationOptions options;
  options.parameter_scale = 0.05;
  options.largest_amplitude = 10.0;
  const analysis::PeriodicOrbit near = make_start();
  std::vector<LimitPoint> points;
  // Below q = 0 the branch leaves the Hopf point upwards and has no fold.
  analysis::follow_fold(families, {1.0, -1.0, -2.0}, near, options, points);
  ASSERT_EQ(points.size(), 3u);
  EXPECT_NEAR(points[0].fold, -0.25, 2e-4);
  EXPECT_TRUE(std::isnan(points[1].fold));
  EXPECT_FALSE(points[1].note.empty());
  EXPECT_TRUE(std::isnan(points[2].fold));
  EXPECT_FALSE(points[2].note.empty());
}

}  // namespace
}  // namespace fourfoot::testing
