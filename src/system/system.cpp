#include "system/system.h"

#include <cmath>

#include "multibody/assembly.h"
#include "multibody/equations.h"
#include "system/kinematics.h"
#include "system/pattern_marker.h"

namespace fourfoot::system {

using integrate::ConstVecRef;
using integrate::VecRef;

namespace {

std::vector<std::size_t> list_same_frames(const multibody::Model& bodies) {
  std::vector<std::size_t> first;
  for (std::size_t i = 0; i < bodies.body_count(); ++i) {
    std::size_t k = 0;
    const double offset = bodies.body(i).given.chainage_offset;
    while (k < i && bodies.body(k).given.chainage_offset != offset) ++k;
    first.push_back(k);
  }
  return first;
}

}  // namespace

System::System(std::shared_ptr<const vehicle::VehicleModel> model, Line line, Providers others,
               SystemOptions options)
    : setting_{model, std::move(line), options.gravity, list_same_frames(model->bodies)},
      options_(options) {
  take(std::make_unique<Suspension>());
  for (auto& provider : others) take(std::move(provider));
  for (const auto& provider : providers_) {
    for (LimitRow& row : provider->list_limits()) limits_.push_back(std::move(row));
  }
  position_limit_count_ = limit_count();
  list_body_channels();
  list_marker_channels();
  for (const auto& provider : providers_) {
    for (LimitRow& row : provider->list_force_limits()) limits_.push_back(std::move(row));
    for (WatchRow& row : provider->list_watches()) watches_.push_back(std::move(row));
    do_watches_need_frames_ = do_watches_need_frames_ || provider->do_watches_need_frames();
    for (WheelOnRail& wheel : provider->list_wheels()) {
      wheel.provider = provider.get();
      wheels_.push_back(wheel);
    }
    provider->list_channels(table_);
  }
  plan_stages();
}

void System::take(std::unique_ptr<Provider> provider) {
  provider->take_number(setting_, providers_.size(), state_count_);
  state_count_ += provider->state_count();
  providers_.push_back(std::move(provider));
}

std::vector<std::string> System::get_state_names() const {
  std::vector<std::string> names = model().bodies.q_names();
  const auto& u = model().bodies.u_names();
  names.insert(names.end(), u.begin(), u.end());
  for (const OwnState& state : list_own_states()) names.push_back(state.name);
  return names;
}

std::vector<OwnState> System::list_own_states() const {
  std::vector<OwnState> states;
  for (const auto& provider : providers_) provider->list_states(states);
  return states;
}

namespace {

// Wheelsets ride on the contact springs at some hundred rad/s: a speed up and down that is small
// against this is no motion that anybody asks for, and steps should not follow it. As the rails
// under them (co_running_track.cpp).
void put_wheelset_scales(const multibody::Model& bodies, VecRef u) {
  constexpr double riding = 0.1;  // [m/s, rad/s]
  for (const multibody::Body& body : bodies.bodies()) {
    if (!body.is_wheelset()) continue;
    for (const std::size_t c : {2u, 3u}) {  // v_z, omega_x
      const int speed = body.speed_index[c];
      const int index = speed < 0 ? -1 : bodies.u_of_speed()[static_cast<std::size_t>(speed)];
      if (index >= 0) u[index] = riding;
    }
  }
}

}  // namespace

// A millimetre, a milliradian and ten times that per second: what matters in these coordinates.
VecX System::get_scales() const {
  VecX scales(size());
  integrate::State parts = edit(scales);
  parts.q.setConstant(1e-3);
  parts.u.setConstant(1e-2);
  put_wheelset_scales(model().bodies, parts.u);
  for (const multibody::Body& body : model().bodies.bodies()) {
    for (int k = 0; k < body.mode_count; ++k) {
      // as much motion, in the mean over its mass, as a millimetre of the body as a whole
      const double mean = std::sqrt(body.given.mass / body.given.modes.mass(k, k));
      parts.q[body.mode_q_begin + k] *= mean;
      const auto speed = static_cast<std::size_t>(body.mode_speed_begin + k);
      parts.u[model().bodies.u_of_speed()[speed]] *= mean;
    }
  }
  const std::vector<OwnState> own = list_own_states();
  for (std::size_t i = 0; i < own.size(); ++i) parts.z[static_cast<Eigen::Index>(i)] = own[i].scale;
  return scales;
}

VecX System::get_event_weights() const {
  VecX weights = get_scales().cwiseInverse();
  integrate::State parts = edit(weights);
  parts.u.setZero();
  const std::vector<OwnState> own = list_own_states();
  for (std::size_t i = 0; i < own.size(); ++i)
    if (own[i].is_speed) parts.z[static_cast<Eigen::Index>(i)] = 0.0;
  return weights;
}

VecX System::calc_nominal_state(Workspace& ws) const {
  const multibody::Model& bodies = model().bodies;
  VecX q = bodies.nominal_q();
  VecX speeds = VecX::Zero(bodies.speed_count()), u(bodies.u_count());
  set_time(0.0, ws);
  for (const auto& provider : providers_) provider->attach(ws);
  calc_frames(setting_, 0.0, ws);
  if (bodies.is_constrained()) multibody::assemble(bodies, 0.0, ws.frames, ws.bodies, q);
  multibody::calc_position(bodies, 0.0, q, ws.bodies);
  for (const vehicle::WheelsetInstance& wheelset : model().wheelsets) {
    const Vec3 spin(0.0, line().calc_travel(0.0).v / wheelset.radius, 0.0);
    multibody::put_twist(bodies, ws.bodies, static_cast<std::size_t>(wheelset.body), Vec3::Zero(),
                         spin, speeds);
  }
  multibody::project_speeds(bodies, 0.0, q, speeds, ws.frames, ws.bodies, u);
  VecX y = VecX::Zero(size());
  integrate::State state = edit(y);
  state.q = q;
  state.u = u;
  for (const auto& provider : providers_) provider->put_nominal(state, ws);
  return y;
}

void System::calc_motion(double t, const ConstVecRef& y, Workspace& ws) const {
  for (const auto& provider : providers_) provider->attach(ws);
  calc_kinematics(setting_, t, view(y), ws);
}

void System::begin_forces(const ConstVecRef& z, Workspace& ws) const {
  ws.bodies.clear_wrenches();
  for (const auto& provider : providers_) provider->begin_forces(get_own(z, *provider), ws);
  multibody::add_gravity(model().bodies, ws.frames, Vec3(0.0, 0.0, -options_.gravity), ws.bodies);
}

void System::add_forces(double t, const ConstVecRef& z, Workspace& ws) const {
  begin_forces(z, ws);
  for (const auto& provider : providers_) provider->add_forces(t, get_own(z, *provider), ws);
}

void System::get_state_rates(const Workspace& ws, VecRef rates) const {
  for (const auto& provider : providers_) {
    provider->get_state_rates(ws, get_own(rates, *provider));
  }
}

void System::calc_rate(double t, const ConstVecRef& y, Workspace& ws, VecRef ydot) const {
  calc_motion(t, y, ws);
  add_forces(t, view(y).z, ws);
  solve_rates(ws, ydot);
  ws.rate_t = t;
  ws.rate_y = y;
}

void System::solve_rates(Workspace& ws, VecRef ydot) const {
  for (const auto& provider : providers_) provider->close_forces(ws);
  multibody::calc_acceleration(model().bodies, ws.frames, ws.bodies, ws.udot);
  integrate::State rates = edit(ydot);
  rates.q = ws.bodies.qdot;
  rates.u = ws.udot;
  get_state_rates(ws, rates.z);
}

bool System::get_pattern(integrate::Pattern& pattern) const {
  const multibody::Model& bodies = model().bodies;
  // Forces of rigid treads depend on multipliers, which depend on all that acts on the wheelsets.
  if (!bodies.surfaces().empty()) return false;
  PatternMarker marker(bodies, pattern);
  for (int i = 0; i < static_cast<int>(bodies.body_count()); ++i) {
    marker.mark_kinematics(i);
    marker.join(i, i);
  }
  for (const auto& provider : providers_) provider->mark(marker);
  return true;
}

void System::follow(double t, const Workspace& step, Workspace& ws) const {
  for (const auto& provider : providers_) provider->follow(t, step, ws);
}

void System::forget_steps(Workspace& ws) const {
  for (const auto& provider : providers_) provider->forget_steps(ws);
}

void System::record(double t, const ConstVecRef& y, Workspace& ws, std::vector<double>& row) const {
  calc_rate(t, y, ws, ws.ydot);
  const integrate::ConstState state = view(y);
  table_.record({t, state.z, ws}, row.data());
}

void System::record(double t, const ConstVecRef& y, Workspace& ws,
                    const std::vector<std::size_t>& readers, std::vector<double>& row) const {
  calc_rate(t, y, ws, ws.ydot);
  const integrate::ConstState state = view(y);
  table_.record({t, state.z, ws}, readers, row.data());
}

}  // namespace fourfoot::system
