#include "evaluate/butterworth.h"

#include <cmath>
#include <complex>
#include <numbers>

namespace fourfoot::evaluate {

namespace {

using Complex = std::complex<double>;
using std::numbers::pi;

/// Poles with imaginary part >= 0; a complex one stands for its conjugate too, a real one alone.
std::vector<Complex> list_prototype_poles(int order) {
  std::vector<Complex> poles;
  for (int k = 0; k < order / 2; ++k)
    poles.push_back(std::polar(1.0, pi * (0.5 + (2.0 * k + 1.0) / (2.0 * order))));
  if (order % 2 == 1) poles.emplace_back(-1.0, 0.0);
  return poles;
}

Complex map_bilinear(Complex s) {
  return (1.0 + s) / (1.0 - s);
}  // s in units of 2 rate

/// Zeros of a section: both at z = 1, both at z = -1, or one each.
Biquad make_section(Complex pole_a, Complex pole_b, double zero_a, double zero_b) {
  return {1.0, -(zero_a + zero_b), zero_a * zero_b, -(pole_a + pole_b).real(),
          (pole_a * pole_b).real()};
}

// Gain 1 at z of the middle of the pass band.
void normalise(Cascade& cascade, Complex z_inverse) {
  for (Biquad& s : cascade) {
    const Complex H = (s.b0 + z_inverse * (s.b1 + z_inverse * s.b2)) /
                      (1.0 + z_inverse * (s.a1 + z_inverse * s.a2));
    const double gain = 1.0 / std::abs(H);
    s.b0 *= gain;
    s.b1 *= gain;
    s.b2 *= gain;
  }
}

Cascade design_one_sided(int order, double warped, bool is_high) {
  Cascade cascade;
  const double zero = is_high ? 1.0 : -1.0;
  for (const Complex p : list_prototype_poles(order)) {
    const Complex z = map_bilinear(is_high ? warped / p : warped * p);
    if (p.imag() == 0.0)
      cascade.push_back({1.0, -zero, 0.0, -z.real(), 0.0});
    else
      cascade.push_back(make_section(z, std::conj(z), zero, zero));
  }
  normalise(cascade, is_high ? -1.0 : 1.0);
  return cascade;
}

Cascade design_band(int order, double low, double high) {
  const double width = high - low, centre2 = low * high;
  Cascade cascade;
  for (const Complex p : list_prototype_poles(order)) {
    const Complex half = 0.5 * p * width, root = std::sqrt(half * half - centre2);
    const Complex a = map_bilinear(half + root), b = map_bilinear(half - root);
    if (p.imag() == 0.0) {
      cascade.push_back(make_section(a, b, 1.0, -1.0));
    } else {
      cascade.push_back(make_section(a, std::conj(a), 1.0, -1.0));
      cascade.push_back(make_section(b, std::conj(b), 1.0, -1.0));
    }
  }
  // The centre sqrt(low high) of the analog band, seen from the unit circle.
  const double angle = 2.0 * std::atan(std::sqrt(centre2));
  normalise(cascade, std::polar(1.0, -angle));
  return cascade;
}

}  // namespace

Cascade design_butterworth(Pass pass, int order, double rate, double corner, double upper) {
  const double low = std::tan(pi * corner / rate);
  if (pass == Pass::band) return design_band(order, low, std::tan(pi * upper / rate));
  return design_one_sided(order, low, pass == Pass::high);
}

}  // namespace fourfoot::evaluate
