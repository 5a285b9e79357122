#pragma once

#include "contact/tangential/fastsim.h"

namespace fourfoot::contact {

/// FaStrip: strip theory of the half-space where the patch sticks, FASTSIM's directions where it
/// slips, elliptic (Hertzian) bound everywhere.
///
/// With p0 = 3 N / (2 pi a b) and traction pointing against creepage,
///   xi'  = -G 4 (1-nu) C11 nu_x / (2 mu p0 pi^2)      (Kalker's coefficients correct the strips'
///   eta' = -G 4 (1-nu) C22 nu_y / (2 mu p0 pi^2)       slopes: the forces' slopes at zero creepage
///   phi' = -G 3 sqrt(ab) C23 phi / (2 mu p0 pi)        are Kalker's)
/// each strip y of half length a_y sticks from its leading edge to x = -a_y + 2 d,
///   D = ( eta' phi' + sqrt(eta'^2 + (1 - phi'^2) (xi' - phi' y/a)^2) ) / (1 - phi'^2)
///   d = a D / (1 - nu),   full slip if d >= a_y or |phi'| >= 1
///   px = (mu p0/a) kappa (s(x) - s'(x)),                kappa = (xi' - phi' y/a) / D
///   py = (mu p0/a) (lambda s(x) - lambda' s'(x)),       lambda' = eta' / D, lambda = lambda' +
///   phi' s = sqrt(a_y^2 - x^2),  s' = sqrt((a_y - d)^2 - (x - d)^2)
/// Behind it |p| = mu p0 s / a in the direction that FASTSIM (three flexibilities, elliptic bound)
/// has at the same place. [Sichani2016], [Kalker1967]; the strip's stick solution was derived anew
/// from the plane half-space (d p/dx of two ellipses), which fixes the signs.
///
/// Ours: the stick part is integrated in closed form and the cell that the border crosses counts in
/// parts, so that force is continuous in its arguments; lambda' and lambda take D itself, so that
/// (kappa, lambda) has length 1. |p| <= mu p everywhere, hence |F| <= mu N.
/// Validity: spin |phi'| < 1 (beyond it the stick part is empty); patches not much longer than
/// wide.
class FastripLaw final : public TangentialLaw {
 public:
  FastripLaw(const Material& material, int strips, int cells);

 protected:
  TangentialForce do_calc(const TangentialInput& in) const override;
  TangentialForce do_calc(const TangentialInput& in, TangentialJacobian& jacobian) const override;

 private:
  template <class T>
  CreepForce<T> run(const CreepArguments<T>& in, double& slip_share) const;

  int strips_, cells_;
  std::vector<double> cell_area_;    // of sqrt(1 - t^2) over each cell, from the leading edge
  std::vector<double> cell_moment_;  // of t sqrt(1 - t^2)
};

}  // namespace fourfoot::contact
