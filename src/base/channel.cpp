#include "base/channel.h"

#include <algorithm>
#include <cctype>
#include <stdexcept>
#include <string_view>

#include "base/error.h"

namespace fourfoot {

namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Whether the text ends with a wheel's side ("…/left", "*right") or a patch ("patch_2", "patch_*").
bool names_contact(std::string_view text) {
  for (const std::string_view side : {"left", "right"}) {
    if (!text.ends_with(side) || text.size() == side.size()) continue;
    const char c = text[text.size() - side.size() - 1];
    return c == '/' || c == '*';
  }
  static constexpr std::string_view patch = "patch_";
  const std::size_t number = text.find_last_not_of("0123456789*") + 1;
  if (number == text.size() || !text.substr(0, number).ends_with(patch)) return false;
  return number == patch.size() || !is_word(text[number - patch.size() - 1]);
}

}  // namespace

bool matches_pattern(const std::string& pattern, const std::string& name) {
  constexpr std::size_t none = std::string::npos;
  std::size_t p = 0, star = none, resume = 0;
  for (std::size_t t = 0; t < name.size();) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.size() && pattern[p] == name[t]) {
      ++p;
      ++t;
    } else if (star != none) {  // let the last star take one letter more
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == none;
}

std::string rename_channels(const std::string& text) {
  static constexpr std::string_view before = "/phi", now = "/spin";
  std::string out = text;
  for (std::size_t at = out.find(before); at != std::string::npos; at = out.find(before, at + 1)) {
    const std::string_view whole = out;
    if (at + before.size() < out.size() && is_word(out[at + before.size()])) continue;
    if (names_contact(whole.substr(0, at))) out.replace(at, before.size(), now);
  }
  return out;
}

std::string find_closest_channel(const std::string& pattern,
                                 const std::vector<std::string>& names) {
  const auto finds = [&](const std::string& other, const auto& is_meant) {
    return other != pattern && std::any_of(names.begin(), names.end(), [&](const auto& name) {
             return matches_pattern(other, name) && is_meant(name);
           });
  };
  std::string now = rename_channels(pattern);
  if (finds(now, [](const auto&) { return true; })) return now;
  // Results of an older version have the old name.
  std::string before =
      pattern.ends_with("/spin") ? pattern.substr(0, pattern.size() - 4) + "phi" : pattern;
  if (finds(before, [](const auto& name) { return rename_channels(name) != name; })) return before;
  return find_closest(pattern, names);
}

const std::vector<double>& Trajectory::values(const std::string& name) const {
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    if (channels_[i].name == name) return values_[i];
  }
  throw std::out_of_range("no channel \"" + name + "\"");
}

}  // namespace fourfoot
