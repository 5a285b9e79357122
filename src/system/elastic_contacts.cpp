#include "system/elastic_contacts.h"

#include "system/kinematics.h"
#include "system/wheelset_motion.h"

namespace fourfoot::system {

namespace {

using multibody::BodyWorkspace;

// What a contact's force may differ from what its linearisation predicts, of the wheel's load. On
// irregular rails a coach at 70 km/h is above it in one step of 165; a flange that strikes, or a
// second patch that makes the wheel twice as stiff, is far above.
constexpr double misfit = 0.1;

// From where the contact was linearised to where it is, in the order of WheelForceJacobian.
Eigen::Matrix<double, 14, 1> calc_way(const ContactOrigin& from,
                                      const contact::WheelsetMotion& motion,
                                      const contact::RailUnderWheel& rail) {
  const contact::WheelsetPose &a = from.motion.pose, &b = motion.pose;
  Eigen::Matrix<double, 14, 1> way;
  way << b.y - a.y, b.z - a.z, b.roll - a.roll, b.yaw - a.yaw, motion.v - from.motion.v,
      motion.w - from.motion.w, rail.y - from.rail.y, rail.z - from.rail.z,
      rail.v_y - from.rail.v_y, rail.v_z - from.rail.v_z;
  return way;
}

}  // namespace

void ElasticContacts::fill_slice(ElasticSlice& slice) const {
  slice.wheelsets.resize(contacts().size());
  slice.tracks.resize(contacts().size());
}

std::unique_ptr<Slice> ElasticContacts::make_slice() const {
  auto slice = std::make_unique<ElasticSlice>();
  fill_slice(*slice);
  return slice;
}

std::vector<TrackSlice>& ElasticContacts::get_tracks(Workspace& ws) const {
  return ws.slices.get<ElasticSlice>(index()).tracks;
}
const std::vector<TrackSlice>& ElasticContacts::get_tracks(const Workspace& ws) const {
  return ws.slices.get<ElasticSlice>(index()).tracks;
}

int ElasticContacts::coordinate_count() const {
  int count = 0;
  for (const CoRunningTrack& track : tracks_) count += track.coordinate_count();
  return count;
}

void ElasticContacts::list_states(std::vector<OwnState>& states) const {
  for (std::size_t i = 0; i < tracks_.size(); ++i) tracks_[i].list_states(i, states);
}

void ElasticContacts::begin_forces(const integrate::ConstVecRef& z, Workspace& ws) const {
  for (std::size_t i = 0; i < tracks_.size(); ++i) tracks_[i].set(z, get_tracks(ws)[i]);
}

void ElasticContacts::move_rails(std::size_t i, Workspace& ws) const {
  if (!tracks_[i].exists()) return;
  const TrackSlice& track = get_tracks(ws)[i];
  for (std::size_t k = 0; k < 2; ++k) {
    contact::RailUnderWheel& rail = get_profiles(ws)[i].rails[k];
    const auto z = static_cast<Eigen::Index>(1 + k);
    rail.y += track.position[0];
    rail.v_y = track.rate[0];
    rail.z += track.position[z];
    rail.v_z = track.rate[z];
  }
}

double ElasticContacts::put_sag(std::size_t i, double s, double load, integrate::VecRef own,
                                Workspace& ws) const {
  const CoRunningTrack& track = tracks_[i];
  const std::array<bool, 2>& has_wheel = contacts()[i].has_wheel;
  TrackSlice& w = get_tracks(ws)[i];
  track.set_chainage(s, w);
  double lowest = 0.0, highest = 0.0;
  for (std::size_t k = 0; k < 2; ++k) {
    if (!track.has(1 + k) || !has_wheel[k]) continue;
    const double sag = -w.laws[1 + k].calc_sag(load);
    own[track.position(1 + k)] = sag;
    lowest = std::min(lowest, sag);
    highest = highest == 0.0 ? sag : std::max(highest, sag);
  }
  return lowest == highest ? lowest : 0.5 * (lowest + highest);
}

// Presses the wheels in as far as carries the load, on rails that have sagged under it.
void ElasticContacts::put_nominal(integrate::State& all, Workspace& ws) const {
  const SystemSetting& here = setting();
  auto own = all.z.segment(state_begin(), state_count());
  for (std::size_t i = 0; i < contacts().size(); ++i) {
    const std::size_t index = get_body(i);
    const multibody::Body& body = model().bodies.body(index);
    const ProfileContact& contact = contacts()[i];
    if (!body.is_free(2)) continue;
    WheelsetSlice& w = get_profiles(ws)[i];
    const double load = model().wheelsets[i].axle_load;
    const double wheels = contact.has_wheel[0] && contact.has_wheel[1] ? 2.0 : 1.0;
    calc_kinematics(here, 0.0, all, ws);
    const double s = get_chainage(i, ws), sag = put_sag(i, s, load / wheels, own, ws);
    begin_forces(own, ws);
    w.motion = calc_motion(contact, ws.bodies.bodies[index], ws.frames[index]);
    set_rails(i, ws);
    const double z = w.motion.pose.z + sag;
    double low = -2e-3, high = 5e-3;
    for (int step = 0; step < 40; ++step) {
      const double middle = 0.5 * (low + high);
      w.motion.pose.z = z + middle;
      double carried = 0.0;
      for (std::size_t k = 0; k < 2; ++k) {
        if (!contact.has_wheel[k]) continue;
        contact.wheels.calc(s, wheel_sides[k], w.motion, w.rails[k], nominal_friction(), w.scratch,
                            w.wheels[k]);
        carried += w.wheels[k].force.z();
      }
      (carried > load ? low : high) = middle;
    }
    all.q[body.q_index[2]] += sag + 0.5 * (low + high);
  }
}

void ElasticContacts::add_wheelset(std::size_t i, double t, Workspace& ws, bool linearise) const {
  const ProfileContact& contact = contacts()[i];
  WheelsetSlice& w = get_profiles(ws)[i];
  const std::size_t body = get_body(i);
  const BodyWorkspace& b = ws.bodies.bodies[body];
  w.motion = calc_motion(contact, b, ws.frames[body]);
  set_rails(i, ws);
  const contact::ContactFriction friction = calc_friction(i, ws);
  const double s = get_chainage(i, ws);
  w.t_forces = t;
  w.scratch.search.t = t;
  w.scratch.search.paths = &w.paths;
  w.scratch.search.goes_on = ws.goes_on;
  Vec3 on_rails = Vec3::Zero();
  for (std::size_t k = 0; k < 2; ++k) {
    if (!contact.has_wheel[k]) continue;
    contact::WheelForce& f = w.wheels[k];
    if (!is_near_rails(w.motion.pose)) {
      f = {};
      w.t_forces = std::numeric_limits<double>::quiet_NaN();
      continue;
    }
    w.scratch.search.may_step =
        ws.follows_motion && contact.wheels.has_one_plain_rail(wheel_sides[k], s);
    if (linearise) {
      contact.wheels.calc(s, wheel_sides[k], w.motion, w.rails[k], friction, w.scratch, f,
                          w.jacobians[k]);
      w.origins[k] = {w.motion, w.rails[k], f.force, f.count};
    } else {
      contact.wheels.calc(s, wheel_sides[k], w.motion, w.rails[k], friction, w.scratch, f);
    }
    ws.bodies.add_wrench(body, f.force, calc_torque(contact, b, f.force, f.moment));
    on_rails[0] -= f.force.y();
    on_rails[static_cast<Eigen::Index>(1 + k)] = -f.force.z();
  }
  w.scratch.search.paths = nullptr;  // a copy of the workspace has others
  if (!tracks_[i].exists()) return;
  tracks_[i].set_chainage(s, get_tracks(ws)[i]);
  tracks_[i].calc_accelerations(on_rails, get_tracks(ws)[i]);
}

void ElasticContacts::add_forces(double t, const integrate::ConstVecRef&, Workspace& ws) const {
  for (std::size_t i = 0; i < contacts().size(); ++i) add_wheelset(i, t, ws, false);
}

// On rails that change, and on strips, patches are not all that a force is made of. Beside and before a panel a
// wheel is followed; on its rails it is not.
void ElasticContacts::follow(double t, const Workspace& step, Workspace& ws) const {
  for (std::size_t i = 0; i < contacts().size(); ++i) {
    const contact::ContactAlongLine& wheels = contacts()[i].wheels;
    if (wheels.first().options().shape != contact::PatchShape::ellipse) continue;
    const WheelsetSlice& made = get_profiles(step)[i];
    WheelsetSlice& w = get_profiles(ws)[i];
    const double s = get_chainage(i, step);
    for (std::size_t k = 0; k < 2; ++k) {
      if (made.t_forces == t && wheels.has_one_plain_rail(wheel_sides[k], s))
        w.paths[k].add(t, made.scratch.search.found[k], made.scratch.search.slopes[k]);
      else
        w.paths[k].forget();
    }
  }
}

void ElasticContacts::forget_steps(Workspace& ws) const {
  for (WheelsetSlice& w : get_profiles(ws))
    for (contact::PatchPath& path : w.paths) path.forget();
}

void ElasticContacts::begin_stages(const Workspace& latest, Workspace& ws) const {
  if (!ws.follows_motion) return;
  for (std::size_t i = 0; i < contacts().size(); ++i) {
    for (std::size_t k = 0; k < 2; ++k)
      get_profiles(ws)[i].scratch.search.slopes[k] =
          get_profiles(latest)[i].scratch.search.slopes[k];
  }
}

void ElasticContacts::get_state_rates(const Workspace& ws, integrate::VecRef rates) const {
  for (std::size_t i = 0; i < tracks_.size(); ++i) tracks_[i].get_rates(get_tracks(ws)[i], rates);
}

std::vector<Work> ElasticContacts::list_force_stages() const {
  return std::vector<Work>(contacts().size(), Work::large);
}

void ElasticContacts::add_force_stage(std::size_t stage, double t, const integrate::ConstVecRef&,
                                      Workspace& ws) const {
  add_wheelset(stage, t, ws, true);
}

void ElasticContacts::add_derivative_stage(std::size_t, double, const integrate::ConstVecRef&,
                                           Workspace& ws) const {
  for (std::size_t i = 0; i < contacts().size(); ++i) {
    const WheelsetSlice& w = get_profiles(ws)[i];
    const std::size_t body = get_body(i);
    const auto by_local =
        calc_motion_derivative(contacts()[i], ws.bodies.bodies[body], ws.frames[body]);
    if (tracks_[i].exists()) tracks_[i].begin_derivatives(get_tracks(ws)[i]);
    for (std::size_t k = 0; k < 2; ++k) {
      if (!contacts()[i].has_wheel[k] || !is_near_rails(w.motion.pose)) continue;
      const WheelBlocks blocks = add_wheel_block(i, k, by_local, ws);
      keep_blocks(i, k, blocks, ws);
      if (tracks_[i].exists())
        tracks_[i].add_derivatives(k, blocks.by_rail, blocks.in_T, get_tracks(ws)[i]);
    }
  }
}

void ElasticContacts::add_state_derivatives(const Workspace& ws, MatX& jacobian) const {
  const int own = model().bodies.q_count() + model().bodies.u_count() + state_begin();
  for (std::size_t i = 0; i < tracks_.size(); ++i) {
    tracks_[i].add_state_derivatives(model().bodies, ws.bodies, ws.jacobian, get_body(i), own,
                                     get_tracks(ws)[i], jacobian);
  }
}

double ElasticContacts::calc_misfit(const WheelsetSlice& w, std::size_t k) const {
  const ContactOrigin& origin = w.origins[k];
  const Vec3& now = w.wheels[k].force;
  const Vec3 told = origin.force +
                    w.jacobians[k].topRows<3>().lazyProduct(calc_way(origin, w.motion, w.rails[k]));
  const double load = 0.5 * (now.norm() + origin.force.norm());
  return load > 0.0 ? (now - told).norm() / (misfit * load) : 0.0;
}

void ElasticContacts::mark(PatternMarker& marker) const {
  for (std::size_t i = 0; i < tracks_.size(); ++i)
    tracks_[i].mark(state_begin(), model().wheelsets[i].body, marker);
}

void ElasticContacts::list_channels(ChannelTable& table) const {
  ProfileContacts::list_channels(table);
  for (std::size_t i = 0; i < tracks_.size(); ++i) {
    tracks_[i].list_channels(
        i,
        [this, i](const Moment& moment) -> const TrackSlice& { return get_tracks(moment.ws)[i]; },
        table);
  }
}

}  // namespace fourfoot::system
