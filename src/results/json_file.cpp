#include "results/json_file.h"

#include <fstream>
#include <nlohmann/json.hpp>

namespace fourfoot::results {

bool is_json_too_deep(std::string_view text) {
  int depth = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_text) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        in_text = false;
    } else if (c == '"') {
      in_text = true;
    } else if (c == '[' || c == '{') {
      if (++depth > max_json_depth) return true;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return false;
}

bool read_plain_file(const std::filesystem::path& path, std::uint64_t most, std::string& text,
                     std::string& why) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) {
    why = "is not a file on a disk";
    return false;
  }
  const std::uint64_t size = std::filesystem::file_size(path, error);
  if (error || size > most) {
    why = "is larger than " + std::to_string(most >> 20) + " MiB";
    return false;
  }
  std::ifstream in(path, std::ios::binary);
  text.resize(size);
  in.read(text.data(), static_cast<std::streamsize>(size));
  text.resize(static_cast<std::size_t>(std::max<std::streamsize>(in.gcount(), 0)));
  if (!in.is_open()) why = "cannot be read";
  return in.is_open();
}

nlohmann::json read_json(const std::filesystem::path& path, std::string& why) {
  std::string text;
  if (!read_plain_file(path, max_json_bytes, text, why)) return {};
  if (is_json_too_deep(text)) {
    why = "is nested more than " + std::to_string(max_json_depth) + " deep";
    return {};
  }
  nlohmann::json document = nlohmann::json::parse(text, nullptr, false);
  if (document.is_discarded()) {
    why = "is not JSON";
    return {};
  }
  return document;
}

}  // namespace fourfoot::results
