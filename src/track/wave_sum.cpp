#include "track/wave_sum.h"

#include <cmath>
#include <numbers>
#include <stdexcept>
#include <utility>

namespace fourfoot::track {

WaveSum::WaveSum(std::size_t count) : count_(count) {
  if (count < 4 || (count & (count - 1)) != 0)
    throw std::invalid_argument("the number of nodes must be a power of two");
  for (Numbers* const numbers : {&turns_, &from_, &to_}) {
    numbers->re.resize(count);
    numbers->im.resize(count);
  }
  // Products of few large and few small turns: a sine for each would cost as much as the transform.
  std::size_t fine = 1;
  while (fine * fine < count) fine *= 2;
  const double step = 2.0 * std::numbers::pi / static_cast<double>(count);
  std::vector<Complex> small(fine);
  for (std::size_t k = 0; k < fine; ++k) small[k] = std::polar(1.0, step * static_cast<double>(k));
  for (std::size_t begin = 0; begin < count; begin += fine) {
    const Complex large = std::polar(1.0, step * static_cast<double>(begin));
    for (std::size_t k = 0; k < fine; ++k) {
      turns_.re[begin + k] = large.real() * small[k].real() - large.imag() * small[k].imag();
      turns_.im[begin + k] = large.real() * small[k].imag() + large.imag() * small[k].real();
    }
  }
}

/// The last step of an N that is no power of 4: two numbers, `stride` of them side by side.
void WaveSum::halve(std::size_t stride) {
  const auto combine = [stride](const std::vector<double>& from, std::vector<double>& to) {
    for (std::size_t q = 0; q < stride; ++q) {
      to[q] = from[q] + from[q + stride];
      to[q + stride] = from[q] - from[q + stride];
    }
  };
  combine(from_.re, to_.re);
  combine(from_.im, to_.im);
}

namespace {

/// What a step reads and writes.
struct StepArrays {
  const double *turns_re, *turns_im;
  const double *from_re, *from_im;
  double *to_re, *to_im;
};

/// One step: of `length` numbers, `stride` of them side by side, four times a quarter.
[[gnu::always_inline]] inline void quarter_numbers(const StepArrays& a, std::size_t length,
                                                   std::size_t stride) {
  const std::size_t m = length / 4, apart = stride * m;
  for (std::size_t p = 0; p < m; ++p) {
    const double c1 = a.turns_re[p * stride], s1 = a.turns_im[p * stride];
    const double c2 = a.turns_re[2 * p * stride], s2 = a.turns_im[2 * p * stride];
    const double c3 = a.turns_re[3 * p * stride], s3 = a.turns_im[3 * p * stride];
    const double *const re = a.from_re + stride * p, *const im = a.from_im + stride * p;
    double* __restrict const to_re = a.to_re + 4 * stride * p;
    double* __restrict const to_im = a.to_im + 4 * stride * p;
    for (std::size_t q = 0; q < stride; ++q) {
      const double sum_re = re[q] + re[q + 2 * apart], sum_im = im[q] + im[q + 2 * apart];
      const double way_re = re[q] - re[q + 2 * apart], way_im = im[q] - im[q + 2 * apart];
      const double odd_re = re[q + apart] + re[q + 3 * apart];
      const double odd_im = im[q + apart] + im[q + 3 * apart];
      // i times the difference
      const double turn_re = im[q + 3 * apart] - im[q + apart];
      const double turn_im = re[q + apart] - re[q + 3 * apart];
      const double re1 = way_re + turn_re, im1 = way_im + turn_im;
      const double re2 = sum_re - odd_re, im2 = sum_im - odd_im;
      const double re3 = way_re - turn_re, im3 = way_im - turn_im;
      to_re[q] = sum_re + odd_re;
      to_im[q] = sum_im + odd_im;
      to_re[q + stride] = c1 * re1 - s1 * im1;
      to_im[q + stride] = c1 * im1 + s1 * re1;
      to_re[q + 2 * stride] = c2 * re2 - s2 * im2;
      to_im[q + 2 * stride] = c2 * im2 + s2 * re2;
      to_re[q + 3 * stride] = c3 * re3 - s3 * im3;
      to_im[q + 3 * stride] = c3 * im3 + s3 * re3;
    }
  }
}

using Quarter = void (*)(const StepArrays&, std::size_t, std::size_t);

void quarter_portable(const StepArrays& a, std::size_t length, std::size_t stride) {
  quarter_numbers(a, length, stride);
}

// Without FMA, which would round differently.
#if defined(__x86_64__)
__attribute__((target("avx2"))) void quarter_avx2(const StepArrays& a, std::size_t length,
                                                  std::size_t stride) {
  quarter_numbers(a, length, stride);
}
#endif

Quarter find_quarter() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return quarter_avx2;
#endif
  return quarter_portable;
}

}  // namespace

void WaveSum::quarter(std::size_t length, std::size_t stride) {
  static const Quarter chosen = find_quarter();
  (is_portable_ ? quarter_portable : chosen)({turns_.re.data(), turns_.im.data(), from_.re.data(),
                                              from_.im.data(), to_.re.data(), to_.im.data()},
                                             length, stride);
}

void WaveSum::calc(std::span<const Complex> first, std::span<const Complex> second) {
  if (first.size() > count_ / 2 || second.size() > count_ / 2)
    throw std::invalid_argument("there are more waves than the nodes can show");
  from_.re.assign(count_, 0.0);
  from_.im.assign(count_, 0.0);
  for (std::size_t j = 1; j < first.size(); ++j) {
    from_.re[j] += 0.5 * first[j].real();
    from_.im[j] += 0.5 * first[j].imag();
    from_.re[count_ - j] += 0.5 * first[j].real();
    from_.im[count_ - j] -= 0.5 * first[j].imag();
  }
  for (std::size_t j = 1; j < second.size(); ++j) {
    from_.re[j] -= 0.5 * second[j].imag();
    from_.im[j] += 0.5 * second[j].real();
    from_.re[count_ - j] += 0.5 * second[j].imag();
    from_.im[count_ - j] += 0.5 * second[j].real();
  }
  std::size_t stride = 1;
  for (std::size_t length = count_; length > 1; length /= 4, stride *= 4) {
    if (length == 2)
      halve(stride);
    else
      quarter(length, stride);
    std::swap(from_, to_);
    if (length == 2) break;
  }
}

}  // namespace fourfoot::track
