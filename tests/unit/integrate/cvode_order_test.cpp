#include <gtest/gtest.h>

#include <cmath>

#include "integrate/registry.h"
#include "unit/integrate/problems.h"

namespace fourfoot::integrate {
namespace {

/// What is left of the amplitude of an oscillation at 5 Hz after 2 s of steps of 1 ms, begun anew after 1 s.
double calc_amplitude_left(double amplitude, long& steps) {
  Oscillator problem;
  problem.omega = 31.0;
  Options options;
  options.rtol = options.atol = 5e-4;
  options.max_order = 2;
  options.max_step = 1e-3;
  const auto integrator = make_integrator("bdf", problem, options);
  integrator->start(0.0, problem.exact(0.0, amplitude));
  while (integrator->t() < 1.0) integrator->step(1.0);
  const VecX middle = integrator->y();
  integrator->restart(1.0, middle);
  while (integrator->t() < 2.0) integrator->step(2.0);
  steps = integrator->get_statistics().steps;
  return std::hypot(integrator->y()[0], integrator->y()[1] / problem.omega) / amplitude;
}

// BDF2 damps by (omega h)^4 / 4 a step: 4.6e-4 in all, and a few steps of lower order after each start. Implicit Euler
// would leave exp(-0.96).
TEST(CvodeOrder, DoesNotDampWhatIsBelowTheTolerance) {
  for (const double amplitude : {1e-8, 1e-6, 1e-4, 1e-3}) {
    long steps = 0;
    EXPECT_NEAR(calc_amplitude_left(amplitude, steps), 1.0, 0.01) << amplitude;
    EXPECT_LT(steps, 2100) << amplitude;
  }
}

}  // namespace
}  // namespace fourfoot::integrate
