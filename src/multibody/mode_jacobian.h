#pragma once

#include "multibody/jacobian.h"

/// The Jacobian's rows and columns of modal coordinates; used by this room only. All matrices have
/// columns (q, speeds).
namespace fourfoot::multibody {

/// u' of the bodies as a whole by the modal coordinates, where no body is constrained.
void put_mode_columns(const Model& model, const WrenchDerivatives& wrenches,
                      const JacobianWorkspace& jw, Eigen::Ref<MatX> out);
/// The same as generalised forces, for bodies that joints may hold.
void add_mode_residual(const Model& model, const WrenchDerivatives& wrenches,
                       JacobianWorkspace& jw);
/// Rows of (eta)' and (eta)''.
void put_mode_rows(const Model& model, const WrenchDerivatives& wrenches,
                   const JacobianWorkspace& jw, Eigen::Ref<MatX> out);

}  // namespace fourfoot::multibody
