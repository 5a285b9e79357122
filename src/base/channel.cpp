#include "base/channel.h"

#include <algorithm>
#include <regex>
#include <stdexcept>

#include "base/error.h"

namespace fourfoot {

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
  if (text.find("/phi") == std::string::npos) return text;
  static const std::regex spin(R"(([/*](?:left|right)|\bpatch_[0-9*]+)/phi\b)");
  return std::regex_replace(text, spin, "$1/spin");
}

std::string find_closest_channel(const std::string& pattern,
                                 const std::vector<std::string>& names) {
  const std::string now = rename_channels(pattern);
  const bool is_old = now != pattern && std::any_of(names.begin(), names.end(), [&](const auto& n) {
                        return matches_pattern(now, n);
                      });
  return is_old ? now : find_closest(pattern, names);
}

const std::vector<double>& Trajectory::values(const std::string& name) const {
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    if (channels_[i].name == name) return values_[i];
  }
  throw std::out_of_range("no channel \"" + name + "\"");
}

}  // namespace fourfoot
