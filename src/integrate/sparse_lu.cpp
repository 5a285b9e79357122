#include "integrate/sparse_lu.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fourfoot::integrate {
namespace {

constexpr double most_fill = 0.4;    // of n^2; with more, dense factors are faster
constexpr double lost_pivot = 1e-9;  // of the row's largest entry

/// Eliminates `pattern` in the order of least work, diagonal places only [Markowitz1957]: next is
/// the one whose row and column have the fewest others, (r - 1)(c - 1). `pattern` becomes that of
/// L + U. Ties go to the lower index, so that the order depends on the pattern alone.
std::vector<int> find_order(Pattern& pattern) {
  const int n = static_cast<int>(pattern.rows());
  std::vector<int> order, left, rows, columns;
  for (int i = 0; i < n; ++i) left.push_back(i);
  while (!left.empty()) {
    int best = -1;
    long least = std::numeric_limits<long>::max();
    for (const int i : left) {
      long in_row = -1, in_column = -1;  // the diagonal place does not count
      for (const int k : left) in_row += pattern(i, k), in_column += pattern(k, i);
      if (in_row * in_column < least) least = in_row * in_column, best = i;
    }
    order.push_back(best);
    left.erase(std::find(left.begin(), left.end(), best));
    rows.clear();
    columns.clear();
    for (const int k : left) {
      if (pattern(k, best)) rows.push_back(k);
      if (pattern(best, k)) columns.push_back(k);
    }
    for (const int i : rows) {
      for (const int k : columns) pattern(i, k) = true;
    }
  }
  return order;
}

}  // namespace

SparseLu::SparseLu(const Problem& problem)
    : dense_(problem.get_partition(), problem.get_size()),
      matrix_(MatX::Zero(problem.get_size(), problem.get_size())),
      work_(VecX::Zero(problem.get_size())) {
  Pattern pattern = Pattern::Constant(problem.get_size(), problem.get_size(), false);
  if (problem.get_pattern(pattern)) analyse(pattern);
}

void SparseLu::analyse(const Pattern& pattern) {
  const int n = static_cast<int>(pattern.rows());
  Pattern graph = pattern;
  for (int i = 0; i < n; ++i) graph(i, i) = true;
  order_ = find_order(graph);
  if (static_cast<double>(graph.count()) > most_fill * n * n) return;
  begin_.push_back(0);
  for (const int row : order_) {
    for (int k = 0; k < n; ++k) {
      const int column = order_[static_cast<std::size_t>(k)];
      if (!graph(row, column)) continue;
      if (row == column) diagonal_.push_back(static_cast<int>(columns_.size()));
      if (pattern(row, column) || row == column) given_.push_back({k, column * n + row});
      columns_.push_back(k);
    }
    const int begin = begin_.back(), end = static_cast<int>(columns_.size());
    begin_.push_back(end);
    given_end_.push_back(static_cast<int>(given_.size()));
    list_runs(begin, diagonal_.back());
    upper_.push_back(static_cast<int>(runs_.size()));
    list_runs(diagonal_.back() + 1, end);
    runs_end_.push_back(static_cast<int>(runs_.size()));
  }
  values_.assign(columns_.size(), 0.0);
  pivots_.assign(static_cast<std::size_t>(n), 0.0);
}

void SparseLu::list_runs(int first, int last) {
  for (int e = first; e < last; ++e) {
    const int column = columns_[static_cast<std::size_t>(e)];
    if (e > first && column == runs_.back().column + runs_.back().count) {
      ++runs_.back().count;
    } else {
      runs_.push_back({column, e, 1});
    }
  }
}

bool SparseLu::compute(const MatX& a, double factor, double shift) {
  uses_dense_ = !is_sparse() || !eliminate(a.data(), factor, shift);
  if (!uses_dense_) return true;
  matrix_ = factor * a;
  matrix_.diagonal().array() += shift;
  return dense_.compute(matrix_);
}

namespace {

// y -= m x; two at a time.
inline void subtract(int n, double m, const double* __restrict x, double* __restrict y) {
  int i = 0;
  for (; i + 1 < n; i += 2) {
    const double first = y[i] - m * x[i], second = y[i + 1] - m * x[i + 1];
    y[i] = first;
    y[i + 1] = second;
  }
  if (i < n) y[i] -= m * x[i];
}

}  // namespace

bool SparseLu::eliminate(const double* a, double factor, double shift) {
  const Run* const runs = runs_.data();
  const Given* given = given_.data();
  double* const values = values_.data();
  double* const row = work_.data();
  const std::size_t n = diagonal_.size();
  int run = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const int diagonal = static_cast<int>(i);
    for (int r = run; r < runs_end_[i]; ++r) std::fill_n(row + runs[r].column, runs[r].count, 0.0);
    row[i] = 0.0;
    double largest = 0.0;
    for (const Given* const end = given_.data() + given_end_[i]; given != end; ++given) {
      double value = factor * a[given->from];
      if (given->to == diagonal) value += shift;
      row[given->to] = value;
      largest = std::max(largest, std::abs(value));
    }
    for (; run < upper_[i]; ++run) {
      for (int e = 0; e < runs[run].count; ++e) {
        const auto k = static_cast<std::size_t>(runs[run].column + e);
        const double m = row[k] * pivots_[k];
        values[runs[run].place + e] = m;
        if (m == 0.0) continue;
        for (int r = upper_[k]; r < runs_end_[k]; ++r)
          subtract(runs[r].count, m, values + runs[r].place, row + runs[r].column);
      }
    }
    // Written so that NaN counts as lost.
    if (!(std::abs(row[i]) > lost_pivot * largest)) return false;
    pivots_[i] = 1.0 / row[i];
    for (; run < runs_end_[i]; ++run)
      std::copy_n(row + runs[run].column, runs[run].count, values + runs[run].place);
  }
  return true;
}

void SparseLu::solve(const Eigen::Ref<const VecX>& b, Eigen::Ref<VecX> x) {
  if (uses_dense_) return dense_.solve(b, x);
  const std::size_t n = diagonal_.size();
  const double* const values = values_.data();
  double* const y = work_.data();
  const auto dot = [&](int first, int last) {
    double sum = 0.0;
    for (const Run* run = runs_.data() + first; run != runs_.data() + last; ++run) {
      for (int e = 0; e < run->count; ++e) sum += values[run->place + e] * y[run->column + e];
    }
    return sum;
  };
  for (std::size_t i = 0; i < n; ++i)
    y[i] = b[order_[i]] - dot(i == 0 ? 0 : runs_end_[i - 1], upper_[i]);
  for (std::size_t i = n; i-- > 0;) y[i] = (y[i] - dot(upper_[i], runs_end_[i])) * pivots_[i];
  for (std::size_t i = 0; i < n; ++i) x[order_[i]] = y[i];
}

}  // namespace fourfoot::integrate
