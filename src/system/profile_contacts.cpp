#include "system/profile_contacts.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "math/rotation.h"
#include "system/wheelset_motion.h"
#include "system/workspace.h"

namespace fourfoot::system {

namespace {

using contact::RailUnderWheel;
using contact::Side;
using contact::WheelForce;
using multibody::BodyWorkspace;
using multibody::Matrix6x12;

// Steeper contact is the flange's [rad]. The root of an S1002 passes it within 0.1 mm of lateral
// way, so the number hardly matters.
constexpr double flange_angle = 0.7;

// A flange is about 30 mm thick and 28 mm high. A wheelset this far from the middle of its rails
// has a flange on or over a rail head; a wheel this high above its rail is led by nothing.
constexpr double lateral_limit = 45e-3;   // [m]
constexpr double vertical_limit = 35e-3;  // [m]
constexpr double roll_limit = 0.8;        // of a body against the track: it falls [rad]

RailUnderWheel get_rail(const track::RailDeviations& deviations, Side side, Eigen::Vector2d& bend) {
  const track::Deviation y = side == Side::left ? deviations.lateral_l() : deviations.lateral_r();
  const track::Deviation z = side == Side::left ? deviations.vertical_l() : deviations.vertical_r();
  RailUnderWheel rail;
  rail.y = y.value;
  rail.z = z.value;
  rail.dy = y.d1;
  rail.dz = z.d1;
  bend << y.d2, z.d2;
  return rail;
}

// Derivatives of one wheel's wrench on the wheelset by one cause's (6 x n, in T, moment about the
// middle).
template <int N>
Eigen::Matrix<double, 6, N> convert_wrench(const ProfileContact& contact, const BodyWorkspace& b,
                                           const Eigen::Matrix<double, 6, N>& in_T) {
  Eigen::Matrix<double, 6, N> out;
  out.template topRows<3>() = in_T.template topRows<3>();
  out.template bottomRows<3>() =
      b.R_TC.transpose() * in_T.template bottomRows<3>() +
      skew(contact.middle_C) * (b.R_TC.transpose() * in_T.template topRows<3>());
  return out;
}

}  // namespace

std::vector<WheelsetSlice>& ProfileContacts::get_profiles(Workspace& ws) const {
  return ws.slices.get<ProfileSlice>(index()).wheelsets;
}
const std::vector<WheelsetSlice>& ProfileContacts::get_profiles(const Workspace& ws) const {
  return ws.slices.get<ProfileSlice>(index()).wheelsets;
}

// Contacts on the same rails are shared by samples and wheelsets. A copy has the clearances already.
void ProfileContacts::prepare() {
  if (!flanges_.empty()) return;
  constexpr double none = std::numeric_limits<double>::infinity();
  std::map<const contact::WheelContact*, contact::FlangeClearance> found;
  for (const ProfileContact& contact : contacts_) {
    std::vector<FlangeSample>& along = flanges_.emplace_back();
    for (const contact::ContactAlongLine::Sample& sample : contact.wheels.samples()) {
      if (sample.is_between) continue;
      const contact::WheelContact* const key = sample.contact.get();
      if (found.find(key) == found.end())
        found.emplace(key, contact::find_flange_clearance(key->wheelset(), flange_angle));
      contact::FlangeClearance clearance = found.at(key);
      if (!contact.has_wheel[0]) clearance.left = none;  // half an axle has one flange
      if (!contact.has_wheel[1]) clearance.right = none;
      along.push_back({sample.s, clearance});
    }
  }
}

contact::FlangeClearance ProfileContacts::find_clearance(std::size_t i, double s) const {
  const std::vector<FlangeSample>& along = flanges_[i];
  const auto after = std::upper_bound(along.begin(), along.end(), s,
                                      [](double at, const FlangeSample& f) { return at < f.s; });
  if (after == along.begin()) return along.front().clearance;
  if (after == along.end()) return along.back().clearance;
  const FlangeSample &a = *(after - 1), &b = *after;
  const double share = (s - a.s) / (b.s - a.s);
  return {a.clearance.left + share * (b.clearance.left - a.clearance.left),
          a.clearance.right + share * (b.clearance.right - a.clearance.right)};
}

double ProfileContacts::get_chainage(std::size_t i, const Workspace& ws) const {
  return ws.travel.s + model().bodies.body(get_body(i)).given.chainage_offset;
}

// A wider gauge shifts both rails outward.
void ProfileContacts::widen_rails(double s, RailsAt& laid) const {
  if (!friction_.rails || friction_.rails->is_uniform()) return;
  const contact::GaugeShift shift = contact::calc_gauge_shift(*friction_.rails, s);
  for (std::size_t k = 0; k < 2; ++k) {
    const double outward = k == 0 ? 1.0 : -1.0;
    laid.rails[k].y += outward * shift.value;
    laid.rails[k].dy += outward * shift.d1;
    laid.bends[k][0] += outward * shift.d2;
  }
}

void ProfileContacts::lay_rails(std::size_t i, Workspace& ws) const {
  const std::size_t body = get_body(i), passed = ws.cursors[body].passed;
  const double s = get_chainage(i, ws);
  RailsAt& laid = get_profiles(ws)[i].laid;
  if (laid.s == s && laid.passed == passed) return;
  laid.s = s;
  laid.passed = passed;
  track::RailDeviations deviations;
  if (line().track().has_irregularity())
    deviations = line().calc_irregularity(
        ws.travel, model().bodies.body(body).given.chainage_offset, ws.cursors[body]);
  for (std::size_t k = 0; k < 2; ++k)
    laid.rails[k] = get_rail(deviations, wheel_sides[k], laid.bends[k]);
  widen_rails(s, laid);
}

void ProfileContacts::set_rails(std::size_t i, Workspace& ws) const {
  WheelsetSlice& w = get_profiles(ws)[i];
  const std::size_t body = get_body(i);
  lay_rails(i, ws);
  w.rails = w.laid.rails;
  w.bends = w.laid.bends;
  move_rails(i, ws);
  // In a cant ramp the rails rise and fall beside the centre line, by y k_x. At standstill the
  // frame's motion does not tell k_x.
  double twist = 0.0;
  if (ws.travel.v != 0.0) {
    twist = ws.frames[body].w_NT_T.x() / ws.travel.v;
  } else {
    FrameCursor cursor = ws.cursors[body];
    MovingFrame frame;
    line().calc_frame({ws.travel.s, 1.0, 0.0}, model().bodies.body(body).given.chainage_offset,
                      cursor, frame);
    twist = frame.w_NT_T.x();
  }
  const contact::WheelsetOnTrack& wheelset = contacts_[i].wheels.first().wheelset();
  w.rails[0].twist = twist * wheelset.left.wheel.half_span();
  w.rails[1].twist = -twist * wheelset.right.wheel.half_span();
}

contact::ContactFriction ProfileContacts::calc_friction(std::size_t i, const Workspace& ws) const {
  return friction_.calc(get_chainage(i, ws));
}

ProfileContacts::WheelBlocks ProfileContacts::add_wheel_block(
    std::size_t i, std::size_t k, const Eigen::Matrix<double, 10, 12>& by_local,
    Workspace& ws) const {
  const ProfileContact& contact = contacts_[i];
  const WheelsetSlice& w = get_profiles(ws)[i];
  const WheelForce& f = w.wheels[k];
  const std::size_t body = get_body(i);
  const BodyWorkspace& b = ws.bodies.bodies[body];
  WheelBlocks blocks;
  blocks.in_T = w.jacobians[k].leftCols<10>().lazyProduct(by_local);
  Matrix6x12 own = convert_wrench<12>(contact, b, blocks.in_T);
  // The carrier's axes turn under the torque.
  own.block<3, 3>(3, 3) += skew<double>(b.R_TC.transpose() * f.moment) +
                           skew(contact.middle_C) * skew<double>(b.R_TC.transpose() * f.force);
  ws.derivatives.at(body, body) += own;
  blocks.by_rail =
      convert_wrench<4>(contact, b, Eigen::Matrix<double, 6, 4>(w.jacobians[k].rightCols<4>()));
  return blocks;
}

double ProfileContacts::calc_linearisation_misfit(const Workspace& ws) const {
  const std::vector<WheelsetSlice>& w = get_profiles(ws);
  double worst = 0.0;
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    for (std::size_t k = 0; k < 2; ++k)
      if (contacts_[i].has_wheel[k]) worst = std::max(worst, calc_misfit(w[i], k));
  }
  return worst;
}

