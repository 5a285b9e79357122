#pragma once

#include <Eigen/Core>

namespace fourfoot::contact {

/// Strips across one patch, with derivatives by the wheelset's pose (y, z, roll, yaw). They cover
/// the overlap of the undeformed profiles; a gap in it has none.
struct StripSet {
  static constexpr int count = 24;
  using Array = Eigen::Array<double, count, 1>;
  using Slopes = Eigen::Array<double, count, 4>;
  using Row = Eigen::Array<double, 1, 4>;

  Array depth = Array::Zero();  ///< overlap at the middle line [m]; < 0: a gap
  Array cx = Array::Ones();     ///< curvature in rolling direction there [1/m], > 0
  Array y = Array::Zero();      ///< where they are across the patch, rising [m]
  Array width = Array::Zero();  ///< h [m]
  /// Hertz's ellipse of the whole overlap, where the solution begins: a^2 [m^2], and the share
  /// kappa of the penetration delta at which the gap ends the contact across; kappa_x: along.
  double a2 = 0.0, kappa = 0.5, kappa_x = 0.5, delta = 0.0;
  Slopes d_depth = Slopes::Zero(), d_cx = Slopes::Zero(), d_y = Slopes::Zero();
  Slopes d_width = Slopes::Zero();
  Row d_a2 = Row::Zero(), d_kappa = Row::Zero(), d_kappa_x = Row::Zero(), d_delta = Row::Zero();
};

/// Strips that carry: pressure on strip i is load_i sqrt(1 - x^2 / a2_i) / (pi/2 sqrt(a2_i) h_i).
struct StripLoads {
  using Array = StripSet::Array;
  Array load = Array::Zero();  ///< N of each strip [N]; 0: no contact there
  Array a2 = Array::Zero();    ///< half length squared [m^2]
  StripSet::Slopes d_load = StripSet::Slopes::Zero(), d_a2 = StripSet::Slopes::Zero();
  int solutions = 0;  ///< systems of equations that were solved
};

/// Elastic normal contact with the half-space's exact deflection along the middle line of the
/// patch, whatever the gap: an extension of the method of Kik and Piotrowski.
///
/// Pressure is elliptic along each strip, p = P(y) sqrt(a(y)^2 - x^2); P and a vary from strip to
/// strip. With q = P a^2 and the kernels K, S of deflection_kernel.h two conditions hold on the
/// middle line of every strip in contact,
///
///   2/(pi E*) sum_j K_ij q_j = depth_i        the surfaces touch,   q_i >= 0
///   2/(pi E*) sum_j S_ij q_j = cx_i           with the curvature of the gap in rolling direction,
///
/// and outside the contact the first sum is larger than depth_i. N = sum pi/2 q_i h_i. On an ellipse
/// this is Hertz (P constant): exact up to the number of strips. Kik and Piotrowski take one P for
/// the patch, a from a share of the interpenetration, and the first condition at one point only.
///
/// Two sweeps: with a given, the first condition is a linear complementarity problem for q (strips
/// that would pull leave, strips that would overlap come in); with q given, the second one moves
/// a_i^2 by the factor S_i / cx_i. It begins with Hertz's ellipse of the overlap, so an elliptic
/// patch is right at once; others come within 1 % of the converged N. Derivatives are those of the
/// sweeps themselves, exact; a strip that just enters or leaves carries nothing, so forces are
/// continuous and their derivatives jump there by the share of a strip.
///
/// Left out: x offset of the strips against each other (yaw on a flange), pressures that are not
/// elliptic along x, curvature of the contact surface in the influence of one strip on another
/// (half-space), neighbouring patches that are listed for themselves (SearchOptions).
/// Checked against Hertz, and against the exact solver over S1002 on 60E1
/// (docs/theory/contact-laws.md).
void solve_strips(const StripSet& strips, double contact_modulus, bool with_slopes,
                  StripLoads& out);

}  // namespace fourfoot::contact
