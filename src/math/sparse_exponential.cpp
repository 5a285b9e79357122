#include "math/sparse_exponential.h"

#include <algorithm>
#include <utility>

#include "base/error.h"

namespace fourfoot {

// Parts are powers of two, so that they end at 1 exactly.
void SparseExponential::apply(const SparseRows& a, const VecX& p, RowMatX& w) {
  constexpr double least = 1.0 / 1024.0;
  double part = 1.0;
  for (double done = 0.0; done < 1.0;) {
    if (carry(a, p, part, w)) {
      done += part;
    } else {
      part *= 0.5;
      if (part < least) throw RunError("derivatives along the motion do not stay finite");
    }
  }
}

/// Over this part of the interval; false, w untouched, if the series is too long. To look at each term
/// would cost a third of it: every second one is, from the fourth on.
bool SparseExponential::carry(const SparseRows& a, const VecX& p, double part, RowMatX& w) {
  constexpr int most_terms = 14, first_looked_at = 4;
  constexpr double small = 1e-6;
  const double largest = w.cwiseAbs().maxCoeff();
  sum_ = w;
  for (int k = 1; k <= most_terms; ++k) {
    a.put_product(part / k, k == 1 ? w : term_, next_);
    if (k == 1) next_.col(w.cols() - 1) += part * p;
    sum_ += next_;
    if (k >= first_looked_at && k % 2 == 0 &&
        next_.cwiseAbs().maxCoeff() <= small * std::max(largest, sum_.cwiseAbs().maxCoeff())) {
      w.swap(sum_);
      return true;
    }
    term_.swap(next_);
  }
  return false;
}

}  // namespace fourfoot
