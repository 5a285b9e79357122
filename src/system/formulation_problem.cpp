#include "system/formulation_problem.h"

#include <algorithm>

#include "multibody/orientation.h"

namespace fourfoot::system {

using integrate::ConstVecRef;
using integrate::VecRef;

namespace {

constexpr int present = -1;  ///< side: calc_frame

}  // namespace

FormulationProblem::FormulationProblem(const System& system, const std::string& formulation)
    : system_(system),
      workspace_(system),
      formulation_(multibody::make_formulation(
          formulation, system.model().bodies,
          [this](double t, double offset, int side, MovingFrame& frame) {
            calc_frame(t, offset, side, frame);
          },
          [this](double t, multibody::Frames frames, multibody::MotionWorkspace& bodies) {
            add_wrenches(t, frames, bodies);
          })),
      n_z_(system.partition().n_z),
      z_(VecX::Zero(n_z_)),
      part_(formulation_->state_count()),
      rate_(formulation_->state_count()) {
  begin_behind(0.0);
}

// Side -1 is the stretch between two breaks that the problem stands in, +1 the one behind all
// breaks that lie at t.
void FormulationProblem::calc_frame(double t, double offset, int side, MovingFrame& frame) const {
  const Line& line = system_.line();
  const double since = side > 0 ? t : begin_;
  FrameCursor cursor;
  cursor.passed = line.count_passed(since, offset);
  line.calc_frame(line.calc_travel(t, line.count_speed_breaks_passed(since)), offset, cursor,
                  frame);
}

void FormulationProblem::begin_behind(double t) {
  begin_ = t;
  system_.set_time(t, workspace_);
}

// The system's force routines work on its own workspace; the formulation's bodies stand in for that
// while they do.
void FormulationProblem::add_wrenches(double t, multibody::Frames frames,
                                      multibody::MotionWorkspace& bodies) {
  workspace_.travel = system_.line().calc_travel(t, workspace_.speed_breaks_passed);
  std::copy(frames.begin(), frames.end(), workspace_.frames.begin());
  std::swap(workspace_.bodies, bodies);
  system_.add_forces(t, z_, workspace_);
  std::swap(workspace_.bodies, bodies);
}

void FormulationProblem::calc_rate(double t, const ConstVecRef& y, VecRef ydot) {
  part_ = get_bodies_part(y);
  z_ = y.tail(n_z_);
  formulation_->calc_rhs(t, present, part_, rate_);
  get_bodies_part(ydot) = rate_;
  system_.get_state_rates(workspace_, ydot.tail(n_z_));
}

VecX FormulationProblem::convert_from(double t, const VecX& kane_state) {
  const integrate::ConstState given = system_.view(kane_state);
  VecX y(get_size());
  begin_behind(t);
  formulation_->start(t, given.q, given.u, part_);
  get_bodies_part(y) = part_;
  y.tail(n_z_) = given.z;
  return y;
}

VecX FormulationProblem::convert_to(double t, const ConstVecRef& y) {
  const multibody::Model& model = system_.model().bodies;
  part_ = get_bodies_part(y);
  formulation_->calc_relative(t, present, part_);
  multibody::MotionWorkspace ws = formulation_->get_workspace();
  VecX q = model.nominal_q(), speeds = VecX::Zero(model.speed_count()), u(model.u_count());
  for (std::size_t i = 0; i < model.body_count(); ++i) {
    const multibody::BodyWorkspace& b = ws.bodies[i];
    const Vec3 angles = model.body(i).is_wheelset() ? multibody::find_wheelset_angles(b.R_TB)
                                                    : multibody::find_cardan_angles(b.R_TB);
    model.put_pose(i, b.p_TB - model.body(i).given.nominal, angles, q);
    multibody::put_twist(model, ws, i, b.v_TB_T, b.w_TB_C, speeds);
  }
  for (std::size_t i = 0; i < model.body_count(); ++i) {
    calc_frame(t, model.body(i).given.chainage_offset, present, workspace_.frames[i]);
  }
  multibody::calc_position(model, t, q, ws);
  multibody::project_speeds(model, t, q, speeds, workspace_.frames, ws, u);
  VecX state(system_.size());
  state << q, u, y.tail(n_z_);
  return state;
}

void FormulationProblem::pass(double t, VecRef y) {
  part_ = get_bodies_part(y);
  formulation_->jump(t, part_);
  get_bodies_part(y) = part_;
  begin_behind(t);
}

}  // namespace fourfoot::system
