#pragma once

#include <complex>
#include <string>
#include <vector>

#include "analysis/initial_state.h"
#include "analysis/time_run.h"
#include "input/load.h"
#include "math/eigenvalues.h"
#include "scenario/scenario.h"
#include "system/system.h"

namespace fourfoot::testing {

/// A wheelset on springs at speed v, read from a file's text as a user would write it. `more` is
/// put behind the textbook contact's entries; `suspended` = false leaves the springs away.
inline scenario::Scenario make_hunting_scenario(double v, const std::string& more,
                                                bool suspended = true) {
  std::string text = R"(
[vehicle.bodies.wheelset]
type = "wheelset"
mass = 1500
inertia = [800, 120, 800]
position = [0, 0, 0.46]
radius = 0.46
free = ["y", "psi", "chi"]
)";
  if (suspended) {
    for (const char* y : {"1.0", "-1.0"}) {
      text += std::string("[vehicle.elements.") + (y[0] == '-' ? "right" : "left") + R"(]
type = "spring-damper"
between = ["track", "wheelset"]
stiffness = [5e5, 1e5, 0]
at = [0, )" + y +
              ", 0.46]\n";
    }
  }
  text += "[speed]\nv = " + std::to_string(v) + R"(
[run]
duration = 1
[contact]
model = "textbook"
conicity = 0.05
f11 = 8e6
f22 = 7e6
)" + more;
  const auto source = std::make_shared<SourceFile>(SourceFile{"hunting.toml", text});
  const auto document = input::load_document(source, {}, *scenario::get_scenario_schema());
  return scenario::read_scenario(document.root);
}

/// Eigenvalues of the lateral motion (y, psi and their rates): the program's own Jacobian at rest,
/// without the spin, which is decoupled there.
inline Eigen::VectorXcd calc_lateral_eigenvalues(const system::System& system,
                                                 Eigen::MatrixXcd* vectors = nullptr) {
  system::Workspace ws(system);
  const VecX y = system.calc_nominal_state(ws);
  MatX jacobian(system.size(), system.size());
  system.calc_jacobian(0.0, y, ws, jacobian);
  const std::vector<std::string> names = system.get_state_names();
  std::vector<int> kept;
  for (int i = 0; i < system.size(); ++i) {
    const std::string& name = names[static_cast<std::size_t>(i)];
    if (name.find("chi") == std::string::npos) kept.push_back(i);
  }
  MatX lateral(kept.size(), kept.size());
  for (std::size_t i = 0; i < kept.size(); ++i) {
    for (std::size_t j = 0; j < kept.size(); ++j) lateral(i, j) = jacobian(kept[i], kept[j]);
  }
  const Eigenpairs pairs = calc_eigenpairs(lateral);
  if (vectors != nullptr) *vectors = pairs.vectors;
  return pairs.values;
}

/// Simulates and returns the channels in memory.
inline Trajectory simulate(const scenario::Scenario& scenario, double duration, double step,
                           const integrate::Options& integrator) {
  const auto system = scenario::build_system(scenario);
  const VecX y = analysis::calc_initial_state(*system, scenario);
  analysis::TimeRunOptions options;
  options.duration = duration;
  options.output_step = step;
  options.integrator = integrator;
  Trajectory trajectory(system->channels());
  const auto summary = analysis::run(*system, y, options, trajectory);
  if (summary.status != RunStatus::done) throw std::runtime_error(summary.message);
  return trajectory;
}

struct Peak {
  double t, value;
};

/// Maxima of a sampled signal, by the parabola through three samples.
inline std::vector<Peak> find_peaks(const std::vector<double>& t, const std::vector<double>& x) {
  std::vector<Peak> peaks;
  for (std::size_t i = 1; i + 1 < x.size(); ++i) {
    if (!(x[i] > x[i - 1] && x[i] >= x[i + 1])) continue;
    const double left = x[i] - x[i - 1], right = x[i] - x[i + 1];
    const double shift = 0.5 * (left - right) / (left + right);
    peaks.push_back({t[i] + shift * (t[i + 1] - t[i]), x[i] + 0.25 * (left - right) * shift});
  }
  return peaks;
}

}  // namespace fourfoot::testing
