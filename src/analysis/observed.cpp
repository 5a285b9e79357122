#include "analysis/observed.h"

#include <array>

#include "base/error.h"
#include "multibody/equations.h"

namespace fourfoot::analysis {

namespace {

std::string choose_default(const vehicle::Model& model) {
  const std::size_t body =
      model.wheelsets.empty() ? 0 : static_cast<std::size_t>(model.wheelsets.front().body);
  return model.bodies.body(body).given.name + "/y";
}

constexpr std::array words = {"x", "y", "z", "phi", "chi", "psi"};

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
      names.push_back(bodies.body(b).given.name + "/" + words[static_cast<std::size_t>(c)]);
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
  const integrate::Partition p = system_.partition();
  multibody::calc_position(bodies, t_, y.head(p.n_q), ws_.bodies);
  multibody::calc_velocity(bodies, t_, y.head(p.n_q), y.segment(p.n_q, p.n_u), ws_.frames,
                           ws_.bodies);
  const multibody::BodyWorkspace& b = ws_.bodies.bodies[body_];
  if (coordinate_ < 3) {
    const Vec3 place = b.p_TB - bodies.body(body_).given.nominal;
    return {place[coordinate_], b.v_TB_T[coordinate_]};
  }
  const Vec3 angles = multibody::calc_angles(bodies, ws_.bodies, body_);
  return {angles[coordinate_ - 3], b.w_TB_C[coordinate_ - 3]};
}

}  // namespace fourfoot::analysis
