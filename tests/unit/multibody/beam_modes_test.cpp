#include <gtest/gtest.h>

#include <cmath>

#include "multibody/modes.h"

namespace fourfoot::multibody {
namespace {

const BeamBending beam{.length = 24.0, .mass = 30e3, .stiffness = 3e9, .count = 6};

// Roots of cosh(x) cos(x) = 1 as tabulated [Blevins, Formulas for Natural Frequency and Mode Shape,
// table 8-1].
TEST(BeamModes, HaveTheTabulatedFrequencies) {
  const double roots[] = {4.73004074, 7.85320462, 10.9956079, 14.1371655, 17.2787597};
  const std::vector<double> omega = calc_beam_frequencies(beam);
  for (std::size_t k = 0; k < 5; ++k) {
    const double expected =
        std::pow(roots[k] / beam.length, 2) * std::sqrt(beam.stiffness * beam.length / beam.mass);
    EXPECT_NEAR(omega[k], expected, 2e-8 * expected);
  }
}

/// Mean over the length, by Simpson's rule.
template <class F>
double calc_mean(F f) {
  constexpr int n = 4000;
  double sum = 0.0;
  for (int i = 0; i <= n; ++i) {
    const double x = (static_cast<double>(i) / n - 0.5) * beam.length;
    sum += f(x) * (i == 0 || i == n ? 1.0 : i % 2 == 1 ? 4.0 : 2.0);
  }
  return sum / (3.0 * n);
}

// What the equations of motion take for granted: no momentum, no moment of momentum, and modes that
// do not couple.
TEST(BeamModes, MoveNeitherCentreNorAxesAndAreOrthogonal) {
  const Modes modes = make_beam_modes(beam);
  const auto shape = [&](int k, double x) {
    return modes.calc_shape(Vec3(x, 0, 0)).displacement(2, k);
  };
  for (int k = 0; k < beam.count; ++k) {
    EXPECT_NEAR(calc_mean([&](double x) { return shape(k, x); }), 0.0, 1e-9);
    EXPECT_NEAR(calc_mean([&](double x) { return x * shape(k, x); }), 0.0, 1e-8);
    for (int i = 0; i <= k; ++i) {
      EXPECT_NEAR(calc_mean([&](double x) { return shape(k, x) * shape(i, x); }),
                  i == k ? 1.0 : 0.0, 1e-8);
    }
  }
}

// E I w'''' = omega^2 (m / L) w, ends without moment and shear: by differences of the shape.
TEST(BeamModes, SolveTheBeamEquationWithFreeEnds) {
  const Modes modes = make_beam_modes(beam);
  const std::vector<double> omega = calc_beam_frequencies(beam);
  const double h = 0.05;
  for (int k = 0; k < 3; ++k) {
    const auto slope = [&](double x) { return -modes.calc_shape(Vec3(x, 0, 0)).rotation(1, k); };
    const auto w = [&](double x) { return modes.calc_shape(Vec3(x, 0, 0)).displacement(2, k); };
    for (const double x : {-9.0, -2.5, 0.7, 6.0, 11.0}) {
      EXPECT_NEAR((w(x + h) - w(x - h)) / (2 * h), slope(x), 1e-3);
      const double third =
          (slope(x + 2 * h) - 2 * slope(x + h) + 2 * slope(x - h) - slope(x - 2 * h)) /
          (2 * h * h * h);
      const double load = omega[static_cast<std::size_t>(k)] * omega[static_cast<std::size_t>(k)] *
                          beam.mass / beam.length / beam.stiffness;
      EXPECT_NEAR(third, load * w(x), 2e-3 * load);
    }
    const double end = 0.5 * beam.length;
    EXPECT_NEAR(std::abs(w(end)), 2.0, 1e-12);
    EXPECT_NEAR((slope(end + h) - slope(end - h)) / (2 * h), 0.0, 1e-4) << "moment";
    EXPECT_NEAR((slope(end + h) - 2 * slope(end) + slope(end - h)) / (h * h), 0.0, 1e-4) << "shear";
  }
}

// Cross sections turn as the material around them does: Psi = curl Phi / 2, also off the axis.
TEST(BeamModes, TurnAsTheMaterialDoes) {
  for (const auto plane : {BeamBending::Plane::vertical, BeamBending::Plane::lateral}) {
    BeamBending bending = beam;
    bending.plane = plane;
    const Modes modes = make_beam_modes(bending);
    const Vec3 point(5.3, 0.8, -1.1);
    const double h = 1e-4;
    for (int k = 0; k < 3; ++k) {
      Mat3 gradient;  // column j: d Phi / d x_j
      for (int j = 0; j < 3; ++j) {
        gradient.col(j) = (modes.calc_shape(point + h * Vec3::Unit(j)).displacement.col(k) -
                           modes.calc_shape(point - h * Vec3::Unit(j)).displacement.col(k)) /
                          (2 * h);
      }
      const Vec3 curl(gradient(2, 1) - gradient(1, 2), gradient(0, 2) - gradient(2, 0),
                      gradient(1, 0) - gradient(0, 1));
      EXPECT_LT((modes.calc_shape(point).rotation.col(k) - 0.5 * curl).norm(), 1e-7);
      EXPECT_GT(curl.norm(), 1e-3);
    }
  }
}

TEST(SmallTurn, IsTheRotationAndItsRate) {
  const Vec3 theta(0.21, -0.13, 0.3), rate(0.4, 1.1, -0.7);
  const SmallTurn<double> turn = calc_small_turn<double>(theta);
  const Mat3 R = Eigen::AngleAxisd(theta.norm(), theta.normalized()).toRotationMatrix();
  EXPECT_LT((turn.R - R).norm(), 1e-15);
  const double h = 1e-5;
  const Mat3 after = calc_small_turn<double>(theta + h * rate).R;
  const Mat3 before = calc_small_turn<double>(theta - h * rate).R;
  const Mat3 spin = (after - before) / (2 * h) * R.transpose();
  const Vec3 w = turn.T * rate;
  EXPECT_NEAR(spin(2, 1), w[0], 1e-9);
  EXPECT_NEAR(spin(0, 2), w[1], 1e-9);
  EXPECT_NEAR(spin(1, 0), w[2], 1e-9);
}

}  // namespace
}  // namespace fourfoot::multibody
