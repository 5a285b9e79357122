#pragma once

#include <string>
#include <vector>

#include "analysis/operating_point.h"

namespace fourfoot::analysis {

/// A disturbance of steady running: what is displaced, and how.
struct Disturbance {
  std::string name;                             ///< "bogie_2 shifted", "bogie hunting, in phase"
  std::vector<scenario::InitialEntry> entries;  ///< the largest wheelset displacement is 1 m
  VecX direction;                               ///< instead: in the coordinates of SteadyMotion
  double share = 1.0;                           ///< of the size asked for
};

/// Disturbances of different shapes by which it is asked whether a vehicle may hunt, none of them
/// the motion of a car body alone:
///
///   the least damped hunting mode            the largest wheelset displacement is 1
///   each bogie with its wheelsets shifted    all by 1/2
///   each bogie with its wheelsets yawed      so that a wheelset goes 1/2 to the side
///
/// Without bogies each wheelset is shifted, and yawed by 1/2 over half the gauge. Half, since a
/// wheelset that is put aside is not lifted: where it would lie in its flange, it starts with a
/// blow.
std::vector<Disturbance> list_disturbances(const OperatingPoint& operating);

/// The same gears up to the flanges, by which motions are found that smaller ones do not reach:
///
///   all shifted by 1 to the same side; neighbours to opposite sides; each one alone
///   all yawed, and each one alone, so that a wheelset goes 1 to the side
///
/// Each also to the other side where steady running is beside the middle of the track (in curves).
std::vector<Disturbance> list_large_disturbances(const OperatingPoint& operating);

/// Steady running with a disturbance on it, `size` [m].
VecX put(const OperatingPoint& operating, const Disturbance& disturbance, double size);

struct DisturbedMotion {
  Settled motion;      ///< the first that lasts; else the last that died out
  std::string tried;   ///< "bogie hunting, in phase 10 mm; bogie_1 shifted 5 mm"
  std::string chosen;  ///< from which the motion came; empty if all died out
  int trials = 0;
  double simulated = 0.0;  ///< [s]
};

struct DisturbanceOptions {
  double size = 1e-2;       ///< [m]
  std::size_t most = 1000;  ///< of the shapes, from the first on
  bool with_large = false;  ///< the large ones behind the others
  bool is_proof = false;    ///< all are tried, on `threads`; else until a motion lasts
  int threads = 1;
};

/// Tries disturbances; the first in order that leads to a lasting motion is chosen. One that
/// derails says little about hunting: it is tried with half and a quarter of the size.
DisturbedMotion try_disturbances(const OperatingPoint& operating, const DisturbanceOptions& options,
                                 const SettleOptions& settle_options);

/// Whether two lasting motions may be different ones: another wheelset leads, or the swings differ by
/// half.
bool are_different(const Settled& a, const Settled& b);

/// What else lasts at the same value: large disturbances are tried, and lasting motions that differ
/// from `known` and from each other are returned, three at most, the largest first.
struct OtherMotions {
  std::vector<Settled> motions;  ///< each with its disturbance
  int trials = 0;
  double simulated = 0.0;  ///< [s]
};
OtherMotions find_other_motions(const OperatingPoint& operating, const Settled& known,
                                const DisturbanceOptions& options,
                                const SettleOptions& settle_options);

}  // namespace fourfoot::analysis
