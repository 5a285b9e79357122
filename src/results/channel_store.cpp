#include "results/channel_store.h"

#include <unistd.h>

#include <bit>
#include <stdexcept>

#include "results/hdf5_bytes.h"

namespace fourfoot::results {

namespace {

constexpr std::uint64_t entry_size = IndexRecord::key + 8;

bool write_all(int file, const void* data, std::uint64_t size, std::uint64_t at) {
  const char* from = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t done = pwrite(file, from, size, static_cast<off_t>(at));
    if (done <= 0) return false;
    from += done;
    at += static_cast<std::uint64_t>(done);
    size -= static_cast<std::uint64_t>(done);
  }
  return true;
}

void begin_node(char* node) {
  std::memcpy(node, "TREE\1", 5);
  h5::set_number(node + 8, h5::no_address, 8);
  h5::set_number(node + 16, h5::no_address, 8);
}

void set_entries(char* node, std::uint64_t count) {
  h5::set_number(node + 6, count, 2);
}

// Key of an entry and, unless it only ends the last one, where it leads.
void set_key(char* node, std::uint64_t entry, std::uint64_t row, std::uint64_t bytes) {
  char* const key = node + IndexRecord::node_head + entry * entry_size;
  h5::set_number(key, bytes, 4);
  h5::set_number(key + 8, row, 8);
}
void set_child(char* node, std::uint64_t entry, std::uint64_t address) {
  h5::set_number(node + IndexRecord::node_head + entry * entry_size + IndexRecord::key, address, 8);
}

}  // namespace

ChannelStore::ChannelStore(const std::vector<Channel>& channels, const ChunkPlan& plan)
    : plan_(plan),
      record_(plan.half),
      image_(make_channel_image(channels, plan.rows, plan.half)),
      channels_(channels.size()),
      index_(channels.size() * record_.size, '\0') {
  for (std::size_t i = 0; i < channels_; ++i) {
    char* const node = index_.data() + i * record_.size;
    begin_node(node);
    // All keys at once: whatever part of a later write gets to the disk, a search finds its way.
    for (std::uint64_t n = 0; n <= node_entries(); ++n)
      set_key(node, n, n * plan_.rows, chunk_bytes());
    char* const space = node + record_.node;
    h5::set_number(space, 1, 2);
    h5::set_number(space + 2, IndexRecord::space_size - 8, 2);
    h5::set_number(space + 8, 0x010101, 3);
    h5::set_number(space + 24, h5::no_address, 8);
  }
  index_.copy(image_.bytes.data() + image_.records, index_.size());
}

std::uint64_t ChannelStore::count_leaves(std::uint64_t chunks) const {
  return chunks > node_entries() ? (chunks + node_entries() - 1) / node_entries() : 0;
}

std::uint64_t ChannelStore::count_bytes(std::uint64_t total) const {
  const std::uint64_t chunks = plan_.count(total);
  return channels_ * ((chunks - chunks_.size()) * chunk_bytes() +
                      (count_leaves(chunks) - leaves_.size()) * record_.node);
}

void ChannelStore::extend(std::uint64_t total, std::uint64_t end) {
  const std::uint64_t chunks = plan_.count(total), leaves = count_leaves(chunks);
  if (leaves > node_entries()) throw std::length_error("more rows than the index has room for");
  for (; chunks_.size() < chunks; end += channels_ * chunk_bytes()) chunks_.push_back(end);
  for (; leaves_.size() < leaves; end += channels_ * record_.node) leaves_.push_back(end);
}

bool ChannelStore::write_values(int file, std::size_t channel, std::uint64_t row,
                                const double* values, std::uint64_t count) const {
  if constexpr (std::endian::native != std::endian::little)
    throw std::logic_error("results are written on little-endian processors only");
  while (count > 0) {
    const std::uint64_t before = row % plan_.rows, part = std::min(count, plan_.rows - before);
    const std::uint64_t at = chunks_[row / plan_.rows] + channel * chunk_bytes() + before * 8;
    if (!write_all(file, values, part * sizeof(double), at)) return false;
    values += part;
    row += part;
    count -= part;
  }
  return true;
}

bool ChannelStore::write_columns(int file, std::size_t begin, std::size_t end, std::uint64_t row,
                                 const double* columns, std::uint64_t count) const {
  // Whole chunks in one write, also where they are not full.
  if (plan_.rows == RowBlock::capacity && row % plan_.rows == 0 && 4 * count > plan_.rows)
    return write_all(file, columns, (end - begin) * chunk_bytes(),
                     chunks_[row / plan_.rows] + begin * chunk_bytes());
  for (std::size_t i = begin; i < end; ++i)
    if (!write_values(file, i, row, columns + (i - begin) * RowBlock::capacity, count))
      return false;
  return true;
}

void ChannelStore::fill_leaf(char* node, std::size_t channel, std::uint64_t first,
                             std::uint64_t end) const {
  const std::uint64_t count = std::min(end - first, node_entries());
  set_entries(node, count);
  for (std::uint64_t n = 0; n < count; ++n)
    set_child(node, n, chunks_[first + n] + channel * chunk_bytes());
}

// Those that are not full and on the disk already.
bool ChannelStore::write_leaves(int file) {
  const std::uint64_t chunks = chunks_.size();
  for (std::uint64_t leaf = written_leaves_; leaf < leaves_.size(); ++leaf) {
    const std::uint64_t first = leaf * node_entries();
    std::string nodes(channels_ * record_.node, '\0');
    for (std::size_t i = 0; i < channels_; ++i) {
      char* const node = nodes.data() + i * record_.node;
      begin_node(node);
      for (std::uint64_t n = 0; n <= node_entries(); ++n)
        set_key(node, n, (first + n) * plan_.rows, chunk_bytes());
      if (leaf > 0) h5::set_number(node + 8, leaves_[leaf - 1] + i * record_.node, 8);
      if (leaf + 1 < leaves_.size())
        h5::set_number(node + 16, leaves_[leaf + 1] + i * record_.node, 8);
      fill_leaf(node, i, first, chunks);
    }
    if (!write_all(file, nodes.data(), nodes.size(), leaves_[leaf])) return false;
  }
  // The last full one gets a neighbour when the next begins.
  written_leaves_ = leaves_.size() > 1 ? leaves_.size() - 2 : 0;
  return true;
}

bool ChannelStore::write_index(int file, std::uint64_t total) {
  if (!leaves_.empty() && !write_leaves(file)) return false;
  for (std::size_t i = 0; i < channels_; ++i) {
    char* const node = index_.data() + (channels_ - 1 - i) * record_.size;
    if (leaves_.empty()) {
      fill_leaf(node, i, 0, chunks_.size());
    } else {
      node[5] = 1;
      set_entries(node, leaves_.size());
      for (std::uint64_t n = 0; n < leaves_.size(); ++n) {
        set_key(node, n + 1, (n + 1) * node_entries() * plan_.rows, chunk_bytes());
        set_child(node, n, leaves_[n] + i * record_.node);
      }
    }
    h5::set_number(node + record_.node + IndexRecord::rows_offset, total, 8);
  }
  if (!write_all(file, index_.data(), index_.size(), image_.records)) return false;
  rows_ = total;
  return true;
}

}  // namespace fourfoot::results
