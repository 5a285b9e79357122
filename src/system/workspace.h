#pragma once

#include <limits>
#include <memory>
#include <vector>

#include "multibody/jacobian.h"
#include "multibody/workspace.h"
#include "system/provider.h"

namespace fourfoot::system {

class System;

/// One slice for each provider; copied with all that it holds.
class Slices {
 public:
  Slices() = default;
  Slices(const Slices& other) { *this = other; }
  Slices(Slices&&) = default;
  Slices& operator=(const Slices& other);
  Slices& operator=(Slices&&) = default;
  ~Slices() = default;

  void add(std::unique_ptr<Slice> slice) { slices_.push_back(std::move(slice)); }
  template <class T>
  T& get(std::size_t provider) {
    return static_cast<T&>(*slices_[provider]);
  }
  template <class T>
  const T& get(std::size_t provider) const {
    return static_cast<const T&>(*slices_[provider]);
  }

 private:
  std::vector<std::unique_ptr<Slice>> slices_;
};

/// Everything that can be computed again from a state; one per thread. Allocates at construction
/// only.
struct Workspace {
  explicit Workspace(const System& system);

  // --- track position (t) ---
  track::Travel travel;                    ///< s, v, a of the vehicle's origin
  std::size_t speed_breaks_passed = 0;     ///< on which side of the speed's breaks time stands
  std::vector<FrameCursor> cursors;        ///< where each body's frame is along the line
  std::vector<MovingFrame> frames;         ///< motion of each body's track frame
  std::vector<MovingFrame> frames_before;  ///< the same before a corner, while it is passed

  /// On the same side of all breaks as another one.
  void stand_with(const Workspace& other) {
    speed_breaks_passed = other.speed_breaks_passed;
    for (std::size_t i = 0; i < cursors.size(); ++i) cursors[i].passed = other.cursors[i].passed;
  }

  // --- position, velocity, force, acceleration of the bodies: multibody (t, q, u) ---
  multibody::MotionWorkspace bodies;
  multibody::JacobianWorkspace jacobian;
  multibody::WrenchDerivatives derivatives;

  // --- what acts on them ---
  Slices slices;
  /// Rates are asked for along one motion in short steps (Problem::follow_motion).
  bool follows_motion = false;
  /// Searches look first where the last one found the ends of overlaps: runs in time. Last bits then
  /// depend on it.
  bool goes_on = false;

  // --- acceleration ---
  VecX udot;  ///< u'
  /// When and where the rate was computed that all above belongs to; when: nan if to none.
  double rate_t = std::numeric_limits<double>::quiet_NaN();
  VecX rate_y;
  VecX ydot;  ///< y' where the Jacobian was asked for
};

}  // namespace fourfoot::system
