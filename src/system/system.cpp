#include "system/system.h"

#include "multibody/assembly.h"
#include "multibody/equations.h"
#include "multibody/surface.h"

namespace fourfoot::system {

using integrate::ConstVecRef;
using integrate::VecRef;

namespace {

constexpr double track_rate_scale = 0.1;  // [m/s]

}  // namespace

System::System(std::shared_ptr<const vehicle::Model> model, Line line, ContactModel contact,
               SystemOptions options)
    : model_(std::move(model)),
      line_(std::move(line)),
      contact_(std::move(contact)),
      options_(std::move(options)) {
  build_channels();
  list_watches();
  list_axles();
}

integrate::Partition System::partition() const {
  return {model_->bodies.q_count(), model_->bodies.u_count(), model_->state_count};
}

int System::size() const {
  return model_->bodies.q_count() + model_->bodies.u_count() + model_->state_count;
}

std::vector<std::string> System::get_state_names() const {
  std::vector<std::string> names = model_->bodies.q_names();
  const auto& u = model_->bodies.u_names();
  names.insert(names.end(), u.begin(), u.end());
  for (const vehicle::ElementInstance& element : model_->elements) {
    for (int k = 0; k < element.law->state_count(); ++k) {
      names.push_back(element.name + "/" + element.law->state_name(k));
    }
  }
  list_track_states(names);
  return names;
}

// A millimetre, a milliradian and ten times that per second: what matters in these coordinates. A
// rail's rate follows every unevenness at once and matters little.
VecX System::get_scales() const {
  const integrate::Partition p = partition();
  VecX scales(size());
  scales.head(p.n_q).setConstant(1e-3);
  scales.segment(p.n_q, p.n_u).setConstant(1e-2);
  scales.tail(p.n_z).setConstant(1e-3);
  for (const ProfileContact& contact : contact_.profiles) {
    for (const int at : contact.track_rate)
      if (at >= 0) scales[p.n_q + p.n_u + at] = track_rate_scale;
  }
  return scales;
}

VecX System::calc_nominal_state(Workspace& ws) const {
  const multibody::Model& bodies = model_->bodies;
  VecX q = bodies.nominal_q();
  VecX speeds = VecX::Zero(bodies.speed_count()), u(bodies.u_count());
  set_time(0.0, ws);
  attach(ws);
  calc_frames(0.0, ws);
  if (bodies.is_constrained()) multibody::assemble(bodies, 0.0, ws.frames, ws.bodies, q);
  multibody::calc_position(bodies, 0.0, q, ws.bodies);
  for (const vehicle::WheelsetInstance& wheelset : model_->wheelsets) {
    const Vec3 spin(0.0, line_.calc_travel(0.0).v / wheelset.radius, 0.0);
    multibody::put_twist(bodies, ws.bodies, static_cast<std::size_t>(wheelset.body), Vec3::Zero(),
                         spin, speeds);
  }
  multibody::project_speeds(bodies, 0.0, q, speeds, ws.frames, ws.bodies, u);
  VecX y = VecX::Zero(size());
  y.head(q.size()) = q;
  y.segment(q.size(), u.size()) = u;
  press_wheels(ws, y);
  return y;
}

void System::calc_kinematics(double t, const ConstVecRef& y, Workspace& ws) const {
  const multibody::Model& bodies = model_->bodies;
  const int n_q = bodies.q_count(), n_u = bodies.u_count();
  attach(ws);
  calc_frames(t, ws);
  multibody::calc_position(bodies, t, y.head(n_q), ws.bodies);
  multibody::calc_velocity(bodies, t, y.head(n_q), y.segment(n_q, n_u), ws.frames, ws.bodies);
}

void System::begin_forces(double t, const ConstVecRef& z, Workspace& ws) const {
  ws.bodies.clear_wrenches();
  set_track(z, ws);
  multibody::add_gravity(model_->bodies, ws.frames, Vec3(0.0, 0.0, -options_.gravity), ws.bodies);
  add_elements(t, z, ws);
  add_textbook_contacts(ws);
}

void System::add_forces(double t, const ConstVecRef& z, Workspace& ws) const {
  begin_forces(t, z, ws);
  for (std::size_t i = 0; i < contact_.profiles.size(); ++i) add_profile_contact(i, ws, false);
  add_control(ws);
}

void System::get_state_rates(const Workspace& ws, VecRef rates) const {
  int row = 0;
  for (std::size_t i = 0; i < model_->elements.size(); ++i) {
    for (int k = 0; k < model_->elements[i].law->state_count(); ++k) {
      rates[row++] = ws.element_outputs[i].zdot[static_cast<std::size_t>(k)];
    }
  }
  get_track_rates(ws, rates);
}

void System::calc_rate(double t, const ConstVecRef& y, Workspace& ws, VecRef ydot) const {
  calc_kinematics(t, y, ws);
  add_forces(t, y.tail(model_->state_count), ws);
  get_rates(ws, ydot);
}

void System::get_rates(Workspace& ws, VecRef ydot) const {
  const multibody::Model& bodies = model_->bodies;
  const int n_q = bodies.q_count(), n_u = bodies.u_count(), n_z = model_->state_count;
  close_treads(ws);
  multibody::calc_acceleration(bodies, ws.frames, ws.bodies, ws.udot);
  ydot.head(n_q) = ws.bodies.qdot;
  ydot.segment(n_q, n_u) = ws.udot;
  get_state_rates(ws, ydot.tail(n_z));
}

}  // namespace fourfoot::system
