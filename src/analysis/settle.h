#pragma once

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "integrate/options.h"
#include "system/system.h"

namespace fourfoot::analysis {

/// What a motion has become after its beginnings are forgotten.
enum class MotionKind {
  stationary,
  periodic,
  quasi_periodic,
  chaotic,
  diverged,
  derailed,    ///< a wheelset left its rails
  overturned,  ///< a body rolled over, or no steady running holds it on its rails in a curve
  fading,      ///< falls to the end of the time given, and towards nothing
  unsettled
};

const char* get_word(MotionKind kind);

/// No bounded motion on the rails: nothing to be said about hunting.
inline bool is_lost(MotionKind kind) {
  return kind == MotionKind::diverged || kind == MotionKind::derailed ||
         kind == MotionKind::overturned;
}

/// A motion that goes on, though it may not have settled.
inline bool is_lasting(MotionKind kind) {
  return kind != MotionKind::stationary && kind != MotionKind::fading && !is_lost(kind);
}

struct SettleOptions {
  integrate::Options integrator;
  double t = 0.0;           ///< whose track and speed are taken [s]
  std::string observed;     ///< coordinate (observed.h); empty: y of the first wheelset
  double longest = 60.0;    ///< simulated time before it is asked what else it may be [s]
  double quiet = 2e-5;      ///< peak to peak below which it has come to rest [m, rad]
  double tolerance = 1e-3;  ///< of what the amplitude may still change, relative
  double drift = 1e-4;      ///< of a cycle's swing from return to return, relative
  double largest = 0.05;    ///< |observed coordinate| that counts as derailed [m, rad]
  int most_returns = 8;     ///< longest cycle that is looked for, in maxima
  double chaos = 0.2;       ///< exponent per return above which a motion is chaotic
  /// State of steady running, if it is known, and the largest real part of its eigenvalues [1/s].
  VecX steady;
  double growth = std::numeric_limits<double>::quiet_NaN();
  std::function<bool()> is_cancelled;
};

struct Settled {
  MotionKind kind = MotionKind::unsettled;
  double largest = 0.0;         ///< |observed coordinate| over the last cycle
  double peak_to_peak = 0.0;    ///< over the last cycle
  double mean = 0.0;            ///< middle between its extremes
  double period = 0.0;          ///< [s], periodic only
  int maxima = 0;               ///< in a period
  double time = 0.0;            ///< simulated [s]
  double exponent = 0.0;        ///< largest Lyapunov exponent [1/s], where motions do not repeat
  std::string wheelset;         ///< the one that moves most: "wheelset_4"
  double wheelset_range = 0.0;  ///< y of that one, peak to peak over the last cycle [m]
  std::string disturbance;      ///< what it began with, where several were tried
  VecX state;                   ///< at the end
  std::string reason;           ///< why it ended
};

/// "periodic, wheelset_3 11.2 mm peak to peak, 4.53 Hz", "stationary".
std::string describe_outcome(const Settled& motion);

/// Simulates on an endless track until the motion has settled, and says to what.
///
/// Watched are the observed coordinate and y of every wheelset: it is at rest when all of them are.
/// Extremes of the observed coordinate lead, or those of the wheelset that moves most where the
/// observed one moves less than a fifth of it. At each maximum of what leads all coordinates are
/// noted: a return map. The motion is periodic with m maxima if for several returns each is like
/// the m-th before, what the amplitude would still change, d r/(1 - r) for changes d that shrink
/// by r each time, is below the tolerance, and a line through the swings of the last 24 returns
/// (48, 96 where they scatter) falls or rises by less than `drift` per return; at rest if peak to
/// peak falls below `quiet`, or if nothing moves. A slow passage near a cycle that is no more has r
/// near 1, or drifts, and is not taken for one.
///
/// Growth decides where amplitude cannot: about steady running that is unstable (`growth` > 0)
/// nothing comes to rest. What is too small to be followed there is called unsettled, and the
/// reason says so.
///
/// What has not settled after `longest` is judged by its second half, in two parts. If peak to peak
/// is still changing by more than 5 % from part to part, its maxima drift one way, or its
/// modulation still falls, it is given the same time again, up to six times in all. Then it is
/// called fading if its swing falls towards nothing (three means over the second half, as a + b q^k,
/// have a limit below half of the last, or it falls ever faster) and steady running is not unstable;
/// else unsettled (periodic if the modulation is below 2 % and falling, without drift). What fades
/// does not last (is_lasting). Else it lasts: chaotic if
/// neighbours on it part (divergence.h), else quasi-periodic. A failing integration or a watched
/// coordinate beyond `largest` is divergence; a wheelset off its rails or a body rolled over is
/// told as what it is.
Settled settle(const system::System& system, const VecX& start, const SettleOptions& options);

/// d ln(amplitude)/dt of a small motion about steady running, by simulation: the slope of a line
/// through ln(peak to peak) between times from and to [1/s].
double measure_growth(const system::System& system, const VecX& start, double from, double to,
                      const SettleOptions& options);

}  // namespace fourfoot::analysis
