#pragma once

#include <complex>
#include <vector>

namespace fourfoot::evaluate {

/// Discrete Fourier transform X_k = sum_n x_n exp(-2 pi i k n / N) of any length N, by splitting N
/// into its prime factors (Cooley and Tukey). Quick where they are small: choose lengths such as
/// 1000 or 4096, not primes.
class FourierTransform {
 public:
  explicit FourierTransform(std::size_t size);
  std::size_t size() const { return turns_.size(); }
  void transform(std::vector<std::complex<double>>& x);

 private:
  void split(std::size_t n, std::size_t stride, const std::complex<double>* in,
             std::complex<double>* out);
  std::vector<std::complex<double>> turns_, work_, sums_;
};

}  // namespace fourfoot::evaluate
