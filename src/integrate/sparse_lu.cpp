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
      const bool is_given = pattern(row, column) || row == column;
      columns_.push_back(k);
      places_.push_back(is_given ? column * n + row : -1);
    }
    begin_.push_back(static_cast<int>(columns_.size()));
  }
  values_.assign(columns_.size(), 0.0);
  pivots_.assign(static_cast<std::size_t>(n), 0.0);
}

bool SparseLu::compute(const MatX& a, double factor, double shift) {
  uses_dense_ = !is_sparse() || !eliminate(a.data(), factor, shift);
  if (!uses_dense_) return true;
  matrix_ = factor * a;
  matrix_.diagonal().array() += shift;
  return dense_.compute(matrix_);
}

bool SparseLu::eliminate(const double* a, double factor, double shift) {
  const int* const columns = columns_.data();
  const int* const places = places_.data();
  double* const values = values_.data();
  double* const row = work_.data();
  const std::size_t n = diagonal_.size();
  for (std::size_t i = 0; i < n; ++i) {
    double largest = 0.0;
    for (int e = begin_[i]; e < begin_[i + 1]; ++e) {
      const double value = places[e] >= 0 ? factor * a[places[e]] : 0.0;
      row[columns[e]] = value;
      largest = std::max(largest, std::abs(value));
    }
    row[i] += shift;
    largest = std::max(largest, std::abs(row[i]));
    for (int e = begin_[i]; e < diagonal_[i]; ++e) {
      const auto k = static_cast<std::size_t>(columns[e]);
      const double m = row[k] * pivots_[k];
      values[e] = m;
      if (m == 0.0) continue;
      const int end = begin_[k + 1];
      for (int p = diagonal_[k] + 1; p < end; ++p) row[columns[p]] -= m * values[p];
    }
    // Written so that NaN counts as lost.
    if (!(std::abs(row[i]) > lost_pivot * largest)) return false;
    pivots_[i] = 1.0 / row[i];
    for (int e = diagonal_[i]; e < begin_[i + 1]; ++e) values[e] = row[columns[e]];
  }
  return true;
}

void SparseLu::solve(const Eigen::Ref<const VecX>& b, Eigen::Ref<VecX> x) {
  if (uses_dense_) return dense_.solve(b, x);
  const std::size_t n = diagonal_.size();
  const int* const columns = columns_.data();
  const double* const values = values_.data();
  double* const y = work_.data();
  for (std::size_t i = 0; i < n; ++i) {
    double sum = b[order_[i]];
    for (int e = begin_[i]; e < diagonal_[i]; ++e) sum -= values[e] * y[columns[e]];
    y[i] = sum;
  }
  for (std::size_t i = n; i-- > 0;) {
    double sum = y[i];
    for (int e = diagonal_[i] + 1; e < begin_[i + 1]; ++e) sum -= values[e] * y[columns[e]];
    y[i] = sum * pivots_[i];
  }
  for (std::size_t i = 0; i < n; ++i) x[order_[i]] = y[i];
}

}  // namespace fourfoot::integrate
