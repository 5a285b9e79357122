#pragma once

#include <vector>

#include "base/error.h"
#include "track/description.h"
#include "track/piece.h"

namespace fourfoot::track {

/// A horizontal element with what it takes from its neighbours and its chainage.
struct PlacedElement {
  const HorizontalElement* element = nullptr;
  double begin = 0.0;               ///< arc length at its start [m]
  double length = 0.0;              ///< arc length [m]
  double k0 = 0.0, k1 = 0.0;        ///< nominal curvatures at its ends [1/m]
  double cant0 = 0.0, cant1 = 0.0;  ///< at its ends, > 0 right rail raised [m]
};

/// Places the elements, joins transitions to their neighbours and checks every joint; faults are
/// added to `findings`.
std::vector<PlacedElement> place_elements(const TrackDescription& description,
                                          std::vector<Finding>& findings);

/// Curvature as a function of s. Every transition shape: k0 + (k1 - k0) f(u); the Viennese bend
/// leads the vehicle's centre of gravity, h above the rails, along f7, so the track itself has
/// kappa = k0 + (k1 - k0) f7 - h (gamma1 - gamma0) / L^2 f7''. A transition that is too sharp between
/// its ends is added to `findings`.
std::vector<Piece> build_curvature(const TrackDescription& description,
                                   const std::vector<PlacedElement>& placed,
                                   std::vector<Finding>& findings);

/// Heading, starting from the description's, with the jumps that stated directions ask for.
std::vector<Piece> build_heading(const TrackDescription& description,
                                 const std::vector<PlacedElement>& placed,
                                 const std::vector<Piece>& curvature,
                                 std::vector<Finding>& findings);

/// +1 if a positive cant raises the right rail there, -1 if the left one, 0 if nothing says.
double get_cant_sign(RaisedRail raised, double curvature);

}  // namespace fourfoot::track
