#include "system/kinematics.h"

#include "multibody/equations.h"

namespace fourfoot::system {

void calc_frames(const SystemSetting& setting, double t, Workspace& ws) {
  ws.rate_t = std::numeric_limits<double>::quiet_NaN();
  ws.travel = setting.line.calc_travel(t, ws.speed_breaks_passed);
  for (std::size_t i = 0; i < ws.frames.size(); ++i) {
    if (setting.same_frame[i] < i) {
      ws.frames[i] = ws.frames[setting.same_frame[i]];
      continue;
    }
    setting.line.calc_frame(ws.travel, setting.model->bodies.body(i).given.chainage_offset,
                            ws.cursors[i], ws.frames[i]);
  }
}

void calc_kinematics(const SystemSetting& setting, double t, const integrate::ConstState& state,
                     Workspace& ws) {
  const multibody::Model& bodies = setting.model->bodies;
  calc_frames(setting, t, ws);
  multibody::calc_position(bodies, t, state.q, ws.bodies);
  multibody::calc_velocity(bodies, t, state.q, state.u, ws.frames, ws.bodies);
}

}  // namespace fourfoot::system
