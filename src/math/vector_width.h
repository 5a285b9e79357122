#pragma once

#include <cmath>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

/// Doubles side by side in the processor's vectors, for kernels that are compiled once per width and chosen
/// when the program runs (has_avx2): their functions have the width's attribute, FOURFOOT_PORTABLE or
/// FOURFOOT_AVX2. Without FMA, which would round differently: every width gives the same bits.
namespace fourfoot {

/// The width every processor of the platform has (two doubles on x86-64 and ARMv8).
namespace portable_width {
#define FOURFOOT_PORTABLE
using Vector = double __attribute__((vector_size(16)));
using Mask = decltype(Vector{} < Vector{});
constexpr int width = 2;

inline Vector take_root(const Vector& v) {
#if defined(__x86_64__)
  return _mm_sqrt_pd(v);
#else
  return Vector{std::sqrt(v[0]), std::sqrt(v[1])};
#endif
}
inline Vector load(const double* from) {
  Vector v;
  __builtin_memcpy(&v, from, sizeof v);
  return v;
}
inline void store(const Vector& v, double* to) {
  __builtin_memcpy(to, &v, sizeof v);
}
}  // namespace portable_width

/// Four doubles.
#if defined(__x86_64__)
namespace avx2_width {
#define FOURFOOT_AVX2 __attribute__((target("avx2")))
using Vector = double __attribute__((vector_size(32)));
using Mask = decltype(Vector{} < Vector{});
constexpr int width = 4;

FOURFOOT_AVX2 inline Vector take_root(const Vector& v) {
  return _mm256_sqrt_pd(v);
}
FOURFOOT_AVX2 inline Vector load(const double* from) {
  Vector v;
  __builtin_memcpy(&v, from, sizeof v);
  return v;
}
FOURFOOT_AVX2 inline void store(const Vector& v, double* to) {
  __builtin_memcpy(to, &v, sizeof v);
}
}  // namespace avx2_width
#endif

/// Whether this processor has vectors of four doubles.
inline bool has_avx2() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") != 0;
#else
  return false;
#endif
}

}  // namespace fourfoot
