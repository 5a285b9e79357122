#include "system/textbook_contacts.h"

#include <cmath>

#include "math/angle.h"
#include "system/local_motion.h"
#include "system/workspace.h"

namespace fourfoot::system {

namespace {

template <class S>
contact::TextbookMotion<S> calc_textbook_motion(const LocalMotion<S>& m, const Vec3& nominal,
                                                const MovingFrame& frame, double speed,
                                                double radius) {
  using std::sqrt;
  contact::TextbookMotion<S> motion;
  motion.y = m.p[1] - nominal.y();
  // The axle's direction e_y of the carrier gives the yaw; roll does not enter.
  const S e_x = m.R(0, 1), e_y = m.R(1, 1);
  motion.psi = calc_angle(S(-e_x), e_y);
  motion.y_rate = m.v[1];
  // R_TS = Rz(psi) Rx(phi): the z component in S is psi_d cos(phi).
  const S cos_roll = sqrt(e_x * e_x + e_y * e_y);
  motion.psi_rate = m.w_TB[2] / cos_roll;
  motion.yaw_rate = motion.psi_rate + frame.w_NT_T.z();
  motion.spin_excess = m.w_TB[1] - speed / radius;
  motion.speed = speed;
  return motion;
}

using Wheel = contact::TextbookWheel<double>;

constexpr ChannelRow<Wheel> wheel_rows[] = {
    {"nu_x", "1", "contact", "longitudinal creepage", [](const Wheel& w) { return w.nu_x; }},
    {"nu_y", "1", "contact", "lateral creepage", [](const Wheel& w) { return w.nu_y; }},
    {"spin", "1/m", "contact", "spin creepage", [](const Wheel& w) { return w.spin; }},
    {"fx", "N", "contact", "longitudinal creep force on the wheel",
     [](const Wheel& w) { return w.fx; }},
    {"fy", "N", "contact", "lateral creep force on the wheel", [](const Wheel& w) { return w.fy; }},
    {"mz", "N m", "contact", "spin moment on the wheel", [](const Wheel& w) { return w.mz; }},
};

}  // namespace

std::unique_ptr<Slice> TextbookContacts::make_slice() const {
  auto slice = std::make_unique<Forces>();
  slice->wheelsets.resize(contacts_.size());
  return slice;
}

void TextbookContacts::add_forces(double, const integrate::ConstVecRef&, Workspace& ws) const {
  auto& forces = ws.slices.get<Forces>(index()).wheelsets;
  const double speed = ws.travel.v;
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    const std::size_t body = get_body(i);
    const auto motion = calc_textbook_motion(get_local_motion(ws.bodies.bodies[body]),
                                             model().bodies.body(body).given.nominal,
                                             ws.frames[body], speed, contacts_[i].radius);
    forces[i] = contact::calc_textbook(contacts_[i], motion);
    const auto& f = forces[i];
    ws.bodies.add_wrench(body, Vec3(f.force_x, f.force_y, 0.0), Vec3(0.0, f.torque_y, f.torque_z));
  }
}

void TextbookContacts::add_derivative_stage(std::size_t, double, const integrate::ConstVecRef&,
                                            Workspace& ws) const {
  using S = Dual<local_size>;
  const double speed = ws.travel.v;
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    const std::size_t body = get_body(i);
    const auto local = get_dual_motion<local_size>(model().bodies, ws.bodies, body, 0);
    const contact::TextbookForces<S> f = contact::calc_textbook(
        contacts_[i], calc_textbook_motion(local, model().bodies.body(body).given.nominal,
                                           ws.frames[body], speed, contacts_[i].radius));
    multibody::Matrix6x12& block = ws.derivatives.at(body, body);
    block.row(0) += f.force_x.derivatives().transpose();
    block.row(1) += f.force_y.derivatives().transpose();
    block.row(4) += f.torque_y.derivatives().transpose();
    block.row(5) += f.torque_z.derivatives().transpose();
  }
}

void TextbookContacts::list_channels(ChannelTable& table) const {
  constexpr const char* sides[2] = {"/left/", "/right/"};
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    for (std::size_t k = 0; k < 2; ++k) {
      table.add_rows<wheel_rows>(get_name(i) + sides[k], [this, i, k](const Moment& moment) {
        return moment.ws.slices.get<Forces>(index()).wheelsets[i].wheels[k];
      });
    }
    table.add({get_name(i) + "/flange_force", "N", "track",
               "lateral force of the flange on the wheelset"},
              [this, i](const Moment& moment) {
                return moment.ws.slices.get<Forces>(index()).wheelsets[i].flange;
              });
  }
}

std::vector<WatchRow> TextbookContacts::list_watches() const {
  std::vector<WatchRow> watches;
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    for (std::size_t k = 0; k < 2; ++k)
      watches.push_back({{Watch::Kind::flange, get_name(i) + (k == 0 ? "/left" : "/right")},
                         [this, i, k](const Workspace& ws) { return calc_flange_gap(i, k, ws); }});
  }
  return watches;
}

double TextbookContacts::calc_flange_gap(std::size_t i, std::size_t k, const Workspace& ws) const {
  constexpr double nothing = 1.0;  // where there is no flange to touch
  const contact::TextbookContact& contact = contacts_[i];
  if (!(contact.flange_stiffness > 0.0) || !std::isfinite(contact.flange_clearance)) return nothing;
  const std::size_t body = get_body(i);
  const double y = ws.bodies.bodies[body].p_TB.y() - model().bodies.body(body).given.nominal.y();
  return k == 0 ? contact.flange_clearance - y : contact.flange_clearance + y;
}

}  // namespace fourfoot::system
