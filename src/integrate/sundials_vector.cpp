#include "integrate/sundials_vector.h"

#include <algorithm>
#include <cmath>

#include "math/vector_width.h"

namespace fourfoot::integrate {
namespace {

// z may be x or y, but never a part of them that is shifted: elements do not depend on each other.
#if defined(__clang__)
#define FOURFOOT_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define FOURFOOT_INDEPENDENT _Pragma("GCC ivdep")
#endif

template <class Formula>
[[gnu::always_inline]] inline void for_each_of(sunindextype n, const sunrealtype* x,
                                               const sunrealtype* y, sunrealtype* z,
                                               const Formula& formula) {
  FOURFOOT_INDEPENDENT
  for (sunindextype i = 0; i < n; ++i) z[i] = formula(x[i], y[i]);
}

#if defined(__x86_64__)
/// By vectors of four: the same bits.
template <class Formula>
[[gnu::noinline]] FOURFOOT_AVX2 void for_each_by_four(sunindextype n, const sunrealtype* x,
                                                      const sunrealtype* y, sunrealtype* z,
                                                      const Formula& formula) {
  for_each_of(n, x, y, z, formula);
}
#endif

template <class Formula>
inline void for_each(N_Vector x_in, N_Vector y_in, N_Vector z_out, const Formula& formula) {
  const sunindextype n = NV_LENGTH_S(x_in);
  const sunrealtype *const x = NV_DATA_S(x_in), *const y = NV_DATA_S(y_in);
  sunrealtype* const z = NV_DATA_S(z_out);
#if defined(__x86_64__)
  static const bool by_four = has_avx2();
  if (by_four) return for_each_by_four(n, x, y, z, formula);
#endif
  for_each_of(n, x, y, z, formula);
}

/// z = a x + b y, by the formula that SUNDIALS takes for these factors.
void linear_sum(sunrealtype a, N_Vector x, sunrealtype b, N_Vector y, N_Vector z) {
  using T = sunrealtype;
  if (a == 1.0 && b == 1.0) return for_each(x, y, z, [](T p, T q) { return p + q; });
  if (a == 1.0 && b == -1.0) return for_each(x, y, z, [](T p, T q) { return p - q; });
  if (a == -1.0 && b == 1.0) return for_each(x, y, z, [](T p, T q) { return q - p; });
  if (a == 1.0) return for_each(x, y, z, [b](T p, T q) { return b * q + p; });
  if (b == 1.0) return for_each(x, y, z, [a](T p, T q) { return a * p + q; });
  if (a == -1.0) return for_each(x, y, z, [b](T p, T q) { return b * q - p; });
  if (b == -1.0) return for_each(x, y, z, [a](T p, T q) { return a * p - q; });
  if (a == b) return for_each(x, y, z, [a](T p, T q) { return a * (p + q); });
  if (a == -b) return for_each(x, y, z, [a](T p, T q) { return a * (p - q); });
  for_each(x, y, z, [a, b](T p, T q) { return a * p + b * q; });
}

void scale(sunrealtype c, N_Vector x, N_Vector z) {
  using T = sunrealtype;
  if (c == 1.0) return for_each(x, x, z, [](T p, T) { return p; });
  if (c == -1.0) return for_each(x, x, z, [](T p, T) { return -p; });
  for_each(x, x, z, [c](T p, T) { return c * p; });
}

void set_all(sunrealtype c, N_Vector z) {
  std::fill_n(NV_DATA_S(z), NV_LENGTH_S(z), c);
}

void set_absolute(N_Vector x, N_Vector z) {
  for_each(x, x, z, [](sunrealtype p, sunrealtype) { return std::abs(p); });
}

void invert(N_Vector x, N_Vector z) {
  for_each(x, x, z, [](sunrealtype p, sunrealtype) { return 1.0 / p; });
}

void multiply(N_Vector x, N_Vector y, N_Vector z) {
  for_each(x, y, z, [](sunrealtype p, sunrealtype q) { return p * q; });
}

/// Of SUNDIALS' own order: one square after the other.
sunrealtype sum_weighted_squares(N_Vector x_in, N_Vector w_in) {
  using portable_width::load, portable_width::Vector;
  const sunindextype n = NV_LENGTH_S(x_in);
  const sunrealtype *const x = NV_DATA_S(x_in), *const w = NV_DATA_S(w_in);
  sunrealtype sum = 0.0;
  sunindextype i = 0;
  for (; i + 2 <= n; i += 2) {
    const Vector p = load(x + i) * load(w + i), square = p * p;
    sum += square[0];
    sum += square[1];
  }
  for (; i < n; ++i) {
    const sunrealtype p = x[i] * w[i];
    sum += p * p;
  }
  return sum;
}

sunrealtype calc_weighted_norm(N_Vector x, N_Vector w) {
  return std::sqrt(sum_weighted_squares(x, w) / static_cast<sunrealtype>(NV_LENGTH_S(x)));
}

}  // namespace

N_Vector make_sun_vector(sunindextype n, sunrealtype* data, SUNContext context) {
  N_Vector vector = data != nullptr ? N_VMake_Serial(n, data, context) : N_VNew_Serial(n, context);
  if (vector == nullptr) return nullptr;
  vector->ops->nvlinearsum = linear_sum;  // its clones have the same
  vector->ops->nvscale = scale;
  vector->ops->nvconst = set_all;
  vector->ops->nvabs = set_absolute;
  vector->ops->nvinv = invert;
  vector->ops->nvprod = multiply;
  vector->ops->nvwrmsnorm = calc_weighted_norm;
  vector->ops->nvwsqrsumlocal = sum_weighted_squares;
  return vector;
}

}  // namespace fourfoot::integrate
