#pragma once

#include "integrate/problem.h"
#include "system/system.h"

namespace fourfoot::analysis {

/// A System on an endless track: its rates at the fixed time t, whatever the time of the integrator.
/// One per thread.
class EndlessTrack : public integrate::Problem {
 public:
  EndlessTrack(const system::System& system, double t) : system_(system), t_(t), ws_(system) {
    system.set_time(t, ws_);
  }
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

 protected:
  const system::System& system_;
  double t_;
  system::Workspace ws_;
};

}  // namespace fourfoot::analysis
