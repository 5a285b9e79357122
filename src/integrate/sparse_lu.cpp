#include "integrate/sparse_lu.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "math/vector_width.h"

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
    : width_(find_width(has_avx2() ? "avx2" : "portable")),
      dense_(problem.get_partition(), problem.get_size()),
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
    FactorColumn column{};
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
    FactorColumn& column = columns_[static_cast<std::size_t>(k)];
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

using sparse_lu::FactorColumn;
using sparse_lu::Lists;
using sparse_lu::Run;

namespace portable_width {
#define FOURFOOT_TARGET FOURFOOT_PORTABLE
using namespace fourfoot::portable_width;
#include "integrate/sparse_lu_kernel.inc"
#undef FOURFOOT_TARGET
}  // namespace portable_width

#if defined(__x86_64__)
namespace avx2_width {
#define FOURFOOT_TARGET FOURFOOT_AVX2
using namespace fourfoot::avx2_width;
#include "integrate/sparse_lu_kernel.inc"
#undef FOURFOOT_TARGET
}  // namespace avx2_width
#endif

}  // namespace

struct SparseLu::Width {
  bool (*eliminate)(const Lists&);
  void (*solve)(const Lists&, double*);
};

const SparseLu::Width* SparseLu::find_width(const char* name) {
  static const Width portable{portable_width::eliminate, portable_width::solve};
#if defined(__x86_64__)
  static const Width avx2{avx2_width::eliminate, avx2_width::solve};
  if (std::strcmp(name, "avx2") == 0) return has_avx2() ? &avx2 : nullptr;
#endif
  return std::strcmp(name, "portable") == 0 ? &portable : nullptr;
}

bool SparseLu::use_width(const char* name) {
  const Width* const found = find_width(name);
  if (found) width_ = found;
  return found != nullptr;
}

Lists SparseLu::get_lists() {
  return {columns_.data(), columns_.size(), runs_.data(),   updates_.data(),
          values_.data(),  pivots_.data(),  largest_.data()};
}

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
  return width_->eliminate(get_lists());
}

void SparseLu::solve(const Eigen::Ref<const VecX>& b, Eigen::Ref<VecX> x) {
  if (uses_dense_) return dense_.solve(b, x);
  const std::size_t n = columns_.size();
  double* const y = work_.data();
  for (std::size_t i = 0; i < n; ++i) y[i] = b[order_[i]];
  width_->solve(get_lists(), y);
  for (std::size_t i = 0; i < n; ++i) x[order_[i]] = y[i];
}

}  // namespace fourfoot::integrate
