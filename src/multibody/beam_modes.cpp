#include <cmath>
#include <numbers>
#include <stdexcept>

#include "multibody/modes.h"

namespace fourfoot::multibody {

namespace {

/// beta L of mode k = 0, 1, ...: cos(x) = 1 / cosh(x), near (2 k + 3) pi / 2.
double find_root(int k) {
  double x = (2.0 * k + 3.0) * 0.5 * std::numbers::pi;
  for (int step = 0; step < 20; ++step) {
    const double sech = 1.0 / std::cosh(x);
    const double change = (std::cos(x) - sech) / (-std::sin(x) + sech * std::tanh(x));
    x -= change;
    if (std::abs(change) < 1e-16 * x) break;
  }
  return x;
}

/// A mode and its slope. Symmetry about the middle avoids the difference of large cosh and sinh:
/// even modes are C cosh(beta x) + c cos(beta x), odd ones S sinh(beta x) + s sin(beta x), with
/// value 2 at the ends.
struct BeamMode {
  double beta, half;  ///< beta L / 2
  bool is_even;

  double calc(double x) const {
    const double b = beta * x;
    return is_even ? std::cosh(b) / std::cosh(half) + std::cos(b) / std::cos(half)
                   : std::sinh(b) / std::sinh(half) + std::sin(b) / std::sin(half);
  }
  double calc_slope(double x) const {
    const double b = beta * x;
    return beta * (is_even ? std::sinh(b) / std::cosh(half) - std::sin(b) / std::cos(half)
                           : std::cosh(b) / std::sinh(half) + std::cos(b) / std::sin(half));
  }
};

std::vector<BeamMode> make_modes(const BeamBending& beam) {
  std::vector<BeamMode> modes;
  for (int k = 0; k < beam.count; ++k) {
    const double root = find_root(k);
    modes.push_back({root / beam.length, 0.5 * root, k % 2 == 0});
  }
  return modes;
}

void check(const BeamBending& beam) {
  if (!(beam.length > 0.0) || !(beam.mass > 0.0) || !(beam.stiffness > 0.0) || beam.count < 1 ||
      beam.count > 10) {
    throw std::invalid_argument("a beam needs length, mass, stiffness and 1 to 10 modes");
  }
}

}  // namespace

std::vector<double> calc_beam_frequencies(const BeamBending& beam) {
  check(beam);
  std::vector<double> frequencies;
  for (const BeamMode& mode : make_modes(beam)) {
    frequencies.push_back(mode.beta * mode.beta *
                          std::sqrt(beam.stiffness * beam.length / beam.mass));
  }
  return frequencies;
}

Modes make_beam_modes(const BeamBending& beam) {
  const std::vector<double> omega = calc_beam_frequencies(beam);
  const auto n = static_cast<Eigen::Index>(omega.size());
  const Eigen::Map<const VecX> w(omega.data(), n);
  Modes modes;
  modes.mass = MatX::Identity(n, n) * beam.mass;
  modes.damping = MatX((2.0 * beam.damping_ratio * beam.mass * w).asDiagonal());
  modes.stiffness = MatX((beam.mass * w.cwiseAbs2()).asDiagonal());
  const bool is_vertical = beam.plane == BeamBending::Plane::vertical;
  modes.calc_shape = [list = make_modes(beam), is_vertical](const Vec3& point) {
    const auto count = static_cast<Eigen::Index>(list.size());
    ModeShape shape{Eigen::Matrix3Xd::Zero(3, count), Eigen::Matrix3Xd::Zero(3, count)};
    for (Eigen::Index k = 0; k < count; ++k) {
      const BeamMode& mode = list[static_cast<std::size_t>(k)];
      const double w_x = mode.calc(point.x()), slope = mode.calc_slope(point.x());
      // Cross sections stay plane and turn with the axis, so points above it move along x.
      shape.displacement(is_vertical ? 2 : 1, k) = w_x;
      shape.displacement(0, k) = -slope * (is_vertical ? point.z() : point.y());
      shape.rotation(is_vertical ? 1 : 2, k) = is_vertical ? -slope : slope;
    }
    return shape;
  };
  return modes;
}

}  // namespace fourfoot::multibody
