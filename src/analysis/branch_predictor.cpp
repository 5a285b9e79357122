#include "analysis/branch_predictor.h"

#include <algorithm>
#include <cmath>

namespace fourfoot::analysis {

namespace {

/// `way` plus `aside`, which is shortened to `most`.
VecX add_bounded(VecX way, const VecX& aside, double most) {
  const double length = aside.norm();
  if (length > 0.0) way += std::min(1.0, most / length) * aside;
  return way;
}

/// Without its part along the orbit.
VecX leave_out_phase(const OrbitPoint& point, VecX way) {
  const Eigen::Index n = point.rate.size();
  const double squared = point.rate.squaredNorm();
  if (squared > 0.0) way.head(n) -= (way.head(n).dot(point.rate) / squared) * point.rate;
  return way;
}

}  // namespace

void BranchPredictor::forget() {
  *this = {};
}

VecX BranchPredictor::calc_direction(const OrbitPoint& last) const {
  if (!by_points_ || way_before_.size() == 0) return last.tangent;
  const double length = last_way_.norm(), before = way_before_.norm();
  const VecX turn = last_way_ / length - way_before_ / before;
  return leave_out_phase(last,
                         add_bounded(last_way_ / length, length / (length + before) * turn, 0.5))
      .normalized();
}

double BranchPredictor::calc_turn(const OrbitPoint& from, const VecX& way) const {
  if (last_way_.size() == 0) return -1.0;
  const VecX across = leave_out_phase(from, way);
  return across.dot(last_way_) / (across.norm() * last_way_.norm());
}

VecX BranchPredictor::predict(const OrbitPoint& from, double step) const {
  return by_points_ ? predict_by_points(from, step) : predict_by_tangent(from, step);
}

VecX BranchPredictor::predict_by_tangent(const OrbitPoint& from, double step) const {
  const VecX way = step * from.tangent;
  return bend_.size() == 0 ? way : add_bounded(way, 0.5 * step * step * bend_, 0.3 * step);
}

VecX BranchPredictor::predict_by_points(const OrbitPoint& from, double step) const {
  if (last_way_.size() == 0) return predict_by_tangent(from, step);
  const double last = last_way_.norm();
  VecX way = (step / last) * last_way_;
  if (way_before_.size() > 0) {
    const double before = way_before_.norm();
    const VecX turn = last_way_ / last - way_before_ / before;
    way = add_bounded(way, step * (step + last) / (last + before) * turn, 0.5 * step);
  }
  way = leave_out_phase(from, way);
  // So that the step along the tangent is what was asked for.
  const double along = way.dot(from.tangent);
  return along > 0.5 * step ? VecX((step / along) * way) : predict_by_tangent(from, step);
}

void BranchPredictor::learn(const OrbitPoint& from, const OrbitPoint& to, const VecX& way,
                            double step) {
  // Both leave steps along the orbit out, and so must what they are compared with.
  const auto calc_miss = [&](const VecX& predicted) {
    return leave_out_phase(from, predicted - way).norm();
  };
  by_points_ = calc_miss(predict_by_points(from, step)) < calc_miss(predict_by_tangent(from, step));
  bend_ = (to.tangent - from.tangent) / way.norm();
  bend_ -= bend_.dot(to.tangent) * to.tangent;
  way_before_ = std::move(last_way_);
  last_way_ = leave_out_phase(to, way);
}

BranchPiece::BranchPiece(const OrbitPoint& from, const OrbitPoint& to, VecX way)
    : way_(std::move(way)), first_(from.tangent), length_(way_.dot(from.tangent)) {
  constexpr double least_cosine = 0.1;  // a piece that turns by 84 degrees is no cubic any more
  second_ = to.tangent / std::max(to.tangent.dot(from.tangent), least_cosine);
}

VecX BranchPiece::calc_way(double part) const {
  const double rest = 1.0 - part;
  return part * part * (3.0 - 2.0 * part) * way_ + length_ * part * rest * rest * first_ -
         length_ * part * part * rest * second_;
}

// With p(0) = 0, p(1) = d and slopes a, b: p' = a + 2 c1 x + c2 x^2, c1 = 3 d - 2 a - b,
// c2 = 3 (a + b - 2 d).
double BranchPiece::find_turn() const {
  constexpr double middle = 0.5, edge = 0.02;
  const Eigen::Index p = way_.size() - 1;
  const double d = way_[p], a = length_ * first_[p], b = length_ * second_[p];
  const double c1 = 3.0 * d - 2.0 * a - b, c2 = 3.0 * (a + b - 2.0 * d);
  const double under = c1 * c1 - a * c2;
  if (under < 0.0) return middle;
  const double q = -(c1 + std::copysign(std::sqrt(under), c1));
  for (const double x : {c2 != 0.0 ? q / c2 : middle, q != 0.0 ? a / q : middle}) {
    if (x > edge && x < 1.0 - edge && x != middle) return x;
  }
  return middle;
}

}  // namespace fourfoot::analysis
