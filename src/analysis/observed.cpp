#include "analysis/observed.h"

#include <array>

#include "base/error.h"
#include "multibody/equations.h"

namespace fourfoot::analysis {

namespace {

std::string choose_default(const vehicle::VehicleModel& model) {
  const std::size_t body =
      model.wheelsets.empty() ? 0 : static_cast<std::size_t>(model.wheelsets.front().body);
  return model.bodies.body(body).given.name + "/y";
}

Observed::Value read_coordinate(const multibody::Model& bodies,
                                const multibody::MotionWorkspace& ws, std::size_t body,
                                int coordinate) {
  const multibody::BodyWorkspace& b = ws.bodies[body];
  if (coordinate < 3) {
    const Vec3 position = b.p_TB - bodies.body(body).given.nominal;
    return {position[coordinate], b.v_TB_T[coordinate]};
  }
  const Vec3 angles = multibody::calc_angles(bodies, ws, body);
  return {angles[coordinate - 3], b.w_TB_C[coordinate - 3]};
}

}  // namespace

Observed::Observed(const system::System& system, const std::string& channel, double t)
    : system_(system),
      t_(t),
      name_(channel.empty() ? choose_default(system.model()) : channel),
      ws_(system) {
  std::vector<std::string> names;
  const multibody::Model& bodies = system.model().bodies;
  for (std::size_t b = 0; b < bodies.body_count(); ++b) {
    for (int c = 0; c < 6; ++c) {
      if (!bodies.body(b).is_free(c)) continue;
      names.push_back(bodies.body(b).given.name + "/" +
                      multibody::coordinate_words[static_cast<std::size_t>(c)]);
      if (names.back() != name_) continue;
      body_ = b;
      coordinate_ = c;
    }
  }
  if (coordinate_ < 0) {
    throw InputError(Finding{
        "unknown-channel", {}, "no coordinate is called \"" + name_ + "\"", suggest(name_, names)});
  }
  system.set_time(t, ws_);
}

// Positions and velocities of the bodies alone: this is asked several times a step, and forces of
// contact cost far more.
Observed::Value Observed::calc(const integrate::ConstVecRef& y) {
  const multibody::Model& bodies = system_.model().bodies;
  const integrate::ConstState state = system_.view(y);
  multibody::calc_position(bodies, t_, state.q, ws_.bodies);
  multibody::calc_velocity(bodies, t_, state.q, state.u, ws_.frames, ws_.bodies);
  return read_coordinate(bodies, ws_.bodies, body_, coordinate_);
}

ObservedSet::ObservedSet(const system::System& system, const std::string& channel, double t)
    : system_(system), t_(t), ws_(system) {
  const Observed first(system, channel, t);
  entries_.push_back({first.name(), first.body(), first.coordinate(), false});
  const vehicle::VehicleModel& model = system.model();
  for (const vehicle::WheelsetInstance& wheelset : model.wheelsets) {
    const auto body = static_cast<std::size_t>(wheelset.body);
    if (!model.bodies.body(body).is_free(1)) continue;
    if (body == first.body() && first.coordinate() == 1) {
      entries_.front().is_wheelset = true;
      continue;
    }
    entries_.push_back({model.bodies.body(body).given.name + "/y", body, 1, true});
  }
  values_.resize(entries_.size());
  system.set_time(t, ws_);
}

const std::vector<Observed::Value>& ObservedSet::calc(const integrate::ConstVecRef& y) {
  const multibody::Model& bodies = system_.model().bodies;
  const integrate::ConstState state = system_.view(y);
  multibody::calc_position(bodies, t_, state.q, ws_.bodies);
  multibody::calc_velocity(bodies, t_, state.q, state.u, ws_.frames, ws_.bodies);
  for (std::size_t i = 0; i < entries_.size(); ++i)
    values_[i] = read_coordinate(bodies, ws_.bodies, entries_[i].body, entries_[i].coordinate);
  return values_;
}

}  // namespace fourfoot::analysis
