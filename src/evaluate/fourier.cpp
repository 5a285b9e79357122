#include "evaluate/fourier.h"

#include <numbers>

namespace fourfoot::evaluate {

namespace {

std::size_t find_factor(std::size_t n) {
  for (const std::size_t p : {4u, 2u, 3u, 5u})
    if (n % p == 0) return p;
  for (std::size_t p = 7; p * p <= n; p += 2)
    if (n % p == 0) return p;
  return n;
}

}  // namespace

FourierTransform::FourierTransform(std::size_t size) : turns_(size), work_(size), sums_(size) {
  for (std::size_t k = 0; k < size; ++k) {
    const double angle = -2.0 * std::numbers::pi * static_cast<double>(k);
    turns_[k] = std::polar(1.0, angle / static_cast<double>(size));
  }
}

void FourierTransform::transform(std::vector<std::complex<double>>& x) {
  if (size() < 2) return;
  work_ = x;
  split(size(), 1, work_.data(), x.data());
}

// X_k of n samples `stride` apart: p transforms of n / p samples, joined.
void FourierTransform::split(std::size_t n, std::size_t stride, const std::complex<double>* in,
                             std::complex<double>* out) {
  if (n == 1) {
    out[0] = in[0];
    return;
  }
  const std::size_t p = find_factor(n), m = n / p, whole = size();
  for (std::size_t r = 0; r < p; ++r) split(m, stride * p, in + r * stride, out + r * m);
  for (std::size_t k = 0; k < m; ++k) {
    for (std::size_t j = 0; j < p; ++j) {
      std::complex<double> sum = 0.0;
      const std::size_t step = (k + j * m) * stride % whole;
      for (std::size_t r = 0, turn = 0; r < p; ++r) {
        sum += out[r * m + k] * turns_[turn];
        turn += step;
        if (turn >= whole) turn -= whole;
      }
      sums_[j] = sum;
    }
    for (std::size_t j = 0; j < p; ++j) out[j * m + k] = sums_[j];
  }
}

}  // namespace fourfoot::evaluate
