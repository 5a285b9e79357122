#pragma once

#include "integrate/problem.h"
#include "math/types.h"

namespace fourfoot::analysis {

/// The integral of J = df/dy over the steps of an integrator that make up an interval.
///
/// Over a step dy of length h each row of J is the mean of both ends, or that of one end if it tells
/// better how its rate has changed. It is then moved by the least change of its entries (of
/// displacements, each weighed by its scale) for which
///
///   J dy = f(y + dy) - f(y)
///
/// holds exactly, so a jump of f between the two counts with its true size. At a corner of the forces
/// this change is a difference over a short way and may be of any size: `correction` tells how large it
/// is, as the displacement, by its scale, that it makes within the step when all displacements are moved by
/// their scales (the rate of a speed kept for h: h^2 of a stiffness by mass).
class MeanJacobian {
 public:
  MeanJacobian() = default;
  /// `scales`: of y.
  MeanJacobian(const integrate::Partition& parts, const VecX& scales);

  void begin();
  /// J and f at both ends of a step.
  void add(const MatX& first, const MatX& last, const VecX& change_of_rate, const VecX& dy,
           double h);
  const MatX& integral() const { return sum_; }
  double correction() const { return correction_; }

 private:
  void measure_rows(const MatX& first, const MatX& last, const VecX& dy);
  void choose_shares(const VecX& change_of_rate, double h);

  integrate::Partition parts_;
  VecX scales_;
  Eigen::Index coordinates_ = 0;  ///< leading entries of y on which forces may depend with a jump
  MatX sum_;
  double correction_ = 0.0;
  /// Of each row, over a step: J dy by both ends; part of the first end; move along dy/scale^2; sums
  /// of (dy/scale)^2 and |dy/scale|.
  VecX by_first_, by_last_, shares_, moves_, squares_, sums_;
};

}  // namespace fourfoot::analysis
