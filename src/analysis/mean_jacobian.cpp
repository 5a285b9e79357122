#include "analysis/mean_jacobian.h"

#include <algorithm>
#include <cmath>

#include "math/dense.h"

namespace fourfoot::analysis {

namespace {

bool is_entry(const MatX& first, const MatX& last, Eigen::Index k, Eigen::Index j) {
  return first(k, j) != 0.0 || last(k, j) != 0.0;
}

}  // namespace

MeanJacobian::MeanJacobian(const integrate::Partition& parts, const VecX& scales)
    : parts_(parts), scales_(scales), coordinates_(parts.n_q > 0 ? parts.n_q : scales.size()) {
  for (VecX* each : {&by_first_, &by_last_, &shares_, &moves_}) each->resize(scales.size());
}

void MeanJacobian::begin() {
  sum_.setZero(scales_.size(), scales_.size());
  correction_ = 0.0;
}

void MeanJacobian::add(const MatX& first, const MatX& last, const VecX& change_of_rate,
                       const VecX& dy, double h) {
  put_product(first, dy, by_first_);
  put_product(last, dy, by_last_);
  measure_rows(first, last, dy);
  choose_shares(change_of_rate, h);
  for (Eigen::Index j = 0; j < dy.size(); ++j) {
    const double weight = j < coordinates_ ? dy[j] / (scales_[j] * scales_[j]) : 0.0;
    for (Eigen::Index k = 0; k < dy.size(); ++k) {
      sum_(k, j) += h * (shares_[k] * first(k, j) + (1.0 - shares_[k]) * last(k, j));
      if (is_entry(first, last, k, j)) sum_(k, j) += moves_[k] * weight;
    }
  }
}

void MeanJacobian::measure_rows(const MatX& first, const MatX& last, const VecX& dy) {
  squares_.setZero(dy.size());
  sums_.setZero(dy.size());
  for (Eigen::Index j = 0; j < coordinates_; ++j) {
    const double part = std::abs(dy[j] / scales_[j]);
    for (Eigen::Index k = 0; k < dy.size(); ++k) {
      if (!is_entry(first, last, k, j)) continue;
      squares_[k] += part * part;
      sums_[k] += part;
    }
  }
}

void MeanJacobian::choose_shares(const VecX& change_of_rate, double h) {
  constexpr double half = 0.5, least = 1e-12;
  double largest = 0.0;
  for (Eigen::Index k = 0; k < change_of_rate.size(); ++k) {
    const double miss_first = change_of_rate[k] - by_first_[k];
    const double miss_last = change_of_rate[k] - by_last_[k];
    double share = half, miss = half * (miss_first + miss_last);
    if (std::min(std::abs(miss_first), std::abs(miss_last)) < half * std::abs(miss)) {
      share = std::abs(miss_first) < std::abs(miss_last) ? 1.0 : 0.0;
      miss = share > half ? miss_first : miss_last;
    }
    shares_[k] = share;
    moves_[k] = squares_[k] > least ? h * miss / squares_[k] : 0.0;
    const bool is_speed = k >= parts_.n_q && k < parts_.n_q + parts_.n_u && parts_.n_q > 0;
    const double unit = is_speed ? scales_[0] / h : scales_[k];
    largest = std::max(largest, std::abs(moves_[k]) * sums_[k] / unit);
  }
  correction_ += largest;
}

}  // namespace fourfoot::analysis
