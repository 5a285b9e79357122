#pragma once

#include "analysis/orbit_flow.h"

namespace fourfoot::testing {

/// A flow whose states are numbers without redundancy, so that changes of a state are differences.
class PlainFlow : public analysis::OrbitFlow {
 public:
  PlainFlow(int size, double scale) : scales_(VecX::Constant(size, scale)) {}
  const VecX& scales() const override { return scales_; }
  MatX calc_basis(const VecX&) override { return MatX::Identity(scales_.size(), scales_.size()); }
  VecX calc_difference(const VecX& base, const VecX& y) override { return y - base; }
  VecX move(const VecX& y, const VecX& dx) override { return y + dx; }
  double observe(const VecX& y) override { return y[0]; }

 private:
  VecX scales_;
};

}  // namespace fourfoot::testing
