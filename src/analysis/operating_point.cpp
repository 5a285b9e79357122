#include "analysis/operating_point.h"

#include "analysis/initial_state.h"
#include "base/error.h"

namespace fourfoot::analysis {

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
  for (Mode& mode : find_modes(*operating.system, *operating.equilibrium, t)) {
    if (is_neutral(mode.value) || mode.value.imag() < 0.0) continue;
    operating.mode = std::move(mode);  // they come sorted by their real parts
    break;
  }
  return operating;
}

VecX OperatingPoint::displace(double size) const {
  if (!equilibrium || !mode) return calc_initial_state(*system, scenario);
  SteadyMotion motion(*system, t);
  const double largest = mode->shape.head(motion.pi_count()).cwiseAbs().maxCoeff();
  // The phase at which the largest displacement is at its height.
  Eigen::Index at = 0;
  mode->shape.head(motion.pi_count()).cwiseAbs().maxCoeff(&at);
  const Complex turn = std::conj(mode->shape[at]) / std::abs(mode->shape[at]);
  return motion.move(equilibrium->state, (mode->shape * turn).real() * (size / largest));
}

VecX OperatingPoint::disturb(double factor) const {
  VecX disturbed = calc_initial_state(*system, scenario);
  if (!equilibrium) return disturbed;
  system::Workspace ws(*system);
  SteadyMotion motion(*system, t);
  const VecX dx = motion.calc_difference(system->calc_nominal_state(ws), disturbed);
  return motion.move(equilibrium->state, factor * dx);
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
  const integrate::Partition p = system->partition();
  adopted.segment(p.n_q, p.n_u) += system->calc_nominal_state(ws).segment(p.n_q, p.n_u) -
                                   other.system->calc_nominal_state(other_ws).segment(p.n_q, p.n_u);
  return adopted;
}

}  // namespace fourfoot::analysis
