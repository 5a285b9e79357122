#pragma once

#include <cmath>
#include <initializer_list>
#include <numbers>

#include "contact/exact/steady_rolling.h"

namespace fourfoot::contact {

/// Dundurs' second constant of two bodies, wheel against rail [1], within -1/2 and 1/2; 0 for like
/// bodies and for two that do not change their volume [Johnson1985, Eq. 5.3a]:
///   beta = ((1 - 2 nu_w)/G_w - (1 - 2 nu_r)/G_r) / (2 ((1 - nu_w)/G_w + (1 - nu_r)/G_r))
inline double calc_dundurs(const Material& wheel, const Material& rail) {
  const auto share = [](const Material& m, double by) {
    return (1.0 - by * m.poisson) / m.shear_modulus;
  };
  return 0.5 * (share(wheel, 2.0) - share(rail, 2.0)) / (share(wheel, 1.0) + share(rail, 1.0));
}

/// Displacement differences u_x, u_y (wheel - rail) at (x, y) by a unit pressure over a rectangle
/// dx x dy about the origin [m / Pa]. A pressure draws the surface towards itself, of a body by
/// (1 - 2 nu) / (4 pi G) times X / R^2 per unit of force [Johnson1985, Eq. 3.18a]:
///
///   A_xz = -K Jxz / (pi G),   K = beta (1 - nu),   Jxz = int int X / R^2 = [[ Y ln R + X atan(Y/X) ]]
///
/// with the corners of influence.h; A_yz likewise.
struct PressureInfluence {
  double xz = 0.0, yz = 0.0;
};
inline PressureInfluence calc_pressure_influence(double x, double y, double dx, double dy,
                                                 const Material& material, double dundurs) {
  double jxz = 0.0, jyz = 0.0;
  for (const double i : {-1.0, 1.0}) {
    for (const double j : {-1.0, 1.0}) {
      const double X = x + 0.5 * i * dx, Y = y + 0.5 * j * dy, R = std::hypot(X, Y);
      if (!(R > 0.0)) continue;
      if (X != 0.0) jxz += i * j * X * std::atan(Y / X);
      if (Y != 0.0) jyz += i * j * Y * std::atan(X / Y);
      jxz += i * j * Y * std::log(R);
      jyz += i * j * X * std::log(R);
    }
  }
  const double unit = -dundurs / (std::numbers::pi * material.contact_modulus());
  return {unit * jxz, unit * jyz};
}

/// Poisson coupling of unlike bodies: adds to the rigid slip what the pressure does,
/// -d(A_z p)/dx over one element as in steady_rolling.h. The pressure is given: what tractions do to
/// it (of the order beta mu) is left out, which is exact for beta = 0 and the usual approximation
/// (Goodman) else. Right for combined constants G, nu of both bodies (material.h).
inline void add_pressure_slip(const ExactGrid& grid, const Material& material, double dundurs,
                              const std::vector<double>& pressure, SlipField& slip) {
  if (dundurs == 0.0) return;
  std::vector<double> xz, yz;
  for (int j = 1 - grid.ny; j < grid.ny; ++j) {
    for (int i = 1 - grid.nx; i < grid.nx; ++i) {
      const auto at = [&](int k) {
        return calc_pressure_influence(k * grid.dx, j * grid.dy, grid.dx, grid.dy, material,
                                       dundurs);
      };
      const PressureInfluence here = at(i), ahead = at(i + 1);
      xz.push_back(here.xz - ahead.xz);
      yz.push_back(here.yz - ahead.yz);
    }
  }
  const std::vector<double> none(xz.size(), 0.0), zero(pressure.size(), 0.0);
  std::vector<double> x(pressure.size()), y(pressure.size());
  PlaneConvolution(grid.nx, grid.ny, xz, yz, none).apply(pressure, zero, x, y);
  for (std::size_t k = 0; k < pressure.size(); ++k) {
    slip.x[k] += x[k] / grid.dx;
    slip.y[k] += y[k] / grid.dx;
  }
}

}  // namespace fourfoot::contact
