#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace fourfoot::results {

/// Rows on their way to the file: they come row after row, and go channel after channel. Those that
/// are written may stay until the block is full, since a file takes whole blocks with less work.
class RowBlock {
 public:
  static constexpr std::size_t capacity = 1024;  ///< rows

  /// Takes the memory for rows of so many channels.
  void make_room(std::size_t channels);
  /// The same for rows of `width` values, of which only these are channels.
  void make_room(std::size_t width, std::vector<std::size_t> channels);
  void append(const std::vector<double>& row) {
    rows_.insert(rows_.end(), row.begin(), row.end());
    ++count_;
  }
  std::size_t count() const { return count_; }
  std::size_t count_written() const { return written_; }
  std::size_t count_new() const { return count_ - written_; }
  void clear();
  /// All rows are written.
  void keep_written() { written_ = count_; }

  /// Calls write(begin, end, columns) for channels from begin on, until it returns false: of each the
  /// values of the rows from `first` on, then NaN up to `capacity` of them.
  template <class Write>
  bool write_blocks(std::size_t first, const Write& write) {
    for (std::size_t begin = 0; begin < channels_.size(); begin += column_count) {
      const std::size_t end = std::min(begin + column_count, channels_.size());
      fill_columns(first, begin, end);
      if (!write(begin, end, static_cast<const double*>(columns_.data()))) return false;
    }
    return true;
  }

 private:
  static constexpr std::size_t column_count = 16;  ///< channels that are put in order at a time
  void fill_columns(std::size_t first, std::size_t begin, std::size_t end);

  std::size_t width_ = 0, count_ = 0, written_ = 0;
  std::vector<std::size_t> channels_;  ///< where each stands in a row
  std::vector<double> rows_;           ///< row after row
  std::vector<double> columns_;        ///< some channels of them, one after the other
};

}  // namespace fourfoot::results
