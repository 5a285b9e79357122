#pragma once

#include <vector>

#include "evaluate/fourier.h"

namespace fourfoot::evaluate {

/// One-sided power spectral density by Welch's method [Welch1967], as scipy.signal.welch with its
/// defaults: segments that overlap by half, each less its mean and times a periodic Hann window w,
///
///   G_k = 2 |X_k|^2 / (rate * sum w^2)   averaged over segments;  at 0 and rate/2 without the 2.
///
/// Samples come in any portions; the memory is one segment.
class Welch {
 public:
  Welch(double rate, std::size_t segment);
  void append(const double* x, std::size_t count);
  std::size_t segments() const { return segments_; }
  /// f_k [Hz] = k rate / segment and G_k [unit^2/Hz]; empty if there was no full segment.
  std::vector<double> list_frequencies() const;
  std::vector<double> calc_density() const;

 private:
  void take_segment();
  static void add_powers(FourierTransform& fourier, std::vector<std::complex<double>>& pair,
                         std::vector<double>& sum);
  double rate_;
  FourierTransform fourier_;
  std::vector<double> window_, gathered_, sum_;
  std::vector<std::complex<double>> pair_;  ///< one segment as real part, the next as imaginary
  std::size_t segments_ = 0;
};

/// R.m.s. in third-octave bands with centres f_c = 10^(k/10) Hz and edges f_c 10^(-+1/20) (base
/// ten, IEC 61260-1 [IEC2014]): the density integrated between the edges, constant around each of
/// its frequencies. Bands between `from` and `to` [Hz] that hold at least two frequencies and end
/// below the last.
struct ThirdOctave {
  double centre = 0.0;  ///< exact [Hz]
  double rms = 0.0;
};
std::vector<ThirdOctave> calc_third_octaves(const std::vector<double>& f,
                                            const std::vector<double>& density, double from,
                                            double to);

}  // namespace fourfoot::evaluate
