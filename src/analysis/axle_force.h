#pragma once

#include <string>
#include <vector>

#include "scenario/family.h"

namespace fourfoot::analysis {

/// Running instability as acceptance tests see it, by the lateral forces of axles on the track, in
/// the manner of EN 14363 and UIC 518 [EN14363]:
///
///   s = sliding r.m.s. over 100 m, every 10 m, of sum Y within f0 +- 2 Hz     [N]
///   unstable where s > alpha (10 kN + 2 Q0 / 3) / 2
///
/// f0: where the spectrum of sum Y between 0.4 and 10 Hz has its highest peak, of each axle. Q0:
/// static wheel load of the axle. alpha: 1 for coaches and locomotives, 0.85 for
/// freight cars. Band: low and high pass of second order (Butterworth), run forth and back.
///
/// The scenario is run as it is, with its irregularities and its [initial] disturbance: a smooth
/// track without one excites nothing. Left out: the 20 Hz low pass (the band is narrower), the
/// choice of test sections and the statistics over them. The factor 1/2 and the window are as
/// secondary sources give them.
struct AxleForceOptions {
  double alpha = 1.0;
  double window = 100.0;  ///< [m]
  double step = 10.0;     ///< [m]
};

struct AxleForce {
  std::string axle;        ///< of the largest r.m.s. over its limit
  double rms = 0.0;        ///< the largest in any window [N]
  double limit = 0.0;      ///< of that axle [N]
  double frequency = 0.0;  ///< f0 [Hz]
  std::string fault;       ///< why the run ended early; such a run counts as unstable
  bool is_unstable() const { return !fault.empty() || rms > limit; }
};

/// Runs the member for its duration at its constant speed. Throws RunError if the contact model
/// records no axle forces, or the run is shorter than a window.
AxleForce measure_axle_force(const scenario::Member& member, const AxleForceOptions& options,
                             const std::function<bool()>& is_cancelled = {});

}  // namespace fourfoot::analysis
