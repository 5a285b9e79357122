#include "base/channel.h"

#include <stdexcept>

namespace fourfoot {

const std::vector<double>& Trajectory::values(const std::string& name) const {
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    if (channels_[i].name == name) return values_[i];
  }
  throw std::out_of_range("no channel \"" + name + "\"");
}

}  // namespace fourfoot
