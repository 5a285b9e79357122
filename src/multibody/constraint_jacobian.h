#pragma once

#include "multibody/jacobian.h"

/// The Jacobian where joints and relations hold bodies; used by this room only.
namespace fourfoot::multibody {

/// residual += E_i^T (d x_j-block) of one pair of bodies.
void add_block(const Matrix6x12& d, const Body& bi, const Body& bj,
               const JacobianWorkspace::BodyPart& pi, const JacobianWorkspace::BodyPart& pj, int nq,
               MatX& residual);

/// Rows of q' and, for a body without joints, of u', by (q, speeds).
void put_body_rows(const Model& model, const JacobianWorkspace& jw, std::size_t body,
                   Eigen::Ref<MatX> out);

/// With r = f - M s' + A^T lambda = 0 and violation'' = A s' + ... = 0 (s: the speeds), at fixed s' and
/// lambda: ds' = B du' + beta, beta_d = -A_d^-1 d(violation''), Theta du' = B^T (dr - M beta); then
/// ds = B du + db, db_d = -A_d^-1 d(violation')|s turns columns of s into columns of u.
void calc_constrained_jacobian(const Model& model, Frames frames, const MotionWorkspace& ws,
                               const WrenchDerivatives& wrenches, JacobianWorkspace& jw,
                               Eigen::Ref<MatX> jacobian);

/// u' of a generalised force f on the speeds of one constrained body.
void add_constrained_sensitivity(const Model& model, const MotionWorkspace& ws, std::size_t body,
                                 const double* f, Eigen::Ref<VecX> udot);

}  // namespace fourfoot::multibody
