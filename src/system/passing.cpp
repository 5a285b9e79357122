// The frames' way along the line, and what happens at its corners.
#include "math/rotation.h"
#include "multibody/equations.h"
#include "multibody/jump.h"
#include "multibody/orientation.h"
#include "system/system.h"

namespace fourfoot::system {

namespace {

bool is_identity(const Mat3& R) {
  return (R - Mat3::Identity()).cwiseAbs().maxCoeff() < 1e-12;
}

// Where the track itself has a corner (a gradient without vertical curve) the frame's axes turn:
// the body's pose and velocity are written in the new ones. `before` is turned too, so that only
// velocities are left to jump.
void turn_axes(const multibody::Model& model, multibody::Workspace& ws, double t, std::size_t body,
               const Mat3& R_BA, std::vector<MovingFrame>& frames, VecX& q, VecX& u) {
  const multibody::BodyWorkspace& b = ws.bodies[body];
  const Vec3 p = R_BA.transpose() * b.p_TB;
  const Vec3 v = R_BA.transpose() * b.v_TB_T;
  Vec3 w = b.w_TB_C;
  Vec3 angles = multibody::find_cardan_angles(R_BA.transpose() * b.R_TB);
  if (model.body(body).is_wheelset()) {
    // Seen in the new axes the carrier has a pitch, which belongs to the spin: the new carrier is
    // turned back by it. The spin angle, however large, goes on.
    angles = multibody::find_wheelset_angles(R_BA.transpose() * b.R_TC);
    w = rotation_y(angles.y()) * w;
    angles.y() += b.angles.y();
  }
  model.put_pose(body, p - model.body(body).given.nominal, angles, q);
  MovingFrame& before = frames[body];
  before.R_NT = before.R_NT * R_BA;
  before.v_NT_T = R_BA.transpose() * before.v_NT_T;
  before.w_NT_T = R_BA.transpose() * before.w_NT_T;
  VecX speeds = ws.speeds;
  multibody::calc_position(model, t, q, ws);
  multibody::put_twist(model, ws, body, v, w, speeds);
  multibody::project_speeds(model, t, q, speeds, frames, ws, u);
}

}  // namespace

std::vector<double> System::get_offsets() const {
  std::vector<double> offsets;
  for (const multibody::Body& body : model_->bodies.bodies())
    offsets.push_back(body.given.station_offset);
  return offsets;
}

void System::calc_frames(double t, Workspace& ws) const {
  ws.travel = line_.calc_travel(t);
  for (std::size_t i = 0; i < ws.frames.size(); ++i) {
    line_.calc_frame(ws.travel, model_->bodies.body(i).given.station_offset, ws.cursors[i],
                     ws.frames[i]);
  }
}

void System::set_time(double t, Workspace& ws) const {
  for (std::size_t i = 0; i < ws.cursors.size(); ++i) {
    ws.cursors[i].kinks_passed = line_.count_passed(t, model_->bodies.body(i).given.station_offset);
  }
}

std::vector<Passage> System::find_passages(double t_begin, double t_end) const {
  return line_.find_passages(get_offsets(), t_begin, t_end);
}

void System::pass(const Passage& passage, integrate::VecRef y, Workspace& ws) const {
  const multibody::Model& bodies = model_->bodies;
  VecX q = y.head(bodies.q_count());
  VecX u = y.segment(bodies.q_count(), bodies.u_count());
  calc_kinematics(passage.t, y, ws);
  ws.frames_before = ws.frames;
  const track::Kink& kink = line_.track().kinks()[passage.kink];
  if (!is_identity(kink.R_BA)) {
    turn_axes(bodies, ws.bodies, passage.t, passage.body, kink.R_BA, ws.frames_before, q, u);
  }
  ws.cursors[passage.body].kinks_passed = passage.kink + 1;
  calc_frames(passage.t, ws);
  multibody::apply_jump(bodies, passage.t, q, ws.frames_before, ws.frames, ws.bodies, u);
  y.head(bodies.q_count()) = q;
  y.segment(bodies.q_count(), bodies.u_count()) = u;
}

}  // namespace fourfoot::system
