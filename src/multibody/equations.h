#pragma once

#include <span>

#include "math/moving_frame.h"
#include "multibody/workspace.h"

/// Kane's equations of relative motion, in the order they are to be called. `frames[j]` is the
/// motion of body j's track frame at time t. None of them allocates.
namespace fourfoot::multibody {

using Frames = std::span<const MovingFrame>;
using ConstVec = Eigen::Ref<const VecX>;

/// Position and orientation of every body relative to its track frame.
void calc_position(const Model& model, double t, const ConstVec& q, MotionWorkspace& ws);

/// Relative velocities, and q' into ws.qdot. Where joints or relations hold bodies, the dependent
/// speeds are found first, so it needs the frames. Needs calc_position.
void calc_velocity(const Model& model, double t, const ConstVec& q, const ConstVec& u,
                   Frames frames, MotionWorkspace& ws);

/// Adds every body's weight; g_N the acceleration of gravity in the inertial frame, (0, 0, -9.81).
void add_gravity(const Model& model, Frames frames, const Vec3& g_N, MotionWorkspace& ws);

/// Solves Theta u' = B^T (applied + imaginary + relative) for u'. Needs calc_velocity and the
/// wrenches of the caller (clear_wrenches, then add_wrench).
void calc_acceleration(const Model& model, Frames frames, MotionWorkspace& ws,
                       Eigen::Ref<VecX> udot);

/// (roll, pitch, yaw) of a body, whatever its chart. Needs calc_position.
Vec3 calc_angles(const Model& model, const MotionWorkspace& ws, std::size_t body);

/// Writes the speeds (of all free coordinates, model.speed_count()) of a body with relative
/// velocity v_TB_T and angular velocity w_TB_C; where coordinates are not free, the nearest ones.
/// Needs calc_position. Then project_speeds for u.
void put_twist(const Model& model, const MotionWorkspace& ws, std::size_t body, const Vec3& v_TB_T,
               const Vec3& w_TB_C, VecX& speeds);

/// u of the motion that constraints allow nearest to the given speeds, in the norm of kinetic
/// energy; without constraints, the speeds themselves. Needs calc_position.
void project_speeds(const Model& model, double t, const ConstVec& q, const ConstVec& speeds,
                    Frames frames, MotionWorkspace& ws, Eigen::Ref<VecX> u);

}  // namespace fourfoot::multibody
