#pragma once

#include "multibody/equations.h"

namespace fourfoot::multibody {

/// Closes all joints by Newton's steps on q, to 1e-13 m or rad where rounding allows. Each step is
/// the smallest that closes the linearised joints, speeds weighted with the square root of the mass
/// matrix's diagonal, and moves no coordinate by more than 0.3. Throws RunError naming the joint
/// that stays open by more than 1e-10.
void assemble(const Model& model, double t, Frames frames, MotionWorkspace& ws, VecX& q);

/// The packed indices of the speeds best taken as dependent in the present position: those by which
/// the constraints are solved with the largest pivots. Needs calc_velocity.
std::vector<int> choose_dependent(const Model& model, const MotionWorkspace& ws);

/// How well the dependent speeds are determined now: reciprocal condition number of A_d, 1 at
/// best; 1 without constraints. Below about 1e-6 choose them anew (choose_dependent,
/// Model::with_dependent, project_speeds). Needs calc_velocity.
double calc_dependence_quality(const Model& model, const MotionWorkspace& ws);

/// The same choice on straight level track in the nominal position, joints closed. Throws
/// InputError where constraints are redundant or contradict each other, naming them.
std::vector<int> choose_nominal_dependent(const Model& model);

}  // namespace fourfoot::multibody
