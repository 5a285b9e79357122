#pragma once

#include <vector>

#include "contact/geometry/conicity.h"
#include "contact/loaded_wheelset.h"

namespace fourfoot::contact {

/// What people ask about one wheelset on its rails, position by position: the tables of
/// `fourfoot contact-geometry`, which the Python package gives as arrays.

/// Rigid contact at these positions (calc_characteristic). Throws RunError if none has an answer.
std::vector<CharacteristicPoint> survey_characteristic(const WheelsetOnTrack& wheelset,
                                                       const std::vector<double>& ys,
                                                       const CharacteristicOptions& options);

/// Regions of both wheels that touch in rigid contact, within a micrometre.
std::size_t count_patches(const WheelsetOnTrack& wheelset, const CharacteristicPoint& point,
                          const CharacteristicOptions& options);

/// Equivalent conicity of each amplitude. The radius difference is sampled every 0.05 mm as far out
/// as the largest amplitude and `reach` say. Amplitudes that the profiles do not reach are answered
/// with within_range = false. Throws InputError (out-of-range) unless all are positive.
std::vector<Conicity> survey_conicity(const WheelsetOnTrack& wheelset,
                                      const std::vector<double>& amplitudes, double reach,
                                      const CharacteristicOptions& options);

/// One patch of a wheelset that each wheel presses on its rail with the same vertical load.
struct LoadedPatch {
  double y = 0.0;  ///< of the wheelset [m]
  Side side = Side::left;
  int number = 0;             ///< of this wheel's patches, from 1
  double normal = 0.0;        ///< N, its share of competing patches taken in [N]
  double area = 0.0;          ///< [m^2]
  double a = 0.0, b = 0.0;    ///< semi-axes [m]
  double pressure_max = 0.0;  ///< [Pa]
  Patch patch;                ///< where it is, in T
  double z = 0.0;             ///< height of the axle's middle for this wheel [m]
  double roll = 0.0;          ///< [rad]
};

/// All patches at these positions, in their order, left before right. Throws RunError if the rails
/// carry the load at none of them.
std::vector<LoadedPatch> survey_loaded(const WheelsetOnTrack& wheelset,
                                       const std::vector<double>& ys, double load,
                                       const Material& material,
                                       const CharacteristicOptions& options);

}  // namespace fourfoot::contact
