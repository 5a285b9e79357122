#pragma once

#include "math/moving_frame.h"

namespace fourfoot::system {

/// The prescribed motion along the line: straight, level track at constant speed.
struct Motion {
  double speed = 0.0;  ///< v [m/s]

  double calc_s(double t) const { return speed * t; }
  double calc_speed(double) const { return speed; }

  /// The track frame at s(t) + offset.
  void calc_frame(double t, double offset, MovingFrame& frame) const {
    frame.s = speed * t + offset;
    frame.p_NT = Vec3(frame.s, 0.0, 0.0);
    frame.v_NT_T = Vec3(speed, 0.0, 0.0);
  }
};

}  // namespace fourfoot::system
