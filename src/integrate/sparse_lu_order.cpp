#include "integrate/sparse_lu_order.h"

#include <algorithm>
#include <limits>

namespace fourfoot::integrate::sparse_lu {
namespace {

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

/// The matrix while it is eliminated: entries as lists by rows and by columns, fill behind the others.
class Elimination {
 public:
  explicit Elimination(const Entries& entries)
      : rows_of_(at(entries.size)),
        columns_of_(at(entries.size)),
        in_row_(at(entries.size), 0),
        in_column_(at(entries.size), 0),
        mark_(at(entries.size), -1) {
    for (int c = 0; c < entries.size; ++c) {
      left_.push_back(c);
      for (int k = entries.begin[at(c)]; k < entries.begin[at(c) + 1]; ++k) {
        const int r = entries.rows[at(k)];
        rows_of_[at(c)].push_back(r);
        columns_of_[at(r)].push_back(c);
        if (r != c) ++in_row_[at(r)], ++in_column_[at(c)];
      }
    }
    is_left_.assign(left_.size(), 1);
  }

  bool is_done() const { return left_.empty(); }

  /// Takes the next one out and fills what its elimination fills.
  int eliminate() {
    const int best = take_best();
    std::vector<int>&rows = scratch_rows_, &columns = scratch_columns_;
    rows.clear();
    columns.clear();
    for (const int i : rows_of_[at(best)])
      if (is_left_[at(i)]) rows.push_back(i), --in_row_[at(i)];
    for (const int k : columns_of_[at(best)])
      if (is_left_[at(k)]) columns.push_back(k), --in_column_[at(k)];
    for (const int k : columns) {
      ++visit_;
      for (const int i : rows_of_[at(k)]) mark_[at(i)] = visit_;
      for (const int i : rows) {
        if (mark_[at(i)] == visit_) continue;
        rows_of_[at(k)].push_back(i);
        columns_of_[at(i)].push_back(k);
        ++in_row_[at(i)], ++in_column_[at(k)];
      }
    }
    return best;
  }

  const std::vector<std::vector<int>>& rows_of() const { return rows_of_; }
  const std::vector<std::vector<int>>& columns_of() const { return columns_of_; }

 private:
  int take_best() {
    std::size_t best = 0;
    long least = std::numeric_limits<long>::max();
    for (std::size_t k = 0; k < left_.size(); ++k) {
      const long work = in_row_[at(left_[k])] * in_column_[at(left_[k])];
      if (work >= least) continue;
      least = work, best = k;
    }
    const int found = left_[best];
    left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(best));
    is_left_[at(found)] = 0;
    return found;
  }

  std::vector<std::vector<int>> rows_of_, columns_of_;
  std::vector<int> left_;  ///< ascending
  std::vector<char> is_left_;
  std::vector<long> in_row_, in_column_;  ///< others, of those that are left
  std::vector<int>
      mark_;  ///< rows of the column that is looked at: those with the number of this visit
  int visit_ = -1;
  std::vector<int> scratch_rows_, scratch_columns_;
};

/// Each list in the order of elimination, what `keep` keeps of it.
template <class Keep>
std::vector<std::vector<int>> arrange(const std::vector<std::vector<int>>& lists,
                                      const std::vector<int>& order, const std::vector<int>& rank,
                                      Keep keep) {
  std::vector<std::vector<int>> arranged(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    for (const int i : lists[at(order[k])])
      if (keep(rank[at(i)], static_cast<int>(k))) arranged[k].push_back(rank[at(i)]);
    std::sort(arranged[k].begin(), arranged[k].end());
  }
  return arranged;
}

}  // namespace

std::size_t Filled::count() const {
  std::size_t sum = 0;
  for (const std::vector<int>& column : columns) sum += column.size();
  return sum;
}

Filled find_order(const Entries& entries) {
  Elimination elimination(entries);
  Filled filled;
  std::vector<int> rank(at(entries.size));
  while (!elimination.is_done()) {
    filled.order.push_back(elimination.eliminate());
    rank[at(filled.order.back())] = static_cast<int>(filled.order.size()) - 1;
  }
  filled.columns =
      arrange(elimination.rows_of(), filled.order, rank, [](int, int) { return true; });
  filled.rights = arrange(elimination.columns_of(), filled.order, rank,
                          [](int column, int row) { return column > row; });
  return filled;
}

}  // namespace fourfoot::integrate::sparse_lu
