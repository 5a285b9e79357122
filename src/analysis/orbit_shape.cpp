#include "analysis/orbit_shape.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "analysis/modes.h"

namespace fourfoot::analysis {

VecX calc_orbit_shape(OrbitFlow& flow, const Passage& passage) {
  constexpr double least = 1e-300;
  const VecX& start = passage.y.front();
  MatX changes(start.size(), static_cast<Eigen::Index>(passage.y.size()));
  for (Eigen::Index i = 0; i < changes.cols(); ++i)
    changes.col(i) = passage.y[static_cast<std::size_t>(i)] - start;
  const MatX ways =
      flow.scales().cwiseInverse().asDiagonal() * flow.calc_differences(start, changes);
  const Eigen::Index n = ways.rows(), steps = ways.cols() - 1;
  MatX middle(n, steps), weighed(n, steps), moved(n, steps);
  VecX mean = VecX::Zero(n);
  for (Eigen::Index i = 0; i < steps; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const double h = (passage.t[at + 1] - passage.t[at]) / passage.duration();
    middle.col(i) = 0.5 * (ways.col(i) + ways.col(i + 1));
    weighed.col(i) = h * middle.col(i);
    moved.col(i) = ways.col(i + 1) - ways.col(i);
    mean += weighed.col(i);
  }
  const MatX in_phase = middle * weighed.transpose() - mean * mean.transpose();
  const MatX area = (middle * moved.transpose()) / (2.0 * std::numbers::pi);
  const MatX apart = 0.5 * (area - area.transpose());
  const double size = std::sqrt(std::max(in_phase.trace(), least));
  VecX shape(2 * n * n);
  Eigen::Index at = 0;
  for (Eigen::Index j = 0; j < n; ++j) {
    for (Eigen::Index i = 0; i < n; ++i) {
      const Complex z(in_phase(i, j), apart(i, j));
      const Complex doubled = z * z / (std::max(std::abs(z), least) * size);
      shape[at++] = doubled.real();
      shape[at++] = doubled.imag();
    }
  }
  return shape;
}

}  // namespace fourfoot::analysis
