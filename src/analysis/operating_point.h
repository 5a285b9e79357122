#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "analysis/hunting_modes.h"
#include "analysis/modes.h"
#include "analysis/settle.h"
#include "scenario/family.h"

namespace fourfoot::analysis {

/// One member of a family with what is known of its steady running.
struct OperatingPoint {
  double value = 0.0;  ///< of the parameter
  scenario::Scenario scenario;
  std::shared_ptr<const system::System> system;
  std::optional<Equilibrium> equilibrium;  ///< nothing if none was found
  std::string fault;                       ///< why not
  std::optional<Mode> least;  ///< the one that decays least or grows most of all, not neutral
  /// The one that decays least or grows most of those in which wheelsets move (hunting_modes.h): it
  /// says whether the vehicle hunts. Of all where they move in none.
  std::optional<Mode> mode;
  /// Those that do not decay though no wheelset moves: another instability, or an undamped vibration.
  std::vector<LeftOutMode> left_out;
  /// The least damped one by which wheelsets hunt: its name says so (mode_names.h), or wheelsets
  /// move sideways at least a third as far as anything moves.
  std::optional<Mode> hunting;
  double t = 0.0;  ///< whose track and speed are taken [s]

  bool is_stable() const { return mode && mode->value.real() < 0.0; }
  /// What is known of steady running, and the scenario's integrator, put into `options`.
  SettleOptions prepare(SettleOptions options) const;
  /// Steady running displaced along `mode` so that the largest displacement is `size` [m, rad]; the
  /// nominal state where there is no equilibrium.
  VecX displace(double size) const;
  /// Steady running (the nominal state where there is none) with `factor` times the disturbance of
  /// the scenario's [initial] on it.
  VecX disturb(double factor) const;
  /// A state of another member, put here: its distance from steady running stays.
  VecX adopt(const OperatingPoint& other, const VecX& state) const;
};

/// `near`: a neighbour whose equilibrium is a good start.
OperatingPoint make_operating_point(const scenario::Family& family, double value, double t,
                                    const OperatingPoint* near = nullptr);

}  // namespace fourfoot::analysis
