#include "results/row_block.h"

#include <gtest/gtest.h>

#include <cmath>

namespace fourfoot::results {
namespace {

// More width than are put in order at a time.
TEST(RowBlock, GivesColumnsBack) {
  constexpr std::size_t width = 37;
  RowBlock block;
  block.make_room(width);
  const auto append = [&block](double number) {
    std::vector<double> row(width);
    for (std::size_t i = 0; i < width; ++i) row[i] = 100.0 * number + static_cast<double>(i);
    block.append(row);
  };
  append(0);
  append(1);
  block.keep_written();
  EXPECT_EQ(block.count_new(), 0u);
  append(2);
  EXPECT_EQ(block.count(), 3u);
  EXPECT_EQ(block.count_new(), 1u);
  for (const std::size_t first : {0u, 2u}) {
    std::size_t next = 0;
    EXPECT_TRUE(block.write_blocks(first, [&](std::size_t begin, std::size_t end,
                                              const double* columns) {
      EXPECT_EQ(begin, next);
      for (; next < end; ++next, columns += RowBlock::capacity) {
        for (std::size_t r = first; r < 3; ++r)
          EXPECT_EQ(columns[r - first], 100.0 * static_cast<double>(r) + static_cast<double>(next));
        EXPECT_TRUE(std::isnan(columns[3 - first]));
        EXPECT_TRUE(std::isnan(columns[RowBlock::capacity - 1]));
      }
      return true;
    }));
    EXPECT_EQ(next, width);
  }
  EXPECT_FALSE(block.write_blocks(
      0, [](std::size_t begin, std::size_t, const double*) { return begin < 20; }));
  block.clear();
  EXPECT_EQ(block.count() + block.count_written(), 0u);
}

}  // namespace
}  // namespace fourfoot::results
