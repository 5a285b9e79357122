#include "integrate/sparse_lu.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fourfoot::integrate {
namespace {

constexpr double most_fill = 0.4;    // of n^2; with more, dense factors are faster
constexpr double lost_pivot = 1e-9;  // of the column's largest entry

/// Eliminates `pattern` in the order of least work, diagonal entries only [Markowitz1957]: next is
/// the one whose row and column have the fewest others, (r - 1)(c - 1). `pattern` becomes that of
/// L + U. Ties go to the lower index, so that the order depends on the pattern alone.
std::vector<int> find_order(Pattern& pattern) {
  const int n = static_cast<int>(pattern.rows());
  std::vector<int> order, rows, columns;
  std::vector<bool> is_left(static_cast<std::size_t>(n), true);
  // Others in its row and column, of those that are left.
  std::vector<long> in_row, in_column;
  for (int i = 0; i < n; ++i) {
    in_row.push_back(pattern.row(i).count() - pattern(i, i));
    in_column.push_back(pattern.col(i).count() - pattern(i, i));
  }
  const auto at = [](int i) { return static_cast<std::size_t>(i); };
  for (int done = 0; done < n; ++done) {
    int best = -1;
    long least = std::numeric_limits<long>::max();
    for (int i = 0; i < n; ++i) {
      if (!is_left[at(i)] || in_row[at(i)] * in_column[at(i)] >= least) continue;
      least = in_row[at(i)] * in_column[at(i)], best = i;
    }
    order.push_back(best);
    is_left[at(best)] = false;
    rows.clear();
    columns.clear();
    for (int k = 0; k < n; ++k) {
      if (!is_left[at(k)]) continue;
      if (pattern(k, best)) rows.push_back(k), --in_row[at(k)];
      if (pattern(best, k)) columns.push_back(k), --in_column[at(k)];
    }
    for (const int k : columns) {
      for (const int i : rows) {
        if (pattern(i, k)) continue;
        pattern(i, k) = true;
        ++in_row[at(i)], ++in_column[at(k)];
      }
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

// Columns of the factors and their entries, in the order of elimination.
void SparseLu::analyse(const Pattern& pattern) {
  const int n = static_cast<int>(pattern.rows());
  Pattern filled = pattern;
  for (int i = 0; i < n; ++i) filled(i, i) = true;
  order_ = find_order(filled);
  if (static_cast<double>(filled.count()) > most_fill * n * n) return;
  const auto at = [&](int i) { return order_[static_cast<std::size_t>(i)]; };
  Pattern graph(n, n);
  Eigen::MatrixXi indices = Eigen::MatrixXi::Constant(n, n, -1);
  for (int c = 0; c < n; ++c) {
    for (int r = 0; r < n; ++r) graph(r, c) = filled(at(r), at(c));
  }
  int index = 0;
  for (int c = 0; c < n; ++c) {
    Column column{};
    const int first = index;
    column.upper_begin = static_cast<int>(runs_.size());
    list_runs(c, 0, c, graph, index);
    column.upper_end = static_cast<int>(runs_.size());
    column.diagonal = index++;
    list_runs(c, c + 1, n, graph, index);
    column.lower_end = static_cast<int>(runs_.size());
    for (int r = 0, p = first; r < n; ++r) {
      if (!graph(r, c)) continue;
      indices(r, c) = p++;
      if (r == c || pattern(at(r), at(c))) given_.push_back({indices(r, c), at(c) * n + at(r)});
    }
    column.given_end = static_cast<int>(given_.size());
    columns_.push_back(column);
  }
  for (int k = 0; k < n; ++k) {
    Column& column = columns_[static_cast<std::size_t>(k)];
    for (int c = k + 1; c < n; ++c) {
      if (!graph(k, c) || column.lower_end == column.upper_end) continue;
      updates_.push_back(indices(k, c));
      for (int r = column.upper_end; r < column.lower_end; ++r)
        updates_.push_back(indices(runs_[static_cast<std::size_t>(r)].row, c));
    }
    column.updates_end = static_cast<int>(updates_.size());
  }
  values_.assign(static_cast<std::size_t>(index), 0.0);
  pivots_.assign(static_cast<std::size_t>(n), 0.0);
  largest_ = pivots_;
}

void SparseLu::list_runs(int column, int first, int last, const Pattern& graph, int& index) {
  for (int r = first; r < last; ++r) {
    if (!graph(r, column)) continue;
    if (r > first && graph(r - 1, column)) {
      ++runs_.back().count;
    } else {
      runs_.push_back({r, index, 1});
    }
    ++index;
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

// y -= m x. Pairs by hand: runs are a handful of numbers, for which a compiler's own vectors cost
// more than they bring.
inline void subtract(int n, double m, const double* x, double* y) {
  using Pair = Eigen::Array2d;
  int i = 0;
  for (; i + 1 < n; i += 2) Eigen::Map<Pair>{y + i} -= m * Eigen::Map<const Pair>{x + i};
  if (i < n) y[i] -= m * x[i];
}

}  // namespace

bool SparseLu::eliminate(const double* a, double factor, double shift) {
  double* const values = values_.data();
  std::fill(values_.begin(), values_.end(), 0.0);
  const Given* given = given_.data();
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    double largest = 0.0;
    for (const Given* const end = given_.data() + columns_[c].given_end; given != end; ++given) {
      const double value = factor * a[given->from];
      values[given->to] = value;
      largest = std::max(largest, std::abs(value));
    }
    largest_[c] = largest;
    values[columns_[c].diagonal] += shift;
  }
  const int* update = updates_.data();
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    const Column& column = columns_[k];
    const double pivot = values[column.diagonal];
    // Written so that NaN counts as lost.
    if (!(std::abs(pivot) > lost_pivot * largest_[k])) return false;
    const double inverse = pivots_[k] = 1.0 / pivot;
    const Run* const begin = runs_.data() + column.upper_end;
    const Run* const end = runs_.data() + column.lower_end;
    for (const Run* run = begin; run != end; ++run) {
      for (int e = 0; e < run->count; ++e) values[run->index + e] *= inverse;
    }
    for (const int* const last = updates_.data() + column.updates_end; update != last;) {
      const double u = values[*update++];
      for (const Run* run = begin; run != end; ++run)
        subtract(run->count, u, values + run->index, values + *update++);
    }
  }
  return true;
}

void SparseLu::solve(const Eigen::Ref<const VecX>& b, Eigen::Ref<VecX> x) {
  if (uses_dense_) return dense_.solve(b, x);
  const std::size_t n = columns_.size();
  const double* const values = values_.data();
  double* const y = work_.data();
  for (std::size_t i = 0; i < n; ++i) y[i] = b[order_[i]];
  const auto subtract_runs = [&](double m, int first, int last) {
    const Run* const end = runs_.data() + last;
    for (const Run* run = runs_.data() + first; run != end; ++run)
      subtract(run->count, m, values + run->index, y + run->row);
  };
  for (std::size_t k = 0; k < n; ++k)
    subtract_runs(y[k], columns_[k].upper_end, columns_[k].lower_end);
  for (std::size_t k = n; k-- > 0;) {
    y[k] *= pivots_[k];
    subtract_runs(y[k], columns_[k].upper_begin, columns_[k].upper_end);
  }
  for (std::size_t i = 0; i < n; ++i) x[order_[i]] = y[i];
}

}  // namespace fourfoot::integrate
