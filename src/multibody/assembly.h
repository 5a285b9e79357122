#pragma once

#include "multibody/equations.h"

namespace fourfoot::multibody {

/// Moves q the least (in the norm of kinetic energy) until all joints are closed, to about 1e-13.
/// Throws RunError naming the joint that stays open.
void assemble(const Model& model, double t, Frames frames, Workspace& ws, VecX& q);

/// The packed places of the speeds best taken as dependent in the present position: those by which
/// the constraints are solved with the largest pivots. Needs calc_velocity.
std::vector<int> choose_dependent(const Model& model, const Workspace& ws);

/// How well the dependent speeds are determined now: reciprocal condition number of A_d, 1 at
/// best; 1 without constraints. Below about 1e-6 choose them anew (choose_dependent,
/// Model::with_dependent, project_speeds). Needs calc_velocity.
double calc_dependence_quality(const Model& model, const Workspace& ws);

/// The same choice on straight level track in the nominal position, joints closed. Throws
/// InputError where constraints are redundant or contradict each other, naming them.
std::vector<int> choose_nominal_dependent(const Model& model);

}  // namespace fourfoot::multibody
