#include "multibody/reference/kane_formulation.h"

#include "multibody/jump.h"

namespace fourfoot::multibody {

std::vector<MovingFrame>& calc_frames(const Model& model, const FrameProvider& provider, double t,
                                      int side, std::vector<MovingFrame>& frames) {
  frames.resize(model.body_count());
  for (std::size_t j = 0; j < frames.size(); ++j) {
    provider(t, model.body(j).given.chainage_offset, side, frames[j]);
  }
  return frames;
}

KaneFormulation::KaneFormulation(const Model& model, FrameProvider frames, WrenchProvider wrenches)
    : model_(model), provider_(std::move(frames)), wrenches_(std::move(wrenches)), ws_(model) {}

void KaneFormulation::start(double, const VecX& q, const VecX& u, VecX& y) {
  y.resize(state_count());
  y << q, u;
}

void KaneFormulation::calc_relative(double t, int side, const VecX& y) {
  calc_frames(model_, provider_, t, side, frames_);
  calc_position(model_, t, y.head(model_.q_count()), ws_);
  calc_velocity(model_, t, y.head(model_.q_count()), y.tail(model_.u_count()), frames_, ws_);
}

void KaneFormulation::calc_rhs(double t, int side, const VecX& y, VecX& dy) {
  calc_relative(t, side, y);
  ws_.clear_wrenches();
  wrenches_(t, frames_, ws_);
  calc_acceleration(model_, frames_, ws_, dy.tail(model_.u_count()));
  dy.head(model_.q_count()) = ws_.qdot;
}

void KaneFormulation::jump(double t, VecX& y) {
  std::vector<MovingFrame> after;
  calc_frames(model_, provider_, t, -1, frames_);
  calc_frames(model_, provider_, t, 1, after);
  VecX q = y.head(model_.q_count()), u = y.tail(model_.u_count());
  pass_corner(model_, t, frames_, after, ws_, q, u);
  y << q, u;
}

}  // namespace fourfoot::multibody
