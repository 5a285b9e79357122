// Suspension elements between the bodies: forces, and their derivatives block by block.
#include <set>

#include "multibody/row_reduction.h"
#include "system/element_derivative.h"
#include "system/system.h"

namespace fourfoot::system {

namespace {

using integrate::ConstVecRef;
using vehicle::ElementInstance;

std::size_t get_index(int i) {
  return static_cast<std::size_t>(i);
}

element::Input make_input(const ElementInstance& element, double t, const ConstVecRef& z,
                          const element::RelativeT<double>& relative) {
  element::Input input;
  static_cast<element::RelativeT<double>&>(input) = relative;
  input.t = t;
  for (int k = 0; k < element.law->state_count(); ++k) {
    input.z[get_index(k)] = z[element.state_begin + k];
  }
  return input;
}

// What an element hangs on, by its index in Workspace::carriers: the carrier of a body, or the axle
// itself with its spin. The axle's angle does not matter, since what is fixed to it acts about its
// own line.
int get_carrier(const ElementInstance& element, const Workspace& ws, int body) {
  return element.on_axle ? body + static_cast<int>(ws.frames.size()) : body;
}

}  // namespace

void System::calc_carriers(Workspace& ws) const {
  const std::size_t n = ws.frames.size();
  if (n == 0) return;
  ws.origin_N = ws.frames.front().p_NT;
  for (std::size_t i = 0; i < n; ++i) {
    ws.carriers[i] = make_carrier(ws.bodies.bodies[i], ws.frames[i], ws.origin_N);
    ws.carriers[i].on_bearing = model_->bodies.body(i).is_wheelset();
  }
  for (const std::size_t i : axles_) {
    const multibody::BodyWorkspace& b = ws.bodies.bodies[i];
    Carrier& axle = ws.carriers[n + i];
    axle = ws.carriers[i];
    axle.w += axle.R_NC * (b.w_TB_C - b.w_TC_C);
    axle.on_bearing = false;
  }
}

void System::list_axles() {
  std::set<std::size_t> bodies;
  for (const ElementInstance& element : model_->elements) {
    if (!element.on_axle) continue;
    bodies.insert(get_index(element.second));
    if (element.first >= 0) bodies.insert(get_index(element.first));
  }
  axles_.assign(bodies.begin(), bodies.end());
}

void System::add_elements(double t, const ConstVecRef& z, Workspace& ws) const {
  calc_carriers(ws);
  for (CarrierWrench& wrench : ws.carrier_wrenches) wrench = {Vec3::Zero(), Vec3::Zero()};
  Carrier track;
  for (std::size_t i = 0; i < model_->elements.size(); ++i) {
    const ElementInstance& element = model_->elements[i];
    const auto second = get_index(get_carrier(element, ws, element.second));
    const Carrier& b = ws.carriers[second];
    const Carrier* a = &track;
    if (element.first < 0) {
      track = make_track_carrier(ws.frames[get_index(element.second)], ws.origin_N);
    } else {
      a = &ws.carriers[get_index(get_carrier(element, ws, element.first))];
    }
    Arms& arms = ws.element_arms[i];
    ws.element_motions[i] = calc_relative(*a, element.at_first, b, element.at_second, arms);
    element::Output& output = ws.element_outputs[i];
    element.law->calc(make_input(element, t, z, ws.element_motions[i]), output);
    const Vec3 force = a->R_NC * output.force, torque = a->R_NC * output.torque;
    ws.carrier_wrenches[second].force += force;
    ws.carrier_wrenches[second].torque += torque + arms.b.cross(force);
    if (element.first < 0) continue;
    const auto first = get_index(get_carrier(element, ws, element.first));
    ws.carrier_wrenches[first].force -= force;
    ws.carrier_wrenches[first].torque -= torque + arms.a.cross(force);
  }
  add_carrier_wrenches(ws);
}

void System::add_carrier_wrenches(Workspace& ws) const {
  const std::size_t n = ws.frames.size();
  const auto add = [&](std::size_t carrier, std::size_t body) {
    const Carrier& c = ws.carriers[carrier];
    const CarrierWrench& wrench = ws.carrier_wrenches[carrier];
    Vec3 torque_C = c.R_NC.transpose() * wrench.torque;
    if (c.on_bearing) torque_C = pass_bearing(get_tan_roll(ws.bodies.bodies[body].R_TC), torque_C);
    ws.bodies.add_wrench(body, c.R_NT.transpose() * wrench.force, torque_C);
  };
  for (std::size_t i = 0; i < n; ++i) add(i, i);
  for (const std::size_t i : axles_) add(n + i, i);
}

void System::calc_carrier_maps(Workspace& ws) const {
  const std::size_t n = ws.frames.size();
  for (std::size_t i = 0; i < n; ++i) {
    const multibody::BodyWorkspace& b = ws.bodies.bodies[i];
    ws.element_sums.maps[i] =
        make_carrier_maps(ws.carriers[i], b.R_TC, ws.frames[i].w_NT_T, b.w_TC_C, b.carrier_map,
                          multibody::calc_carrier_spin(model_->bodies, ws.bodies, i));
  }
  for (const std::size_t i : axles_) {
    const multibody::BodyWorkspace& b = ws.bodies.bodies[i];
    ws.element_sums.maps[n + i] = make_carrier_maps(ws.carriers[n + i], b.R_TC, ws.frames[i].w_NT_T,
                                                    b.w_TB_C, Mat3::Identity(), Mat3::Zero());
  }
}

void System::add_element_blocks(std::size_t first_element, std::size_t last_element, double t,
                                const ConstVecRef& z, Workspace& ws) const {
  element::Output output;
  element::Derivative law;
  Carrier track;
  for (std::size_t i = first_element; i < last_element; ++i) {
    const ElementInstance& element = model_->elements[i];
    element.law->calc_derivative(make_input(element, t, z, ws.element_motions[i]), output, law);
    const int second = get_carrier(element, ws, element.second);
    const int first = element.first < 0 ? -1 : get_carrier(element, ws, element.first);
    if (first < 0) track = make_track_carrier(ws.frames[get_index(element.second)], ws.origin_N);
    add_element({first < 0 ? track : ws.carriers[get_index(first)], ws.carriers[get_index(second)],
                 ws.element_arms[i], ws.element_motions[i], output, law, first, second,
                 element.law->state_count()},
                ws.element_sums, ws.state_derivatives[i]);
  }
}

void System::add_element_states(const Workspace& ws, MatX& jacobian) const {
  const multibody::Model& bodies = model_->bodies;
  const int n_q = bodies.q_count(), n_u = bodies.u_count();
  for (std::size_t i = 0; i < model_->elements.size(); ++i) {
    const ElementInstance& element = model_->elements[i];
    const int n_z = element.law->state_count();
    if (n_z == 0) continue;
    const StateDerivative& d = ws.state_derivatives[i];
    const int at = n_q + n_u + element.state_begin;
    auto udot = jacobian.block(n_q, at, n_u, n_z);
    auto rows = jacobian.block(at, 0, n_z, n_q + n_u);
    const auto add_body = [&](int body, const auto& by_z, const auto& z_by) {
      const CarrierMaps& maps = ws.element_sums.maps[get_index(get_carrier(element, ws, body))];
      Eigen::Matrix<double, 6, Eigen::Dynamic, 0, 6, element::max_states> wrench(6, n_z);
      Eigen::Matrix<double, Eigen::Dynamic, 12, 0, element::max_states, 12> by_local(n_z, 12);
      for (int k = 0; k < n_z; ++k) {
        wrench.col(k) = get_local(maps, by_z.col(k));
        by_local.row(k) = get_by_local(maps, z_by.row(k));
      }
      multibody::add_wrench_sensitivity(bodies, ws.bodies, ws.jacobian, get_index(body), wrench,
                                        udot);
      multibody::add_local_rows(bodies, ws.bodies, ws.jacobian, get_index(body), by_local, rows);
    };
    add_body(element.second, d.b_by_z, d.z_by_b);
    if (element.first >= 0) add_body(element.first, d.a_by_z, d.z_by_a);
    jacobian.block(at, at, n_z, n_z) += d.z_by_z.topLeftCorner(n_z, n_z);
  }
}

}  // namespace fourfoot::system
