#include "results/row_block.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace fourfoot::results {

void RowBlock::make_room(std::size_t channels) {
  std::vector<std::size_t> all(channels);
  std::iota(all.begin(), all.end(), std::size_t{0});
  make_room(channels, std::move(all));
}

void RowBlock::make_room(std::size_t width, std::vector<std::size_t> channels) {
  width_ = width;
  channels_ = std::move(channels);
  rows_.reserve(capacity * width_);
  columns_.resize(capacity * column_count);
}

void RowBlock::clear() {
  rows_.clear();
  count_ = written_ = 0;
}

// Several rows of a column at a time, a line of the processor's cache: columns are a power of two
// apart, so that lines of all of them would drive each other out of it.
void RowBlock::fill_columns(std::size_t first, std::size_t begin, std::size_t end) {
  constexpr std::size_t together = 8;
  const std::size_t n = width_;
  std::size_t r = first;
  for (; r + together <= count_; r += together) {
    const double* const rows = rows_.data() + r * n;
    double* to = columns_.data() + r - first;
    for (std::size_t i = begin; i < end; ++i, to += capacity) {
      const double* const row = rows + channels_[i];
      to[0] = row[0], to[1] = row[n], to[2] = row[2 * n], to[3] = row[3 * n];
      to[4] = row[4 * n], to[5] = row[5 * n], to[6] = row[6 * n], to[7] = row[7 * n];
    }
  }
  for (; r < count_; ++r) {
    const double* const row = rows_.data() + r * n;
    for (std::size_t i = begin; i < end; ++i)
      columns_[(i - begin) * capacity + r - first] = row[channels_[i]];
  }
  const double nothing = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t i = begin; i < end; ++i) {
    double* const column = columns_.data() + (i - begin) * capacity;
    std::fill(column + (count_ - first), column + capacity, nothing);
  }
}

}  // namespace fourfoot::results
