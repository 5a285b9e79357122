#pragma once

#include <optional>

#include "integrate/entries.h"
#include "integrate/problem.h"
#include "system/system.h"

namespace fourfoot::system {

/// A System as the integrators see it, with the workspace of one thread.
class SystemProblem : public integrate::Problem {
 public:
  explicit SystemProblem(const System& system)
      : system_(system),
        workspace_(system),
        stages_workspace_(system),
        event_weights_(system.get_event_weights()) {}

  int get_size() const override { return system_.size(); }
  integrate::Partition get_partition() const override { return system_.partition(); }
  void calc_rate(double t, const integrate::ConstVecRef& y, integrate::VecRef ydot) override {
    system_.calc_rate(t, y, workspace_, ydot);
  }
  bool calc_jacobian(double t, const integrate::ConstVecRef& y, MatX& jacobian) override {
    system_.calc_jacobian(t, y, workspace_, jacobian);
    return true;
  }
  bool calc_jacobian_entries(double t, const integrate::ConstVecRef& y,
                             const integrate::Entries& entries, MatX& jacobian) override {
    system_.calc_jacobian(t, y, workspace_, jacobian, &entries);
    return true;
  }
  bool calc_rate_and_jacobian(double t, const integrate::ConstVecRef& y, integrate::VecRef ydot,
                              MatX& jacobian) override {
    system_.calc_jacobian(t, y, workspace_, jacobian);
    ydot = workspace_.ydot;
    return true;
  }
  int get_stage_count() const override { return system_.stage_count(); }
  /// In a workspace of its own, which others leave alone.
  bool calc_jacobian_stage(int stage, double t, const integrate::ConstVecRef& y,
                           MatX& jacobian) override {
    if (stage == 0) system_.begin_stages(workspace_, stages_workspace_);
    system_.calc_jacobian_stage(stage, t, y, stages_workspace_, jacobian,
                                entries_ ? &*entries_ : nullptr);
    if (stage + 1 == system_.stage_count())
      system_.keep_linearisation(stages_workspace_, workspace_);
    return true;
  }
  double calc_jacobian_misfit() const override {
    return system_.calc_linearisation_misfit(workspace_);
  }
  bool get_pattern(integrate::Pattern& pattern) const override {
    return system_.get_pattern(pattern);
  }
  void get_scales(integrate::VecRef scales) const override { scales = system_.get_scales(); }

  /// The limits, which end a run, then what is watched.
  int get_event_count() const override {
    return system_.limit_count() + static_cast<int>(system_.watches().size());
  }
  void calc_events(double t, const integrate::ConstVecRef& y, integrate::VecRef g) override {
    system_.calc_events(t, y, workspace_, g);
  }
  bool get_events_nearby(double t, const integrate::ConstVecRef& y, integrate::VecRef g) override {
    return system_.get_events_nearby(t, y, workspace_, event_weights_, g);
  }
  int get_event_direction(int event) const override {
    return event < system_.limit_count() ? -1 : 0;
  }

  Workspace& workspace() { return workspace_; }
  const Workspace& workspace() const { return workspace_; }
  void follow_motion() override {
    workspace_.follows_motion = stages_workspace_.follows_motion = true;
    integrate::Pattern pattern = integrate::Pattern::Constant(get_size(), get_size(), false);
    if (get_pattern(pattern)) entries_ = integrate::list_entries(pattern);
  }
  /// As if it were made just now and stood at t, behind the breaks there.
  void begin_anew(double t) {
    const bool follows_motion = workspace_.follows_motion, goes_on = workspace_.goes_on;
    workspace_ = Workspace(system_);
    workspace_.follows_motion = follows_motion;
    workspace_.goes_on = goes_on;
    stages_workspace_ = workspace_;
    system_.set_time(t, workspace_);
  }

 private:
  const System& system_;
  Workspace workspace_, stages_workspace_;
  VecX event_weights_;
  VecX scales_;
  std::optional<integrate::Entries> entries_;  ///< of the Jacobian, where the motion is followed
};

}  // namespace fourfoot::system
