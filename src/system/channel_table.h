#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/channel.h"
#include "integrate/problem.h"

namespace fourfoot::system {

struct Workspace;

/// What a row of results is read from: all is computed at (t, y), z are the own states of y.
struct Moment {
  double t;
  const integrate::ConstVecRef& z;
  const Workspace& ws;
};

/// One channel of something that is read as a T: what it is and how it is read.
template <class T>
struct ChannelRow {
  const char *name, *unit, *frame, *what;
  double (*read)(const T&);
};
/// Three of them, with _x, _y and _z behind the name.
template <class T>
struct VectorRow {
  const char *name, *unit, *frame, *what;
  Vec3 (*read)(const T&);
};

/// Channels with their readers, in the order in which they are recorded.
class ChannelTable {
 public:
  void add(Channel channel, std::function<double(const Moment&)> read) {
    channels_.push_back(std::move(channel));
    readers_.push_back(
        [read = std::move(read)](const Moment& moment, double*& out) { *out++ = read(moment); });
  }
  /// The rows of a table, named `base` and the row's name; `take` makes what they are read from,
  /// once for all of them.
  template <class T, class Take>
  void add_rows(const std::string& base, std::span<const ChannelRow<T>> rows, Take take) {
    for (const ChannelRow<T>& row : rows)
      channels_.push_back({base + row.name, row.unit, row.frame, row.what});
    readers_.push_back([rows, take = std::move(take)](const Moment& moment, double*& out) {
      const T& taken = take(moment);
      for (const ChannelRow<T>& row : rows) *out++ = row.read(taken);
    });
  }
  template <class T, class Take>
  void add_vectors(const std::string& base, std::span<const VectorRow<T>> rows, Take take) {
    for (const VectorRow<T>& row : rows) {
      for (const char* axis : {"_x", "_y", "_z"})
        channels_.push_back({base + row.name + axis, row.unit, row.frame, row.what});
    }
    readers_.push_back([rows, take = std::move(take)](const Moment& moment, double*& out) {
      const T& taken = take(moment);
      for (const VectorRow<T>& row : rows) {
        const Vec3 value = row.read(taken);
        for (int c = 0; c < 3; ++c) *out++ = value[c];
      }
    });
  }

  const std::vector<Channel>& channels() const { return channels_; }
  /// Writes as many values as there are channels.
  void record(const Moment& moment, double* out) const {
    for (const auto& read : readers_) read(moment, out);
  }

 private:
  std::vector<Channel> channels_;
  std::vector<std::function<void(const Moment&, double*&)>> readers_;
};

}  // namespace fourfoot::system
