#include "math/sparse_rows.h"

#include <algorithm>
#include <array>

namespace fourfoot {

void SparseRows::set(const ConstMatRef& a) {
  ends_.clear();
  columns_.clear();
  values_.clear();
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    for (Eigen::Index j = 0; j < a.cols(); ++j) {
      if (a(i, j) == 0.0) continue;
      columns_.push_back(static_cast<int>(j));
      values_.push_back(a(i, j));
    }
    ends_.push_back(static_cast<int>(values_.size()));
  }
}

void SparseRows::add_product(double factor, const ConstMatRef& b, MatRef out) const {
  constexpr Eigen::Index width = 4;  // columns at once, so that sums do not wait for each other
  const Eigen::Index columns = b.cols();
  for (Eigen::Index c = 0; c < columns; c += width) {
    const Eigen::Index n = std::min(width, columns - c);
    std::array<const double*, width> from;
    for (Eigen::Index k = 0; k < width; ++k)
      from[static_cast<std::size_t>(k)] = b.col(c + std::min(k, n - 1)).data();
    std::size_t entry = 0;
    for (std::size_t i = 0; i < ends_.size(); ++i) {
      std::array<double, width> sum{};
      for (; entry < static_cast<std::size_t>(ends_[i]); ++entry) {
        const int j = columns_[entry];
        for (std::size_t k = 0; k < width; ++k) sum[k] += values_[entry] * from[k][j];
      }
      for (Eigen::Index k = 0; k < n; ++k)
        out(static_cast<Eigen::Index>(i), c + k) += factor * sum[static_cast<std::size_t>(k)];
    }
  }
}

}  // namespace fourfoot
