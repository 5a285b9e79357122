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
    keep([read = std::move(read)](const Moment& moment, double*& out) { *out++ = read(moment); });
  }
  /// The rows of a table, named `base` and the row's name; `take` makes what they are read from,
  /// once for all of them.
  template <class T, class Take>
  void add_rows(const std::string& base, std::span<const ChannelRow<T>> rows, Take take) {
    for (const ChannelRow<T>& row : rows)
      channels_.push_back({base + row.name, row.unit, row.frame, row.what});
    keep([rows, take = std::move(take)](const Moment& moment, double*& out) {
      const T& taken = take(moment);
      for (const ChannelRow<T>& row : rows) *out++ = row.read(taken);
    });
  }
  /// Several at once: `read` writes as many values and moves on behind them.
  void add_block(std::vector<Channel> channels, std::function<void(const Moment&, double*&)> read) {
    for (Channel& channel : channels) channels_.push_back(std::move(channel));
    keep(std::move(read));
  }
  template <class T, class Take>
  void add_vectors(const std::string& base, std::span<const VectorRow<T>> rows, Take take) {
    for (const VectorRow<T>& row : rows) {
      for (const char* axis : {"_x", "_y", "_z"})
        channels_.push_back({base + row.name + axis, row.unit, row.frame, row.what});
    }
    keep([rows, take = std::move(take)](const Moment& moment, double*& out) {
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
    for (const Reader& reader : readers_) reader.read(moment, out);
  }
  /// Which readers are needed for some of the channels, of these numbers.
  std::vector<bool> find_readers(const std::vector<std::size_t>& channels) const;
  /// What those readers read; other entries stay as they are.
  void record(const Moment& moment, const std::vector<bool>& wanted, double* out) const {
    for (std::size_t i = 0; i < readers_.size(); ++i) {
      double* at = out + readers_[i].begin;
      if (wanted[i]) readers_[i].read(moment, at);
    }
  }

 private:
  /// Of the channels from `begin` to that of the next one.
  struct Reader {
    std::function<void(const Moment&, double*&)> read;
    std::size_t begin;
  };
  /// Behind its channels.
  void keep(std::function<void(const Moment&, double*&)> read) {
    readers_.push_back({std::move(read), kept_});
    kept_ = channels_.size();
  }

  std::vector<Channel> channels_;
  std::vector<Reader> readers_;
  std::size_t kept_ = 0;  ///< channels that have their reader
};

inline std::vector<bool> ChannelTable::find_readers(
    const std::vector<std::size_t>& channels) const {
  std::vector<bool> wanted(channels_.size(), false), needed;
  for (const std::size_t i : channels) wanted[i] = true;
  for (std::size_t r = 0; r < readers_.size(); ++r) {
    const std::size_t end = r + 1 < readers_.size() ? readers_[r + 1].begin : channels_.size();
    bool is_needed = false;
    for (std::size_t i = readers_[r].begin; i < end; ++i) is_needed = is_needed || wanted[i];
    needed.push_back(is_needed);
  }
  return needed;
}

}  // namespace fourfoot::system
