#pragma once

#include "multibody/reference/formulation.h"

namespace fourfoot::multibody {

/// Frames of all bodies from a provider.
std::vector<MovingFrame>& calc_frames(const Model& model, const FrameProvider& provider, double t,
                                      int side, std::vector<MovingFrame>& frames);

/// The equations of equations.h behind the interface of the reference formulations. y = (q, u).
class KaneFormulation : public Formulation {
 public:
  KaneFormulation(const Model& model, FrameProvider frames, WrenchProvider wrenches);
  int state_count() const override { return model_.q_count() + model_.u_count(); }
  void start(double t, const VecX& q, const VecX& u, VecX& y) override;
  void calc_rhs(double t, int side, const VecX& y, VecX& dy) override;
  void calc_relative(double t, int side, const VecX& y) override;
  void jump(double t, VecX& y) override;
  const MotionWorkspace& get_workspace() const override { return ws_; }

 private:
  const Model& model_;
  FrameProvider provider_;
  WrenchProvider wrenches_;
  MotionWorkspace ws_;
  std::vector<MovingFrame> frames_;
};

}  // namespace fourfoot::multibody
