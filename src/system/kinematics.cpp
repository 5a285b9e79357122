#include "system/kinematics.h"

#include "multibody/equations.h"

namespace fourfoot::system {

void calc_frames(const Setting& setting, double t, Workspace& ws) {
  ws.travel = setting.line.calc_travel(t, ws.speed_breaks_passed);
  for (std::size_t i = 0; i < ws.frames.size(); ++i) {
    setting.line.calc_frame(ws.travel, setting.model->bodies.body(i).given.chainage_offset,
                            ws.cursors[i], ws.frames[i]);
  }
}

void calc_kinematics(const Setting& setting, double t, const integrate::ConstVecRef& y,
                     Workspace& ws) {
  const multibody::Model& bodies = setting.model->bodies;
  const int n_q = bodies.q_count(), n_u = bodies.u_count();
  calc_frames(setting, t, ws);
  multibody::calc_position(bodies, t, y.head(n_q), ws.bodies);
  multibody::calc_velocity(bodies, t, y.head(n_q), y.segment(n_q, n_u), ws.frames, ws.bodies);
}

}  // namespace fourfoot::system
