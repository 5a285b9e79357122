#pragma once

#include "cli/animation_scene.h"
#include "cli/image.h"

namespace fourfoot::cli {

struct AnimationView {
  int width = 720, height = 405;  ///< [pixels]
  bool is_close = false;          ///< only the first running gear
  double exaggeration = 10.0;     ///< of displacements and angles against the track
  double azimuth = 0.6;           ///< of the camera: 0 beside the vehicle, towards its front [rad]
  double elevation = 0.24;        ///< [rad]
};

/// The vehicle on its track at a time, in perspective, with forces on the wheels as arrows and a
/// caption.
Image draw_moment(const AnimationScene& scene, const AnimationView& view, double t);

}  // namespace fourfoot::cli
