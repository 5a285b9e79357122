#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/channel.h"
#include "results/hdf5.h"
#include "results/row_block.h"

namespace fourfoot::results {

/// HDF5 indexes the chunks of a channel in a node that it divides when it is full, in several
/// writes: a kill in between would lose the chunks. So the node has room for all rows of a run, up
/// to 30 million; and since HDF5 keeps 280 bytes in memory for each chunk, long runs have longer
/// ones: memory does not grow with the run, and short runs have small nodes. A chunk takes its room
/// on the disk with its first row, about a 60th of what the whole run takes.
struct ChunkPlan {
  hsize_t rows;              ///< of a chunk
  unsigned half;             ///< of a node's entries
  std::uint64_t entry = 32;  ///< [bytes]

  static constexpr hsize_t flush = RowBlock::capacity;  ///< rows that are written at a time

  explicit ChunkPlan(std::uint64_t expected_rows) {
    const std::uint64_t flushes = expected_rows / flush + 1;
    rows = flush * std::clamp<std::uint64_t>(flushes / 60 + 1, 1, 64);
    const std::uint64_t least = expected_rows == 0 ? 32 : 4;  // 0: not known
    half =
        static_cast<unsigned>(std::clamp<std::uint64_t>(expected_rows / rows / 2 + 2, least, 256));
  }
  std::uint64_t count(hsize_t n) const { return (n + rows - 1) / rows; }
  /// For `n` rows beyond `written`, of one channel.
  std::uint64_t get_bytes(hsize_t written, hsize_t n) const {
    const std::uint64_t before = count(written), after = count(written + n);
    const std::uint64_t nodes = (before == 0) + (after > 2 * half);
    return (after - before) * rows * sizeof(double) + nodes * 2 * half * entry + 1024;
  }
};

/// The datasets of all channels, with their attributes and without rows. Throws std::runtime_error if
/// the disk takes no more; those that were made until then are in `out`.
void create_channel_datasets(hid_t file, const std::vector<Channel>& channels, hsize_t chunk_rows,
                             std::vector<h5::Handle>& out);

}  // namespace fourfoot::results
