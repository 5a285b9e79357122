#pragma once

#include <memory>

#include "contact/constraint_tread.h"
#include "contact/wheel_contact.h"

namespace fourfoot::contact {

/// One wheel whose tread is rigid and whose flange is elastic: the hybrid method of
/// [Escalona2018, Secs. 5, 6].
///
/// Tread: the gap G(y, z, roll, yaw) of constraint_tread.h, pose against the rail, is held at zero
/// by whoever solves the equations of motion; N is the multiplier. It presses with N dG:
///
///   force_T = N (0, G_y, G_z),   moment about roll N G_roll, about yaw N G_yaw, none about the
///   axle
///
/// The patch is Hertz's for the load N with the curvatures of the point; creepages and creep forces
/// are those of wheel_contact.h at the mean position, with the mean normal. Slopes of the rail turn
/// the contact axes: N acts along the turned normal, the difference being among the forces given.
///
/// Flange: the elastic patches of wheel_contact.h with the weight 1 - window(angle), the window of
/// the tread: nothing of them counts below angle_begin, all of it above angle_end (and on the back
/// of the flange). So no load is carried twice: where the constraint yields the elastic patch
/// begins to count, and the constraint's N is what remains to be carried.
///
/// Derivatives by the pose: gap's gradient and Hessian are exact; those of Hessian, position and
/// curvatures are central differences of fourth order (steps 5 um, 5 urad); then dual numbers.
/// Left out: as in wheel_contact.h; damping of the tread's contact; the approach of wheel and rail.
struct TreadGradient {
  std::array<TreadContact::Mat4, 4> hessian;  ///< by y, z, roll, yaw
  Eigen::Matrix<double, 3, 4> arm;
  Eigen::Matrix<double, 1, 4> curvature_x, curvature_y;
};

/// What a tread does beside N dG, and how that changes with N.
struct TreadForce {
  Vec3 force = Vec3::Zero(), moment = Vec3::Zero();      ///< about the axle's middle, T's axes
  Vec3 force_N = Vec3::Zero(), moment_N = Vec3::Zero();  ///< by N
  PatchForce patch;                                      ///< the whole force in it
};

class ConstraintWheel {
 public:
  struct Scratch {
    std::vector<double> distance;
  };

  ConstraintWheel(std::shared_ptr<const WheelContact> elastic, const TreadOptions& options);

  const WheelContact& elastic() const { return *elastic_; }
  const TreadOptions& options() const { return options_; }

  /// The tread's contact in T's axes for a pose against the rail; `exists` false: out of reach.
  TreadContact find_tread(Side side, const WheelsetPose& relative, Scratch& scratch) const;
  TreadGradient find_gradient(Side side, const WheelsetPose& relative, Scratch& scratch) const;

  /// Force and moment of N = 1 by the constraint, N dG.
  static Eigen::Matrix<double, 6, 1> calc_reaction(const TreadContact& tread, double roll,
                                                   double yaw);
  /// Its derivatives by the pose (y, z, roll, yaw).
  static Eigen::Matrix<double, 6, 4> calc_reaction_derivative(const TreadContact& tread,
                                                              double roll, double yaw);

  void calc_tread(Side side, const TreadContact& tread, const WheelsetMotion& motion,
                  const RailUnderWheel& rail, const ContactFriction& friction, double normal,
                  TreadForce& out) const;
  /// d(force, moment)/d(pose, v, w, rail) at fixed N, of what calc_tread gives.
  void calc_tread(Side side, const TreadContact& tread, const TreadGradient& gradient,
                  const WheelsetMotion& motion, const RailUnderWheel& rail,
                  const ContactFriction& friction, double normal,
                  WheelForceJacobian& jacobian) const;

  /// Adds the flange's patches to `out` (force, moment, list).
  void add_flange(Side side, const WheelsetMotion& motion, const RailUnderWheel& rail,
                  const ContactFriction& friction, WheelContact::Scratch& scratch,
                  WheelForce& out) const;
  void add_flange_jacobian(Side side, const WheelsetMotion& motion, const RailUnderWheel& rail,
                           const ContactFriction& friction, WheelContact::Scratch& scratch,
                           WheelForceJacobian& jacobian) const;

 private:
  void find_flange(Side side, const WheelsetPose& pose, const RailUnderWheel& rail,
                   WheelContact::Scratch& scratch, bool with_gradients) const;

  std::shared_ptr<const WheelContact> elastic_;
  TreadOptions options_;
  TreadSurface left_, right_;
};

}  // namespace fourfoot::contact
