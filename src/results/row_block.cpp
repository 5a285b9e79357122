#include "results/row_block.h"

#include <algorithm>
#include <limits>

namespace fourfoot::results {

void RowBlock::make_room(std::size_t channels) {
  channels_ = channels;
  rows_.reserve(capacity * channels);
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
  const std::size_t n = channels_;
  std::size_t r = first;
  for (; r + together <= count_; r += together) {
    const double* row = rows_.data() + r * channels_ + begin;
    for (double* to = columns_.data() + r - first; row != rows_.data() + r * channels_ + end;
         ++row, to += capacity) {
      to[0] = row[0], to[1] = row[n], to[2] = row[2 * n], to[3] = row[3 * n];
      to[4] = row[4 * n], to[5] = row[5 * n], to[6] = row[6 * n], to[7] = row[7 * n];
    }
  }
  for (; r < count_; ++r) {
    const double* const row = rows_.data() + r * channels_;
    for (std::size_t i = begin; i < end; ++i) columns_[(i - begin) * capacity + r - first] = row[i];
  }
  const double nothing = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t i = begin; i < end; ++i) {
    double* const column = columns_.data() + (i - begin) * capacity;
    std::fill(column + (count_ - first), column + capacity, nothing);
  }
}

}  // namespace fourfoot::results
