#pragma once

#include <optional>
#include <string_view>

namespace fourfoot::input {

/// The parser builds nested tables and everything after it walks them by recursion, so a hostile
/// file could exhaust the stack. No file of ours is nested by more than a handful.
inline constexpr int max_nesting = 32;

struct TextPosition {
  int line = 1;
  int column = 1;
};

/// Where TOML text first has more than max_nesting brackets open, or a key of more than that many
/// dotted parts; looks past strings and comments. Nothing if it is nowhere too deep.
std::optional<TextPosition> find_too_deep(std::string_view text);

}  // namespace fourfoot::input
