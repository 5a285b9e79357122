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

void RowBlock::fill_columns(std::size_t first, std::size_t begin, std::size_t end) {
  for (std::size_t r = first; r < count_; ++r) {
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
