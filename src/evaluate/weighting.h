#pragma once

#include "evaluate/cascade.h"

namespace fourfoot::evaluate {

/// A frequency weighting of ISO 2631-1 [ISO2631] or EN 12299 [EN12299],
///
///   H(s) = K  s^2 / (s^2 + w1/Q1 s + w1^2)                  high pass; left out if f1 = 0
///             w2^2 / (s^2 + w2/Q1 s + w2^2)                 low pass
///             (w4^2/w3 s + w4^2) / (s^2 + w4/Q2 s + w4^2)   acceleration to velocity
///             (s^2/w5^2 + s/(Q3 w5) + 1) / (s^2/w6^2 + s/(Q4 w6) + 1)   step; left out if f5 = 0
///
/// with w = 2 pi f. Frequencies in Hz.
struct Weighting {
  double f1 = 0.0, f2 = 100.0, f3 = 0.0, f4 = 0.0, f5 = 0.0, f6 = 0.0;
  double Q1 = 0.70711, Q2 = 0.63, Q3 = 1.0, Q4 = 1.0, K = 1.0;
};

/// |H| of the formula at f [Hz].
double calc_analog_gain(const Weighting& weighting, double f);

/// The digital filter, section by section by the bilinear transform s = c (1 - z^-1) / (1 + z^-1),
/// c = 2 rate; the low pass keeps its corner f2 if that is below 0.4 rate. Held against the tables
/// of ISO 2631-1: within 1 dB (2 dB outside 0.8 to 50 Hz) up to 160 Hz at 1 kHz, up to 25 Hz at 200
/// Hz.
Cascade design_weighting(const Weighting& weighting, double rate);

}  // namespace fourfoot::evaluate
