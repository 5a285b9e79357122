#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "multibody/equations.h"

/// Three ways to write the equations of one model. `kane` is the product; `inertial` and
/// `track-frame` are there to be compared with it: same model, same wrenches, same frames, other
/// unknowns and other equations, so that they agree only if all are right. They are made for
/// clarity, not for speed.
namespace fourfoot::multibody {

/// The track frame at s(t) + offset; side -1 or +1 of a corner of the track.
using FrameProvider = std::function<void(double t, double offset, int side, MovingFrame& frame)>;

/// Adds applied wrenches (elements, gravity, contact) from the bodies' relative motion in ws.
using WrenchProvider = std::function<void(double t, Frames frames, MotionWorkspace& ws)>;

class Formulation {
 public:
  virtual ~Formulation() = default;
  virtual int state_count() const = 0;
  /// State from q and the independent speeds u of the model.
  virtual void start(double t, const VecX& q, const VecX& u, VecX& y) = 0;
  virtual void calc_rhs(double t, int side, const VecX& y, VecX& dy) = 0;
  /// Relative motion of all bodies into get_workspace().
  virtual void calc_relative(double t, int side, const VecX& y) = 0;
  /// Passing a corner of the track at t.
  virtual void jump(double t, VecX& y) = 0;
  virtual const MotionWorkspace& get_workspace() const = 0;
};

/// "kane", "inertial" or "track-frame"; throws std::invalid_argument for another name. The model
/// must outlive the formulation.
std::unique_ptr<Formulation> make_formulation(const std::string& name, const Model& model,
                                              FrameProvider frames, WrenchProvider wrenches);

}  // namespace fourfoot::multibody
