#pragma once

#include <array>
#include <functional>
#include <string>

#include "base/source_location.h"
#include "math/types.h"

namespace fourfoot::multibody {

/// The six coordinates of a body: displacement of its mass centre from the nominal position, in the
/// axes of its track frame T [m], and roll, pitch, yaw [rad].
enum class Coordinate { x, y, z, roll, pitch, yaw };
inline constexpr std::array<const char*, 6> coordinate_words = {"x",    "y",     "z",
                                                                "roll", "pitch", "yaw"};

/// A coordinate given over time with its first and second derivative.
struct PrescribedValue {
  double value = 0.0;
  double rate = 0.0;
  double acceleration = 0.0;
};
using PrescribedMotion = std::function<PrescribedValue(double t)>;

/// What a coordinate does: free (in the state), locked to a value, or prescribed over time.
struct CoordinateRule {
  enum class Kind { free, locked, prescribed };
  Kind kind = Kind::free;
  double value = 0.0;       ///< of a locked coordinate
  PrescribedMotion motion;  ///< of a prescribed one

  static CoordinateRule free() { return {}; }
  static CoordinateRule locked(double at = 0.0) { return {Kind::locked, at, {}}; }
  static CoordinateRule prescribed(PrescribedMotion m) {
    return {Kind::prescribed, 0.0, std::move(m)};
  }
};

/// A `body` carries its angular speeds in its own axes B. A `wheelset` spins about its y axis, and
/// carries them in the axes S that do not spin: R_TS = Rz(yaw) Rx(roll), R_TB = R_TS Ry(pitch).
/// Its inertia must be the same about x and z.
enum class BodyKind { body, wheelset };

/// How a body's orientation is kept in the state. `automatic`: quaternion where all three rotations
/// of a body are free, Cardan angles Rz(yaw) Ry(pitch) Rx(roll) otherwise. A wheelset always has
/// its angles (singular only at a roll of 90 degrees; pitch without bound).
enum class Orientation { automatic, cardan, quaternion };

struct BodyDescription {
  std::string name;
  SourceLocation where;
  BodyKind kind = BodyKind::body;
  double mass = 0.0;                ///< [kg]
  Mat3 inertia = Mat3::Identity();  ///< about the mass centre, in body axes [kg m^2]
  double chainage_offset = 0.0;     ///< d_j: its track frame is at s + d_j [m]
  Vec3 nominal = Vec3::Zero();      ///< r0: nominal position of the mass centre in T_j [m]
  std::array<CoordinateRule, 6> coordinates;
  Orientation orientation = Orientation::automatic;
  /// A piece of track that the frame takes along (the rail under a wheel, as co-moving mass). It
  /// stands for ever new pieces at rest, so neither weight nor imaginary forces act on it, and
  /// corners of the track do not throw it.
  bool is_track_part = false;

  CoordinateRule& operator[](Coordinate c) { return coordinates[static_cast<std::size_t>(c)]; }
};

}  // namespace fourfoot::multibody
