#pragma once

#include <array>
#include <complex>
#include <string>
#include <vector>

#include "vehicle/model.h"

namespace fourfoot::analysis {

struct ModeShare;

/// What a body is in a rail vehicle, as far as names of modes need it.
///
///   wheelset  rolls on the rails
///   car       heavy: at least 0.4 times the heaviest body that does not roll, and not held by the
///             track (a single bogie in front of a wall has no car)
///   bogie     joined to two wheelsets or more; or to none, but to a car (or the track) and to
///             something else: a bolster, a frame on axle boxes
///   track     a piece of flexible track
///   other     axle boxes, motors and the like
///
/// Joined: by a suspension element or a joint.
enum class BodyRole { wheelset, car, bogie, track, other };

struct ModeBody {
  std::string name;
  BodyRole role = BodyRole::other;
  double x = 0.0;                   ///< nominal position along the vehicle [m]
  std::array<double, 6> inertia{};  ///< of x y z phi chi psi: mass [kg], moments [kg m^2]
};

std::vector<ModeBody> list_mode_bodies(const vehicle::VehicleModel& model);

/// A name for a mode from its shape: "car body bounce", "car body lower sway", "bogie hunting, in
/// phase", "wheelset roll". The kinds of bodies and directions that hold most kinetic energy
/// (inertia times squared amplitude) decide; docs/theory/stability.md has the rules in full. The
/// name says what moves, and is no claim about the cause. `shares`: of all coordinates, any order.
std::string name_mode(std::complex<double> value, const std::vector<ModeShare>& shares,
                      const std::vector<ModeBody>& bodies);

}  // namespace fourfoot::analysis
