// Nothing allocates in the time loop.
#include <gtest/gtest.h>

#include "integrate/drive.h"
#include "integrate/registry.h"
#include "support/count_allocations.h"
#include "unit/integrate/problems.h"

namespace fourfoot::integrate {
namespace {

/// A chain of n oscillators with a cubic spring: large enough for Eigen's blocked kernels.
struct LongChain : Problem {
  static constexpr int n = 40;
  int get_size() const override { return 2 * n; }
  Partition get_partition() const override { return {n, n, 0}; }
  void calc_rate(double, const ConstVecRef& y, VecRef ydot) override {
    for (int i = 0; i < n; ++i) {
      const double left = i > 0 ? y[i - 1] : 0.0;
      const double right = i + 1 < n ? y[i + 1] : 0.0;
      ydot[i] = y[n + i];
      ydot[n + i] =
          100.0 * (left - 2.0 * y[i] + right) - 50.0 * y[i] * y[i] * y[i] - 0.1 * y[n + i];
    }
  }
  bool calc_jacobian(double, const ConstVecRef& y, MatX& j) override {
    j.setZero();
    for (int i = 0; i < n; ++i) {
      j(i, n + i) = 1.0;
      j(n + i, i) = -200.0 - 150.0 * y[i] * y[i];
      if (i > 0) j(n + i, i - 1) = 100.0;
      if (i + 1 < n) j(n + i, i + 1) = 100.0;
      j(n + i, n + i) = -0.1;
    }
    return true;
  }
};

#ifdef FOURFOOT_COUNTS_ALLOCATIONS  // not with the sanitizers: they have their own
TEST(TimeLoop, DoesNotAllocate) {
  for (const std::string& method : get_method_names()) {
    LongChain problem;
    Options options;
    options.step = 1e-3;
    auto integrator = make_integrator(method, problem, options);
    integrator->start(0.0, VecX::Constant(2 * LongChain::n, 0.5));
    VecX y(2 * LongChain::n);
    for (int i = 0; i < 20; ++i) integrator->step(10.0);
    const long before = allocations;
    for (int i = 0; i < 500; ++i) {
      integrator->step(10.0);
      integrator->interpolate(0.5 * (integrator->t_previous() + integrator->t()), y);
    }
    integrator->restart(integrator->t(), y);
    integrator->step(10.0);
    EXPECT_EQ(allocations - before, 0) << method;
  }
}
#endif

}  // namespace
}  // namespace fourfoot::integrate
