#include "results/channel_image.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <stdexcept>

#include "results/hdf5.h"
#include "results/hdf5_bytes.h"

namespace fourfoot::results {

namespace {

using h5::FileBytes;

constexpr unsigned half_tree = 16;     // of the nodes of a group
constexpr unsigned least_symbols = 4;  // half of the names in a node below it
constexpr std::uint64_t superblock_size = 104;
constexpr std::uint64_t end_offset = 44;  // of the file's end in the superblock

enum Message : std::uint64_t {
  dataspace = 1,
  datatype = 3,
  fill_value = 5,
  layout = 8,
  attribute = 12,
  continuation = 16,
  symbol_table = 17
};

// A name in a group: another group, or a channel.
struct Entry {
  std::map<std::string, Entry> names;  // in the order of their bytes, as HDF5 wants them
  const Channel* channel = nullptr;
  std::size_t number = 0;  // of the channel
};

struct Group {
  std::uint64_t header, tree, heap;
};

Entry sort_names(const std::vector<Channel>& channels) {
  Entry root;
  root.names["channels"];
  for (std::size_t i = 0; i < channels.size(); ++i) {
    Entry* at = &root;
    const std::string path = h5::get_dataset_path(channels[i].name) + "/";
    for (std::size_t begin = 0, end; begin < path.size(); begin = end + 1) {
      end = path.find('/', begin);
      if (end > begin) at = &at->names[path.substr(begin, end - begin)];
    }
    if (at->channel != nullptr)
      throw std::runtime_error("two channels have the name " + channels[i].name);
    at->channel = &channels[i];
    at->number = i;
  }
  return root;
}

// The largest number of names in a group.
std::size_t find_most_names(const Entry& entry) {
  std::size_t most = entry.names.size();
  for (const auto& [name, below] : entry.names) most = std::max(most, find_most_names(below));
  return most;
}

class ImageWriter {
 public:
  ImageWriter(const std::vector<Channel>& channels, std::uint64_t chunk_rows, unsigned half_node)
      : channels_(channels), chunk_rows_(chunk_rows), half_node_(half_node), record_(half_node) {}

  ChannelImage write() {
    const Entry root = sort_names(channels_);
    const std::size_t most = find_most_names(root);
    half_symbols_ =
        std::max<unsigned>(least_symbols, static_cast<unsigned>(most / (2 * 2 * half_tree) + 1));
    out_.put_zeros(superblock_size);
    out_.put_zeros(channels_.size() * record_.size);
    const std::string superblock = make_superblock(write_group(root));
    superblock.copy(out_.data(0), superblock.size());
    h5::set_number(out_.data(end_offset), out_.size(), 8);
    return {out_.get(), superblock_size};
  }

 private:
  std::uint64_t get_record(std::size_t channel) const {
    return superblock_size + (channels_.size() - 1 - channel) * record_.size;
  }

  std::string make_superblock(const Group& root) const {
    FileBytes out;
    out.put("\x89HDF\r\n\x1a\n").put(1, 1).put_zeros(4).put(8, 1).put(8, 1).put_zeros(1);
    out.put(half_symbols_, 2).put(half_tree, 2).put_zeros(4).put(half_node_, 2).put_zeros(2);
    out.put(0, 8).put(h5::no_address, 8).put(0, 8).put(h5::no_address, 8);
    out.put(0, 8).put(root.header, 8).put(1, 4).put_zeros(4).put(root.tree, 8).put(root.heap, 8);
    return out.get();
  }

  void put_message(Message type, const FileBytes& content, int flags = 0) {
    const std::uint64_t size = (content.size() + 7) / 8 * 8;
    if (size > std::numeric_limits<std::uint16_t>::max())
      throw std::runtime_error("a text of a channel is too long for HDF5");
    out_.put(type, 2).put(size, 2).put(static_cast<std::uint64_t>(flags), 1).put_zeros(3);
    out_.put(content.get()).put_zeros(size - content.size());
  }

  // The head of an object of so many messages; returns where its size is to be said.
  std::uint64_t begin_object(std::uint64_t messages) {
    out_.align().put(1, 1).put_zeros(1).put(messages, 2).put(1, 4);
    const std::uint64_t size_at = out_.size();
    out_.put_zeros(8);
    return size_at;
  }
  void end_object(std::uint64_t size_at) {
    h5::set_number(out_.data(size_at), out_.size() - size_at - 8, 4);
  }

