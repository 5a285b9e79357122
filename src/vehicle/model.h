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
  int state_begin = 0;  ///< of its own states among all elements' [count]
};

/// A body that rolls on the rails.
struct WheelsetInstance {
  int body = 0;
  double radius = 0.0;         ///< [m]
  double pitch_inertia = 0.0;  ///< [kg m^2]
};

/// A vehicle ready to be run: immutable, shared by all threads.
struct Model {
  std::string name;
  multibody::Model bodies;
  std::vector<ElementInstance> elements;
  std::vector<WheelsetInstance> wheelsets;  ///< from the front
  int state_count = 0;                      ///< of the elements' own states
  double mass = 0.0;                        ///< of all bodies [kg]
};

/// Builds from a checked description (check_description).
Model build(const VehicleDescription& description);

}  // namespace fourfoot::vehicle
