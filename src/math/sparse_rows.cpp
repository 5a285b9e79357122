#include "math/sparse_rows.h"

#include <algorithm>
#include <cmath>

#include "math/vector_width.h"

namespace fourfoot {

namespace {

struct Entries {
  const int* columns;
  const double* values;
  int begin, end;
};

namespace portable {
using namespace portable_width;
#define FOURFOOT_TARGET FOURFOOT_PORTABLE
#include "math/sparse_rows.inc"
#undef FOURFOOT_TARGET
}  // namespace portable

#if defined(__x86_64__)
namespace avx2 {
using namespace avx2_width;
#define FOURFOOT_TARGET FOURFOOT_AVX2
#include "math/sparse_rows.inc"
#undef FOURFOOT_TARGET
}  // namespace avx2
#endif

auto choose_put_row() {
#if defined(__x86_64__)
  if (has_avx2()) return avx2::put_row;
#endif
  return portable::put_row;
}

}  // namespace

void SparseRows::set(const ConstMatRef& a, const VecX& scales) {
  ends_.clear();
  columns_.clear();
  values_.clear();
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    for (Eigen::Index j = 0; j < a.cols(); ++j) {
      if (a(i, j) == 0.0) continue;
      columns_.push_back(static_cast<int>(j));
      values_.push_back(a(i, j) * (scales[j] / scales[i]));
    }
    ends_.push_back(static_cast<int>(values_.size()));
  }
}

double SparseRows::calc_largest_sum() const {
  double largest = 0.0;
  int begin = 0;
  for (const int end : ends_) {
    double sum = 0.0;
    for (int e = begin; e < end; ++e) sum += std::abs(values_[static_cast<std::size_t>(e)]);
    largest = std::max(largest, sum);
    begin = end;
  }
  return largest;
}

void SparseRows::put_product(double factor, const RowMatX& b, RowMatX& out) const {
  static const auto put_row = choose_put_row();
  out.resize(b.rows(), b.cols());
  int begin = 0;
  for (std::size_t i = 0; i < ends_.size(); ++i) {
    put_row({columns_.data(), values_.data(), begin, ends_[i]}, b.data(), b.cols(), factor,
            out.data() + static_cast<Eigen::Index>(i) * b.cols());
    begin = ends_[i];
  }
}

}  // namespace fourfoot
