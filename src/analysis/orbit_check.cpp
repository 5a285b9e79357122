#include "analysis/orbit_check.h"

#include <limits>
#include <mutex>

#include "analysis/task_pool.h"
#include "base/error.h"
#include "integrate/registry.h"

namespace fourfoot::analysis {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

double check(OrbitFlow& flow, const PeriodicOrbit& orbit, const OrbitCheckOptions& check_options) {
  integrate::Options options;
  options.method = "dopri5";
  options.rtol = options.atol = check_options.tolerance;
  options.max_step = orbit.period / 20.0;
  try {
    const auto integrator = integrate::make_integrator(options.method, flow.problem(), options);
    integrator->start(0.0, orbit.state);
    for (int i = 0; integrator->t() < orbit.period; ++i) {
      if (i == check_options.most_steps) return nan;
      integrator->step(orbit.period);
    }
    return flow.calc_displacement(flow.calc_difference(orbit.state, integrator->y()));
  } catch (const RunError&) {
    return nan;
  }
}

}  // namespace

std::vector<double> check_orbits(const FlowFamily& family, const std::vector<PeriodicOrbit>& orbits,
                                 const OrbitCheckOptions& options) {
  std::vector<double> left(orbits.size(), nan);
  std::mutex telling;
  std::size_t done = 0;
  const auto work = [&](std::size_t i) {
    left[i] = check(*family(orbits[i].value), orbits[i], options);
    const std::lock_guard<std::mutex> lock(telling);
    ++done;
    if (options.on_progress) options.on_progress(done);
  };
  run_tasks(orbits.size(), options.threads, make_counter(orbits.size()), work,
            options.is_cancelled);
  return left;
}

}  // namespace fourfoot::analysis
