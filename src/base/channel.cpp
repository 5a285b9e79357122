#include "base/channel.h"

#include <stdexcept>

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

const std::vector<double>& Trajectory::values(const std::string& name) const {
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    if (channels_[i].name == name) return values_[i];
  }
  throw std::out_of_range("no channel \"" + name + "\"");
}

}  // namespace fourfoot
