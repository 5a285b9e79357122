#pragma once

#include "analysis/orbit_flow.h"
#include "analysis/orbit_passage.h"

namespace fourfoot::analysis {

/// What the motion over a period looks like, whatever the state it is begun with. With x the scaled
/// coordinates less their mean, and s their r.m.s. size:
///
///   C = 1/T int x x^T dt            how far each moves, and what moves in phase
///   D = 1/(2 pi) int x dx^T         (its antisymmetric part) what moves a quarter of a period apart
///   z = C + i D                     entry by entry
///
/// The entries of z^2 / (|z| s), in the unit of x: of all coordinates and of all pairs, and the angle
/// between those of a pair counts twice. So two motions that are mirror images of each other have the
/// same shape: some of their coordinates have the other sign, which turns angles by half a turn.
/// Amplitudes alone would not do: where two bogies change the phase between them, each moves as far
/// as before.
VecX calc_orbit_shape(OrbitFlow& flow, const Passage& passage);

}  // namespace fourfoot::analysis
