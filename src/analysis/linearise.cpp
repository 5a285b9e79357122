#include "analysis/linearise.h"

#include <algorithm>
#include <map>

#include "analysis/steady_motion.h"
#include "base/channel.h"
#include "base/error.h"
#include "multibody/equations.h"

namespace fourfoot::analysis {

namespace {

/// A force along, or a torque about, an axis of a body.
struct Load {
  std::size_t body = 0;
  int axis = 0;  ///< 0 to 2: force, 3 to 5: torque
};

// "car_body/y" of the displacement that goes with the speed "car_body/v_y".
std::string name_displacement(const std::string& speed) {
  static const std::map<std::string, std::string> words = {{"v_x", "x"},       {"v_y", "y"},
                                                           {"v_z", "z"},       {"omega_x", "phi"},
                                                           {"omega_y", "chi"}, {"omega_z", "psi"}};
  const std::size_t slash = speed.rfind('/');
  const std::string end = speed.substr(slash + 1);
  if (const auto at = words.find(end); at != words.end())
    return speed.substr(0, slash + 1) + at->second;
  return "integral of " + speed;
}

// Those of `all` that match a pattern, in their order; all without patterns.
std::vector<std::size_t> choose(const std::vector<std::string>& all,
                                const std::vector<std::string>& patterns, const char* what) {
  std::vector<bool> chosen(all.size(), patterns.empty());
  for (const std::string& pattern : patterns) {
    bool is_found = false;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!matches_pattern(pattern, all[i])) continue;
      chosen[i] = is_found = true;
    }
    if (!is_found)
      throw InputError(Finding{"unknown-channel",
                               {},
                               std::string("there is no ") + what + " \"" + pattern + "\"",
                               suggest(rename_channels(pattern), all)});
  }
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (chosen[i]) indices.push_back(i);
  return indices;
}

/// Rows of channels about a state.
class Linearisation {
 public:
  Linearisation(const system::System& system, const LineariseOptions& options)
      : system_(system), options_(options), motion_(system, options.t), ws_(system) {
    system.set_time(options.t, ws_);
    row_.resize(system.channels().size());
    ydot_.resize(system.size());
  }

  LinearModel calc() {
    EquilibriumOptions search;
    search.t = options_.t;
    search.is_cancelled = options_.is_cancelled;
    model_.equilibrium = find_equilibrium(system_, search);
    choose_names();
    VecX f;
    motion_.calc_jacobian(model_.equilibrium.state, f, model_.A);
    calc_outputs();
    calc_inputs();
    return std::move(model_);
  }

 private:
  void choose_names() {
    for (int i = 0; i < motion_.size(); ++i) {
      const bool is_shift = motion_.part(i) == SteadyMotion::Part::displacement;
      model_.states.push_back(is_shift ? name_displacement(motion_.name(i)) : motion_.name(i));
    }
    std::vector<std::string> names, channels;
    std::vector<Load> all;
    const auto& bodies = system_.model().bodies.bodies();
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      for (int axis = 0; axis < 6; ++axis) {
        all.push_back({b, axis});
        names.push_back(bodies[b].given.name + (axis < 3 ? "/F_" : "/M_") + "xyz"[axis % 3]);
      }
    }
    for (const std::size_t i : choose(names, options_.inputs, "input")) {
      model_.inputs.push_back(names[i]);
      model_.input_units.emplace_back(all[i].axis < 3 ? "N" : "N m");
      loads_.push_back(all[i]);
    }
    for (const Channel& channel : system_.channels()) channels.push_back(channel.name);
    indices_ = choose(channels, options_.outputs, "channel");
    for (const std::size_t i : indices_) {
      model_.outputs.push_back(channels[i]);
      model_.output_units.push_back(system_.channels()[i].unit);
    }
  }

  VecX get_outputs() const {
    VecX out(static_cast<Eigen::Index>(indices_.size()));
    for (std::size_t i = 0; i < indices_.size(); ++i)
      out[static_cast<Eigen::Index>(i)] = row_[indices_[i]];
    return out;
  }

  VecX calc_outputs_at(const VecX& y) {
    system_.record(options_.t, y, ws_, row_);
    return get_outputs();
  }

  void calc_outputs() {
    const VecX& y = model_.equilibrium.state;
    const VecX steady = calc_outputs_at(y);
    model_.steady.assign(steady.data(), steady.data() + steady.size());
    model_.C.resize(steady.size(), motion_.size());
    for (int j = 0; j < motion_.size(); ++j) {
      if (options_.is_cancelled && options_.is_cancelled()) throw RunError("stopped");
      VecX dx = VecX::Zero(motion_.size());
      dx[j] = options_.relative_step * motion_.scales()[j];
      const VecX ahead = calc_outputs_at(motion_.move(y, dx));
      const VecX behind = calc_outputs_at(motion_.move(y, -dx));
      model_.C.col(j) = (ahead - behind) / (2.0 * dx[j]);
    }
  }

  // Accelerations, and what is read of them, are linear in a force that is added.
  void calc_inputs() {
    constexpr double size = 1e3;  // far above what rounding leaves of a vehicle's weight
    const VecX& y = model_.equilibrium.state;
    const auto count = static_cast<Eigen::Index>(loads_.size());
    model_.B = MatX::Zero(motion_.size(), count);
    model_.D.resize(static_cast<Eigen::Index>(indices_.size()), count);
    const VecX steady = calc_outputs_at(y);
    for (Eigen::Index k = 0; k < count; ++k) {
      const Load& load = loads_[static_cast<std::size_t>(k)];
      system_.calc_rate(options_.t, y, ws_, ydot_);
      const VecX before = ws_.udot;
      Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
      (load.axis < 3 ? force : torque)[load.axis % 3] = size;
      ws_.bodies.add_wrench(load.body, force, torque);
      multibody::calc_acceleration(system_.model().bodies, ws_.frames, ws_.bodies, ws_.udot);
      model_.B.col(k).segment(motion_.pi_count(), motion_.u_count()) = (ws_.udot - before) / size;
      const VecX z = system_.view(y).z;
      const integrate::ConstVecRef own = z;
      system_.channel_table().record({options_.t, own, ws_}, row_.data());
      model_.D.col(k) = (get_outputs() - steady) / size;
    }
  }

  const system::System& system_;
  const LineariseOptions& options_;
  SteadyMotion motion_;
  system::Workspace ws_;
  std::vector<double> row_;
  VecX ydot_;
  std::vector<Load> loads_;
  std::vector<std::size_t> indices_;
  LinearModel model_;
};

}  // namespace

LinearModel linearise(const system::System& system, const LineariseOptions& options) {
  return Linearisation(system, options).calc();
}

}  // namespace fourfoot::analysis
