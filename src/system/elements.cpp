// Suspension elements between the bodies: forces, and their derivatives block by block.
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

// What an element hangs on: the carrier, or the axle itself with its spin. The axle's angle does
// not matter, since what is fixed to it acts about its own line.
Carrier get_carrier(const ElementInstance& element, const Workspace& ws, int body) {
  const std::size_t i = get_index(body);
  Carrier carrier = ws.carriers[i];
  if (!element.on_axle) return carrier;
  const multibody::BodyWorkspace& b = ws.bodies.bodies[i];
  carrier.w += carrier.R_NC * (b.w_TB_C - b.w_TC_C);
  carrier.on_bearing = false;
  return carrier;
}

EndState make_end(const multibody::Model& model, const Workspace& ws,
                  const ElementInstance& element, int body, const Vec3& at) {
  const std::size_t i = get_index(body);
  const multibody::BodyWorkspace& b = ws.bodies.bodies[i];
  EndState end{&b,
               get_carrier(element, ws, body),
               at,
               ws.frames[i].w_NT_T,
               b.w_TC_C,
               b.carrier_map,
               multibody::calc_carrier_spin(model, ws.bodies, i)};
  if (!element.on_axle) return end;
  end.w_C = b.w_TB_C;
  end.w_map.setIdentity();
  end.w_turn.setZero();
  return end;
}

EndState make_track_end(const Workspace& ws, const Carrier& track, int under, const Vec3& at) {
  return {nullptr,      track,        at,          ws.frames[get_index(under)].w_NT_T,
          Vec3::Zero(), Mat3::Zero(), Mat3::Zero()};
}

void add_blocks(const ElementInstance& element, const ElementDerivative& d,
                multibody::WrenchDerivatives& blocks) {
  const std::size_t second = get_index(element.second);
  blocks.at(second, second) += d.b_by_b;
  if (element.first < 0) return;
  const std::size_t first = get_index(element.first);
  blocks.at(second, first) += d.b_by_a;
  blocks.at(first, second) += d.a_by_b;
  blocks.at(first, first) += d.a_by_a;
}

}  // namespace

void System::calc_carriers(Workspace& ws) const {
  if (ws.frames.empty()) return;
  ws.origin_N = ws.frames.front().p_NT;
  for (std::size_t i = 0; i < ws.carriers.size(); ++i) {
    ws.carriers[i] = make_carrier(ws.bodies.bodies[i], ws.frames[i], ws.origin_N);
    ws.carriers[i].on_bearing = model_->bodies.body(i).is_wheelset();
  }
}

void System::add_elements(double t, const ConstVecRef& z, Workspace& ws) const {
  calc_carriers(ws);
  for (std::size_t i = 0; i < model_->elements.size(); ++i) {
    const ElementInstance& element = model_->elements[i];
    const std::size_t second = get_index(element.second);
    const Carrier b = get_carrier(element, ws, element.second);
    const Carrier a = element.first < 0 ? make_track_carrier(ws.frames[second], ws.origin_N)
                                        : get_carrier(element, ws, element.first);
    ws.element_motions[i] = calc_relative(a, element.at_first, b, element.at_second);
    element::Output& output = ws.element_outputs[i];
    element.law->calc(make_input(element, t, z, ws.element_motions[i]), output);
    const LocalWrench on_second = calc_wrench_on_second(
        a, b, element.at_second, ws.bodies.bodies[second].R_TC, output.force, output.torque);
    ws.bodies.add_wrench(second, on_second.force_T, on_second.torque_C);
    if (element.first < 0) continue;
    const std::size_t first = get_index(element.first);
    const LocalWrench on_first =
        calc_wrench_on_first(a, element.at_first + ws.element_motions[i].d,
                             ws.bodies.bodies[first].R_TC, output.force, output.torque);
    ws.bodies.add_wrench(first, on_first.force_T, on_first.torque_C);
  }
}

void System::add_element_blocks(double t, const ConstVecRef& z, Workspace& ws) const {
  for (std::size_t i = 0; i < model_->elements.size(); ++i) {
    const ElementInstance& element = model_->elements[i];
    ElementDerivative& d = ws.element_derivatives[i];
    element::Output output;
    element.law->calc_derivative(make_input(element, t, z, ws.element_motions[i]), output, d.law);
    const EndState b = make_end(model_->bodies, ws, element, element.second, element.at_second);
    const EndState a =
        element.first < 0
            ? make_track_end(ws,
                             make_track_carrier(ws.frames[get_index(element.second)], ws.origin_N),
                             element.second, element.at_first)
            : make_end(model_->bodies, ws, element, element.first, element.at_first);
    calc_element_derivative(a, b, element.law->state_count(), ws.element_motions[i], output, d);
    add_blocks(element, d, ws.derivatives);
  }
}

void System::add_element_states(const Workspace& ws, MatX& jacobian) const {
  const multibody::Model& bodies = model_->bodies;
  const int n_q = bodies.q_count(), n_u = bodies.u_count();
  for (std::size_t i = 0; i < model_->elements.size(); ++i) {
    const ElementInstance& element = model_->elements[i];
    const int n_z = element.law->state_count();
    if (n_z == 0) continue;
    const ElementDerivative& d = ws.element_derivatives[i];
    const int at = n_q + n_u + element.state_begin;
    auto udot = jacobian.block(n_q, at, n_u, n_z);
    auto rows = jacobian.block(at, 0, n_z, n_q + n_u);
    const auto add_body = [&](int body, const auto& by_z, const Matrix12& motion) {
      multibody::add_wrench_sensitivity(bodies, ws.bodies, ws.jacobian, get_index(body),
                                        by_z.leftCols(n_z), udot);
      Eigen::Matrix<double, Eigen::Dynamic, 12, 0, element::max_states, 12> by_local(n_z, 12);
      for (int k = 0; k < n_z; ++k) {
        const Eigen::Matrix<double, 1, 12> law = d.law.block<1, 12>(6 + k, 0);
        by_local.row(k) = law.lazyProduct(motion);
      }
      multibody::add_local_rows(bodies, ws.bodies, ws.jacobian, get_index(body), by_local, rows);
    };
    add_body(element.second, d.b_by_z, d.motion_by_b);
    if (element.first >= 0) add_body(element.first, d.a_by_z, d.motion_by_a);
    jacobian.block(at, at, n_z, n_z) += d.law.block(6, 12, n_z, n_z);
  }
}

}  // namespace fourfoot::system
