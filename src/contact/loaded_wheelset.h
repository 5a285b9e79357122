#pragma once

#include <optional>

#include "contact/geometry/characteristic.h"
#include "contact/material.h"

namespace fourfoot::contact {

/// A wheelset pressed on its rails: each wheel carries the same vertical load, by Hertz's theory
/// patch by patch (ElasticNormal at rest),
///   sum over patches  weight N(delta, curvatures) n_z = load,   left and right,
/// for z and roll together: both wheels sit on one axle. Without roll each wheel is lowered alone,
/// axle level. Lateral position and yaw are given; nothing is said about lateral balance.
struct LoadedWheelset {
  double z_l = 0.0, z_r = 0.0;  ///< height of the axle's middle; alike with roll [m]
  double roll = 0.0;            ///< [rad]
  PatchList left, right;        ///< in T
  const PatchList& side(Side s) const { return s == Side::left ? left : right; }
};

/// `rigid` is where the search begins. Nothing if a wheel finds no rail that carries the load.
std::optional<LoadedWheelset> find_loaded(const WheelsetOnTrack& wheelset,
                                          const CharacteristicPoint& rigid,
                                          const CharacteristicOptions& options, double load,
                                          const Material& material, SearchScratch& scratch);

}  // namespace fourfoot::contact
