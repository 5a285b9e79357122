#include "analysis/periodic_orbit.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "analysis/branch_walk.h"
#include "base/error.h"

namespace fourfoot::analysis {

namespace {

/// The mode that neither grows nor decays where steady running loses its stability.
struct HopfMode {
  VecX state;  ///< steady running
  VecX shape;  ///< its real part, largest displacement 1
  double period = 0.0;
};

HopfMode find_hopf_mode(const system::System& system, double t) {
  EquilibriumOptions at_rest;
  at_rest.t = t;
  const Equilibrium equilibrium = find_equilibrium(system, at_rest);
  const std::vector<Mode> modes = find_modes(system, equilibrium, t);
  const Mode* hopf = nullptr;
  for (const Mode& mode : modes) {
    if (mode.value.imag() < 1e-3) continue;
    if (hopf == nullptr || std::abs(mode.damping()) < std::abs(hopf->damping())) hopf = &mode;
  }
  if (hopf == nullptr) throw RunError("no mode oscillates where the branch should start");
  const SteadyMotion motion(system, t);
  const double largest = motion.get_displacements(hopf->shape).cwiseAbs().maxCoeff();
  return {equilibrium.state, (hopf->shape / largest).real(),
          2.0 * std::numbers::pi / hopf->value.imag()};
}

/// A small orbit about the equilibrium, in the plane of that mode.
OrbitPoint make_first_point(OrbitFlow& flow, const HopfMode& mode, double value, double amplitude) {
  OrbitPoint point;
  point.value = value;
  point.state = flow.move(mode.state, amplitude * mode.shape);
  point.period = mode.period;
  point.tangent = VecX::Zero(flow.size() + 2);
  point.tangent.head(flow.size()) = mode.shape.cwiseQuotient(flow.scales());
  point.tangent.normalize();
  return point;
}

OrbitPoint make_fixed_point(double value, const VecX& state, double period) {
  OrbitPoint point;
  point.value = value;
  point.state = state;
  point.period = period;
  return point;
}

/// One half of a branch, begun towards lower or higher values.
void walk_one_way(BranchWalk& walk, OrbitPoint point, double direction, Branch& half) {
  point.tangent = VecX::Zero(point.gap.size() + 2);
  point.tangent[point.tangent.size() - 1] = direction;
  walk.newton().find_tangent(point);
  walk.walk(point, half);
}

}  // namespace

const char* get_word(SpecialPoint::Kind kind) {
  switch (kind) {
    case SpecialPoint::Kind::branch_point:
      return "branch point";
    case SpecialPoint::Kind::period_doubling:
      return "period doubling";
    case SpecialPoint::Kind::torus:
      return "torus";
    case SpecialPoint::Kind::grazing:
      return "grazing";
  }
  return "";
}

double SpecialPoint::within() const {
  return std::max(std::abs(value - from), std::abs(value - to));
}

PeriodicOrbit find_orbit(const FlowFamily& family, double value, const VecX& state, double period,
                         const ContinuationOptions& options) {
  BranchWalk walk(family, options);
  OrbitPoint point = make_fixed_point(value, state, period);
  if (walk.newton().correct(point, true) == 0)
    throw RunError("no periodic motion was found near: " + walk.fault());
  walk.newton().linearise(point);
  return walk.describe(point);
}

PeriodicOrbit find_orbit(const scenario::Family& family, double value, const VecX& state,
                         double period, const ContinuationOptions& options) {
  return find_orbit(make_flows(family, options.t, options.observed), value, state, period, options);
}

Branch follow_branch(const scenario::Family& family, double value,
                     const ContinuationOptions& options) {
  Branch branch;
  branch.hopf = value;
  const HopfMode mode = find_hopf_mode(*family(value).system, options.t);
  branch.hopf_frequency = 1.0 / mode.period;
  BranchWalk walk(make_flows(family, options.t, options.observed), options);
  // Where forces change within a tenth of a millimetre another amplitude may be nearer to the mode.
  for (const auto effort : {OrbitNewton::Effort::quick, OrbitNewton::Effort::thorough}) {
    for (const double part : {1.0, 0.5, 2.5, 0.15, 0.05}) {
      OrbitPoint point = make_first_point(walk.newton().build_flow(value), mode, value,
                                          part * options.start_amplitude);
      if (!walk.begin(point, false, effort)) continue;
      walk.walk(point, branch);
      return branch;
    }
  }
  branch.ending = Branch::End::no_start;
  branch.end = "no periodic motion was found beside the Hopf point: " + walk.fault();
  return branch;
}

Branch follow_from_motion(const FlowFamily& family, double value, const VecX& state, double period,
                          const ContinuationOptions& options) {
  Branch down, up;
  down.start = Branch::Start::motion;
  down.hopf = value;
  BranchWalk walk(family, options);
  OrbitPoint point = make_fixed_point(value, state, period);
  try {
    point.period = find_least_period(walk.newton().build_flow(value), state, period);
  } catch (const RunError&) {  // the correction runs into the same and says so
  }
  if (walk.newton().correct(point, true) == 0) {
    down.ending = Branch::End::no_start;
    down.end = "the motion could not be closed to an orbit: " + walk.fault();
    return down;
  }
  walk.newton().linearise(point);
  down.hopf_frequency = 1.0 / point.period;
  walk_one_way(walk, point, -1.0, down);
  walk_one_way(walk, point, 1.0, up);
  // In their order along the branch: the way down backwards, then the way up.
  std::reverse(down.orbits.begin(), down.orbits.end());
  down.orbits.insert(down.orbits.end(), up.orbits.begin() + 1, up.orbits.end());
  down.folds.insert(down.folds.end(), up.folds.begin(), up.folds.end());
  down.specials.insert(down.specials.end(), up.specials.begin(), up.specials.end());
  if (down.is_complete() && !up.is_complete()) down.ending = up.ending;
  down.end = "down: " + down.end + "; up: " + up.end;
  return down;
}

Branch follow_from_motion(const scenario::Family& family, double value, const VecX& state,
                          double period, const ContinuationOptions& options) {
  return follow_from_motion(make_flows(family, options.t, options.observed), value, state, period,
                            options);
}

}  // namespace fourfoot::analysis
