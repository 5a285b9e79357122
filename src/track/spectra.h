#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

namespace fourfoot::track {

/// One-sided power spectral density S(Omega) of a deviation [m^2/(rad/m)] over the angular
/// wavenumber Omega = 2 pi / wavelength [rad/m]; empty: the deviation is absent.
using Spectrum = std::function<double(double)>;

/// Spectra of alignment, vertical, gauge and cross level, in this order. Cross level is the
/// difference of the rails' heights, so S = (2b)^2 S_angle.
using SpectrumSet = std::array<Spectrum, 4>;

/// Names that find_spectra knows.
const std::vector<std::string>& get_spectrum_names();

/// Spectra by name.
/// - erri-b176-low, erri-b176-high (also called German low / high interference):
///   S_v = Av Oc^2 / ((O^2 + Or^2)(O^2 + Oc^2)), S_a with Aa, S_c = 4 S_v O^2 / (O^2 + Os^2),
///   S_g = Ag Oc^2 O^2 / ((O^2 + Or^2)(O^2 + Oc^2)(O^2 + Os^2)). Used one-sided. Valid for
///   wavelengths of about 3 to 25 m, often taken to 100 m. Ag has a single source. [ERRIB176]
/// - fra-1 .. fra-6: S_v = k Av Oc^2 / (O^2 (O^2 + Oc^2)), S_a with Aa,
///   S_c = S_g = 4 k Av Oc^2 / ((O^2 + Oc^2)(O^2 + Os^2)), k = 0.25. Aa of classes 1-4 and Os have
///   a single source. [FRA]
/// - china-ballastless (high-speed line): S = A / f^n by ranges of f = O / 2 pi. [TBT3352]
/// - china-trunk (speed-raised trunk line): S = A (f^2 + B f + C) / (f^4 + D f^3 + E f^2 + F f +
/// G);
///   the means of the published left and right rails for vertical and alignment, no gauge. Single
///   source.
/// Empty functions if the name is unknown.
SpectrumSet find_spectra(const std::string& name);

/// S(O) = sum n_i O^i / sum d_i O^i: users' own coefficients.
Spectrum make_rational_spectrum(const std::vector<double>& numerator,
                                const std::vector<double>& denominator);

}  // namespace fourfoot::track
