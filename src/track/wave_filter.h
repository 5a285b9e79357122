#pragma once

#include <complex>
#include <functional>
#include <limits>
#include <vector>

namespace fourfoot::track {

/// A range of wavelengths.
struct WaveBand {
  double shortest = 0.0;                                     ///< [m]; 0: no end there
  double longest = std::numeric_limits<double>::infinity();  ///< [m]
};

/// The bands of EN 13848-1: D1 3 to 25 m, D2 25 to 70 m, D3 70 to 150 m, of alignment
/// to 200 m.
constexpr WaveBand band_d1{3.0, 25.0}, band_d2{25.0, 70.0}, band_d3{70.0, 150.0},
    band_d3_alignment{70.0, 200.0};

/// What passes a band: the magnitude of Butterworth filters of order 4 at both ends,
///
///   |B(Omega)| = 1 / sqrt((1 + (Omega / Omega_s)^8) (1 + (Omega_l / Omega)^8)),
///
/// 1/sqrt(2) at each end, 24 dB per octave beyond, without a phase: nothing is shifted along the
/// line, whatever the speed or the direction of the car.
double calc_band_gain(const WaveBand& band, double Omega);

/// What multiplies a wave e^(i Omega s), Omega >= 0 [rad/m]; that of -Omega is the conjugate.
using Response = std::function<std::complex<double>(double)>;

/// Passes samples at equal distances `step` through the response, by Fourier transform. Before its
/// first and after its last sample the record is continued by its mirror image, which fades to its
/// mean over `margin`: what the response makes of samples nearer to the ends than its memory is a
/// guess. The mean counts as a wave of Omega = 0.
std::vector<double> apply_response(const std::vector<double>& x, double step, double margin,
                                   const Response& response);

}  // namespace fourfoot::track
