#pragma once

#include <array>
#include <vector>

#include "multibody/constraint_row.h"
#include "multibody/group_factors.h"
#include "multibody/imaginary.h"
#include "multibody/model.h"

namespace fourfoot::multibody {

using Vec6 = Eigen::Matrix<double, 6, 1>;

/// What is computed for one body. T: its track frame; B: body; C: the carrier, the axes of the
/// angular speeds (B for a body, S for a wheelset).
struct BodyWorkspace {
  // --- position: calc_position (t, q) ---
  Vec3 p_TB;          ///< position of the mass centre, in T [m]
  Mat3 R_TB;          ///< orientation of the body
  Mat3 R_TC;          ///< orientation of the carrier
  Vec3 angles;        ///< (roll, pitch, yaw) [rad]; with a quaternion: see calc_angles
  Mat3 rate_map;      ///< w = rate_map (angles)'; identity columns unused with a quaternion
  Mat3 carrier_map;   ///< w_TC_C = carrier_map w_TB_C: identity, or takes out the spin
  Eigen::Vector4d e;  ///< normalised quaternion, if the chart is one
  VecX eta;           ///< modal coordinates

  // --- velocity: calc_velocity (t, q, u) ---
  Vec3 v_TB_T;          ///< relative velocity of the mass centre, in T [m/s]
  Vec3 w_TB_C;          ///< relative angular velocity of the body, in C [rad/s]
  Vec3 w_TC_C;          ///< relative angular velocity of the carrier, in C [rad/s]
  Vec3 angle_rates;     ///< (angles)' [rad/s]; unused with a quaternion
  Vec3 v_bias, w_bias;  ///< relative accelerations (of components) where u' = 0 [m/s^2, rad/s^2]
  VecX eta_d;           ///< (eta)'

  // --- force: the caller, through add_wrench ---
  Vec3 force_T;   ///< applied force at the mass centre, in T [N]
  Vec3 torque_C;  ///< applied torque about the mass centre, in C [N m]
  VecX modal;     ///< applied forces on the modal coordinates

  // --- acceleration: calc_acceleration ---
  ImaginaryWrench imaginary;  ///< by group
  Vec3 relative_torque;       ///< -w_TC x J w: the term of the relative motion itself, in C [N m]
  Vec3 a_T;                   ///< derivative of v_TB_T's components [m/s^2]
  Vec3 alpha_C;               ///< derivative of w_TB_C's components [rad/s^2]
  Vec3 joint_force_T;         ///< of joints and relations on the body [N]
  Vec3 joint_torque_C;        ///< the same, torque [N m]
  Vec3 reaction_force_T;      ///< of what holds locked and prescribed coordinates [N]
  Vec3 reaction_torque_C;     ///< the same, torque [N m]
  VecX eta_dd;                ///< (eta)''
};

class MotionWorkspace;

/// One surface row (constraint.h) as its source tells it, end by end in the row's order.
struct SurfaceTerms {
  using Row12 = Eigen::Matrix<double, 1, 12>;
  // --- position (t, q) ---
  double violation = 0.0;                    ///< f [m]
  double violation_t = 0.0;                  ///< its own rate: the surface moves [m/s]
  std::array<Vec6, SurfaceRow::max_ends> J;  ///< d(violation')/d(v_TB_T, w_TB_C); lambda J pulls
  // --- velocity (t, q, u) ---
  double bias = 0.0;  ///< violation'' where a_T = alpha_C = 0 [m/s^2]
  // --- Jacobian: d(violation'), d(violation'') by the ends' local motions (jacobian.h), a and alpha fixed ---
  std::array<Row12, SurfaceRow::max_ends> rate_x, second_x;
};

/// Who knows the surfaces: fills `ws.constraint.surfaces` from the present position (and velocity) of
/// the bodies in `ws`. Called wherever rows are formed.
class SurfaceSource {
 public:
  virtual ~SurfaceSource() = default;
  virtual void calc_position_terms(MotionWorkspace& ws) = 0;
  virtual void calc_bias(MotionWorkspace& ws) = 0;
};

/// What joints and relations need; m rows, n speeds of the constrained bodies ("packed"). Matrices are
/// zero where a row or speed of one group meets that of another (ConstraintGroup).
struct ConstraintWorkspace {
  // --- calc_velocity, then with the accelerations where u' = 0 in calc_acceleration ---
  std::vector<EndMotion<double>> ends;      ///< of each body that is held
  std::vector<JointMotion<double>> joints;  ///< of each joint
  // --- calc_velocity ---
  MatX A;  ///< m x n: d(violation')/d(speeds)
  MatX X;  ///< m x (n - m): dependent = X independent + ...: -A_d^-1 A_i, A_i its other columns
  /// Per row: force_T and torque_C on bodies A and B (zero on the track) for lambda = 1.
  std::vector<Vec6> wrench_a, wrench_b;
  VecX violation;         ///< of the joints [m] or [1]; 0 for relations
  VecX violation_d;       ///< its derivative where the dependent speeds are zero
  VecX drift;             ///< n: speeds that draw the joints together, added in q' only
  DependentFactors lu_d;  ///< of A_d
  // --- calc_acceleration ---
  MatX mass;   ///< n x n, a block per body
  MatX B;      ///< n x (n - m)
  MatX theta;  ///< B^T M B
  VecX f;      ///< n: free-body generalised forces
  VecX bias;   ///< n: accelerations of the speeds where u' = 0
  VecX f_i, udot_i;
  mutable VecX scratch;  ///< n - m: scratch of functions that only read the workspace
  VecX udot;             ///< n
  VecX violation_dd;     ///< m
  VecX lambda;           ///< m: multipliers; they pull with lambda G (constraint_row.h)
  MassFactors llt_theta;
  // --- surfaces, s of them (surface.h) ---
  std::vector<SurfaceTerms> surfaces;
  MatX lever;     ///< n x s: A_d^-1 of the surfaces' rows, in the dependent rows
  MatX response;  ///< n x s: lambda of the surfaces by generalised forces, transposed
  MatX closure;   ///< n x s: applied generalised forces by lambda of the surfaces
  MatX spread;    ///< (n - m) x s: u' by lambda through the closure
  MatX loop;      ///< s x s: 1 - response^T closure
  LuFactors lu_loop;
  bool is_closed = false;  ///< applied forces depend on the surfaces' lambda

  explicit ConstraintWorkspace(const Model& model);
};

/// Scratch of one thread; allocates at construction only.
class MotionWorkspace {
 public:
  explicit MotionWorkspace(const Model& model);

  std::vector<BodyWorkspace> bodies;
  VecX speeds;  ///< calc_velocity: of all free coordinates
  VecX qdot;    ///< calc_velocity
  ConstraintWorkspace constraint;
  SurfaceSource* surface_source = nullptr;  ///< set by the caller if the model has surfaces

  void clear_wrenches();
  void add_wrench(std::size_t body, const Vec3& force_T, const Vec3& torque_C) {
    bodies[body].force_T += force_T;
    bodies[body].torque_C += torque_C;
  }
};

}  // namespace fourfoot::multibody