  void put_attribute(const char* name, const std::string& value) {
    const std::string_view text(name);
    const std::uint64_t size = std::max<std::uint64_t>(value.size(), 1);
    FileBytes out;
    out.put(1, 1).put_zeros(1).put(text.size() + 1, 2).put(8, 2).put(8, 2).put_name(text);
    out.put(0x13, 1).put(1, 1).put_zeros(2).put(size, 4);  // text filled up with zeros, ASCII
    out.put(1, 1).put_zeros(7);                            // one of it
    out.put(value).put_zeros(size - value.size());
    put_message(attribute, out);
  }

  std::uint64_t write_dataset(const Entry& entry) {
    const std::uint64_t record = get_record(entry.number);
    const std::uint64_t begin = out_.align().size();
    const std::uint64_t size_at = begin_object(8);
    put_message(continuation,
                FileBytes().put(record + record_.node, 8).put(IndexRecord::space_size, 8));
    FileBytes real;  // of 64 bits, as IEEE 754 has them
    real.put(0x11, 1).put(0x20, 1).put(0x3f, 1).put(0, 1).put(8, 4);
    real.put(0, 2).put(64, 2).put(52, 1).put(11, 1).put(0, 1).put(52, 1).put(1023, 4);
    put_message(datatype, real, 1);
    // Rows without values must not read as 0.
    FileBytes fill;
    fill.put(2, 1).put(3, 1).put(2, 1).put(1, 1).put(8, 4);
    fill.put(std::bit_cast<std::uint64_t>(std::numeric_limits<double>::quiet_NaN()), 8);
    put_message(fill_value, fill, 1);
    put_message(
        layout,
        FileBytes().put(3, 1).put(2, 1).put(2, 1).put(record, 8).put(chunk_rows_, 4).put(8, 4));
    put_attribute("unit", entry.channel->unit);
    put_attribute("frame", entry.channel->frame);
    put_attribute("description", entry.channel->description);
    end_object(size_at);
    return begin;
  }

  // A group behind all that it holds.
  Group write_group(const Entry& entry) {
    FileBytes names, symbols;
    names.put_zeros(8);
    std::vector<std::uint64_t> ends = {0};  // the last name of each node, and the empty one
    const std::uint64_t width = 2 * half_symbols_;
    std::uint64_t i = 0;
    std::vector<FileBytes> nodes;
    for (const auto& [name, below] : entry.names) {
      if (below.channel != nullptr && !below.names.empty())
        throw std::runtime_error("a channel has the name of a group, " + below.channel->name);
      const std::uint64_t header =
          below.channel != nullptr ? write_dataset(below) : write_group(below).header;
      if (i++ % width == 0) nodes.emplace_back(), ends.push_back(0);
      ends.back() = names.size();
      nodes.back().put(names.size(), 8).put(header, 8).put_zeros(24);
      names.put_name(name);
    }
    Group out{};
    out.heap = out_.align().size();
    out_.put("HEAP").put_zeros(4).put(names.size(), 8).put(1, 8).put(out.heap + 32, 8);
    out_.put(names.get());
    std::vector<std::uint64_t> addresses;
    for (const FileBytes& node : nodes) {
      addresses.push_back(out_.size());
      out_.put("SNOD").put(1, 2).put(node.size() / 40, 2).put(node.get());
      out_.put_zeros(40 * width - node.size());
    }
    out.tree = out_.size();
    out_.put("TREE")
        .put_zeros(2)
        .put(nodes.size(), 2)
        .put(h5::no_address, 8)
        .put(h5::no_address, 8);
    for (std::size_t n = 0; n < nodes.size(); ++n) out_.put(ends[n], 8).put(addresses[n], 8);
    out_.put(ends.back(), 8).put_zeros(16 * (2 * half_tree - nodes.size()));
    out.header = out_.size();
    const std::uint64_t size_at = begin_object(1);
    put_message(symbol_table, FileBytes().put(out.tree, 8).put(out.heap, 8));
    end_object(size_at);
    return out;
  }

  const std::vector<Channel>& channels_;
  std::uint64_t chunk_rows_;
  unsigned half_node_, half_symbols_ = least_symbols;
  IndexRecord record_;
  FileBytes out_;
};

}  // namespace

ChannelImage make_channel_image(const std::vector<Channel>& channels, std::uint64_t chunk_rows,
                                unsigned half_node) {
  return ImageWriter(channels, chunk_rows, half_node).write();
}

}  // namespace fourfoot::results
