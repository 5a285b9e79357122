#pragma once

#include <functional>
#include <iterator>
#include <string>
#include <utility>
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

inline void put(double value, double*& out) {
  *out++ = value;
}
inline void put(const Vec3& value, double*& out) {
  for (int c = 0; c < 3; ++c) *out++ = value[c];
}
/// Writes what the rows of a table read. The table is a constant of the program, so that its
/// readers become part of one function.
template <const auto& rows, class T>
void read_rows(const T& from, double*& out) {
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    (put(rows[i].read(from), out), ...);
  }
  (std::make_index_sequence<std::size(rows)>());
}

/// Channels with their readers, in the order in which they are recorded.
class ChannelTable {
 public:
  template <class Read>
  void add(Channel channel, Read read) {
    channels_.push_back(std::move(channel));
    keep([read = std::move(read)](const Moment& moment, double*& out) { *out++ = read(moment); });
  }
  /// The rows of a table, named `base` and the row's name; `take` makes what they are read from,
  /// once for all of them.
  template <const auto& rows, class Take>
  void add_rows(const std::string& base, Take take) {
    for (const auto& row : rows)
      channels_.push_back({base + row.name, row.unit, row.frame, row.what});
    keep([take = std::move(take)](const Moment& moment, double*& out) {
      const auto& taken = take(moment);
      read_rows<rows>(taken, out);
    });
  }
  /// Several at once: `read` writes as many values and moves on behind them.
  void add_block(std::vector<Channel> channels, std::function<void(const Moment&, double*&)> read) {
    for (Channel& channel : channels) channels_.push_back(std::move(channel));
    keep(std::move(read));
  }
  template <const auto& rows, class Take>
  void add_vectors(const std::string& base, Take take) {
    for (const auto& row : rows) {
      for (const char* axis : {"_x", "_y", "_z"})
        channels_.push_back({base + row.name + axis, row.unit, row.frame, row.what});
    }
    keep([take = std::move(take)](const Moment& moment, double*& out) {
      const auto& taken = take(moment);
      read_rows<rows>(taken, out);
    });
  }

  const std::vector<Channel>& channels() const { return channels_; }
  /// Writes as many values as there are channels.
  void record(const Moment& moment, double* out) const {
    for (const Reader& reader : readers_) reader.read(moment, out);
  }
  /// Numbers of the readers that are needed for some of the channels, of these numbers.
  std::vector<std::size_t> find_readers(const std::vector<std::size_t>& channels) const;
  /// What those readers read; other entries stay as they are.
  void record(const Moment& moment, const std::vector<std::size_t>& wanted, double* out) const {
    for (const std::size_t i : wanted) {
      double* at = out + readers_[i].begin;
      readers_[i].read(moment, at);
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

inline std::vector<std::size_t> ChannelTable::find_readers(
    const std::vector<std::size_t>& channels) const {
  std::vector<bool> wanted(channels_.size(), false);
  std::vector<std::size_t> needed;
  for (const std::size_t i : channels) wanted[i] = true;
  for (std::size_t r = 0; r < readers_.size(); ++r) {
    const std::size_t end = r + 1 < readers_.size() ? readers_[r + 1].begin : channels_.size();
    bool is_needed = false;
    for (std::size_t i = readers_[r].begin; i < end; ++i) is_needed = is_needed || wanted[i];
    if (is_needed) needed.push_back(r);
  }
  return needed;
}

}  // namespace fourfoot::system
