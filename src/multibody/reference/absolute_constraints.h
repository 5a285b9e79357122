#pragma once

#include <vector>

#include "multibody/equations.h"

namespace fourfoot::multibody {

/// Absolute motion of a body, all in N's axes.
struct AbsoluteBody {
  Vec3 p, V, A;
  Mat3 R;  ///< R_NB
  Vec3 W, alpha;
};

/// Everything that holds a model, as equations in absolute positions: joints, relations, and
/// coordinates that are locked or prescribed relative to their track frames. Written for positions
/// only; velocities and accelerations follow by Taylor arithmetic, gradients by dual numbers: a
/// second road beside constraint_row.h.
class AbsoluteConstraints {
 public:
  explicit AbsoluteConstraints(const Model& model);
  int count() const { return static_cast<int>(held_.size()) + model_.constraint_count(); }

  VecX violation, violation_d, violation_dd;  ///< at the given motion
  MatX J;                                     ///< count x 6 n: d(violation')/d(V, W) of all bodies

  void calc(double t, Frames frames, const std::vector<AbsoluteBody>& bodies);

 private:
  struct Held {
    std::size_t body;
    int coordinate;
  };
  void calc_joint_row(std::size_t row, Frames frames, const std::vector<AbsoluteBody>& bodies);
  void calc_held_row(int row, const Held& held, double t, Frames frames, const AbsoluteBody& body);
  void calc_relation(int row, const Relation& relation, Frames frames,
                     const std::vector<AbsoluteBody>& bodies);

  const Model& model_;
  std::vector<Held> held_;
};

/// Motion relative to T into the position and velocity groups of a workspace.
void put_relative(const Body& body, const MovingFrame& frame, const AbsoluteBody& absolute,
                  BodyWorkspace& b);

/// Absolute motion of a body from its relative one (accelerations: those of b.a_T, b.alpha_C).
AbsoluteBody calc_absolute(const MovingFrame& frame, const BodyWorkspace& b);

}  // namespace fourfoot::multibody
