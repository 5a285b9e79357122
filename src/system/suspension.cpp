#include "system/suspension.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "multibody/row_reduction.h"
#include "system/pattern_marker.h"
#include "system/workspace.h"

namespace fourfoot::system {

namespace {

using integrate::ConstVecRef;
using vehicle::ElementInstance;

std::size_t get_index(int i) {
  return static_cast<std::size_t>(i);
}

// About the work of two wheels on profiles.
constexpr std::size_t elements_per_stage = 15;

// Derivatives of the elements serve for so long where the motion is followed in short steps: they hardly
// change, and none of them is a stiff spring for such a step [s].
constexpr double longest_kept = 0.1;

}  // namespace

SuspensionSlice& Suspension::get(Workspace& ws) const {
  return ws.slices.get<SuspensionSlice>(index());
}
const SuspensionSlice& Suspension::get(const Workspace& ws) const {
  return ws.slices.get<SuspensionSlice>(index());
}

std::unique_ptr<Slice> Suspension::make_slice() const {
  return std::make_unique<SuspensionSlice>(carrier_bodies_.size(), pairs_.size(),
                                           model().elements.size(), points_);
}

Suspension::End Suspension::make_end(const ElementInstance& element, int body, const Vec3& at,
                                     const multibody::ModeShape& shape) {
  if (body < 0) return {-1, at};
  if (shape.is_rigid()) {
    const int axle = static_cast<int>(model().bodies.body_count());
    return {element.on_axle ? body + axle : body, at};
  }
  points_.push_back({get_index(body), at, shape});
  return {static_cast<int>(first_point() + points_.size()) - 1, Vec3::Zero()};
}

void Suspension::prepare() {
  for (const ElementInstance& element : model().elements) {
    firsts_.push_back(make_end(element, element.first, element.at_first, element.shape_first));
    seconds_.push_back(make_end(element, element.second, element.at_second, element.shape_second));
  }
  for (std::size_t i = 0; i < firsts_.size(); ++i) {
    const int count = model().elements[i].law->state_count();
    if (count > 0) with_states_.emplace_back(i, count);
    const Pair pair{firsts_[i].carrier, get_index(seconds_[i].carrier)};
    std::size_t k = 0;
    while (k < pairs_.size() && (pairs_[k].first != pair.first || pairs_[k].second != pair.second))
      ++k;
    if (k == pairs_.size()) pairs_.push_back(pair);
    pair_of_.push_back(k);
  }
  for (std::size_t i = 0; i < first_point(); ++i)
    carrier_bodies_.push_back(i % model().bodies.body_count());
  for (const FlexiblePoint& point : points_) carrier_bodies_.push_back(point.body);
  std::set<std::size_t> bodies;
  for (const ElementInstance& element : model().elements) {
    if (!element.on_axle) continue;
    bodies.insert(get_index(element.second));
    if (element.first >= 0) bodies.insert(get_index(element.first));
  }
  axles_.assign(bodies.begin(), bodies.end());
  element::RelativeT<double> nominal;
  nominal.theta = nominal.v = nominal.w = Vec3::Zero();
  for (std::size_t i = 0; i < model().elements.size(); ++i) {
    nominal.d = model().elements[i].nominal_d;
    if (std::isfinite(model().elements[i].law->calc_clearance(nominal))) stops_.push_back(i);
  }
}

void Suspension::list_states(std::vector<OwnState>& states) const {
  for (const ElementInstance& element : model().elements) {
    for (int k = 0; k < element.law->state_count(); ++k)
      states.push_back({element.name + "/" + element.law->state_name(k)});
  }
}

const Vec3& Suspension::get_distance(const Workspace& ws, std::size_t element) const {
  return get(ws).motions[element].d;
}

void Suspension::calc_carriers(Workspace& ws) const {
  SuspensionSlice& w = get(ws);
  const std::size_t n = ws.frames.size();
  if (n == 0) return;
  w.origin_N = ws.frames.front().p_NT;
  for (std::size_t i = 0; i < n; ++i) {
    w.carriers[i] = make_carrier(ws.bodies.bodies[i], ws.frames[i], w.origin_N);
    w.carriers[i].on_bearing = model().bodies.body(i).is_wheelset();
  }
  for (const std::size_t i : axles_) {
    const multibody::BodyWorkspace& b = ws.bodies.bodies[i];
    Carrier& axle = w.carriers[n + i];
    axle = w.carriers[i];
    axle.w += axle.R_NC * (b.w_TB_C - b.w_TC_C);
    axle.on_bearing = false;
  }
  for (std::size_t k = 0; k < points_.size(); ++k) {
    const std::size_t body = points_[k].body;
    w.carriers[first_point() + k] =
        make_flexible_carrier(points_[k], ws.bodies.bodies[body], ws.frames[body], w.origin_N);
  }
}

const Carrier& Suspension::get_first(const Pair& pair, const Workspace& ws, Carrier& track) const {
  const SuspensionSlice& w = get(ws);
  if (pair.first >= 0) return w.carriers[get_index(pair.first)];
  return track = make_track_carrier(ws.frames[carrier_bodies_[pair.second]], w.origin_N);
}

void Suspension::add_forces(double t, const ConstVecRef& z, Workspace& ws) const {
  SuspensionSlice& w = get(ws);
  calc_carriers(ws);
  Carrier track;
  for (std::size_t k = 0; k < pairs_.size(); ++k) {
    const Carrier& first = get_first(pairs_[k], ws, track);
    w.pairs[k] = calc_pair_motion(first, w.carriers[pairs_[k].second]);
    w.pair_wrenches[k] = {Vec3::Zero(), Vec3::Zero()};
  }
  // Own states of an element without any stay zero.
  for (const auto& [element, count] : with_states_) {
    for (std::size_t k = 0; k < count; ++k)
      w.motions[element].z[k] = z[model().elements[element].state_begin + static_cast<int>(k)];
  }
  for (std::size_t i = 0; i < model().elements.size(); ++i) {
    element::Input& motion = w.motions[i];
    element::Output& output = w.outputs[i];
    const Vec3 arm = calc_relative(w.pairs[pair_of_[i]], firsts_[i].at, seconds_[i].at, motion);
    motion.t = t;
    model().elements[i].law->calc(motion, output);
    CarrierWrench& wrench = w.pair_wrenches[pair_of_[i]];
    wrench.force += output.force;
    wrench.torque += output.torque + arm.cross(output.force);
  }
  add_pair_wrenches(ws);
  add_carrier_wrenches(ws);
}

void Suspension::add_pair_wrenches(Workspace& ws) const {
  SuspensionSlice& w = get(ws);
  for (CarrierWrench& wrench : w.wrenches) wrench = {Vec3::Zero(), Vec3::Zero()};
  Carrier track;
  for (std::size_t k = 0; k < pairs_.size(); ++k) {
    const Carrier& first = get_first(pairs_[k], ws, track);
    const CarrierWrench& pair = w.pair_wrenches[k];
    const Vec3 force = first.R_NC * pair.force;
    CarrierWrench& on_b = w.wrenches[pairs_[k].second];
    on_b.force += force;
    on_b.torque += first.R_NC * pair.torque;
    if (pairs_[k].first < 0) continue;
    CarrierWrench& on_a = w.wrenches[get_index(pairs_[k].first)];
    on_a.force -= force;
    on_a.torque -= first.R_NC * (pair.torque + w.pairs[k].p.cross(pair.force));
  }
}

void Suspension::add_carrier_wrenches(Workspace& ws) const {
  const SuspensionSlice& w = get(ws);
  const std::size_t n = ws.frames.size();
  const auto add = [&](std::size_t carrier, std::size_t body) {
    const Carrier& c = w.carriers[carrier];
    const CarrierWrench& wrench = w.wrenches[carrier];
    Vec3 torque_C = c.R_NC.transpose() * wrench.torque;
    if (c.on_bearing) torque_C = pass_bearing(get_tan_roll(ws.bodies.bodies[body].R_TC), torque_C);
    ws.bodies.add_wrench(body, c.R_NT.transpose() * wrench.force, torque_C);
  };
  for (std::size_t i = 0; i < n; ++i) add(i, i);
  for (const std::size_t i : axles_) add(n + i, i);
  for (std::size_t i = 0; i < model().modal_loads.size(); ++i)
    ws.bodies.bodies[i].modal -= model().modal_loads[i];
  for (std::size_t k = 0; k < points_.size(); ++k) {
    const std::size_t body = points_[k].body;
    add_flexible_wrench(points_[k], w.wrenches[first_point() + k], ws.frames[body],
                        ws.bodies.bodies[body]);
  }
}

void Suspension::calc_carrier_maps(Workspace& ws) const {
  SuspensionSlice& w = get(ws);
  const std::size_t n = ws.frames.size();
  for (std::size_t i = 0; i < n; ++i) {
    const multibody::BodyWorkspace& b = ws.bodies.bodies[i];
    w.sums.maps[i] =
        make_carrier_maps(w.carriers[i], b.R_TC, ws.frames[i].w_NT_T, b.w_TC_C, b.carrier_map,
                          multibody::calc_carrier_spin(model().bodies, ws.bodies, i));
  }
  for (const std::size_t i : axles_) {
    const multibody::BodyWorkspace& b = ws.bodies.bodies[i];
    w.sums.maps[n + i] = make_carrier_maps(w.carriers[n + i], b.R_TC, ws.frames[i].w_NT_T, b.w_TB_C,
                                           Mat3::Identity(), Mat3::Zero());
  }
  for (std::size_t k = 0; k < points_.size(); ++k) {
    const std::size_t body = points_[k].body;
    calc_flexible_maps(points_[k], ws.bodies.bodies[body], ws.frames[body],
                       w.wrenches[first_point() + k], w.point_maps[k]);
  }
}

void Suspension::add_element_blocks(std::size_t first_element, std::size_t last_element,
                                    Workspace& ws) const {
  SuspensionSlice& w = get(ws);
  element::Output output;
  element::Derivative law;
  Carrier track;
  for (std::size_t i = first_element; i < last_element; ++i) {
    const element::Element& element = *model().elements[i].law;
    const Pair& pair = pairs_[pair_of_[i]];
    const Carrier& first = get_first(pair, ws, track);
    const Carrier& second = w.carriers[pair.second];
    const Arms arms = calc_arms(first, second, seconds_[i].at);
    element.calc_derivative(w.motions[i], output, law);
    add_element({first, second, arms, w.motions[i], output, law, pair.first,
                 static_cast<int>(pair.second), element.state_count()},
                w.sums, w.state_derivatives[i]);
  }
}

void Suspension::add_state_derivatives(const Workspace& ws, MatX& jacobian) const {
  const SuspensionSlice& w = get(ws);
  const multibody::Model& bodies = model().bodies;
  const int n_q = bodies.q_count(), n_u = bodies.u_count();
  for (std::size_t i = 0; i < model().elements.size(); ++i) {
    const ElementInstance& element = model().elements[i];
    const int n_z = element.law->state_count();
    if (n_z == 0) continue;
    const StateDerivative& d = w.state_derivatives[i];
    const int at = n_q + n_u + state_begin() + element.state_begin;
    auto udot = jacobian.block(n_q, at, n_u, n_z);
    auto rows = jacobian.block(at, 0, n_z, n_q + n_u);
    const auto add_body = [&](int carrier_index, const auto& by_z, const auto& z_by) {
      const std::size_t carrier = get_index(carrier_index), body = carrier_bodies_[carrier];
      if (carrier >= first_point()) {
        const FlexibleMaps& maps = w.point_maps[carrier - first_point()];
        const FlexibleStates felt = make_flexible_states(maps, by_z, z_by, n_z);
        multibody::add_wrench_sensitivity(bodies, ws.bodies, ws.jacobian, body, felt.wrench, udot);
        multibody::add_local_rows(bodies, ws.bodies, ws.jacobian, body, felt.rates, rows);
        return;
      }
      const CarrierMaps& maps = w.sums.maps[carrier];
      Eigen::Matrix<double, 6, Eigen::Dynamic, 0, 6, element::max_states> wrench(6, n_z);
      Eigen::Matrix<double, Eigen::Dynamic, 12, 0, element::max_states, 12> by_local(n_z, 12);
      for (int k = 0; k < n_z; ++k) {
        wrench.col(k) = get_local(maps, by_z.col(k));
        by_local.row(k) = get_by_local(maps, z_by.row(k));
      }
      multibody::add_wrench_sensitivity(bodies, ws.bodies, ws.jacobian, body, wrench, udot);
      multibody::add_local_rows(bodies, ws.bodies, ws.jacobian, body, by_local, rows);
    };
    add_body(seconds_[i].carrier, d.b_by_z, d.z_by_b);
    if (element.first >= 0) add_body(firsts_[i].carrier, d.a_by_z, d.z_by_a);
    jacobian.block(at, at, n_z, n_z) += d.z_by_z.topLeftCorner(n_z, n_z);
  }
}

void Suspension::get_state_rates(const Workspace& ws, integrate::VecRef rates) const {
  const SuspensionSlice& w = get(ws);
  int row = 0;
  for (const auto& [element, count] : with_states_) {
    for (std::size_t k = 0; k < count; ++k) rates[row++] = w.outputs[element].zdot[k];
  }
}

std::vector<double> Suspension::list_corner_times() const {
  std::vector<double> times;
  for (const ElementInstance& element : model().elements) {
    for (const double t : element.law->list_corner_times()) times.push_back(t);
  }
  return times;
}

// Maps of the carriers; the elements, some at a time; their sum by the bodies' local motions.
std::vector<Work> Suspension::list_derivative_stages() const {
  std::vector<Work> stages = {Work::small};
  for (std::size_t i = 0; i < model().elements.size(); i += elements_per_stage)
    stages.push_back(Work::large);
  stages.push_back(Work::large);
  return stages;
}

void Suspension::add_derivative_stage(std::size_t stage, double t, const ConstVecRef&,
                                      Workspace& ws) const {
  SuspensionSlice& w = get(ws);
  if (stage == 0) {
    calc_carrier_maps(ws);
    w.keeps_sums = ws.follows_motion && w.t_sums <= t && t - w.t_sums <= longest_kept;
    if (w.keeps_sums) return;
    w.sums.blocks.clear();
    w.t_sums = t;
    return;
  }
  const std::size_t first = elements_per_stage * (stage - 1), count = model().elements.size();
  if (first < count) {
    if (w.keeps_sums) return;
    add_element_blocks(first, std::min(first + elements_per_stage, count), ws);
  } else {
    add_local_blocks(w.sums, w.wrenches, ws.frames.size(), ws.derivatives);
    if (!points_.empty()) {
      add_flexible_blocks(w.sums, points_, w.point_maps, first_point(), carrier_bodies_,
                          ws.derivatives);
    }
  }
}

void Suspension::mark(PatternMarker& marker) const {
  for (const ElementInstance& element : model().elements) {
    marker.join_both(element.first, element.second);
    const int at = state_begin() + element.state_begin, count = element.law->state_count();
    marker.join_states(at, count, element.first);
    marker.join_states(at, count, element.second);
    marker.join_own(at, count, at, count);
  }
}

std::vector<WatchRow> Suspension::list_watches() const {
  std::vector<WatchRow> watches;
  for (const std::size_t i : stops_)
    watches.push_back({{Watch::Kind::stop, model().elements[i].name},
                       [this, i](const Workspace& ws) { return calc_clearance(i, ws); }});
  return watches;
}

void Suspension::begin_watches(Workspace& ws) const {
  if (!stops_.empty()) calc_carriers(ws);
}

double Suspension::calc_clearance(std::size_t i, const Workspace& ws) const {
  const SuspensionSlice& w = get(ws);
  const ElementInstance& element = model().elements[i];
  Carrier track;
  const Pair& pair = pairs_[pair_of_[i]];
  element::RelativeT<double> motion;
  calc_relative(calc_pair_motion(get_first(pair, ws, track), w.carriers[pair.second]),
                firsts_[i].at, seconds_[i].at, motion);
  return element.law->calc_clearance(motion);
}

}  // namespace fourfoot::system
