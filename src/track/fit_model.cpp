#include "track/fit_model.h"

#include <algorithm>
#include <cmath>

#include "math/dense.h"

namespace fourfoot::track {

namespace {

constexpr std::size_t most_compared = 4000;  ///< rows

/// Goes along the line, from corner to corner; within each the heading is a parabola.
struct Walker {
  Walker(const std::vector<FittedElement>& all, const Vec2& start, double begin_heading)
      : elements(all), x(start.x()), y(start.y()), heading(begin_heading) {}

  void go(double to) {
    while (s < to) {
      const FittedElement& e = elements[i];
      const bool is_last = i + 1 == elements.size();
      if (s < e.end || is_last) {
        advance(is_last ? to : std::min(to, e.end), e.curvature, 0.0);
      } else if (const FittedElement& next = elements[i + 1]; s < next.begin) {
        const double slope = (next.curvature - e.curvature) / (next.begin - e.end);
        advance(std::min(to, next.begin), e.curvature + slope * (s - e.end), slope);
      } else {
        ++i;
      }
    }
  }
  /// Simpson's rule over pieces of 5 m: 1e-9 m at a radius of 100 m.
  void advance(double to, double k, double slope) {
    const int pieces = std::max(1, static_cast<int>(std::ceil((to - s) / 5.0)));
    const double h = (to - s) / pieces;
    for (int p = 0; p < pieces; ++p) {
      const double h0 = heading, hm = h0 + 0.5 * h * (k + 0.25 * slope * h),
                   h1 = h0 + h * (k + 0.5 * slope * h);
      x += h / 6.0 * (std::cos(h0) + 4.0 * std::cos(hm) + std::cos(h1));
      y += h / 6.0 * (std::sin(h0) + 4.0 * std::sin(hm) + std::sin(h1));
      heading = h1;
      k += slope * h;
    }
    s = to;
  }
  const std::vector<FittedElement>& elements;
  double x, y, heading, s = 0.0;
  std::size_t i = 0;
};

}  // namespace

FitModel::FitModel(const MeasuredLine& line, std::vector<FittedElement> elements)
    : line_(&line), elements_(std::move(elements)) {
  const std::size_t n = line.s.size(), stride = (n + most_compared - 1) / most_compared;
  for (std::size_t i = 0; i < n; i += stride) rows_.push_back(i);
  if (line.has_points()) {
    first_ = Vec2(line.x[0], line.y[0]);
    const std::size_t k = std::min<std::size_t>(n - 1, 5);
    heading_ = std::atan2(line.y[k] - line.y[0], line.x[k] - line.x[0]);
    across_ = Vec2(-std::sin(heading_), std::cos(heading_));
  }
}

std::size_t FitModel::count() const {
  std::size_t curved = 0;
  for (const FittedElement& e : elements_) curved += e.curvature != 0.0 ? 1 : 0;
  return 2 * (elements_.size() - 1) + curved + (line_->has_points() ? 2 : 0);
}

void FitModel::keep_order() {
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    FittedElement& e = elements_[i];
    if (i > 0) e.begin = std::max(e.begin, elements_[i - 1].end);
    e.end = std::clamp(e.end, e.begin, line_->s.back());
  }
  elements_.back().end = line_->s.back();
}

VecX FitModel::calc_residuals() const {
  VecX r(static_cast<Eigen::Index>(rows_.size()));
  FittedLine fitted;
  fitted.elements = elements_;
  if (!line_->has_points()) {
    for (std::size_t k = 0; k < rows_.size(); ++k)
      r[static_cast<Eigen::Index>(k)] =
          line_->curvature[rows_[k]] - fitted.calc_curvature(line_->s[rows_[k]]);
    return r;
  }
  Walker walker(elements_, start(), heading_);
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    walker.go(line_->s[rows_[k]]);
    const double dx = line_->x[rows_[k]] - walker.x, dy = line_->y[rows_[k]] - walker.y;
    r[static_cast<Eigen::Index>(k)] = std::cos(walker.heading) * dy - std::sin(walker.heading) * dx;
  }
  return r;
}

void refine(FitModel& model) {
  const auto n = static_cast<Eigen::Index>(model.count());
  if (n == 0) return;
  double damping = 1e-3;
  VecX r = model.calc_residuals();
  for (int step = 0; step < 40; ++step) {
    MatX J(r.size(), n);
    Eigen::Index column = 0;
    model.each([&](double& number, double h) {
      const double old = number;
      number = old + h;
      const VecX moved = model.calc_residuals();
      number = old;
      J.col(column++) = (moved - r) / h;
    });
    MatX A(n, n);
    put_transposed_product(J, J, A);
    VecX g(n);
    put_transposed_product(J, r, g);
    bool is_better = false;
    const double before = r.squaredNorm();
    for (int trial = 0; trial < 12 && !is_better; ++trial) {
      MatX damped = A;
      for (Eigen::Index i = 0; i < n; ++i) damped(i, i) += damping * A(i, i) + 1e-30;
      const VecX move = LuFactors(damped).solve(g);
      FitModel tried = model;
      Eigen::Index i = 0;
      tried.each([&](double& number, double) { number -= move[i++]; });
      tried.keep_order();
      const VecX after = tried.calc_residuals();
      is_better = after.squaredNorm() < before;
      damping = is_better ? std::max(1e-9, 0.2 * damping) : 5.0 * damping;
      if (!is_better) continue;
      model = std::move(tried);
      r = after;
    }
    if (!is_better || before - r.squaredNorm() < 1e-9 * before) return;
  }
}

}  // namespace fourfoot::track
