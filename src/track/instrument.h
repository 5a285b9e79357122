#pragma once

#include <complex>
#include <string>
#include <vector>

#include "track/wave_filter.h"

namespace fourfoot::track {

/// What a recording car's instrument makes of the real shape y(s), as its response H to waves
/// e^(i Omega s); s grows in the direction in which the car runs.
///
/// - space_curve: the shape itself, H = 1.
/// - chord: the offset from a chord with its ends `rear` behind and `front` ahead,
///     v(s) = y(s) - (front y(s - rear) + rear y(s + front)) / (rear + front),
///     H = 1 - (front e^(-i Omega rear) + rear e^(i Omega front)) / (rear + front).
///   A symmetric chord is blind for waves of rear / k, k = 1, 2, ...; one with unequal parts only
///   for those that fit into both of them.
/// - inertial: the space curve behind a Butterworth high pass of `order` at the wavelength `cut`,
///   as it runs along (causal), or `is_zero_phase`.
/// - twist: the difference of cross levels over `base`, `ahead` of which lies in front of the
///   recorded position (half of it: at the centre), y(s + ahead) - y(s + ahead - base).
struct Instrument {
  enum class Kind { space_curve, chord, inertial, twist };
  Kind kind = Kind::space_curve;
  double rear = 0.0, front = 0.0;  ///< of a chord [m]
  double cut = 0.0;                ///< of an inertial one [m]
  int order = 2;
  bool is_zero_phase = false;
  double base = 0.0, ahead = 0.0;  ///< of a twist [m]
};

std::complex<double> calc_response(const Instrument& instrument, double Omega);

/// What gives the shape back: 1 / H where |H| is at least `least`, and nearly nothing where it is
/// far less, since there the noise of the readings would be magnified and not the shape:
///
///   G = 1 / H / (1 + (least / (2 |H|))^8)
///
/// At |H| = least the shape is met within 0.4 %; noise grows by 1 / least at the most, nearly.
std::complex<double> calc_inverse(const Instrument& instrument, double Omega, double least);

/// The wavelengths within `band` in which |H| is at least `least`, longest first.
std::vector<WaveBand> find_restorable(const Instrument& instrument, double least,
                                      const WaveBand& band);

/// "a chord of 10 m", "a chord of 4 m and 6 m", "an inertial platform cut at 100 m".
std::string describe_instrument(const Instrument& instrument);

}  // namespace fourfoot::track
