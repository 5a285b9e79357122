#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "base/channel.h"
#include "results/channel_image.h"
#include "results/row_block.h"

namespace fourfoot::results {

/// How many rows a chunk has, and how many chunks a node of the index. A node that is full is
/// divided in several writes: a kill in between would lose chunks. So it has room for all rows
/// of a run, up to 30 million; and long runs have longer chunks: whoever reads them with HDF5 keeps
/// 280 bytes in memory for each. A chunk takes its room on the disk with its first row, about a
/// 60th of what the whole run takes.
struct ChunkPlan {
  std::uint64_t rows;  ///< of a chunk
  unsigned half;       ///< of a node's entries

  static constexpr std::uint64_t flush = RowBlock::capacity;  ///< rows that are written at a time

  explicit ChunkPlan(std::uint64_t expected_rows) {
    const std::uint64_t flushes = expected_rows / flush + 1;
    rows = flush * std::clamp<std::uint64_t>(flushes / 60 + 1, 1, 64);
    const std::uint64_t least = expected_rows == 0 ? 32 : 4;  // 0: not known
    half =
        static_cast<unsigned>(std::clamp<std::uint64_t>(expected_rows / rows / 2 + 2, least, 256));
  }
  std::uint64_t count(std::uint64_t n) const { return (n + rows - 1) / rows; }
};

/// Where the rows of all channels are in a results file, and how they get there: written directly,
/// as HDF5 would have it. HDF5 must not have the file open meanwhile.
///
/// New chunks of all channels go one behind the other to the end of the file. Values come first,
/// then the index that leads to them: the file can be read whichever write was the last. (Where
/// one node does not hold all chunks, one moment is left: the write that makes a tree of two levels.)
class ChannelStore {
 public:
  ChannelStore(const std::vector<Channel>& channels, const ChunkPlan& plan);

  /// The file before its first row.
  const std::string& image() const { return image_.bytes; }
  /// No longer needed.
  void drop_image() { image_.bytes = {}; }
  std::uint64_t rows() const { return rows_; }

  /// What the file grows by until it has so many rows [bytes].
  std::uint64_t count_bytes(std::uint64_t total) const;
  /// Takes that room behind `end`.
  void extend(std::uint64_t total, std::uint64_t end);
  /// Values of one channel from a row on.
  bool write_values(int file, std::size_t channel, std::uint64_t row, const double* values,
                    std::uint64_t count) const;
  /// Values of neighbouring channels from a row on, each a RowBlock::capacity behind the other.
  bool write_columns(int file, std::size_t begin, std::size_t end, std::uint64_t row,
                     const double* columns, std::uint64_t count) const;
  /// The file has so many rows from now on.
  bool write_index(int file, std::uint64_t total);

 private:
  std::uint64_t chunk_bytes() const { return plan_.rows * sizeof(double); }
  std::uint64_t node_entries() const { return 2 * plan_.half; }
  std::uint64_t count_leaves(std::uint64_t chunks) const;
  void fill_leaf(char* node, std::size_t channel, std::uint64_t first, std::uint64_t end) const;
  bool write_leaves(int file);

  ChunkPlan plan_;
  IndexRecord record_;
  ChannelImage image_;
  std::size_t channels_;
  std::uint64_t rows_ = 0;
  std::uint64_t written_leaves_ = 0;   ///< that are full and on the disk
  std::vector<std::uint64_t> chunks_;  ///< where the chunks of the first channel are
  std::vector<std::uint64_t>
      leaves_;         ///< nodes below the first: where that of the first channel is
  std::string index_;  ///< the records, as they are on the disk
};

}  // namespace fourfoot::results
