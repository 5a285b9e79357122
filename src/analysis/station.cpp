#include "analysis/station.h"

#include "analysis/initial_state.h"
#include "base/error.h"

namespace fourfoot::analysis {

Station make_station(const scenario::Family& family, double value, double t, const Station* near) {
  Station station;
  station.value = value;
  station.t = t;
  scenario::Member member = family(value);
  station.scenario = std::move(member.scenario);
  station.system = std::move(member.system);
  const bool has_near = near != nullptr && near->equilibrium &&
                        near->equilibrium->state.size() == station.system->size();
  EquilibriumOptions options;
  options.t = t;
  for (const bool from_near : {true, false}) {
    if (from_near && !has_near) continue;
    try {
      station.equilibrium =
          from_near ? find_equilibrium(*station.system, near->equilibrium->state, options)
                    : find_equilibrium(*station.system, options);
      break;
    } catch (const RunError& error) {
      station.fault = error.what();
    }
  }
  if (!station.equilibrium) return station;  // simulation may still tell what it does
  for (Mode& mode : find_modes(*station.system, *station.equilibrium, t)) {
    if (is_neutral(mode.value) || mode.value.imag() < 0.0) continue;
    station.mode = std::move(mode);  // they come sorted by their real parts
    break;
  }
  return station;
}

VecX Station::displace(double size) const {
  if (!equilibrium || !mode) return calc_initial_state(*system, scenario);
  SteadyMotion motion(*system, t);
  const double largest = motion.get_displacements(mode->shape).cwiseAbs().maxCoeff();
  // The phase at which the largest displacement is at its height.
  Eigen::Index at = 0;
  motion.get_displacements(mode->shape).cwiseAbs().maxCoeff(&at);
  const Complex turn = std::conj(mode->shape[at]) / std::abs(mode->shape[at]);
  return motion.move(equilibrium->state, (mode->shape * turn).real() * (size / largest));
}

VecX Station::disturb(double factor) const {
  VecX disturbed = calc_initial_state(*system, scenario);
  if (!equilibrium) return disturbed;
  system::Workspace ws(*system);
  SteadyMotion motion(*system, t);
  const VecX dx = motion.calc_difference(system->calc_nominal_state(ws), disturbed);
  return motion.move(equilibrium->state, factor * dx);
}

VecX Station::adopt(const Station& other, const VecX& state) const {
  if (state.size() != system->size()) return displace(1e-3);
  SteadyMotion motion(*system, t);
  if (equilibrium && other.equilibrium) {
    return motion.move(equilibrium->state, motion.calc_difference(other.equilibrium->state, state));
  }
  // Only the wheels' rolling must follow the speed.
  VecX adopted = state;
  system::Workspace ws(*system), other_ws(*other.system);
  const VecX rolling = system->calc_nominal_state(ws);
  const VecX rolled = other.system->calc_nominal_state(other_ws);
  system->edit(adopted).u += system->view(rolling).u - system->view(rolled).u;
  return adopted;
}

}  // namespace fourfoot::analysis
