#pragma once

#include "multibody/jacobian.h"

namespace fourfoot::multibody {

inline constexpr int most_local_rows = 6;

/// Rows of a derivative by the local perturbation x_j of one body (n x 12, order of
/// WrenchDerivatives, then by its modal coordinates and their rates; n up to most_local_rows), added to rows by q and u (n x (q_count + u_count)):
/// what somebody else's equations feel of the bodies. Needs calc_jacobian at the same state.
void add_local_rows(const Model& model, const MotionWorkspace& ws, const JacobianWorkspace& jw,
                    std::size_t body, const Eigen::Ref<const MatX>& by_local,
                    Eigen::Ref<MatX> rows);

}  // namespace fourfoot::multibody
