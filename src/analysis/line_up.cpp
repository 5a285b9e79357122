#include "analysis/line_up.h"

#include <algorithm>

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

/// The elements whose misfit each movable entry changes: those of its body and of all that joints hold
/// to it.
std::vector<std::vector<int>> list_touched(const SteadyMotion& motion,
                                           const std::vector<int>& movable) {
  const vehicle::VehicleModel& model = motion.system().model();
  const multibody::Model& bodies = model.bodies;
  const auto get_holder = [&](int body) {  // one number for bodies that move together
    const int group = body < 0 ? -1 : bodies.body(static_cast<std::size_t>(body)).group;
    return group < 0 ? body : static_cast<int>(bodies.body_count()) + group;
  };
  std::vector<std::vector<int>> of_holder(bodies.body_count() + bodies.groups().size());
  for (std::size_t i = 0; i < model.elements.size(); ++i) {
    for (const int body : {model.elements[i].first, model.elements[i].second}) {
      if (body < 0) continue;
      std::vector<int>& list = of_holder[static_cast<std::size_t>(get_holder(body))];
      if (list.empty() || list.back() != static_cast<int>(i)) list.push_back(static_cast<int>(i));
    }
  }
  std::vector<int> holder_of_speed(static_cast<std::size_t>(bodies.speed_count()), -1);
  for (std::size_t j = 0; j < bodies.body_count(); ++j) {
    for (const int speed : bodies.body(j).speed_index)
      if (speed >= 0)
        holder_of_speed[static_cast<std::size_t>(speed)] = get_holder(static_cast<int>(j));
  }
  std::vector<std::vector<int>> touched;
  for (const int i : movable) {
    const auto u = static_cast<std::size_t>(motion.u_of(i));
    const auto speed = static_cast<std::size_t>(bodies.speed_of_u()[u]);
    touched.push_back(of_holder[static_cast<std::size_t>(holder_of_speed[speed])]);
  }
  return touched;
}

/// Entries that may be moved at once, since no element feels two of them [CurtisPowellReid1974].
std::vector<std::vector<std::size_t>> share_out(const std::vector<std::vector<int>>& touched,
                                                std::size_t element_count) {
  std::vector<std::vector<std::size_t>> sets;
  std::vector<std::vector<char>> taken;
  for (std::size_t k = 0; k < touched.size(); ++k) {
    std::size_t set = 0;
    const auto is_free = [&](const std::vector<char>& by) {
      return std::none_of(touched[k].begin(), touched[k].end(),
                          [&by](int i) { return by[static_cast<std::size_t>(i)] != 0; });
    };
    while (set < sets.size() && !is_free(taken[set])) ++set;
    if (set == sets.size()) {
      sets.emplace_back();
      taken.emplace_back(element_count, 0);
    }
    sets[set].push_back(k);
    for (const int i : touched[k]) taken[set][static_cast<std::size_t>(i)] = 1;
  }
  return sets;
}

}  // namespace

VecX line_up(const system::System& system, double t, const VecX& start) {
  SteadyMotion motion(system, t);
  const std::vector<int> movable = list_movable(motion);
  const auto n = static_cast<Eigen::Index>(movable.size());
  if (n == 0 || system.model().elements.empty()) return start;
  const std::vector<std::vector<int>> touched = list_touched(motion, movable);
  const std::vector<std::vector<std::size_t>> columns =
      share_out(touched, system.model().elements.size());
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
      for (const std::vector<std::size_t>& together : columns) {
        VecX dx = VecX::Zero(motion.size());
        for (const std::size_t k : together) dx[movable[k]] = displacement;
        const VecX moved = calc_misfit(system, t, motion.move(y, dx, tangents), ws);
        for (const std::size_t k : together) {
          const auto column = static_cast<Eigen::Index>(k);
          for (const int i : touched[k]) {
            const Eigen::Index row = 3 * static_cast<Eigen::Index>(i);
            A.col(column).segment<3>(row) =
                (moved.segment<3>(row) - misfit.segment<3>(row)) / displacement;
          }
          A(misfit.size() + column, column) = reluctance;
        }
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
