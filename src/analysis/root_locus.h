#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analysis/modes.h"
#include "scenario/family.h"

namespace fourfoot::analysis {

struct RootLocusOptions {
  double t = 0.0;               ///< where along the run the motion is looked at [s]
  double resolution = 1e-5;     ///< of the parameter, where a real part changes its sign
  double least_likeness = 0.6;  ///< of a mode to its successor; else steps between are taken
  int most_halvings = 5;        ///< of a step
  std::function<void(double fraction)> on_progress;
  std::function<bool()> is_cancelled;
};

/// A real part changes its sign.
struct Crossing {
  double value = 0.0;      ///< of the parameter
  double frequency = 0.0;  ///< there [Hz]
  bool destabilises = true;
  bool hunts = true;      ///< wheelsets move in it (hunting_modes.h)
  std::size_t track = 0;  ///< which mode of the locus
  std::string name;       ///< of that mode
  double part = 1.0;      ///< of the wheelsets [mm per mm]
};

/// A value asked for that has no steady running, and so no modes.
struct LostValue {
  double value = 0.0;
  std::string reason;
};

/// Steady running could not be followed from one value to the next, but there is one: another one.
struct LocusJump {
  double from = 0.0, to = 0.0;
};

/// The modes at the asked values, each in its own track: modes[point][track].
struct RootLocus {
  std::vector<double> values;
  std::vector<std::vector<Mode>> modes;
  std::vector<Equilibrium> equilibria;
  std::vector<Crossing> crossings;  ///< by parameter
  std::vector<LostValue> lost;      ///< left out above
  std::vector<LocusJump> jumps;     ///< no crossings are looked for there
  /// The lowest value from which on a mode grows in which wheelsets move: the first one if it does
  /// already there; nothing if none does, or there is one value only. Crossings of other modes are
  /// listed with the rest.
  std::optional<double> critical;
};

/// Eigenvalues over a parameter, modes followed from value to value: mode i goes on as the j for
/// which |l_i^H r_j| |l_j^H r_i| (l, r left and right eigenvectors; 1 for the same mode, 0 for
/// another one of the same system) is largest, nearness of the eigenvalues deciding between modes
/// that look alike. Where the likeness is poor, values between are looked at. Where a real part
/// changes its sign the value is found by false position (Illinois) on the followed eigenvalue; an
/// undamped mode, whose eigenvalue scatters about zero by rounding, has no such value.
/// Equilibria are followed likewise; where one ends, the search starts anew at the next value asked
/// for (in curves a wheel may come to rest on another part of its profile). `values` ascend or descend. Values without steady running (the
/// car overturns in its curve) are left out and listed; RunError if none has any.
RootLocus find_root_locus(const scenario::Family& family, const std::vector<double>& values,
                          const RootLocusOptions& options = {});

}  // namespace fourfoot::analysis
