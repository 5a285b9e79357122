#pragma once

#include <type_traits>

#include "math/types.h"

namespace fourfoot {

/// A number that the compiler knows.
template <Eigen::Index n>
using Size = std::integral_constant<Eigen::Index, n>;

/// f(k) for k = from ... to - 1; written out, k a Size, where both ends are Sizes: nested loops over a few
/// numbers cost half of what they cost as loops. The operations and their order are the same.
template <class From, class To, class F>
[[gnu::always_inline]] inline void repeat(From from, To to, const F& f) {
  if constexpr (std::is_same_v<From, Eigen::Index> || std::is_same_v<To, Eigen::Index>) {
    for (Eigen::Index k = from; k < to; ++k) f(k);
  } else if constexpr (From::value < To::value) {
    f(from);
    repeat(Size<From::value + 1>{}, to, f);
  }
}

/// k + 1.
template <Eigen::Index k>
constexpr Size<k + 1> get_next(Size<k>) {
  return {};
}
constexpr Eigen::Index get_next(Eigen::Index k) {
  return k + 1;
}

}  // namespace fourfoot
