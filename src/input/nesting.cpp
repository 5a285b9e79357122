#include "input/nesting.h"

#include <cctype>
#include <string>

namespace fourfoot::input {

namespace {

// The end of the string that begins at `begin`, one past its closing quotes; the end of the line
// for a string that does not close on it.
std::size_t skip_string(std::string_view text, std::size_t begin) {
  const char quote = text[begin];
  const std::string triple(3, quote);
  const bool is_long = text.compare(begin, 3, triple) == 0;
  std::size_t i = begin + (is_long ? 3 : 1);
  for (; i < text.size(); ++i) {
    if (quote == '"' && text[i] == '\\') {
      ++i;
    } else if (is_long && text.compare(i, 3, triple) == 0) {
      return i + 3;
    } else if (!is_long && (text[i] == quote || text[i] == '\n')) {
      return text[i] == quote ? i + 1 : i;
    }
  }
  return text.size();
}

bool continues_key(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == ' ' ||
         c == '\t';
}

TextPosition locate(std::string_view text, std::size_t offset) {
  TextPosition position;
  for (std::size_t i = 0; i < offset; ++i) {
    position.column = text[i] == '\n' ? 1 : position.column + 1;
    position.line += text[i] == '\n' ? 1 : 0;
  }
  return position;
}

}  // namespace

std::optional<TextPosition> find_too_deep(std::string_view text) {
  int brackets = 0;
  int dots = 0;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '"' || c == '\'') {
      i = skip_string(text, i);
      continue;
    }
    if (c == '#') {
      i = std::min(text.find('\n', i), text.size());
      continue;
    }
    if (c == '.') {
      ++dots;
    } else if (!continues_key(c)) {
      dots = 0;
      if (c == '[' || c == '{') ++brackets;
      if ((c == ']' || c == '}') && brackets > 0) --brackets;
    }
    if (brackets > max_nesting || dots >= max_nesting) return locate(text, i);
    ++i;
  }
  return std::nullopt;
}

}  // namespace fourfoot::input
