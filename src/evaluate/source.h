#pragma once

#include <vector>

#include "base/channel.h"

namespace fourfoot::evaluate {

/// Channels of equal length that are read piece by piece: a results file, a measured record. SI.
class SignalSource {
 public:
  virtual ~SignalSource() = default;
  virtual const std::vector<Channel>& channels() const = 0;
  /// Number of rows.
  virtual std::size_t size() const = 0;
  /// Rows first ... first + count - 1 of a channel.
  virtual void read(std::size_t channel, std::size_t first, std::size_t count, double* to) = 0;

  /// Index of the channel, or -1.
  int find(const std::string& name) const {
    for (std::size_t i = 0; i < channels().size(); ++i)
      if (channels()[i].name == name) return static_cast<int>(i);
    return -1;
  }
};

}  // namespace fourfoot::evaluate
