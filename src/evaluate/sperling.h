#pragma once

#include <vector>

namespace fourfoot::evaluate {

/// Sperling's ride index of an acceleration [Sperling1956],
///
///   Wz = (2 integral (100 B(f))^2 G(f) df)^exponent       G: one-sided density [(m/s2)^2/Hz]
///   B(f) = gain sqrt((1.911 f^2 + (0.25 f^2)^2) / ((1 - 0.277 f^2)^2 + (1.563 f - 0.0368 f^3)^2))
///
/// 100: the formula takes cm/s2. gain: 0.588 vertical, 0.737 lateral. For one sine of amplitude a
/// [m/s2] it is ((100 B a)^2)^exponent. exponent: 0.15 (1/6.67 in other sources).
double calc_sperling_weight(double f, double gain);

/// From the density that Welch found. A sine spreads over its own frequency and both neighbours by
/// 1/6, 2/3, 1/6 (Hann's window), so the weights are chosen such that their mean over any three
/// with these shares is B^2: sines at the frequencies of the transform are met exactly.
double calc_sperling(const std::vector<double>& f, const std::vector<double>& density, double gain,
                     double exponent);

}  // namespace fourfoot::evaluate
