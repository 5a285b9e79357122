#include "evaluate/fourier.h"

#include <numbers>

namespace fourfoot::evaluate {

namespace {

// Written out: std::complex looks for infinities in each product.
std::complex<double> multiply(const std::complex<double>& x, const std::complex<double>& y) {
  return {x.real() * y.real() - x.imag() * y.imag(), x.real() * y.imag() + x.imag() * y.real()};
}

// Five values' transform with real products only: lengths of whole seconds are full of fives.
void join_five(const std::complex<double>* t, std::size_t stride, std::complex<double>* out) {
  constexpr double c1 = 0.30901699437494742, c2 = -0.80901699437494742;  // cos 72, 144 degrees
  constexpr double s1 = 0.95105651629515357, s2 = 0.58778525229247313;   // sin
  const std::complex<double> a1 = t[1] + t[4], a2 = t[2] + t[3], b1 = t[1] - t[4], b2 = t[2] - t[3];
  const std::complex<double> m1 = t[0] + c1 * a1 + c2 * a2, m2 = t[0] + c2 * a1 + c1 * a2;
  const std::complex<double> n1 = s1 * b1 + s2 * b2, n2 = s2 * b1 - s1 * b2;
  out[0] = t[0] + a1 + a2;
  out[stride] = {m1.real() + n1.imag(), m1.imag() - n1.real()};
  out[2 * stride] = {m2.real() + n2.imag(), m2.imag() - n2.real()};
  out[3 * stride] = {m2.real() - n2.imag(), m2.imag() + n2.real()};
  out[4 * stride] = {m1.real() - n1.imag(), m1.imag() + n1.real()};
}

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
    for (std::size_t r = 0; r < p; ++r)
      sums_[r] = r == 0 ? out[k] : multiply(out[r * m + k], turns_[k * r * stride]);
    if (p == 2) {
      out[k] = sums_[0] + sums_[1];
      out[m + k] = sums_[0] - sums_[1];
    } else if (p == 4) {
      const std::complex<double> a = sums_[0] + sums_[2], b = sums_[0] - sums_[2];
      const std::complex<double> c = sums_[1] + sums_[3], d = sums_[1] - sums_[3];
      out[k] = a + c;
      out[m + k] = {b.real() + d.imag(), b.imag() - d.real()};
      out[2 * m + k] = a - c;
      out[3 * m + k] = {b.real() - d.imag(), b.imag() + d.real()};
    } else if (p == 5) {
      join_five(sums_.data(), m, out + k);
    } else {
      for (std::size_t j = 0; j < p; ++j) {
        std::complex<double> sum = sums_[0];
        for (std::size_t r = 1, turn = j * m * stride; r < p; ++r) {
          sum += multiply(sums_[r], turns_[turn]);
          turn += j * m * stride;
          if (turn >= whole) turn -= whole;
        }
        out[j * m + k] = sum;
      }
    }
  }
}

}  // namespace fourfoot::evaluate
