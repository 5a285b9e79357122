#include "integrate/sparse_lu.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "integrate/sparse_lu_order.h"
#include "math/vector_width.h"

namespace fourfoot::integrate {
namespace {

constexpr double most_fill = 0.4;    // of n^2; with more, dense factors are faster
constexpr double lost_pivot = 1e-9;  // of the column's largest entry

}  // namespace

SparseLu::SparseLu(const Problem& problem)
    : width_(find_width(has_avx2() ? "avx2" : "portable")),
      partition_(problem.get_partition()),
      work_(VecX::Zero(problem.get_size() + sparse_lu::piece_size)) {
  Pattern pattern = Pattern::Constant(problem.get_size(), problem.get_size(), false);
  if (problem.get_pattern(pattern)) {
    entries_ = std::make_shared<const Entries>(list_entries(pattern));
    analyse();
  }
  if (!is_sparse()) prepare_dense();
}

void SparseLu::prepare_dense() {
  const Eigen::Index n = work_.size() - sparse_lu::piece_size;
  dense_ = std::make_unique<PartitionedLu>(partition_, n);
  matrix_.setZero(n, n);
}

// Columns of the factors and their entries, in the order of elimination.
void SparseLu::analyse() {
  const sparse_lu::Filled filled = sparse_lu::find_order(*entries_);
  const std::size_t n = filled.order.size();
  order_ = filled.order;
  if (static_cast<double>(filled.count()) > most_fill * static_cast<double>(n * n)) return;
  std::vector<int> first;  // entry in values_ of each column
  int index = 0;
  for (std::size_t c = 0; c < n; ++c) {
    FactorColumn column{};
    first.push_back(index);
    column.upper_begin = static_cast<int>(runs_.size());
    int before = -2;
    for (const int r : filled.columns[c]) {
      if (r == static_cast<int>(c)) {
        column.upper_end = static_cast<int>(runs_.size());
        column.diagonal = index;
      } else if (r == before + 1) {
        ++runs_.back().count;
      } else {
        runs_.push_back({r, index, 1});
      }
      before = r == static_cast<int>(c) ? -2 : r;
      ++index;
    }
    column.lower_end = static_cast<int>(runs_.size());
    columns_.push_back(column);
  }
  list_given(filled, first);
  list_updates(filled, first);
  list_pieces();
  values_.assign(static_cast<std::size_t>(index), 0.0);
  pivots_.assign(n, 0.0);
  largest_ = pivots_;
}

namespace {

/// Index in values_ of row `row` of a column that begins at `first`.
int find_index(const std::vector<int>& rows, int first, int row) {
  return first + static_cast<int>(std::lower_bound(rows.begin(), rows.end(), row) - rows.begin());
}

}  // namespace

void SparseLu::list_given(const sparse_lu::Filled& filled, const std::vector<int>& first) {
  const std::size_t n = order_.size();
  std::vector<int> rank(n);
  for (std::size_t i = 0; i < n; ++i)
    rank[static_cast<std::size_t>(order_[i])] = static_cast<int>(i);
  for (std::size_t c = 0; c < n; ++c) {
    const auto of = static_cast<std::size_t>(order_[c]);
    for (int k = entries_->begin[of]; k < entries_->begin[of + 1]; ++k) {
      const int row = entries_->rows[static_cast<std::size_t>(k)];
      const int to = find_index(filled.columns[c], first[c], rank[static_cast<std::size_t>(row)]);
      given_.push_back({to, order_[c] * static_cast<int>(n) + row, k});
    }
    columns_[c].given_end = static_cast<int>(given_.size());
  }
  std::vector<bool> is_given(filled.count(), false);
  for (const Given& given : given_) is_given[static_cast<std::size_t>(given.to)] = true;
  for (std::size_t i = 0; i < is_given.size(); ++i)
    if (!is_given[i]) fills_.push_back(static_cast<int>(i));
}

void SparseLu::list_updates(const sparse_lu::Filled& filled, const std::vector<int>& first) {
  for (std::size_t k = 0; k < order_.size(); ++k) {
    FactorColumn& column = columns_[k];
    for (const int right : filled.rights[k]) {
      if (column.lower_end == column.upper_end) break;
      const auto c = static_cast<std::size_t>(right);
      const auto find = [&](int row) { return find_index(filled.columns[c], first[c], row); };
      updates_.push_back(find(static_cast<int>(k)));
      for (int r = column.upper_end; r < column.lower_end; ++r)
        updates_.push_back(find(runs_[static_cast<std::size_t>(r)].row));
    }
    column.updates_end = static_cast<int>(updates_.size());
  }
}

void SparseLu::list_pieces() {
  const auto add = [this](int begin, int end) {  // the runs of a column
    int free = 0;                                // the first row behind the last piece
    for (int r = begin; r < end; ++r) {
      const Run& run = runs_[static_cast<std::size_t>(r)];
      for (int e = 0; e < run.count; ++e) {
        const int row = run.row + e;
        if (row >= free) {
          pieces_.rows.push_back(row);
          free = row + sparse_lu::piece_size;
        }
        const int at = static_cast<int>(pieces_.rows.size()) * sparse_lu::piece_size - (free - row);
        pieces_.copies.push_back({at, run.index + e});
      }
    }
    pieces_.ends.push_back(static_cast<int>(pieces_.rows.size()));
  };
  for (const FactorColumn& column : columns_) add(column.upper_end, column.lower_end);
  for (auto column = columns_.rbegin(); column != columns_.rend(); ++column)
    add(column->upper_begin, column->upper_end);
  pieces_.values.assign(pieces_.rows.size() * sparse_lu::piece_size, 0.0);
}

bool SparseLu::compute(const MatX& a, double factor, double shift) {
  uses_dense_ = !is_sparse() || !eliminate(a.data(), &Given::from, factor, shift);
  if (!uses_dense_) return true;
  if (!dense_) prepare_dense();
  matrix_ = factor * a;
  matrix_.diagonal().array() += shift;
  return dense_->compute(matrix_);
}

bool SparseLu::compute(const VecX& values) {
  uses_dense_ = !is_sparse() || !eliminate(values.data(), &Given::entry, 1.0, 0.0);
  if (!uses_dense_) return true;
  if (!dense_) prepare_dense();
  entries_->put(values, matrix_);
  return dense_->compute(matrix_);
}

namespace {

using sparse_lu::FactorColumn;
using sparse_lu::Lists;
using sparse_lu::piece_size;
using sparse_lu::Pieces;
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
  void (*solve)(const Pieces&, const double* pivots, double* y);
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

bool SparseLu::eliminate(const double* a, int Given::*index, double factor, double shift) {
  double* const values = values_.data();
  for (const int fill : fills_) values[fill] = 0.0;
  const Given* given = given_.data();
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    double largest = 0.0;
    for (const Given* const end = given_.data() + columns_[c].given_end; given != end; ++given) {
      const double value = factor * a[given->*index];
      values[given->to] = value;
      largest = std::max(largest, std::abs(value));
    }
    largest_[c] = largest;
    values[columns_[c].diagonal] += shift;
  }
  if (!width_->eliminate(get_lists())) return false;
  double* const pieces = pieces_.values.data();
  for (const sparse_lu::Pieces::Copy& copy : pieces_.copies) pieces[copy.to] = values[copy.from];
  return true;
}

void SparseLu::solve(const Eigen::Ref<const VecX>& b, Eigen::Ref<VecX> x) {
  if (uses_dense_) return dense_->solve(b, x);
  const std::size_t n = columns_.size();
  double *const y = work_.data(), *const to = x.data();
  const double* const from = b.data();
  const int* const order = order_.data();
  for (std::size_t i = 0; i < n; ++i) y[i] = from[order[i]];
  width_->solve(pieces_, pivots_.data(), y);
  for (std::size_t i = 0; i < n; ++i) to[order[i]] = y[i];
}

}  // namespace fourfoot::integrate
