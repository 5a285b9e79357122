#pragma once

#include "contact/strips/strip_normal.h"

namespace fourfoot::contact {

/// The normal contact of Kik and Piotrowski on the strips of strip_nodes.h, for running vehicles.
///
/// The patch is where the profiles, brought together by a share of the penetration delta, overlap;
/// one P serves all strips, p = P sqrt(a^2 - x^2):
///
///   f_i = depth_i - (1 - epsilon r) delta,   patch: f_i > 0,   a_i^2 = 2 f_i / (r^2 cx_i)
///   P:  sum_i w_i (2/(pi E*) sum_j K_ij P a_j^2 - depth_i) = 0,   w_i = h_i f_i^4
///   N_i = pi/2 P a_i^2 h_i
///
/// K of deflection_kernel.h; epsilon = 0.55 [KikPiotrowski1996], [PiotrowskiKik2008]. r is the
/// correction of shape: r^2 = kappa / kappa_x of the ellipse that Hertz has for an overlap as deep and
/// as wide, so that length : width is Hertz's on ellipses and the area is kept, as published.
///
/// Not as published, so that the force has no jumps: the deflection is fitted in the mean with the
/// weight w, which is large at the deepest strips, instead of at the deepest point (which may change
/// from one hollow to another); the shape is corrected by the level of the overlap instead of by
/// scaling y about that point, with depth and width of the whole overlap instead of those of its share
/// epsilon (on ellipses both the same). kik_piotrowski.h has the published form for one
/// case; distances between the two and to Hertz: docs/theory/contact-laws.md.
///
/// Derivatives are exact; f^4 lets strips enter and leave without a kink of P, their own load has one.
/// Left out: what strip_normal.h has more (the deflection is right in the mean only, pressure is
/// proportional to the length of the strip), yaw. Each patch of the search (SearchOptions as for
/// ellipses) is loaded for itself.
void solve_kik_piotrowski_strips(const StripSet& strips, double contact_modulus, bool with_slopes,
                                 StripLoads& out);

}  // namespace fourfoot::contact
