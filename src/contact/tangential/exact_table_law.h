#pragma once

#include "contact/tangential/exact_table.h"
#include "contact/tangential/tangential_law.h"

namespace fourfoot::contact {

/// Exact theory (Kalker's, steady_rolling.h) of Hertzian patches, tabulated: `exact-table`.
///
/// With c = sqrt(a b) the forces over mu N, mu N and mu N c are functions of four numbers and of Poisson's ratio:
///
///   x = nu_x G c^2 / (mu N),   y = nu_y G c^2 / (mu N),   s = spin c G c^2 / (mu N),   a/b
///   v = ( C11 x, C22 y, S s ),   S^2 = (C11^2 b/a + C22^2 a/b) / 5,   u = v / (2 + |v|)
///
/// Full slip of pure creepage begins near |v| = 3 for every a/b. The force is
///
///   f = h(|v|) L + k(|v|) T + |u| (1 - |u|) R(u, a/b),    h = (1 - |v|/3)^3,  k = 1 - (1 + |v|) h,  |v| < 3;  h = 0, k = 1
///
/// L: Kalker's linear force (kalker_linear.h), T: full slip (full_slip.h), R: the remainder, cubic B-splines over
/// u_x, u_y, u_s and log10(a/b), twice continuously differentiable; its nodes are solutions of exact theory
/// (tools/exact-table). Both limits hold by construction: R is odd and vanishes at u = 0, so slopes at zero are Kalker's;
/// 1 - |u| vanishes like 1/|v|, as exact theory comes to full slip where there is spin. By symmetry u_x >= 0 and u_s >= 0 are stored:
/// nu_x changes the sign of fx, nu_y and spin together those of fy and mz.
///
/// Bound: where |f| > 0.996 it is led to 1 by a cubic, exact at 1 and constant beyond, with continuous slope:
/// |f| = 1 - d + d (t + t^2 - t^3), t = (|f| - 1 + d) / d, d = 0.004. Hence |F| <= mu N always.
///
/// The table is made for Poisson's ratio 0.28; others enter by Kalker's coefficients. It reaches from a/b = 0.1 to 10; beyond, R
/// stays as at the end (a kink of the derivative over a and b there; L, T and the scales go on). slip_share: a spline of its own.
/// Errors against exact theory: docs/theory/contact-laws.md. Left out: falling friction, patches that are not ellipses.
/// [Kalker1990, Ch. 4] for the theory; normalisation, closed part and remainder are ours.
class ExactTableLaw final : public TangentialLaw {
 public:
  explicit ExactTableLaw(const Material& material)
      : TangentialLaw("exact-table", material), table_(ExactTable::get()) {}

 protected:
  TangentialForce do_calc(const TangentialInput& in) const override;
  TangentialForce do_calc(const TangentialInput& in, TangentialJacobian& jacobian) const override;

 private:
  std::shared_ptr<const ExactTable> table_;
};

}  // namespace fourfoot::contact
