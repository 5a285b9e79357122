// The textbook contact of each wheelset: from its local motion to a wrench.
#include "math/angle.h"
#include "system/local_motion.h"
#include "system/system.h"

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

}  // namespace

void System::add_textbook_contacts(Workspace& ws) const {
  const double speed = ws.travel.v;
  for (std::size_t i = 0; i < contact_.textbook.size(); ++i) {
    const std::size_t body = static_cast<std::size_t>(model_->wheelsets[i].body);
    const auto motion = calc_textbook_motion(get_local_motion(ws.bodies.bodies[body]),
                                             model_->bodies.body(body).given.nominal,
                                             ws.frames[body], speed, contact_.textbook[i].radius);
    ws.contacts[i] = contact::calc_textbook(contact_.textbook[i], motion);
    const auto& f = ws.contacts[i];
    ws.bodies.add_wrench(body, Vec3(f.force_x, f.force_y, 0.0), Vec3(0.0, f.torque_y, f.torque_z));
  }
}

void System::add_textbook_derivatives(Workspace& ws) const {
  using S = Dual<local_size>;
  const double speed = ws.travel.v;
  for (std::size_t i = 0; i < contact_.textbook.size(); ++i) {
    const std::size_t body = static_cast<std::size_t>(model_->wheelsets[i].body);
    const auto local = get_dual_motion<local_size>(model_->bodies, ws.bodies, body, 0);
    const contact::TextbookForces<S> f = contact::calc_textbook(
        contact_.textbook[i],
        calc_textbook_motion(local, model_->bodies.body(body).given.nominal, ws.frames[body], speed,
                             contact_.textbook[i].radius));
    multibody::Matrix6x12& block = ws.derivatives.at(body, body);
    block.row(0) += f.force_x.derivatives().transpose();
    block.row(1) += f.force_y.derivatives().transpose();
    block.row(4) += f.torque_y.derivatives().transpose();
    block.row(5) += f.torque_z.derivatives().transpose();
  }
}

}  // namespace fourfoot::system
