#include "math/root_bracket.h"

namespace fourfoot {

RootBracket::RootBracket(double a, double at_a, double b, double at_b)
    : x_(b), f_(at_b), other_(a), f_other_(at_a) {}

double RootBracket::propose() const {
  constexpr double half = 0.5;
  const double way = other_ - x_;
  if (!has_left_) return x_ + way * f_ / (f_ - f_other_);
  const double xi = (x_ - other_) / (left_ - other_);
  const double phi = (f_ - f_other_) / (f_left_ - f_other_);
  if (!(phi * phi < xi && (1.0 - phi) * (1.0 - phi) < 1.0 - xi)) return x_ + half * way;
  const double part =
      f_ / (f_other_ - f_) * (f_left_ / (f_other_ - f_left_)) +
      (left_ - x_) / way * (f_ / (f_left_ - f_)) * (f_other_ / (f_left_ - f_other_));
  return x_ + part * way;
}

void RootBracket::take(double x, double value) {
  if ((value > 0.0) == (f_ > 0.0)) {
    left_ = x_;
    f_left_ = f_;
  } else {
    left_ = other_;
    f_left_ = f_other_;
    other_ = x_;
    f_other_ = f_;
  }
  has_left_ = true;
  x_ = x;
  f_ = value;
}

}  // namespace fourfoot
