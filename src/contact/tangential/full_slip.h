#pragma once

namespace fourfoot::contact {

/// Force and spin moment of an elliptic patch that slips everywhere, over mu N and mu N c,
/// c = sqrt(a b), with derivatives.
struct FullSlip {
  double f[3] = {};     ///< fx, fy, mz
  double d[3][4] = {};  ///< over nu_x, nu_y, spin c, ln(a/b); only if asked for
};

/// Traction opposes the rigid slip w = (nu_x - spin y, nu_y + spin x) point by point:
///
///   F = - int p w/|w| dA / N,   M = - int p (x w_y - y w_x)/|w| dA / (N c),   p = p0 sqrt(1 - x^2/a^2 - y^2/b^2)
///
/// w turns about the pole (x0, y0) = (-nu_y, nu_x) / spin. In stretched coordinates, where the patch is the unit
/// disc and the pole P = (x0/a, y0/b), every chord through the pole has one direction of w, and its integrals are
/// closed (h half its length, q its distance from the centre, p the pole's distance from its middle, e its direction
/// at the angle theta, n that of w, nr = |(a cos theta, b sin theta)|):
///
///   F = 3/4 int n p h^2 dtheta,   M = - int ( 3/4 p q h^2 (a^2 - b^2) sin cos / nr + 3/16 h^4 nr ) dtheta,   c = 1
///
/// over half a turn, or over the angles that meet the disc if the pole lies outside. Inside, p h^2 and h^4 are polynomials of P:
/// F and M are polynomials whose coefficients are elliptic integrals of a/b (12 points in a quarter, good to 1e-6 for a/b up
/// to 10). Outside, sin(theta - theta_P) = sin(t) / |P| makes F = 3/4 int n cos^3 t dt, 32 points in t, good to
/// 3e-4 at a/b = 10 and 1/10, to 2e-6 from 1/3 to 3. Derived here; checked against sums over the patch
/// (tests/unit/contact/tangential/full_slip_test.cpp). |F| <= 1; without spin F is the unit vector against the creepage.
///
/// `axis` = sqrt(a/b); `spin_c` = spin creepage times c. Only the direction of (nu_x, nu_y, spin_c) counts; zero gives zero.
template <bool with_derivatives>
FullSlip calc_full_slip(double nu_x, double nu_y, double spin_c, double axis);

}  // namespace fourfoot::contact
