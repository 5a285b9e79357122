#pragma once

#include <string>

#include "analysis/observed.h"
#include "integrate/problem.h"
#include "system/system.h"

namespace fourfoot::analysis {

/// A System on an endless track, with the extremes of watched coordinates as events. One per
/// thread.
class EndlessProblem : public integrate::Problem {
 public:
  EndlessProblem(const system::System& system, const std::string& observed, double t);
  int get_size() const override { return system_.size(); }
  integrate::Partition get_partition() const override { return system_.partition(); }
  void calc_rate(double, const integrate::ConstVecRef& y, integrate::VecRef ydot) override {
    system_.calc_rate(t_, y, ws_, ydot);
  }
  bool calc_jacobian(double, const integrate::ConstVecRef& y, MatX& jacobian) override {
    system_.calc_jacobian(t_, y, ws_, jacobian);
    return true;
  }
  void get_scales(integrate::VecRef scales) const override { scales = system_.get_scales(); }
  int get_event_count() const override { return static_cast<int>(watched_.size()); }
  void calc_events(double, const integrate::ConstVecRef& y, integrate::VecRef g) override;

  ObservedSet& watched() { return watched_; }
  const ObservedSet& watched() const { return watched_; }
  /// A limit of the System that the state is beyond; none: nullptr.
  const system::Limit* find_broken_limit(const VecX& y);

 private:
  const system::System& system_;
  double t_;
  system::Workspace ws_;
  ObservedSet watched_;
  VecX limits_;
};

}  // namespace fourfoot::analysis