void ProfileContacts::keep_linearisation(const Workspace& made, Workspace& ws) const {
  const std::vector<WheelsetSlice>& from = get_profiles(made);
  std::vector<WheelsetSlice>& to = get_profiles(ws);
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    to[i].jacobians = from[i].jacobians;
    to[i].origins = from[i].origins;
  }
}

std::vector<LimitRow> ProfileContacts::list_limits() const {
  std::vector<LimitRow> limits;
  for (std::size_t i = 0; i < contacts_.size(); ++i)
    limits.push_back({{Limit::Kind::derailment, get_name(i)},
                      [this, i](const Workspace& ws) { return calc_guidance(i, ws); }});
  for (std::size_t i = 0; i < model().bodies.body_count(); ++i)
    limits.push_back(
        {{Limit::Kind::roll_over, model().bodies.body(i).given.name}, [i](const Workspace& ws) {
           // The sine of what is left until the limit, times the cosine of pitch.
           static const double sine = std::sin(roll_limit), cosine = std::cos(roll_limit);
           const Mat3& R = ws.bodies.bodies[i].R_TC;
           return sine * R(2, 2) - cosine * std::abs(R(2, 1));
         }});
  return limits;
}

double ProfileContacts::calc_guidance(std::size_t i, const Workspace& ws) const {
  const ProfileContact& contact = contacts_[i];
  const BodyWorkspace& b = ws.bodies.bodies[get_body(i)];
  const Vec3 position = b.p_TB + b.R_TC * contact.middle_C;
  double lateral = position.y(), lift = 0.0;
  for (std::size_t side = 0; side < 2; ++side) {
    const RailUnderWheel& rail = get_profiles(ws)[i].rails[side];
    const auto& pair = contact.wheels.first().wheelset().side(wheel_sides[side]);
    const double span = (side == 0 ? 1.0 : -1.0) * pair.wheel.half_span();
    const double height = position.z() - contact.axle_height + span * b.R_TC(2, 1) - rail.z;
    lateral -= 0.5 * rail.y;
    if (contact.has_wheel[side]) lift = std::max(lift, std::abs(height));
  }
  return 1.0 - std::max(std::abs(lateral) / lateral_limit, lift / vertical_limit);
}

