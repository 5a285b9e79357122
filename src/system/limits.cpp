// Where a run has lost its meaning: derailed, rolled over.
#include <cmath>

#include "base/state_out_of_range.h"
#include "multibody/equations.h"
#include "system/system.h"

namespace fourfoot::system {

namespace {

// A flange is about 30 mm thick and 28 mm high. A wheelset this far from the middle of its rails
// has a flange on or over a rail head; a wheel this high above its rail is led by nothing.
constexpr double lateral_limit = 45e-3;   // [m]
constexpr double vertical_limit = 35e-3;  // [m]
constexpr double roll_limit = 0.8;        // of a body against the track: it falls [rad]

}  // namespace

int System::place_limit_count() const {
  return static_cast<int>(
      contact_.profiles.empty() ? 0 : contact_.profiles.size() + model_->bodies.body_count());
}

int System::limit_count() const {
  return place_limit_count() + static_cast<int>(model_->bodies.surfaces().size());
}

void System::calc_limits(double t, const integrate::ConstVecRef& y, Workspace& ws,
                         integrate::VecRef g) const {
  if (limit_count() == 0) return;
  calc_watched_place(t, y, ws);
  calc_limits(ws, g.data());
}

void System::calc_watched_place(double t, const integrate::ConstVecRef& y, Workspace& ws) const {
  if (has_treads()) {
    try {
      calc_rate(t, y, ws, ws.ydot);
    } catch (const StateOutOfRange&) {
      ws.tread_normal.setConstant(-1.0);
    }
  }
  ws.travel = line_.calc_travel(t, ws.speed_breaks_passed);
  multibody::calc_position(model_->bodies, t, y.head(model_->bodies.q_count()), ws.bodies);
  set_track(y.tail(model_->state_count), ws);
  for (std::size_t i = 0; i < contact_.profiles.size(); ++i) set_rails(i, ws);
}

void System::calc_limits(const Workspace& ws, double* g) const {
  if (limit_count() == 0) return;
  int k = 0;
  for (std::size_t i = 0; i < contact_.profiles.size(); ++i) {
    const ProfileContact& contact = contact_.profiles[i];
    const multibody::BodyWorkspace& b =
        ws.bodies.bodies[static_cast<std::size_t>(model_->wheelsets[i].body)];
    const Vec3 place = b.p_TB + b.R_TC * contact.middle_C;
    double lateral = place.y(), lift = 0.0;
    const contact::WheelsetOnTrack& wheelset = contact.wheels->wheelset();
    for (std::size_t side = 0; side < 2; ++side) {
      const contact::RailUnderWheel& rail = ws.profile_contacts[i].rails[side];
      const auto& pair = side == 0 ? wheelset.left : wheelset.right;
      const double span = (side == 0 ? 1.0 : -1.0) * pair.wheel.half_span();
      const double height = place.z() - contact.axle_height + span * b.R_TC(2, 1) - rail.z;
      lateral -= 0.5 * rail.y;
      if (contact.has_wheel[side]) lift = std::max(lift, std::abs(height));
    }
    g[k++] = 1.0 - std::max(std::abs(lateral) / lateral_limit, lift / vertical_limit);
  }
  for (const multibody::BodyWorkspace& b : ws.bodies.bodies)
    g[k++] = roll_limit - std::abs(std::atan2(b.R_TC(2, 1), b.R_TC(2, 2)));
  for (const double normal : ws.tread_normal) g[k++] = normal / (model_->mass * options_.gravity);
}

System::Limit System::get_limit(int limit) const {
  const auto k = static_cast<std::size_t>(limit);
  if (k < contact_.profiles.size()) {
    const auto body = static_cast<std::size_t>(model_->wheelsets[k].body);
    return {"derailment", model_->bodies.body(body).given.name, "has left its rails"};
  }
  if (limit >= place_limit_count()) {
    return {"lift-off",
            model_->bodies.surfaces()[k - static_cast<std::size_t>(place_limit_count())].name,
            "does not press on its rail any more, where contact by constraints ends (normal = "
            "\"elastic\" goes on)"};
  }
  return {"roll-over", model_->bodies.body(k - contact_.profiles.size()).given.name,
          "has rolled by more than 45 degrees"};
}

std::string System::describe_limit(int limit) const {
  const Limit found = get_limit(limit);
  return found.kind + ": " + found.subject + " " + found.what;
}

}  // namespace fourfoot::system
