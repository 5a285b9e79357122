#pragma once

#include <limits>
#include <vector>

#include "contact/material.h"
#include "contact/tangential/kalker_coefficients.h"

namespace fourfoot::wear {

/// Archard's law with the wear map of Jendel.
///
///   dV = k p |w| dA ds / H,      on the whole patch:  V = k N s / H
///
/// V: volume removed [m^3], p: pressure, w: local slip (sliding distance per distance rolled), ds:
/// distance rolled, H: hardness of the softer body, k: wear coefficient [1], by sliding speed V |w|
/// and pressure [Jendel2002], as cited by [Enblom2004]:
///
///   p > 0.8 H          seizure, k = 300 ... 400 e-4
///   V |w| < 0.2 m/s    mild,    k = 1 ... 10 e-4
///         < 0.7 m/s    severe,  k = 30 ... 40 e-4
///         above        mild,    k = 1 ... 10 e-4     (the contact is hot and oxidised)
///
/// The defaults are the middles of these ranges; they are of dry steel in the laboratory. `factor`
/// multiplies all of them: in service water, leaves and grease make it some 1/5 [Jendel2002;
/// assumed here as 1]. Values come from secondary sources.
///
/// Left out: wear of the rail, thermal effects, plastic flow, tread brakes, third bodies.
struct WearLaw {
  double hardness = 2.9e9;                                           ///< H [Pa], 300 HV; assumed
  double mild = 5e-4, severe = 35e-4, seizure = 350e-4, hot = 5e-4;  ///< k
  double slow = 0.2, fast = 0.7;                                     ///< sliding speeds [m/s]
  double pressure_share = 0.8;                                       ///< of H
  double factor = 1.0;

  /// k at a point with this sliding speed [m/s] and pressure [Pa].
  double calc_coefficient(double sliding, double pressure) const;
};

/// One wheel-rail contact patch at one instant; axes and signs of contact/tangential.
struct RollingPatch {
  double a = 0.0, b = 0.0;        ///< semi-axes, in rolling direction and across [m]
  double normal = 0.0;            ///< N [N]
  double friction = 0.3;          ///< mu
  double nu_x = 0.0, nu_y = 0.0;  ///< creepages [1]
  double spin = 0.0;              ///< spin creepage [1/m]
  double speed = 0.0;             ///< of rolling [m/s]
  /// Frictional energy per metre, |fx nu_x + fy nu_y + mz spin| of the law that made the forces [N];
  /// nan: that of simplified theory.
  double t_gamma = std::numeric_limits<double>::quiet_NaN();
};

/// What a passage of the patch takes off, across the patch.
struct PatchWear {
  std::vector<double> edges;  ///< of the strips, from -b to b [m]
  std::vector<double> depth;  ///< mean depth of each strip, of one passage [m]
  double volume = 0.0;        ///< per metre rolled [m^2]: sum of depth times width
  double energy = 0.0;        ///< frictional energy per metre rolled [N]
};

/// Slip by Kalker's simplified theory (FASTSIM with one flexibility, [Kalker1982]): strips along
/// the rolling direction, cells from the leading to the trailing edge. With tau the traction on the
/// wheel over mu and L the flexibility, at a distance xi behind the leading edge
///
///   w = (nu_x - spin y, nu_y + spin x) + L d(tau)/d(xi),   |tau| <= mu p,   w = 0 where it sticks.
///
/// The pressure is the parabola of that theory, p = 2 N (1 - x^2/a^2 - y^2/b^2) / (pi a b), so that
/// traction and wear have one pressure; it is integrated exactly over strips and cells, so the
/// whole patch in uniform slip loses k N s / H to rounding. Seizure is judged by Hertz's pressure.
/// Since the friction is mu p wherever there is slip, with one k the volume is k / (mu H) times the
/// frictional energy. With `t_gamma` given, slip is scaled so that its energy is that: what is
/// removed fits the forces that the vehicle felt, by whatever law; simplified theory only says where
/// in the patch. (In curves, with spin, its own energy is some 10 % less.) Range: elliptic patches,
/// steady rolling.
class ArchardWear {
 public:
  ArchardWear(const WearLaw& law, const contact::Material& material, int strips = 25,
              int cells = 40);
  PatchWear calc(const RollingPatch& patch) const;

 private:
  struct Strip;
  PatchWear run(const RollingPatch& patch, double flexibility, double scale) const;
  void run_strip(const RollingPatch& patch, double flexibility, double scale, Strip& strip) const;
  WearLaw law_;
  double shear_modulus_;
  contact::KalkerTable kalker_;
  int strips_, cells_;
};

}  // namespace fourfoot::wear
