// Suspension elements between the bodies: forces, and their derivatives block by block.
#include "multibody/row_reduction.h"
#include "system/attachment.h"
#include "system/system.h"

namespace fourfoot::system {

namespace {

using integrate::ConstVecRef;
using vehicle::ElementInstance;

std::size_t get_index(int i) {
  return static_cast<std::size_t>(i);
}

// Both ends of an element, counted from the origin of the second body's track frame.
template <class S>
struct Ends {
  AttachedEnd<S> a, b;
};

template <class S>
Ends<S> calc_ends(const multibody::Model& model, const ElementInstance& element,
                  const Workspace& ws, const LocalMotion<S>* first, LocalMotion<S> second) {
  const MovingFrame& frame_b = ws.frames[get_index(element.second)];
  const Vec3& origin = frame_b.p_NT;
  Ends<S> ends;
  // What is fixed to the axle moves with its spin; it acts about the axle's line, where the angle
  // of the spin does not matter.
  if (element.on_axle) second.w_TC = second.w_TB;
  ends.b = calc_end(second, frame_b, origin, element.at_second);
  if (first != nullptr) {
    LocalMotion<S> motion = *first;
    if (element.on_axle) motion.w_TC = motion.w_TB;
    ends.a = calc_end(motion, ws.frames[get_index(element.first)], origin, element.at_first);
  } else {
    ends.a = calc_track_end<S>(frame_b, origin, element.at_first);
  }
  if (element.on_axle) return ends;
  ends.b.on_bearing = model.body(get_index(element.second)).is_wheelset();
  ends.a.on_bearing = first != nullptr && model.body(get_index(element.first)).is_wheelset();
  return ends;
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

template <class S>
element::RelativeT<double> strip(const element::RelativeT<S>& r) {
  element::RelativeT<double> plain;
  for (int i = 0; i < 3; ++i) {
    plain.d[i] = get_value(r.d[i]);
    plain.theta[i] = get_value(r.theta[i]);
    plain.v[i] = get_value(r.v[i]);
    plain.w[i] = get_value(r.w[i]);
  }
  return plain;
}

// The law's own derivative by the relative motion, chained with the motion's derivatives by the
// bodies'.
template <int N>
Vec3T<Dual<N>> chain(const Vec3& value,
                     const Eigen::Ref<const Eigen::Matrix<double, 3, 12>>& derivative,
                     const Eigen::Matrix<double, 12, N>& motion) {
  Vec3T<Dual<N>> result;
  const Eigen::Matrix<double, 3, N> total = derivative * motion;
  for (int i = 0; i < 3; ++i) result[i] = Dual<N>(value[i], total.row(i).transpose());
  return result;
}

template <int N>
Eigen::Matrix<double, 12, N> stack_derivatives(const element::RelativeT<Dual<N>>& r) {
  Eigen::Matrix<double, 12, N> m;
  for (int i = 0; i < 3; ++i) {
    m.row(i) = r.d[i].derivatives().transpose();
    m.row(3 + i) = r.theta[i].derivatives().transpose();
    m.row(6 + i) = r.v[i].derivatives().transpose();
    m.row(9 + i) = r.w[i].derivatives().transpose();
  }
  return m;
}

template <int N>
void add_block(const LocalWrench<Dual<N>>& wrench, std::size_t on, std::size_t by, int first,
               multibody::WrenchDerivatives& blocks) {
  multibody::Matrix6x12& block = blocks.at(on, by);
  for (int i = 0; i < 3; ++i) {
    block.row(i) += wrench.force_T[i].derivatives().template segment<local_size>(first).transpose();
    block.row(3 + i) +=
        wrench.torque_C[i].derivatives().template segment<local_size>(first).transpose();
  }
}

// How an element's forces follow the bodies' motion. N = 24: two bodies (the second's directions
// first), N = 12: the track and a body.
template <int N>
struct ElementDerivative {
  element::Derivative law;              ///< by the relative motion and the own states
  Eigen::Matrix<double, 12, N> motion;  ///< relative motion by the bodies' directions
  LocalWrench<Dual<N>> on_second, on_first;
  Ends<Dual<N>> ends;
};

template <int N>
ElementDerivative<N> calc_element_derivative(const vehicle::Model& model,
                                             const ElementInstance& element, double t,
                                             const ConstVecRef& z, const Workspace& ws) {
  using S = Dual<N>;
  const LocalMotion<S> second =
      get_dual_motion<N>(model.bodies, ws.bodies, get_index(element.second), 0);
  LocalMotion<S> first;
  if constexpr (N == 24) {
    first = get_dual_motion<N>(model.bodies, ws.bodies, get_index(element.first), local_size);
  }
  ElementDerivative<N> out;
  out.ends = calc_ends<S>(model.bodies, element, ws, N == 24 ? &first : nullptr, second);
  const Ends<S>& ends = out.ends;
  const element::RelativeT<S> relative = calc_relative(ends.a, ends.b);
  element::Output output;
  element.law->calc_derivative(make_input(element, t, z, strip(relative)), output, out.law);
  out.motion = stack_derivatives<N>(relative);
  const Vec3T<S> force_A = chain<N>(output.force, out.law.template block<3, 12>(0, 0), out.motion);
  const Vec3T<S> torque_A =
      chain<N>(output.torque, out.law.template block<3, 12>(3, 0), out.motion);
  const Vec3T<S> force = ends.a.R_NC * force_A, torque = ends.a.R_NC * torque_A;
  out.on_second =
      calc_wrench(ends.b, ws.frames[get_index(element.second)], ends.b.point, force, torque);
  if constexpr (N == 24) {
    out.on_first =
        calc_wrench<S>(ends.a, ws.frames[get_index(element.first)], ends.b.point, -force, -torque);
  }
  return out;
}

template <class S>
Mat3 strip(const Mat3T<S>& m) {
  return m.unaryExpr([](const S& x) { return get_value(x); });
}
template <class S>
Vec3 strip(const Vec3T<S>& v) {
  return {get_value(v[0]), get_value(v[1]), get_value(v[2])};
}

// Own states push on a body: d(force_T, torque_C)/dz, the force in A's axes carried to the body of
// `end`.
template <class S>
MatX calc_state_wrench(const AttachedEnd<S>& end, const MovingFrame& frame, const AttachedEnd<S>& a,
                       const Vec3& point, const MatX& force_torque_z) {
  const Mat3 R_NA = strip(a.R_NC), R_CN = strip(end.R_NC).transpose();
  const Vec3 arm = point - strip(end.center);
  MatX wrench(6, force_torque_z.cols());
  for (int k = 0; k < force_torque_z.cols(); ++k) {
    const Vec3 force = R_NA * force_torque_z.col(k).head<3>();
    const Vec3 torque = R_NA * force_torque_z.col(k).tail<3>() + arm.cross(force);
    Vec3 torque_C = R_CN * torque;
    if (end.on_bearing) torque_C = pass_bearing<double>(strip(end.R_TC), torque_C);
    wrench.col(k) << frame.R_NT.transpose() * force, torque_C;
  }
  return wrench;
}

template <int N>
void add_state_derivatives(const vehicle::Model& model, const ElementInstance& element,
                           const Workspace& ws, const ElementDerivative<N>& d, MatX& jacobian) {
  const int n_z = element.law->state_count();
  const int n_qu = model.bodies.q_count() + model.bodies.u_count();
  const int at = n_qu + element.state_begin;
  auto udot_z = jacobian.block(model.bodies.q_count(), at, model.bodies.u_count(), n_z);
  const MatX force_z = d.law.block(0, 12, 6, n_z);
  const MatX state_motion = d.law.block(6, 0, n_z, 12) * d.motion;
  const Vec3 point = strip(d.ends.b.point);
  MatX udot = udot_z;
  const std::size_t second = get_index(element.second);
  multibody::add_wrench_sensitivity(
      model.bodies, ws.bodies, ws.jacobian, second,
      calc_state_wrench(d.ends.b, ws.frames[second], d.ends.a, point, force_z), udot);
  auto rows = jacobian.block(at, 0, n_z, n_qu);
  multibody::add_local_rows(model.bodies, ws.bodies, ws.jacobian, second,
                            state_motion.leftCols(local_size), rows);
  if constexpr (N == 24) {
    const std::size_t first = get_index(element.first);
    multibody::add_wrench_sensitivity(
        model.bodies, ws.bodies, ws.jacobian, first,
        -calc_state_wrench(d.ends.a, ws.frames[first], d.ends.a, point, force_z), udot);
    multibody::add_local_rows(model.bodies, ws.bodies, ws.jacobian, first,
                              state_motion.rightCols(local_size), rows);
  }
  udot_z = udot;
  jacobian.block(at, at, n_z, n_z) += d.law.block(6, 12, n_z, n_z);
}

template <int N>
void add_wrench_blocks(const ElementInstance& element, const ElementDerivative<N>& d,
                       multibody::WrenchDerivatives& blocks) {
  const std::size_t second = get_index(element.second);
  add_block<N>(d.on_second, second, second, 0, blocks);
  if constexpr (N == 24) {
    const std::size_t first = get_index(element.first);
    add_block<N>(d.on_second, second, first, local_size, blocks);
    add_block<N>(d.on_first, first, second, 0, blocks);
    add_block<N>(d.on_first, first, first, local_size, blocks);
  }
}

// Calls `use` with the derivative of every element, in the width it needs.
template <class Use>
void visit_derivatives(const vehicle::Model& model, double t, const ConstVecRef& z,
                       const Workspace& ws, Use use) {
  for (const ElementInstance& element : model.elements) {
    if (element.first < 0)
      use(element, calc_element_derivative<12>(model, element, t, z, ws));
    else
      use(element, calc_element_derivative<24>(model, element, t, z, ws));
  }
}

}  // namespace

void System::add_elements(double t, const ConstVecRef& z, Workspace& ws) const {
  for (std::size_t i = 0; i < model_->elements.size(); ++i) {
    const ElementInstance& element = model_->elements[i];
    const bool to_track = element.first < 0;
    const LocalMotion<double> second =
        get_local_motion(ws.bodies.bodies[get_index(element.second)]);
    LocalMotion<double> first;
    if (!to_track) first = get_local_motion(ws.bodies.bodies[get_index(element.first)]);
    const Ends<double> ends =
        calc_ends<double>(model_->bodies, element, ws, to_track ? nullptr : &first, second);

    element::Output& output = ws.element_outputs[i];
    element.law->calc(make_input(element, t, z, calc_relative(ends.a, ends.b)), output);
    const Vec3 force = ends.a.R_NC * output.force, torque = ends.a.R_NC * output.torque;
    const LocalWrench<double> on_second =
        calc_wrench(ends.b, ws.frames[get_index(element.second)], ends.b.point, force, torque);
    ws.bodies.add_wrench(get_index(element.second), on_second.force_T, on_second.torque_C);
    if (to_track) continue;
    const LocalWrench<double> on_first = calc_wrench<double>(
        ends.a, ws.frames[get_index(element.first)], ends.b.point, -force, -torque);
    ws.bodies.add_wrench(get_index(element.first), on_first.force_T, on_first.torque_C);
  }
}

void System::add_element_blocks(double t, const ConstVecRef& y, Workspace& ws) const {
  visit_derivatives(*model_, t, y.tail(model_->state_count), ws,
                    [&](const ElementInstance& element, const auto& d) {
                      add_wrench_blocks(element, d, ws.derivatives);
                    });
}

void System::add_element_states(double t, const ConstVecRef& y, const Workspace& ws,
                                MatX& jacobian) const {
  if (model_->state_count == 0) return;
  visit_derivatives(*model_, t, y.tail(model_->state_count), ws,
                    [&](const ElementInstance& element, const auto& d) {
                      if (element.law->state_count() > 0) {
                        add_state_derivatives(*model_, element, ws, d, jacobian);
                      }
                    });
}

}  // namespace fourfoot::system
