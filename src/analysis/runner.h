#pragma once

#include <memory>
#include <string>

#include "system/workspace.h"

namespace fourfoot::analysis {

/// What a run in time needs of a formulation of the equations.
class Runner {
 public:
  virtual ~Runner() = default;
  virtual integrate::Problem& problem() = 0;
  /// The formulation's state from the System's.
  virtual VecX start(const VecX& state) = 0;
  /// The System's state from the formulation's.
  virtual VecX get_state(double t, const integrate::ConstVecRef& y) = 0;
  /// Passes all breaks that are due at t.
  virtual void pass(double t, integrate::VecRef y) = 0;
  /// As if it were made just now and stood at t, behind the breaks there: what follows depends on
  /// t and the state alone.
  virtual void begin_anew(double t) = 0;
  /// Says on which side of the breaks it stands.
  virtual const system::Workspace& workspace() const = 0;
};

/// "kane", "inertial" or "track-frame".
std::unique_ptr<Runner> make_runner(const system::System& system, const std::string& formulation);

}  // namespace fourfoot::analysis
