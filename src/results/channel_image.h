#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/channel.h"

namespace fourfoot::results {

/// The node that HDF5 keeps of a channel's chunks (a B-tree of version 1), and the message that
/// says how many rows it has: what changes while a run goes on. Records of all channels lie one
/// behind the other, the last channel first, so that one write changes them all and "time" last.
struct IndexRecord {
  static constexpr std::uint64_t key = 24;  ///< rows before the chunk, its size [bytes]
  static constexpr std::uint64_t node_head = 24;
  static constexpr std::uint64_t space_size = 32;   ///< of the message with the number of rows
  static constexpr std::uint64_t rows_offset = 16;  ///< of the number in it

  explicit IndexRecord(unsigned half_node)
      : node(node_head + 2 * half_node * (key + 8) + key), size(node + space_size) {}
  std::uint64_t node;  ///< of a node [bytes]
  std::uint64_t size;  ///< [bytes]
};

/// A results file before its first row.
struct ChannelImage {
  std::string bytes;
  std::uint64_t records = 0;  ///< where the records begin, empty
};

/// An HDF5 file of all channels, which HDF5 opens and goes on with: superblock, groups, and for each
/// channel a data set of any number of rows with its attributes. HDF5 itself takes 140 000 instructions
/// for each channel and keeps 20 kB in memory.
///
/// Only what all versions of HDF5 read: superblock of version 1, groups by symbol tables, headers
/// of version 1. Source: "HDF5 File Format Specification Version 1.1", sections II.A, III.A to III.D,
/// IV.A. Checked with HDF5 as reader (tests/unit/results). Left out: time of modification.
/// Throws std::runtime_error if a channel has the name of another or of its group.
ChannelImage make_channel_image(const std::vector<Channel>& channels, std::uint64_t chunk_rows,
                                unsigned half_node);

}  // namespace fourfoot::results
