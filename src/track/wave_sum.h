#pragma once

#include <complex>
#include <cstddef>
#include <span>
#include <vector>

namespace fourfoot::track {

/// Sums of waves at N evenly spaced nodes, two at a time:
///
///   a_n = Re sum_j A_j exp(2 pi i j n / N),   b_n the same of B_j,   0 < j < N / 2
///
/// as real and imaginary part of one Fourier transform of (A_j + i B_j) / 2 at j and of
/// (conj A_j + i conj B_j) / 2 at N - j. By Stockham's self-sorting transform of radix 4 [VanLoan1992], with
/// a last step of radix 2 where N is no power of 4. Rounding: about 1e-16 log2(N) of the largest sum.
class WaveSum {
 public:
  using Complex = std::complex<double>;

  /// A power of two, at least 4.
  explicit WaveSum(std::size_t count);

  /// Of amplitudes A_j and B_j, j their number in the list; at most N / 2 each.
  void calc(std::span<const Complex> first, std::span<const Complex> second);
  double first(std::size_t n) const { return from_.re[n]; }
  double second(std::size_t n) const { return from_.im[n]; }
  /// By vectors of the width that every processor has; the sums are the same to the bit.
  void use_portable_width() { is_portable_ = true; }

 private:
  struct Numbers {
    std::vector<double> re, im;
  };
  void halve(std::size_t stride);
  void quarter(std::size_t length, std::size_t stride);

  std::size_t count_;
  bool is_portable_ = false;
  Numbers turns_;      ///< exp(2 pi i k / N)
  Numbers from_, to_;  ///< of a step of the transform
};

}  // namespace fourfoot::track
