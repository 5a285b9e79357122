#pragma once

#include <array>
#include <span>
#include <vector>

#include "contact/material.h"

namespace fourfoot::contact {

/// What the geometry hands over: the undeformed profiles at touch, sampled across. Equal lengths, y
/// strictly increasing; between samples everything is linear.
struct SeparationProfile {
  std::span<const double> y;    ///< lateral coordinate in the contact plane [m]
  std::span<const double> gap;  ///< separation along the normal [m], 0 at the touching point
  std::span<const double> curvature_x;  ///< sum of curvatures in rolling direction there [1/m], > 0
};

struct KikPiotrowskiOptions {
  double interpenetration = 0.55;  ///< epsilon, virtual over true penetration [1]
  bool shape_correction = true;    ///< length : width of the ellipse with those curvatures
};

/// One region of contact, any shape across, elliptic pressure along each strip.
struct KikPiotrowskiPatch {
  static constexpr int strips = 48;

  double y0 = 0.0;            ///< where penetration is largest [m]
  double penetration = 0.0;   ///< there, true (not virtual) [m]
  double y_right = 0.0;       ///< border at smaller y [m]
  double y_left = 0.0;        ///< border at larger y [m]
  double length = 0.0;        ///< largest extent in x, at y0 [m]
  double area = 0.0;          ///< [m^2]
  double normal = 0.0;        ///< N [N]
  double pressure_max = 0.0;  ///< at (0, y0) [N/m^2]
  double y_force = 0.0;       ///< centre of pressure [m]
  double a = 0.0;             ///< ellipse of equal area and length : width, for tangential laws
  double b = 0.0;             ///< [m]
  std::array<double, strips> y{}, half_length{},
      width{};  ///< the strips: centre, half length, width

  /// Pressure at a point of strip i [N/m^2].
  double calc_pressure(int i, double x) const;
};

/// Kik's and Piotrowski's non-elliptic contact.
///
///   f(y) = epsilon delta - gap(y),   patch: f > 0,   half length x_l(y) = sqrt(2 f / curvature_x)
///   p(x, y) = p0 sqrt(x_l(y)^2 - x^2) / x_l(y0)
///   p0 from the half-space deflection at y0:  delta = 1/(pi E*) int p / r dA
///   N = int p dA
/// [KikPiotrowski1996], [PiotrowskiKik2008]. epsilon = 0.55 fits ellipses of wheel and rail. Shape
/// correction [PiotrowskiKik2008, Sec. 4]: the region of interpenetration has length : width =
/// sqrt(cy/cx), Hertz's ellipse of the same curvatures another one; x and y are scaled, area kept.
/// Separate regions are separate patches, each with its own local penetration.
///
/// The integral over x is done in closed form (D of elliptic.h), over y with points that cluster at
/// y0, where it is logarithmically singular, and at the borders. Against Hertz at equal
/// penetration: see docs/theory/contact-laws.md. Left out: coupling of neighbouring patches, yaw
/// (the extended method), spin-dependent pressure.
void calc_kik_piotrowski(const SeparationProfile& profile, double penetration,
                         const Material& material, const KikPiotrowskiOptions& options,
                         std::vector<KikPiotrowskiPatch>& patches);

/// The penetration that carries `normal` in all patches together, by bracketing; throws RunError
/// if none up to 5 mm does.
double find_kik_piotrowski_penetration(const SeparationProfile& profile, double normal,
                                       const Material& material,
                                       const KikPiotrowskiOptions& options,
                                       std::vector<KikPiotrowskiPatch>& patches);

}  // namespace fourfoot::contact
