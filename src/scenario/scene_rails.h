#pragma once

#include <string>
#include <vector>

#include "contact/rails_along_line.h"

namespace fourfoot::scenario {

/// One rail of a line whose rails are not the same all along, as a picture needs it: cross sections
/// of as many points each, one behind the other.
struct SceneRail {
  std::string name, side;    ///< side: left, right
  std::string kind;          ///< plain: the line's own, panel, check
  int points = 0;            ///< of a section
  std::vector<double> s;     ///< of each section [m]
  std::vector<double> y, z;  ///< of each point, track frame [m]
};

/// From `begin` to `end`; none where the rails are the same everywhere.
std::vector<SceneRail> list_scene_rails(const contact::RailsAlongLine& rails, double begin,
                                        double end);

}  // namespace fourfoot::scenario
