#pragma once

#include "contact/tangential/fastsim.h"

namespace fourfoot::contact {

/// One strip of a patch of any shape, over any scalar.
template <class T>
struct StripCreep {
  T nu_x;         ///< longitudinal creepage at the patch's centre [1]
  T nu_x_spin;    ///< what it differs on this strip: -spin y on a flat patch [1]
  T nu_y, spin;   ///< on this strip [1], [1/m]
  T bound_slope;  ///< mu P [N/m^3]
  T half_length;  ///< [m]
};

/// FaStrip: strip theory of the half-space where the patch sticks, FASTSIM's directions where it
/// slips, elliptic (Hertzian) bound everywhere.
///
/// With p0 = 3 N / (2 pi a b) and traction pointing against creepage,
///   xi'  = -G 4 (1-nu) C11 nu_x / (2 mu p0 pi^2)      (Kalker's coefficients correct the strips'
///   eta' = -G 4 (1-nu) C22 nu_y / (2 mu p0 pi^2)       slopes: the forces' slopes at zero creepage
///   spin' = -G 3 sqrt(ab) C23 spin / (2 mu p0 pi)        are Kalker's)
/// each strip y of half length a_y sticks from its leading edge to x = -a_y + 2 d,
///   D = e ( eta' f + sqrt(eta'^2 + (1 - f^2) (xi' - spin' y/a)^2) ) / (1 - f^2)
///   f = spin', e = 1  (|spin'| <= 1);   f = sign(spin'), e = spin'^4  (|spin'| > 1)
///   d = a D / (1 - nu),   full slip if d >= a_y
///   px = (mu p0/a) kappa (s(x) - s'(x)),           kappa = (xi' - spin' y/a) / D
///   py = (mu p0/a) (lambda s(x) - lambda' s'(x)),  lambda' = eta' / D, lambda = lambda' + f
///   s = sqrt(a_y^2 - x^2),  s' = sqrt((a_y - d)^2 - (x - d)^2)
/// Behind it |p| = mu p0 s / a in the direction that FASTSIM (blended flexibilities, fastsim.h;
/// elliptic bound) has at the same point. [Sichani2016], [Kalker1967]; the strip's stick solution
/// was derived anew from the plane half-space (d p/dx of two ellipses), which fixes the signs.
///
/// |p| <= mu p in the stick part: with v = (kappa, lambda), v' = (kappa, lambda'), |p| = |v s - v'
/// s'| is convex in s', |v| <= 1 at s' = 0 and |v - v'| = |f| <= 1 at s' = s. Beyond |spin'| = 1 the
/// published solution breaks this next to the leading edge. Ours: the spin's share f stops at 1
/// there, and d grows with spin'^4 (least error on 118 cases of exact theory among the powers 0, 2,
/// 4, 8), so that the stick part shrinks to nothing without a jump. Hence |F| <= mu N for every
/// spin. Ours too: the stick part is integrated in closed form and the cell that the border crosses
/// counts in parts; lambda' and lambda take D itself, so that (kappa, lambda) has length 1; a
/// traction of FASTSIM below 1/1000 of the bound gives no full direction. Force is continuous in
/// its arguments (tests/laws/contact-laws/creep_bounds_test.cpp searches for jumps).
/// Validity: patches not much longer than wide.
///
/// Patches that are not ellipses, strip by strip (calc_strip): each strip has its own half length,
/// pressure and rigid slip. With p = P sqrt(a_y^2 - x^2) on it the equations above hold with p0/a =
/// P: d and D depend on P, not on the patch. Kalker's coefficients and FASTSIM's flexibility are
/// those of the ellipse of the same area and the same spread of load. On an ellipse this is the law
/// itself.
class FastripLaw final : public TangentialLaw {
 public:
  FastripLaw(const Material& material, int strips, int cells);

  /// Force per width [N/m] and moment about the strip's middle per width [N]; `slip_share` of its
  /// length. `patch`: of the ellipse that stands for the whole patch.
  CreepForce<double> calc_strip(const FastsimPatch<double>& patch, const StripCreep<double>& in,
                                double& slip_share) const;
  CreepForce<Dual<10>> calc_strip(const FastsimPatch<Dual<10>>& patch,
                                  const StripCreep<Dual<10>>& in, double& slip_share) const;

 protected:
  TangentialForce do_calc(const TangentialInput& in) const override;
  TangentialForce do_calc(const TangentialInput& in, TangentialJacobian& jacobian) const override;

 private:
  template <class T>
  CreepForce<T> run(const CreepArguments<T>& in, double& slip_share) const;
  template <class T>
  CreepForce<T> run_strip(const FastsimPatch<T>& patch, const StripCreep<T>& in,
                          double& slip_share) const;

  int strips_, cells_;
  std::vector<double> cell_area_;    // of sqrt(1 - t^2) over each cell, from the leading edge
  std::vector<double> cell_moment_;  // of t sqrt(1 - t^2)
};

}  // namespace fourfoot::contact
