#pragma once

#include <memory>
#include <string>

#include "integrate/problem.h"
#include "multibody/reference/formulation.h"
#include "system/system.h"

namespace fourfoot::system {

/// The same system in another formulation of its equations ("inertial": absolute coordinates, no
/// imaginary forces; "track-frame": one frame for the vehicle, multipliers): for comparison, not
/// for speed. State: the formulation's, then the elements' own states.
class FormulationProblem : public integrate::Problem {
 public:
  FormulationProblem(const System& system, const std::string& formulation);

  int get_size() const override { return formulation_->state_count() + n_z_; }
  void calc_rate(double t, const integrate::ConstVecRef& y, integrate::VecRef ydot) override;
  void get_scales(integrate::VecRef scales) const override { scales.setConstant(1e-3); }

  /// From a state of the System.
  VecX convert_from(double t, const VecX& kane_state);
  /// To one, for recording.
  VecX convert_to(double t, const integrate::ConstVecRef& y);
  /// All frames pass the breaks that they come to at t.
  void pass(double t, integrate::VecRef y);
  /// Stands behind the breaks at t, where a run begins or is resumed.
  void begin_behind(double t);
  /// Says on which side of the breaks it stands.
  const Workspace& workspace() const { return workspace_; }

 private:
  /// What of a state is the formulation's.
  template <class Vec>
  auto get_bodies_part(Vec& y) const {
    return y.head(formulation_->state_count());
  }
  void calc_frame(double t, double offset, int side, MovingFrame& frame) const;
  void add_wrenches(double t, multibody::Frames frames, multibody::MotionWorkspace& bodies);

  const System& system_;
  Workspace workspace_;
  std::unique_ptr<multibody::Formulation> formulation_;
  int n_z_;
  VecX z_;  ///< elements' own states of the evaluation under way
  VecX part_, rate_;
  double begin_ = 0.0;  ///< of the stretch between two breaks that it stands in [s]
};

}  // namespace fourfoot::system
