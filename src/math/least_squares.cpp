#include "math/least_squares.h"

#include <Eigen/QR>

namespace fourfoot {

struct OrthogonalFactors::Factors {
  Eigen::CompleteOrthogonalDecomposition<MatX> value;
};

OrthogonalFactors::OrthogonalFactors(const MatX& a, double threshold)
    : factors_(std::make_unique<Factors>()) {
  if (threshold > 0.0) factors_->value.setThreshold(threshold);
  factors_->value.compute(a);
}

OrthogonalFactors::~OrthogonalFactors() = default;

VecX OrthogonalFactors::solve(const VecX& b) const {
  return factors_->value.solve(b);
}

Eigen::Index OrthogonalFactors::rank() const {
  return factors_->value.rank();
}

MatX OrthogonalFactors::calc_null_space() const {
  const auto& f = factors_->value;
  if (f.rank() == f.cols()) return MatX(f.cols(), 0);
  return f.colsPermutation() * f.matrixZ().transpose().rightCols(f.cols() - f.rank());
}

struct TallFactors::Factors {
  Eigen::ColPivHouseholderQR<MatX> value;
};

TallFactors::TallFactors(const MatX& a) : factors_(std::make_unique<Factors>()) {
  factors_->value.compute(a);
}

TallFactors::~TallFactors() = default;

MatX TallFactors::solve(const MatX& b) const {
  return factors_->value.solve(b);
}

VecX TallFactors::solve(const VecX& b) const {
  return factors_->value.solve(b);
}

std::vector<int> order_columns(const MatX& a) {
  const Eigen::ColPivHouseholderQR<MatX> qr(a);
  const auto& order = qr.colsPermutation().indices();
  return std::vector<int>(order.data(), order.data() + order.size());
}

Eigen::Index calc_rank(const MatX& a, double threshold) {
  Eigen::ColPivHouseholderQR<MatX> qr;
  qr.setThreshold(threshold);
  qr.compute(a);
  return qr.rank();
}

MatX calc_kernel(const MatX& a, double threshold) {
  Eigen::FullPivLU<MatX> lu;
  lu.setThreshold(threshold);
  lu.compute(a);
  return lu.kernel();
}

}  // namespace fourfoot
