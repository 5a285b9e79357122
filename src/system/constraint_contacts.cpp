#include "system/constraint_contacts.h"

#include <algorithm>

#include "base/state_out_of_range.h"
#include "multibody/equations.h"
#include "multibody/surface.h"
#include "system/constraint_slice.h"
#include "system/held_track.h"
#include "system/pattern_marker.h"
#include "system/wheelset_motion.h"

namespace fourfoot::system {

namespace {

using contact::TreadContact;
using multibody::BodyWorkspace;
using multibody::SurfaceTerms;
using multibody::Vec6;

Vec6 make_wrench(const ProfileContact& contact, const BodyWorkspace& b, const Vec3& force,
                 const Vec3& moment) {
  Vec6 w;
  w << force, calc_torque(contact, b, force, moment);
  return w;
}

}  // namespace

MotionAgainstRail calc_against_rail(const ProfileContact& contact, const RigidTread& tread,
                                    const WheelsetSlice& w, std::size_t side, std::size_t body,
                                    const Workspace& ws, bool with_accelerations) {
  const BodyWorkspace& b = ws.bodies.bodies[body];
  const Vec3 none = Vec3::Zero();
  const PoseMotion<double> m =
      calc_pose_motion(get_local_motion(b), contact.middle_C, with_accelerations ? b.a_T : none,
                       with_accelerations ? b.alpha_C : none);
  MotionAgainstRail out{m.rate, m.second};
  const double slope[2] = {w.rails[side].dy, w.rails[side].dz};
  for (int i = 0; i < 2; ++i) {
    out.rate[i] -= slope[i] * ws.travel.v;
    out.second[i] -= w.bends[side][i] * ws.travel.v * ws.travel.v + slope[i] * ws.travel.a;
  }
  for (const TrackEnd& end : get_track_ends(tread, side)) {
    if (end.body < 0) continue;
    const BodyWorkspace& part = ws.bodies.bodies[static_cast<std::size_t>(end.body)];
    out.rate[end.axis - 1] -= part.v_TB_T[end.axis];
    if (with_accelerations) out.second[end.axis - 1] -= part.a_T[end.axis];
  }
  return out;
}

std::unique_ptr<Slice> ConstraintContacts::make_slice() const {
  auto slice = std::make_unique<ConstraintSlice>();
  slice->wheelsets.resize(contacts().size());
  slice->treads.resize(contacts().size());
  slice->open = VecX::Zero(static_cast<Eigen::Index>(model().bodies.surfaces().size()));
  slice->normal = slice->residual = slice->step = slice->open;
  slice->packed = VecX::Zero(model().bodies.packed_count());
  return slice;
}

ConstraintSlice& ConstraintContacts::get(Workspace& ws) const {
  return ws.slices.get<ConstraintSlice>(index());
}
const ConstraintSlice& ConstraintContacts::get(const Workspace& ws) const {
  return ws.slices.get<ConstraintSlice>(index());
}

void ConstraintContacts::attach(Workspace& ws) const {
  get(ws).surfaces.attach(*this, ws);
  ws.bodies.surface_source = &get(ws).surfaces;
}

void ConstraintContacts::move_rails(std::size_t i, Workspace& ws) const {
  const RigidTread& tread = treads_[i];
  for (std::size_t k = 0; k < 2; ++k) {
    contact::RailUnderWheel& rail = get_profiles(ws)[i].rails[k];
    if (tread.lateral_body >= 0) {
      const BodyWorkspace& b = ws.bodies.bodies[static_cast<std::size_t>(tread.lateral_body)];
      rail.y += b.p_TB.y();
      rail.v_y = b.v_TB_T.y();
    }
    if (tread.rail_body[k] >= 0) {
      const BodyWorkspace& b = ws.bodies.bodies[static_cast<std::size_t>(tread.rail_body[k])];
      rail.z += b.p_TB.z();
      rail.v_z = b.v_TB_T.z();
    }
  }
}

void ConstraintContacts::add_flanges(std::size_t i, Workspace& ws, bool linearise) const {
  const ProfileContact& contact = contacts()[i];
  const RigidTread& tread = treads_[i];
  WheelsetSlice& w = get_profiles(ws)[i];
  const std::size_t body = get_body(i);
  const BodyWorkspace& b = ws.bodies.bodies[body];
  w.motion = calc_motion(contact, b, ws.frames[body]);
  set_rails(i, ws);
  const contact::ContactFriction friction = calc_friction(i, ws);
  const double s = get_chainage(i, ws);
  add_support_forces(support_, tread, s, ws.bodies);
  for (std::size_t k = 0; k < 2; ++k) {
    if (!contact.has_wheel[k]) continue;
    contact::WheelForce& f = w.wheels[k];
    if (!is_near_rails(w.motion.pose)) {
      f = {};
      continue;
    }
    f.force.setZero();
    f.moment.setZero();
    f.count = 0;
    tread.wheels.add_flange(s, wheel_sides[k], w.motion, w.rails[k], friction, w.scratch, f);
    if (linearise) w.origins[k] = {w.motion, w.rails[k], f.force};
    ws.bodies.add_wrench(body, f.force, calc_torque(contact, b, f.force, f.moment));
    for (const TrackEnd& end : get_track_ends(tread, k)) {
      if (end.body < 0) continue;
      ws.bodies.bodies[static_cast<std::size_t>(end.body)].force_T[end.axis] -= f.force[end.axis];
    }
  }
}

void ConstraintContacts::add_forces(double, const integrate::ConstVecRef&, Workspace& ws) const {
  for (std::size_t i = 0; i < contacts().size(); ++i) add_flanges(i, ws, false);
}

std::vector<Work> ConstraintContacts::list_force_stages() const {
  return std::vector<Work>(contacts().size(), Work::large);
}

void ConstraintContacts::add_force_stage(std::size_t stage, double, const integrate::ConstVecRef&,
                                         Workspace& ws) const {
  add_flanges(stage, ws, true);
}

void ConstraintContacts::calc_positions(Workspace& ws) const {
  for (std::size_t i = 0; i < contacts().size(); ++i) {
    const ProfileContact& contact = contacts()[i];
    const RigidTread& rigid = treads_[i];
    WheelsetSlice& w = get_profiles(ws)[i];
    const std::size_t body = get_body(i);
    const BodyWorkspace& b = ws.bodies.bodies[body];
    w.motion = calc_motion(contact, b, ws.frames[body]);
    const contact::WheelsetPose& pose = w.motion.pose;
    if (!is_near_rails(pose)) throw StateOutOfRange("a wheelset is far from its rails");
    set_rails(i, ws);
    for (std::size_t k = 0; k < 2; ++k) {
      if (rigid.surface[k] < 0) continue;
      const contact::RailUnderWheel& rail = w.rails[k];
      TreadSlice& tread = get(ws).treads[i][k];
      TreadContact& c = tread.contact;
      c = rigid.wheels.find_tread(get_chainage(i, ws), wheel_sides[k],
                                  {pose.y - rail.y, pose.z - rail.z, pose.roll, pose.yaw},
                                  get(ws).scratch, tread.along);
      if (!c.exists) throw StateOutOfRange("a tread is out of its rail's reach");
      SurfaceTerms& terms =
          ws.bodies.constraint.surfaces[static_cast<std::size_t>(rigid.surface[k])];
      const Vec6 pull = contact::ConstraintWheel::calc_reaction(c, pose.roll, pose.yaw);
      terms.violation = c.gap;
      terms.violation_t =
          (tread.along.gap_s - c.gradient[0] * rail.dy - c.gradient[1] * rail.dz) * ws.travel.v;
      terms.J[0] = make_wrench(contact, b, pull.head<3>(), pull.tail<3>());
      std::size_t e = 1;
      for (const TrackEnd& end : get_track_ends(rigid, k)) {
        if (end.body < 0) continue;
        terms.J[e++] = -c.gradient[end.axis - 1] * Vec6::Unit(end.axis);
      }
    }
  }
}

// G'' = dG . eta'' + eta' . ddG eta', eta the pose against the rail; where rails change also
// 2 v dG_s . eta' + v^2 G_ss + a G_s.
void ConstraintContacts::calc_biases(Workspace& ws) const {
  for (std::size_t i = 0; i < contacts().size(); ++i) {
    const ProfileContact& contact = contacts()[i];
    const RigidTread& rigid = treads_[i];
    const WheelsetSlice& w = get_profiles(ws)[i];
    for (std::size_t k = 0; k < 2; ++k) {
      if (rigid.surface[k] < 0) continue;
      const MotionAgainstRail m = calc_against_rail(contact, rigid, w, k, get_body(i), ws, false);
      const TreadContact& c = get(ws).treads[i][k].contact;
      const contact::TreadAlong& along = get(ws).treads[i][k].along;
      const double v = ws.travel.v;
      ws.bodies.constraint.surfaces[static_cast<std::size_t>(rigid.surface[k])].bias =
          c.gradient.dot(m.second) + m.rate.dot(c.hessian * m.rate) +
          2.0 * v * along.gradient_s.dot(m.rate) + v * v * along.gap_ss + ws.travel.a * along.gap_s;
    }
  }
}

void ConstraintContacts::calc_creep_forces(Workspace& ws) const {
  const multibody::Model& bodies = model().bodies;
  ConstraintSlice& c = get(ws);
  MatX& closure = ws.bodies.constraint.closure;
  c.packed.setZero();
  closure.setZero();
  for (std::size_t i = 0; i < contacts().size(); ++i) {
    const ProfileContact& contact = contacts()[i];
    const RigidTread& rigid = treads_[i];
    WheelsetSlice& w = get_profiles(ws)[i];
    const std::size_t body = get_body(i);
    const BodyWorkspace& b = ws.bodies.bodies[body];
    const contact::ContactFriction friction = calc_friction(i, ws);
    for (std::size_t k = 0; k < 2; ++k) {
      if (rigid.surface[k] < 0) continue;
      TreadSlice& tread = c.treads[i][k];
      tread.normal = c.normal[rigid.surface[k]];
      contact::TreadForce& f = tread.force;
      rigid.wheels.first().calc_tread(wheel_sides[k], tread.contact, w.motion, w.rails[k], friction,
                                      tread.normal, f);
      auto by_N = closure.col(rigid.surface[k]);
      multibody::add_generalised(bodies, ws.bodies, body,
                                 make_wrench(contact, b, f.force, f.moment), c.packed);
      multibody::add_generalised(bodies, ws.bodies, body,
                                 make_wrench(contact, b, f.force_N, f.moment_N), by_N);
      for (const TrackEnd& end : get_track_ends(rigid, k)) {
        if (end.body < 0) continue;
        const auto part = static_cast<std::size_t>(end.body);
        multibody::add_generalised(bodies, ws.bodies, part,
                                   -f.force[end.axis] * Vec6::Unit(end.axis), c.packed);
        multibody::add_generalised(bodies, ws.bodies, part,
                                   -f.force_N[end.axis] * Vec6::Unit(end.axis), by_N);
      }
    }
  }
}

// N = N_open + response^T g(N) by Newton's method, from N_open: the same steps whatever was
// computed before.
void ConstraintContacts::close_forces(Workspace& ws) const {
  const multibody::Model& bodies = model().bodies;
  ConstraintSlice& c = get(ws);
  multibody::ConstraintWorkspace& cw = ws.bodies.constraint;
  multibody::calc_acceleration(bodies, ws.frames, ws.bodies, ws.udot);
  multibody::calc_surface_response(bodies, ws.bodies);
  c.open = cw.lambda.tail(c.open.size());
  c.normal = c.open;
  const double scale = std::max(1.0, c.open.cwiseAbs().maxCoeff());
  for (int k = 0;; ++k) {
    calc_creep_forces(ws);
    c.residual = c.open - c.normal;
    c.residual.noalias() += cw.response.transpose() * c.packed;
    if (c.residual.cwiseAbs().maxCoeff() < 1e-10 * scale) break;
    if (!(k < 50)) throw StateOutOfRange("normal and creep forces of the treads do not close");
    multibody::factorise_loop(ws.bodies);
    cw.lu_loop.solve(c.residual, c.step);
    c.normal += c.step;
  }
  add_creep_forces(ws);
}

void ConstraintContacts::add_creep_forces(Workspace& ws) const {
  const ConstraintSlice& c = get(ws);
  for (std::size_t i = 0; i < contacts().size(); ++i) {
    const ProfileContact& contact = contacts()[i];
    const RigidTread& rigid = treads_[i];
    WheelsetSlice& w = get_profiles(ws)[i];
    const std::size_t body = get_body(i);
    for (std::size_t k = 0; k < 2; ++k) {
      if (rigid.surface[k] < 0) continue;
      const TreadSlice& tread = c.treads[i][k];
      const contact::TreadForce& f = tread.force;
      ws.bodies.add_wrench(body, f.force,
                           calc_torque(contact, ws.bodies.bodies[body], f.force, f.moment));
      for (const TrackEnd& end : get_track_ends(rigid, k)) {
        if (end.body < 0) continue;
        ws.bodies.bodies[static_cast<std::size_t>(end.body)].force_T[end.axis] -= f.force[end.axis];
      }
      const Vec6 pull = contact::ConstraintWheel::calc_reaction(tread.contact, w.motion.pose.roll,
                                                                w.motion.pose.yaw);
      contact::WheelForce& wheel = w.wheels[k];
      wheel.force += f.force + tread.normal * pull.head<3>();
      wheel.moment += f.moment + tread.normal * pull.tail<3>();
      if (wheel.count < wheel.patches.size()) wheel.patches[wheel.count++] = f.patch;
    }
  }
}

std::vector<LimitRow> ConstraintContacts::list_force_limits() const {
  std::vector<LimitRow> limits;
  const std::vector<multibody::SurfaceRow>& surfaces = model().bodies.surfaces();
  for (std::size_t k = 0; k < surfaces.size(); ++k)
    limits.push_back({{Limit::Kind::lift_off, surfaces[k].name}, [this, k](const Workspace& ws) {
                        return get(ws).normal[static_cast<Eigen::Index>(k)] /
                               (model().mass * gravity());
                      }});
  return limits;
}

// Rigid treads carry what the suspension brings: motions of some 10 Hz, which change a load by a
// sixth of itself within the longest step (5 ms). Nothing computed yet reads as 0: not far.
bool ConstraintContacts::are_forces_far_from_limits(const Workspace& ws) const {
  constexpr double share = 0.4;
  const VecX& normal = get(ws).normal;
  if (normal.size() == 0) return true;
  const double even = model().mass * gravity() / static_cast<double>(normal.size());
  return normal.minCoeff() > share * even;
}

void ConstraintContacts::mark(PatternMarker& marker) const {
  for (std::size_t i = 0; i < treads_.size(); ++i) {
    const RigidTread& tread = treads_[i];
    const int track[3] = {tread.lateral_body, tread.rail_body[0], tread.rail_body[1]};
    for (const int a : track) {
      marker.join_both(model().wheelsets[i].body, a);
      for (const int b : track) marker.join(a, b);
    }
  }
}

}  // namespace fourfoot::system