std::vector<WatchRow> ProfileContacts::list_watches() const {
  std::vector<WatchRow> watches;
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    for (std::size_t k = 0; k < 2; ++k)
      watches.push_back({{Watch::Kind::flange, get_name(i) + (k == 0 ? "/left" : "/right")},
                         [this, i, k](const Workspace& ws) { return calc_flange_gap(i, k, ws); }});
  }
  return watches;
}

void ProfileContacts::begin_limits(const integrate::ConstVecRef& z, Workspace& ws) const {
  begin_forces(z, ws);
  for (std::size_t i = 0; i < contacts_.size(); ++i) set_rails(i, ws);
}

double ProfileContacts::calc_flange_gap(std::size_t i, std::size_t k, const Workspace& ws) const {
  constexpr double nothing = 1.0;  // where there is no flange to touch
  const BodyWorkspace& b = ws.bodies.bodies[get_body(i)];
  const double y = (b.p_TB + b.R_TC * contacts_[i].middle_C).y() - get_profiles(ws)[i].rails[k].y;
  const contact::FlangeClearance clearance = find_clearance(i, get_chainage(i, ws));
  const double free = k == 0 ? clearance.left : clearance.right;
  if (!std::isfinite(free)) return nothing;
  return k == 0 ? free - y : free + y;
}

std::vector<WheelOnRail> ProfileContacts::list_wheels() const {
  std::vector<WheelOnRail> wheels;
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    for (std::size_t k = 0; k < 2; ++k) {
      if (!contacts_[i].has_wheel[k]) continue;
      wheels.push_back({i, wheel_sides[k],
                        &contacts_[i].wheels.first().wheelset().side(wheel_sides[k]),
                        contacts_[i].middle_C});
    }
  }
  return wheels;
}

std::string ProfileContacts::explain_unsteadiness() const {
  if (friction_.nominal.tread != 0.0) return "";
  return "; without friction nothing guides or drives the wheels: contact.friction";
}

}  // namespace fourfoot::system
