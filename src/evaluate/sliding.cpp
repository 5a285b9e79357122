#include "evaluate/sliding.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fourfoot::evaluate {

namespace {

/// Integral of x from u.front(), at positions that only go forward.
class RunningIntegral {
 public:
  RunningIntegral(const std::vector<double>& u, const std::vector<double>& x) : u_(u), x_(x) {}
  double at(double position) {
    while (cell_ + 2 < u_.size() && u_[cell_ + 1] < position) {
      sum_ += 0.5 * (u_[cell_ + 1] - u_[cell_]) * (x_[cell_] + x_[cell_ + 1]);
      ++cell_;
    }
    const double length = u_[cell_ + 1] - u_[cell_];
    const double part = std::clamp(position - u_[cell_], 0.0, length);
    const double slope = length > 0.0 ? (x_[cell_ + 1] - x_[cell_]) / length : 0.0;
    return sum_ + part * (x_[cell_] + 0.5 * part * slope);
  }

 private:
  const std::vector<double>&u_, &x_;
  std::size_t cell_ = 0;
  double sum_ = 0.0;
};

}  // namespace

std::vector<double> calc_sliding_mean(const std::vector<double>& u, const std::vector<double>& x,
                                      double width) {
  std::vector<double> mean(x.size(), std::numeric_limits<double>::quiet_NaN());
  if (x.size() < 2) return mean;
  RunningIntegral upper(u, x), lower(u, x);
  const double slack = 1e-9 * width;  // of a window that ends on a sample
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double from = u[i] - 0.5 * width, to = u[i] + 0.5 * width;
    if (from < u.front() - slack || to > u.back() + slack) continue;
    mean[i] = (upper.at(to) - lower.at(from)) / width;
  }
  return mean;
}

std::vector<double> calc_sliding_rms(const std::vector<double>& u, std::vector<double> x,
                                     double width) {
  for (double& value : x) value *= value;
  std::vector<double> rms = calc_sliding_mean(u, x, width);
  for (double& value : rms) value = std::sqrt(std::max(value, std::isnan(value) ? value : 0.0));
  return rms;
}

Resampled resample(const std::vector<double>& u, const std::vector<double>& x, double step) {
  Resampled out;
  if (u.size() < 2) return {u, x};
  const auto count = static_cast<std::size_t>((u.back() - u.front()) / step + 1e-9);
  std::size_t cell = 0;
  for (std::size_t k = 0; k <= count; ++k) {
    const double position = u.front() + static_cast<double>(k) * step;
    while (cell + 2 < u.size() && u[cell + 1] < position) ++cell;
    const double part = (position - u[cell]) / (u[cell + 1] - u[cell]);
    out.u.push_back(position);
    out.x.push_back(x[cell] + part * (x[cell + 1] - x[cell]));
  }
  return out;
}

}  // namespace fourfoot::evaluate
