#include "analysis/line_up.h"

#include "analysis/steady_motion.h"
#include "base/state_out_of_range.h"
#include "math/least_squares.h"
#include "multibody/equations.h"

namespace fourfoot::analysis {

namespace {

constexpr double reluctance = 1e-3;    // keeps freedoms that no element holds where they are
constexpr double displacement = 1e-6;  // of differences [m, rad]
constexpr int rounds = 4;              // half a metre of offset is a microns' matter after three

/// Entries of x that displace what is neither wheelset nor track. Bodies are lined up as they are:
/// to bend one would close gaps that its suspension should.
std::vector<int> list_movable(const SteadyMotion& motion) {
  const multibody::Model& bodies = motion.system().model().bodies;
  std::vector<bool> stays(static_cast<std::size_t>(motion.u_count()), false);
  for (const multibody::Body& body : bodies.bodies()) {
    for (int k = 0; k < body.mode_count; ++k) {
      const auto speed = static_cast<std::size_t>(body.mode_speed_begin + k);
      stays[static_cast<std::size_t>(bodies.u_of_speed()[speed])] = true;
    }
    if (!body.is_wheelset() && !body.given.is_track_part) continue;
    for (const int speed : body.speed_index) {
      const int u = speed < 0 ? -1 : bodies.u_of_speed()[static_cast<std::size_t>(speed)];
      if (u >= 0) stays[static_cast<std::size_t>(u)] = true;
    }
  }
  std::vector<int> movable;
  for (int i = 0; i < motion.pi_count(); ++i) {
    if (!stays[static_cast<std::size_t>(motion.u_of(i))]) movable.push_back(i);
  }
  return movable;
}

/// Where the ends of the elements are, against the nominal position. Needs the frames at t. Bodies and
/// suspension alone: contacts cost far more, and it is asked for every coordinate.
VecX calc_misfit(const system::System& system, double t, const VecX& y, system::Workspace& ws) {
  const multibody::Model& bodies = system.model().bodies;
  const integrate::ConstState state = system.view(y);
  for (const auto& provider : system.providers()) provider->attach(ws);
  multibody::calc_position(bodies, t, state.q, ws.bodies);
  multibody::calc_velocity(bodies, t, state.q, state.u, ws.frames, ws.bodies);
  const system::Suspension& suspension = system.suspension();
  suspension.add_forces(t, state.z.segment(suspension.state_begin(), suspension.state_count()), ws);
  const auto& elements = system.model().elements;
  VecX misfit = VecX::Zero(3 * static_cast<Eigen::Index>(elements.size()));
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const vehicle::ElementInstance& e = elements[i];
    if (e.first < 0) continue;
    misfit.segment<3>(3 * static_cast<Eigen::Index>(i)) =
        suspension.get_distance(ws, i) - e.nominal_d;
  }
  return misfit;
}

}  // namespace

VecX line_up(const system::System& system, double t, const VecX& start) {
  SteadyMotion motion(system, t);
  const std::vector<int> movable = list_movable(motion);
  const auto n = static_cast<Eigen::Index>(movable.size());
  if (n == 0 || system.model().elements.empty()) return start;
  system::Workspace ws(system);
  system.set_time(t, ws);
  VecX rate(system.size()), y = start;
  try {
    system.calc_rate(t, y, ws, rate);  // sets the frames
    for (int round = 0; round < rounds; ++round) {
      const VecX misfit = calc_misfit(system, t, y, ws);
      if (misfit.cwiseAbs().maxCoeff() < 1e-9) return y;
      const MatX tangents = motion.find_tangents(y);
      MatX A = MatX::Zero(misfit.size() + n, n);
      for (Eigen::Index k = 0; k < n; ++k) {
        VecX dx = VecX::Zero(motion.size());
        dx[movable[static_cast<std::size_t>(k)]] = displacement;
        const VecX moved = calc_misfit(system, t, motion.move(y, dx, tangents), ws);
        A.col(k).head(misfit.size()) = (moved - misfit) / displacement;
        A(misfit.size() + k, k) = reluctance;
      }
      VecX b = VecX::Zero(A.rows());
      b.head(misfit.size()) = -misfit;
      const VecX move = TallFactors(A).solve(b);
      VecX dx = VecX::Zero(motion.size());
      for (Eigen::Index k = 0; k < n; ++k) dx[movable[static_cast<std::size_t>(k)]] = move[k];
      y = motion.move(y, dx, tangents);
    }
  } catch (const StateOutOfRange&) {
    return start;  // a law has no value there: the search begins where it began without this
  }
  return y;
}

}  // namespace fourfoot::analysis
