#pragma once

#include "multibody/equations.h"

/// Derivatives of a joint's rows and wrenches by small motions of its ends; used by this room only.
///
/// Rows are scalars of the ends' absolute motion (constraint_row.h), so each is differentiated
/// backwards: from the row to the points and directions that it is made of, from these to the ends,
/// from an end to its 12 local directions (dp_T, dtheta_C, dv_T, dw_C), where dtheta turns the body and
/// the carrier of a wheelset follows without the spin. Wrenches depend on the position alone and are
/// differentiated forwards. Checked with dual numbers: tests/unit/multibody/joint_derivatives_test.cpp.
namespace fourfoot::multibody {

using Row12 = Eigen::Matrix<double, 1, 12>;
using Mat6 = Eigen::Matrix<double, 6, 6>;

/// One end of a joint: what its derivatives need.
struct JointEnd {
  const MovingFrame& frame;
  const BodyWorkspace& body;
  bool is_wheelset;
  EndMotion<double> motion;  ///< with the accelerations that were solved for

  JointEnd(const MovingFrame& frame_in, const BodyWorkspace& body_in, bool is_wheelset_in);
};

/// Of violation' and violation'' of one row, by the directions of both ends.
struct RowDerivatives {
  Row12 rate_a, rate_b, second_a, second_b;
};
RowDerivatives differentiate_row(const ConstraintRow& row, const Joint& joint,
                                 const JointMotion<double>& m, const JointEnd& a,
                                 const JointEnd& b);

/// Of the wrenches (force_T, torque_C) on both bodies, lambda fixed, by (dp_T, dtheta_C) of both. The
/// joint's rows begin at lambda[joint.row_begin].
struct WrenchBlocks {
  Mat6 aa, ab, ba, bb;  ///< on the first by the second
};
WrenchBlocks differentiate_wrenches(const Model& model, const Joint& joint,
                                    const JointMotion<double>& m, const VecX& lambda,
                                    const JointEnd& a, const JointEnd& b);

}  // namespace fourfoot::multibody
