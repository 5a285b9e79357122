#pragma once

#include <compare>
#include <cstddef>

namespace fourfoot {

/// An index that cannot be mixed up with another kind's: `using BodyIndex = Index<struct
/// BodyTag>;`.
template <class Tag>
class Index {
 public:
  constexpr Index() = default;
  constexpr explicit Index(std::size_t value) : value_(value) {}
  constexpr explicit Index(int value) : value_(static_cast<std::size_t>(value)) {}
  constexpr std::size_t value() const { return value_; }
  constexpr bool valid() const { return value_ != npos; }
  friend constexpr auto operator<=>(Index, Index) = default;

 private:
  static constexpr std::size_t npos = static_cast<std::size_t>(-1);
  std::size_t value_ = npos;
};

}  // namespace fourfoot
