#pragma once

#include "contact/geometry/search.h"

namespace fourfoot::contact {

/// Rigid contact of both wheels: z and roll of the wheelset as functions of y, yaw and gauge
/// variation [Escalona2018, Eqs. 35-43], with the dependence on yaw that the paper leaves out.
///
///   G_l(y, z, roll, yaw, g) = 0,   G_r(...) = 0,   G = smallest separation of wheel and rail
///
/// solved by Newton's method with the exact gradient: moving a touching body by dq changes the
/// smallest separation by n . dp. Derivatives of z and roll follow from the implicit functions.

/// Derivatives of z and roll with respect to (y, yaw, gauge variation).
struct RigidContact {
  bool converged = false;
  double z = 0.0;
  double roll = 0.0;
  Vec3 dz = Vec3::Zero();
  Vec3 droll = Vec3::Zero();
  Mat3 ddz = Mat3::Zero();  ///< second derivatives: only by solve_soft
  Mat3 ddroll = Mat3::Zero();
  Patch left, right;  ///< contact points in T; with solve_soft, at the weighted mean positions
};

/// `shifts` other than the gauge variation are taken as given. `start` (z and roll of a
/// neighbouring solution) saves steps; zeros will do. The deepest points are the contact points;
/// where two compete the contact point jumps, z and roll have a corner there and the derivatives
/// are those of the side taken.
RigidContact solve_rigid(const WheelsetOnTrack& wheelset, double y, double yaw,
                         const RailShifts& shifts, SearchScratch& scratch,
                         const WheelsetPose& start = {});

/// The same with the corners rounded, twice continuously differentiable everywhere: the least
/// separation is replaced by the soft one,
///   G = -e ln( int exp(-D(s) / e) ds / L ),   L = 1 mm,
/// with `softness` e. Contact points are means with the weight exp(-D / e), so a jump is passed
/// through within a lateral way of about e over the difference of the contact angles: elastic
/// bodies do the same. z moves by about e times a number of order 1; e -> 0 is solve_rigid. First
/// and second derivatives are exact:
///   dG = <dD>,  ddG = <ddD> - (<dD dD> - <dD><dD>) / e,   <.> weighted mean.
RigidContact solve_soft(const WheelsetOnTrack& wheelset, double y, double yaw,
                        const RailShifts& shifts, double softness, SearchScratch& scratch,
                        const WheelsetPose& start = {});

/// A softness with which the contact point behaves about as under a usual wheel load.
constexpr double default_softness = 2e-6;

}  // namespace fourfoot::contact
