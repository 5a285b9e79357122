#pragma once

#include <string>
#include <vector>

#include "math/types.h"
#include "scenario/scenario.h"
#include "scenario/scene_rails.h"
#include "system/system.h"

namespace fourfoot::scenario {

/// A body where it is nominally.
struct SceneBody {
  std::string name;
  std::string kind;  ///< wheelset, body, or track: a piece of flexible track
  Vec3 position;     ///< of the mass centre, vehicle coordinates [m]
  double mass;       ///< [kg]
  double radius;     ///< rolling radius; nan if it has none [m]
};

/// An element of the suspension with its ends in the nominal position.
struct SceneElement {
  std::string name;
  std::string first, second;  ///< bodies; the first may be the track
  Vec3 at_first, at_second;   ///< attachments, vehicle coordinates [m]
};

/// A marked point in its nominal position.
struct SceneMarker {
  std::string name, body;
  Vec3 position;  ///< vehicle coordinates [m]
};

/// The line at one chainage.
struct ScenePoint {
  double s;          ///< arc length of the centre line [m]
  Vec3 position;     ///< of the centre line [m]
  double heading;    ///< [rad]
  double gradient;   ///< > 0 uphill [rad]
  double roll;       ///< > 0 right rail raised [rad]
  double curvature;  ///< > 0 turns left [1/m]
  double cant;       ///< > 0 right rail raised [m]
};

struct SceneTrack {
  std::string name;
  double gauge, contact_distance, length;  ///< [m]
  std::vector<ScenePoint> points;
};

/// Cross sections of a wheel and its rail. Profiles of both sides are stored as those of the left;
/// here each is on its own side.
struct SceneOutline {
  std::string wheelset, side;
  std::vector<double> wheel_y, wheel_z;  ///< in the wheelset's axes from its mass centre [m]
  std::vector<double> rail_y, rail_z;    ///< as laid, in the track frame [m]
};

/// What a picture of a run needs besides its rows.
struct RunScene {
  std::string vehicle;
  double mass;  ///< of the vehicle [kg]
  std::vector<SceneBody> bodies;
  std::vector<SceneElement> elements;
  std::vector<SceneMarker> markers;
  SceneTrack track;  ///< as far as the vehicle gets, and a little more on both sides
  std::vector<SceneOutline> outlines;
  std::vector<SceneRail> rails;  ///< where they are not the same all along
};

RunScene make_scene(const system::System& system, const Scenario& scenario);

}  // namespace fourfoot::scenario
