#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/value.h"
#include "math/types.h"
#include "multibody/body.h"

/// What a vehicle file says, as plain values in SI. Knows no index and computes nothing.
///
/// Vehicle coordinates: x forward, y left, z up from the plane of the rail tops; the origin is
/// wherever the file's author likes, and runs along the track at s(t).
namespace fourfoot::vehicle {

enum class BodyType { body, wheelset };

/// A coordinate given over time: offset + rate t + amplitude sin(2 pi frequency t + phase).
struct PrescribedEntry {
  int coordinate = 0;  ///< of x y z phi chi psi
  double offset = 0.0, rate = 0.0, amplitude = 0.0;
  double frequency = 0.0;  ///< [Hz]
  double phase = 0.0;      ///< [rad]
};

/// What a table of a file says of a wheelset's wheels (profile::list_wheels_fields).
struct WheelsEntry {
  Table table;
  bool is_mirrored = false;  ///< its left is the wheelset's right
};

/// A body in its nominal position; rigid unless it has modes.
struct BodyEntry {
  std::string name;
  SourceLocation where;
  BodyType type = BodyType::body;
  double mass = 0.0;               ///< [kg]
  Mat3 inertia = Mat3::Zero();     ///< about the mass centre [kg m^2]
  Vec3 position = Vec3::Zero();    ///< of the mass centre, vehicle coordinates [m]
  double radius = 0.0;             ///< rolling radius of a wheelset [m]
  bool left = true, right = true;  ///< the sides of a wheelset that carry a wheel
  /// Of a wheelset: its own table, its part's `wheels`, the vehicle's; the first that says counts.
  std::vector<WheelsEntry> wheels;
  std::string new_name;  ///< the name the file gives it; empty: its key, with the part's
  std::vector<PrescribedEntry> prescribed;
  std::array<bool, 6> free = {};     ///< x y z phi chi psi
  multibody::ImaginaryMask omitted;  ///< imaginary terms that are left out
  multibody::Modes modes;            ///< none: a rigid body
  std::string part;                  ///< the part of the vehicle it belongs to; empty: to none
};

/// A suspension element between two bodies, or between the track and a body.
struct ElementEntry {
  std::string name;
  SourceLocation where;
  std::string type;
  std::string first, second;  ///< names of bodies; `first` may be "track"
  SourceLocation first_where, second_where;
  Vec3 at_first = Vec3::Zero();   ///< attachment point on the first body, vehicle coordinates [m]
  Vec3 at_second = Vec3::Zero();  ///< attachment point on the second
  Table parameters;               ///< the law's own, as its schema declares them
  /// Without a preload of its own it carries the weight in the nominal position, else nothing there.
  bool static_preload = true;
};

/// A joint between two bodies, or between the track under a body and that body.
struct JointEntry {
  std::string name;
  SourceLocation where;
  std::string type;
  std::string first, second;
  SourceLocation between_where;
  Vec3 at_first = Vec3::Zero(), at_second = Vec3::Zero();  ///< vehicle coordinates [m]
  Vec3 axis = Vec3::UnitY();  ///< of a revolute, cylindrical or prismatic joint
};

/// sum of coefficient * speed = value: speeds v_x v_y v_z omega_x omega_y omega_z of bodies
/// relative to their track frames.
struct RelationEntry {
  struct Term {
    std::string body;
    SourceLocation where;
    int component = 0;
    double coefficient = 0.0;
  };
  std::string name;
  SourceLocation where;
  std::vector<Term> terms;
  double value = 0.0;
};

/// A point of a body with a name, where motion is recorded.
struct MarkerEntry {
  std::string name;
  SourceLocation where;
  std::string body;
  SourceLocation body_where;
  Vec3 point = Vec3::Zero();  ///< vehicle coordinates [m]
};

struct VehicleDescription {
  SourceLocation where;
  std::string name;
  std::vector<BodyEntry> bodies;
  std::vector<ElementEntry> elements;
  std::vector<JointEntry> joints;
  std::vector<RelationEntry> relations;
  std::vector<MarkerEntry> markers;

  // Not in the header: every file that has one would compile these again.
  VehicleDescription();
  ~VehicleDescription();
  VehicleDescription(const VehicleDescription&);
  VehicleDescription(VehicleDescription&&) noexcept;
  VehicleDescription& operator=(const VehicleDescription&);
  VehicleDescription& operator=(VehicleDescription&&) noexcept;
};

/// What files call the coordinates and the speeds.
using multibody::coordinate_words;
inline constexpr std::array<const char*, 6> speed_words = {"v_x",     "v_y",     "v_z",
                                                           "omega_x", "omega_y", "omega_z"};

/// The name that stands for the track in `between`.
inline constexpr const char* track_name = "track";

}  // namespace fourfoot::vehicle
