#include "analysis/initial_state.h"

#include "analysis/equilibrium.h"
#include "multibody/assembly.h"
#include "multibody/equations.h"

namespace fourfoot::analysis {

namespace {

// Pose and velocity of every body of `from` as a state of `system`, which has the same bodies with
// other freedoms.
VecX carry_over(const system::System& from, const VecX& state, const system::System& system) {
  const multibody::Model& bodies = system.model().bodies;
  system::Workspace source(from), ws(system);
  from.calc_rate(0.0, state, source, source.ydot);
  VecX y = system.calc_nominal_state(ws);
  system.calc_rate(0.0, y, ws, ws.ydot);
  VecX q = system.view(y).q, u = system.view(y).u;
  for (std::size_t body = 0; body < bodies.body_count(); ++body) {
    const Vec3 position = source.bodies.bodies[body].p_TB - bodies.body(body).given.nominal;
    bodies.put_pose(body, position,
                    multibody::calc_angles(from.model().bodies, source.bodies, body), q);
  }
  for (std::size_t i = 0; i < bodies.body_count(); ++i) {
    const multibody::Body& body = bodies.body(i);
    q.segment(body.mode_q_begin, body.mode_count) = source.bodies.bodies[i].eta;
  }
  multibody::calc_position(bodies, 0.0, q, ws.bodies);
  multibody::calc_velocity(bodies, 0.0, q, u, ws.frames, ws.bodies);
  VecX speeds = ws.bodies.speeds;
  for (std::size_t body = 0; body < bodies.body_count(); ++body) {
    const multibody::BodyWorkspace& b = source.bodies.bodies[body];
    multibody::put_twist(bodies, ws.bodies, body, b.v_TB_T, b.w_TB_C, speeds);
  }
  multibody::project_speeds(bodies, 0.0, q, speeds, ws.frames, ws.bodies, u);
  integrate::State made = system.edit(y);
  made.q = q;
  made.u = u;
  made.z = from.view(state).z;
  return y;
}

// A coasting vehicle has no steady running, its resistance slows it: it starts as if it had been
// pulled until then.
VecX calc_steady_start(const system::System& system, const scenario::Scenario& scenario) {
  if (scenario.drive.mode != scenario::DriveMode::coasting) return find_equilibrium(system).state;
  scenario::Scenario pulled = scenario;
  pulled.drive.mode = scenario::DriveMode::pulled;
  const std::shared_ptr<const system::System> held = scenario::build_system(pulled, {false});
  return carry_over(*held, find_equilibrium(*held).state, system);
}

}  // namespace

VecX put_disturbance(const system::System& system,
                     const std::vector<scenario::InitialEntry>& entries, const VecX& y, double t,
                     double factor) {
  if (entries.empty()) return y;
  const multibody::Model& bodies = system.model().bodies;
  system::Workspace ws(system);
  system.set_time(t, ws);
  VecX q = system.view(y).q, u = system.view(y).u;
  system.calc_rate(t, y, ws, ws.ydot);
  for (const scenario::InitialEntry& entry : entries) {
    const std::size_t body = bodies.find_body(entry.body);
    const Vec3 position = ws.bodies.bodies[body].p_TB - bodies.body(body).given.nominal;
    const Vec3 angles = multibody::calc_angles(bodies, ws.bodies, body);
    bodies.put_pose(body, position + factor * entry.displacement, angles + factor * entry.angles,
                    q);
  }
  if (bodies.is_constrained()) multibody::assemble(bodies, t, ws.frames, ws.bodies, q);
  multibody::calc_position(bodies, t, q, ws.bodies);
  multibody::calc_velocity(bodies, t, q, u, ws.frames, ws.bodies);
  VecX speeds = ws.bodies.speeds;
  for (const scenario::InitialEntry& entry : entries) {
    const std::size_t body = bodies.find_body(entry.body);
    const multibody::BodyWorkspace& b = ws.bodies.bodies[body];
    multibody::put_twist(bodies, ws.bodies, body, b.v_TB_T + factor * entry.velocity,
                         b.w_TB_C + factor * entry.angular_velocity, speeds);
  }
  multibody::project_speeds(bodies, t, q, speeds, ws.frames, ws.bodies, u);
  VecX disturbed = y;
  system.edit(disturbed).q = q;
  system.edit(disturbed).u = u;
  return disturbed;
}

VecX calc_initial_state(const system::System& system, const scenario::Scenario& scenario) {
  system::Workspace ws(system);
  const VecX y = scenario.from_equilibrium ? calc_steady_start(system, scenario)
                                           : system.calc_nominal_state(ws);
  return put_disturbance(system, scenario.initial, y, 0.0);
}

}  // namespace fourfoot::analysis
