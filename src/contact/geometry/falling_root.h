#pragma once

#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>

namespace fourfoot::contact {

/// Zero of a function that falls, however far from `start`: steps of `step`, doubled each time,
/// until the sign changes, then to `width`. No derivative is asked, so corners and jumps do not
/// matter. Nothing if there is no change of sign within 2^16 steps or the function has no value
/// (not a number).
template <class Function>
std::optional<double> find_falling_root(const Function& f, double start, double step,
                                        double width) {
  double a = start, fa = f(a);
  if (fa == 0.0) return a;
  double b = a, fb = fa;
  for (int i = 0; i < 16 && std::isfinite(fb) && (fb > 0.0) == (fa > 0.0); ++i, step *= 2.0) {
    a = b;
    b += fa > 0.0 ? step : -step;
    fa = fb;
    fb = f(b);
    if (fb == 0.0) return b;
  }
  if (!std::isfinite(fa) || !std::isfinite(fb) || (fb > 0.0) == (fa > 0.0)) return std::nullopt;
  if (a > b) {
    std::swap(a, b);
    std::swap(fa, fb);
  }
#ifdef __clang_analyzer__  // it takes fa for zero, then for not zero, and blames Boost
  (void)width;
#else
  std::uintmax_t steps = 100;
  const auto close = [width](double low, double high) { return high - low <= width; };
  std::tie(a, b) = boost::math::tools::toms748_solve(f, a, b, fa, fb, close, steps);
#endif
  return 0.5 * (a + b);
}

}  // namespace fourfoot::contact
