#include "base/source_location.h"

namespace fourfoot {

std::string SourceLocation::get_line_text() const {
  if (!known()) return {};
  const std::string& text = file->text;
  std::size_t begin = 0;
  for (int i = 1; i < line; ++i) {
    begin = text.find('\n', begin);
    if (begin == std::string::npos) return {};
    ++begin;
  }
  std::size_t end = text.find('\n', begin);
  std::string result = text.substr(begin, end == std::string::npos ? end : end - begin);
  if (!result.empty() && result.back() == '\r') result.pop_back();
  return result;
}

}  // namespace fourfoot
