#pragma once

#include <memory>
#include <string>
#include <vector>

#include "element/element.h"
#include "multibody/model.h"
#include "vehicle/description.h"

namespace fourfoot::vehicle {

/// A suspension element in place.
struct ElementInstance {
  std::string name;
  std::unique_ptr<element::Element> law;
  int first = -1;  ///< index of the body at end A; -1 is the track frame under the body at end B
  int second = 0;  ///< index of the body at end B
  Vec3 at_first;   ///< attachment in the carrier's axes from the mass centre; from T's origin if
                   ///< first = -1 [m]
  Vec3 at_second;
  Vec3 nominal_d;       ///< end B's point from end A's in the nominal position [m]
  int state_begin = 0;  ///< of its own states among all elements' [count]
  /// Fixed to spinning axles: sees their spin and turns it, instead of hanging on their bearings.
  bool on_axle = false;
  /// Modes of the bodies at these points; empty where a body is rigid.
  multibody::ModeShape shape_first, shape_second;
};

/// A body that rolls on the rails.
struct WheelsetInstance {
  int body = 0;
  double radius = 0.0;             ///< [m]
  double pitch_inertia = 0.0;      ///< [kg m^2]
  bool left = true, right = true;  ///< which sides carry a wheel
  double y = 0.0;                  ///< nominal lateral position of the body's mass centre in T [m]
  /// Static loads on straight level track, positive downwards on the rail [N]; zero where the file
  /// locks what would carry them.
  double load_left = 0.0, load_right = 0.0;
  /// Their sum; where locks carry the weight: the weight of its part of the vehicle (a car of a
  /// train) shared by the part's axles, and what belongs to no part with axles shared by all [N].
  double axle_load = 0.0;
};

/// A point fixed in a body.
struct Marker {
  std::string name;
  int body = 0;
  Vec3 point = Vec3::Zero();   ///< from the mass centre, in the axes of the carrier [m]
  multibody::ModeShape shape;  ///< modes of the body there; empty where it is rigid
};

/// A vehicle ready to be run: immutable, shared by all threads.
struct VehicleModel {
  std::string name;
  multibody::Model bodies;
  std::vector<ElementInstance> elements;
  std::vector<WheelsetInstance> wheelsets;  ///< from the front
  int state_count = 0;                      ///< own states of the elements
  double mass = 0.0;                        ///< of all bodies [kg]
  std::vector<Marker> markers;
  /// Largest force or moment that nothing balances in the nominal position on straight level track,
  /// over the vehicle's weight: zero if that position is the equilibrium [1 or m].
  double static_residual = 0.0;
  std::string least_carried;  ///< a body that no element could carry; empty: there is none
  /// Forces of the elements on the modes of each body in the nominal position, which its modal
  /// coordinates count from; empty where no body has modes.
  std::vector<VecX> modal_loads;
};

struct ModelOptions {
  double gravity = 9.81;                ///< for the static preloads [m/s^2]
  double half_contact_distance = 0.75;  ///< lateral position of the static wheel loads [m]
  bool with_loads = true;  ///< false: static loads are left out, whose cost grows with the cube
};

/// Builds from a checked description (check_description). Springs without a preload of their own
/// receive that of the static load (calc_static_loads) unless their file says otherwise.
VehicleModel build(const VehicleDescription& description, const ModelOptions& options = {});

}  // namespace fourfoot::vehicle
