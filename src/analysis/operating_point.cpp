#include "analysis/operating_point.h"

#include <algorithm>

#include "analysis/initial_state.h"
#include "base/error.h"

namespace fourfoot::analysis {

namespace {

std::vector<std::string> list_wheelsets(const vehicle::VehicleModel& model) {
  std::vector<std::string> names;
  for (const vehicle::WheelsetInstance& wheelset : model.wheelsets)
    names.push_back(model.bodies.body(static_cast<std::size_t>(wheelset.body)).given.name);
  return names;
}

// A car body that sways carries its wheelsets along by some hundredths.
bool is_hunting(const Mode& mode, const std::vector<std::string>& wheelsets) {
  constexpr double part = 1.0 / 3.0;
  if (!(mode.value.imag() > 0.0) || mode.damping() > 0.9) return false;
  if (mode.name.find("hunting") != std::string::npos) return true;
  return std::any_of(mode.shares.begin(), mode.shares.end(), [&](const ModeShare& share) {
    return share.coordinate == "y" && share.amplitude >= part &&
           std::find(wheelsets.begin(), wheelsets.end(), share.body) != wheelsets.end();
  });
}

}  // namespace

OperatingPoint make_operating_point(const scenario::Family& family, double value, double t,
                                    const OperatingPoint* near) {
  OperatingPoint operating;
  operating.value = value;
  operating.t = t;
  scenario::Member member = family(value);
  operating.scenario = std::move(member.scenario);
  operating.system = std::move(member.system);
  const bool has_near = near != nullptr && near->equilibrium &&
                        near->equilibrium->state.size() == operating.system->size();
  EquilibriumOptions options;
  options.t = t;
  for (const bool from_near : {true, false}) {
    if (from_near && !has_near) continue;
    try {
      operating.equilibrium =
          from_near ? find_equilibrium(*operating.system, near->equilibrium->state, options)
                    : find_equilibrium(*operating.system, options);
      break;
    } catch (const RunError& error) {
      operating.fault = error.what();
    }
  }
  if (!operating.equilibrium) return operating;  // simulation may still tell what it does
  const std::vector<std::string> wheelsets = list_wheelsets(operating.system->model());
  for (Mode& mode : find_modes(*operating.system, *operating.equilibrium, t)) {
    if (is_neutral(mode.value) || mode.value.imag() < 0.0) continue;
    // they come sorted by their real parts
    add_left_out(value, mode, operating.left_out);
    if (!operating.hunting && is_hunting(mode, wheelsets)) operating.hunting = mode;
    if (!operating.least) operating.least = mode;
    if (!operating.mode && moves_wheelsets(mode)) operating.mode = std::move(mode);
    if (operating.hunting && operating.mode && mode.value.real() < -least_growth) break;
  }
  if (!operating.mode) operating.mode = operating.least;
  return operating;
}

SettleOptions OperatingPoint::prepare(SettleOptions options) const {
  options.integrator = scenario.integrator;
  if (equilibrium && mode) {
    options.steady = equilibrium->state;
    options.growth = mode->value.real();
  }
  return options;
}

VecX OperatingPoint::displace(double size) const {
  system::Workspace ws(*system);
  if (!equilibrium || !mode) return system->calc_nominal_state(ws);
  SteadyMotion motion(*system, t);
  const double largest = motion.get_displacements(mode->shape).cwiseAbs().maxCoeff();
  // The phase at which the largest displacement is at its height.
  Eigen::Index at = 0;
  motion.get_displacements(mode->shape).cwiseAbs().maxCoeff(&at);
  const Complex turn = std::conj(mode->shape[at]) / std::abs(mode->shape[at]);
  return motion.move(equilibrium->state, (mode->shape * turn).real() * (size / largest));
}

VecX OperatingPoint::disturb(double factor) const {
  system::Workspace ws(*system);
  const VecX base = equilibrium ? equilibrium->state : system->calc_nominal_state(ws);
  return put_disturbance(*system, scenario.initial, base, t, factor);
}

VecX OperatingPoint::adopt(const OperatingPoint& other, const VecX& state) const {
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
