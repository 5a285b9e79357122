#include "contact/exact/influence.h"

#include <cmath>
#include <initializer_list>
#include <numbers>

namespace fourfoot::contact {

Influence calc_influence(double x, double y, double dx, double dy, const Material& material) {
  double jxx = 0.0, jyy = 0.0, jxy = 0.0;
  for (const double i : {-1.0, 1.0}) {
    for (const double j : {-1.0, 1.0}) {
      const double X = x + 0.5 * i * dx, Y = y + 0.5 * j * dy, sign = i * j;
      if (Y != 0.0) jxx += sign * Y * std::asinh(X / std::abs(Y));
      if (X != 0.0) jyy += sign * X * std::asinh(Y / std::abs(X));
      jxy -= sign * std::hypot(X, Y);
    }
  }
  const double unit = 1.0 / (std::numbers::pi * material.shear_modulus);
  const double rest = 1.0 - material.poisson;
  return {unit * (jxx + rest * jyy), unit * material.poisson * jxy, unit * (rest * jxx + jyy),
          unit * rest * (jxx + jyy)};
}

}  // namespace fourfoot::contact
