#pragma once

#include <array>
#include <complex>
#include <vector>

#include "track/discrete_track.h"

namespace fourfoot::track {

/// Displacement of one rail at the place of a load of 1 N that swings with f, in its direction: what a hammer
/// test measures on the unloaded track [m/N]. Of the track in `discrete_track.h`, where it is even.
struct Receptance {
  double f = 0.0;                             ///< [Hz]
  std::complex<double> z_sleeper, z_between;  ///< up and down, above a sleeper and half-way
  std::complex<double> y_sleeper, y_between;  ///< sideways
};

/// On a ring so long (36 m) that it is that of an endless track within 1e-3 from 50 Hz on where pads
/// damp as usual.
std::vector<Receptance> calc_receptances(DiscreteSupport support, const SupportAlongLine& ballast,
                                         const std::vector<double>& frequencies);

}  // namespace fourfoot::track
