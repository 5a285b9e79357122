// The frames' way along the line, and what happens at its breaks.
#include "multibody/jump.h"
#include "system/kinematics.h"
#include "system/system.h"

namespace fourfoot::system {

std::vector<double> System::get_offsets() const {
  std::vector<double> offsets;
  for (const multibody::Body& body : model().bodies.bodies())
    offsets.push_back(body.given.chainage_offset);
  return offsets;
}

void System::set_time(double t, Workspace& ws) const {
  ws.speed_breaks_passed = line().count_speed_breaks_passed(t);
  for (std::size_t i = 0; i < ws.cursors.size(); ++i) {
    ws.cursors[i].passed = line().count_passed(t, model().bodies.body(i).given.chainage_offset);
  }
}

std::vector<double> System::find_stops(double t_begin, double t_end,
                                       const std::vector<double>& more_offsets) const {
  std::vector<double> offsets = get_offsets(), corners;
  offsets.insert(offsets.end(), more_offsets.begin(), more_offsets.end());
  for (const auto& provider : providers_) {
    for (const double t : provider->list_corner_times()) corners.push_back(t);
  }
  return line().find_stops(offsets, corners, t_begin, t_end);
}

void System::pass(double t, integrate::VecRef y, Workspace& ws) const {
  const multibody::Model& bodies = model().bodies;
  bool jumps = false;
  for (std::size_t i = 0; i < ws.cursors.size() && !jumps; ++i) {
    jumps = line().has_kink(ws.cursors[i].passed,
                            line().count_passed(t, bodies.body(i).given.chainage_offset));
  }
  if (!jumps) return set_time(t, ws);
  VecX q = y.head(bodies.q_count());
  VecX u = y.segment(bodies.q_count(), bodies.u_count());
  for (const auto& provider : providers_) provider->attach(ws);
  calc_frames(setting_, t, ws);
  ws.frames_before = ws.frames;
  set_time(t, ws);
  calc_frames(setting_, t, ws);
  multibody::pass_corner(bodies, t, ws.frames_before, ws.frames, ws.bodies, q, u);
  y.head(bodies.q_count()) = q;
  y.segment(bodies.q_count(), bodies.u_count()) = u;
}

}  // namespace fourfoot::system
