#pragma once

#include "contact/material.h"

namespace fourfoot::contact {

/// Displacement differences u = u_wheel - u_rail at a point (x, y) of the half-space's surface, by
/// a unit traction on the wheel (and its reaction on the rail) over a rectangle dx x dy about the
/// origin: u_i = sum_j A_ij p_j. Both bodies of the pair's combined constants G, nu
/// [Kalker1990, Sec. 4.2.2], after Boussinesq and Cerruti:
///
///   A_xx = (Jxx + (1 - nu) Jyy) / (pi G)       A_xy = A_yx = nu Jxy / (pi G)
///   A_yy = ((1 - nu) Jxx + Jyy) / (pi G)       A_zz = (1 - nu) (Jxx + Jyy) / (pi G)
///   Jxx = int int X^2 / R^3 = [[ Y asinh(X / |Y|) ]]
///   Jyy = int int Y^2 / R^3 = [[ X asinh(Y / |X|) ]]
///   Jxy = int int X Y / R^3 = [[ -R ]]
///
/// [[f]] = f(+,+) + f(-,-) - f(+,-) - f(-,+) at the corners X = x +- dx/2, Y = y +- dy/2. The terms
/// that couple pressure and tangential displacement vanish for like bodies and are left out.
/// u_z > 0 is approach of the surfaces' points into their bodies for a pressure p_z > 0. [m / Pa]
struct Influence {
  double xx = 0.0, xy = 0.0, yy = 0.0, zz = 0.0;
};
Influence calc_influence(double x, double y, double dx, double dy, const Material& material);

}  // namespace fourfoot::contact
