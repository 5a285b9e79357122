#include "wear/wear_depth.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace fourfoot::wear {

WearDepth::WearDepth(double from, double to, double width)
    : from_(from),
      width_(width),
      depth_(static_cast<std::size_t>(std::max(1.0, std::round((to - from) / width))), 0.0) {}

std::vector<double> WearDepth::list_y() const {
  std::vector<double> y;
  for (std::size_t i = 0; i < depth_.size(); ++i)
    y.push_back(from_ + (static_cast<double>(i) + 0.5) * width_);
  return y;
}

void WearDepth::add(const PatchWear& wear, double y, double angle, double radius, double side,
                    double distance) {
  const double passages = distance / (2.0 * std::numbers::pi * radius), slope = std::cos(angle);
  for (std::size_t j = 0; j < wear.depth.size(); ++j) {
    double low = y + side * wear.edges[j] * slope, high = y + side * wear.edges[j + 1] * slope;
    if (low > high) std::swap(low, high);
    const double depth = wear.depth[j] * passages;
    const double first = std::floor((low - from_) / width_),
                 last = std::floor((high - from_) / width_);
    for (double bin = first; bin <= last; bin += 1.0) {
      const double begin = from_ + bin * width_;
      const double overlap = std::min(high, begin + width_) - std::max(low, begin);
      if (overlap <= 0.0) continue;
      if (bin < 0.0 || bin >= static_cast<double>(depth_.size()))
        lost_ += depth * overlap;
      else
        depth_[static_cast<std::size_t>(bin)] += depth * overlap / width_;
    }
  }
}

void WearDepth::add(const WearDepth& other, double factor) {
  for (std::size_t i = 0; i < depth_.size(); ++i) depth_[i] += factor * other.depth_[i];
  lost_ += factor * other.lost_;
}

double WearDepth::calc_sum() const {
  return width_ * std::accumulate(depth_.begin(), depth_.end(), 0.0);
}

void WearDepth::smooth(double window) {
  const auto reach = static_cast<std::ptrdiff_t>(std::round(0.5 * window / width_));
  if (reach < 1) return;
  const auto count = static_cast<std::ptrdiff_t>(depth_.size());
  for (int pass = 0; pass < 2; ++pass) {
    std::vector<double> out(depth_.size(), 0.0);
    for (std::ptrdiff_t i = 0; i < count; ++i) {
      // At the ends a bin's depth goes to fewer neighbours, not beyond the profile.
      const std::ptrdiff_t first = std::max<std::ptrdiff_t>(0, i - reach);
      const std::ptrdiff_t last = std::min(count - 1, i + reach);
      const double each =
          depth_[static_cast<std::size_t>(i)] / static_cast<double>(last - first + 1);
      for (std::ptrdiff_t k = first; k <= last; ++k) out[static_cast<std::size_t>(k)] += each;
    }
    depth_ = std::move(out);
  }
}

}  // namespace fourfoot::wear
