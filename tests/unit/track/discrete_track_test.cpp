// Rails on sleepers against closed forms of beams.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "track/discrete_track.h"
#include "track/receptance.h"

namespace fourfoot::track {
namespace {

using Complex = std::complex<double>;

const SupportAlongLine usual_ballast(default_lateral_ballast, default_vertical_ballast);
constexpr double rotary = 7850.0 / 2.1e11;  // rho I = rotary EI

// The response of an infinite beam on a foundation of stiffness s per metre, at its load:
// w = A e^(a|x|) + B e^(b|x|) with w'(0) = 0, EI w'''(0) = 1/2, where a, b are the decaying roots of
// EI k^4 + rho I w^2 k^2 + s - m w^2 = 0.
Complex calc_even(double EI, double m, Complex s, double w) {
  const double half = 0.5 * rotary * w * w;
  const Complex root = std::sqrt(half * half - (s - m * w * w) / EI);
  const Complex a = -std::sqrt(-half + root), b = -std::sqrt(-half - root);
  const Complex A = 1.0 / (2.0 * EI * a * (a * a - b * b));
  return A - A * a / b;
}

Complex in_series(Complex a, Complex b) {
  return a * b / (a + b);
}

// Sleepers so close that their spacing does not matter, with the same pads, masses and ballast per
// metre. What is left is the error of the elements, below (k l)^4 / 720 and that of the ring.
TEST(DiscreteTrack, CloseSleepersAreAnEvenFoundation) {
  DiscreteSupport close;
  close.elements = 1;
  const double share = 0.25;
  close.spacing *= share;
  for (SpringAndDamper* pad : {&close.vertical_pad, &close.lateral_pad})
    *pad = {pad->stiffness * share, pad->damping * share};
  const auto scale = [&](const Support& s) {
    return Support{s.mass * share, s.stiffness * share, s.damping * share};
  };
  const SupportAlongLine ballast(scale(default_lateral_ballast), scale(default_vertical_ballast));
  const std::vector<double> frequencies = {1.0, 20.0, 60.0, 90.0, 150.0, 220.0, 300.0};
  for (const Receptance& r : calc_receptances(close, ballast, frequencies)) {
    const double w = 2.0 * std::numbers::pi * r.f;
    const Complex i(0.0, 1.0);
    const Complex pad = 65e6 + i * w * 75e3, bed = 49.6e6 + i * w * 20.4e3 - 125.5 * w * w;
    const Complex up =
        calc_even(close.vertical_bending, close.rail_mass, in_series(pad, bed) / 0.6, w);
    EXPECT_LT(std::abs(r.z_sleeper - up), 1e-3 * std::abs(up)) << r.f;
    // Sideways a load on one rail is half of both, half of a pair that leaves the sleepers at rest.
    const Complex side = 15e6 + i * w * 50e3, below = 40e6 + i * w * 100e3 - 251.0 * w * w;
    const Complex both = side * below / (2.0 * side + below);
    const Complex sideways =
        0.5 * (calc_even(close.lateral_bending, close.rail_mass, both / 0.6, w) +
               calc_even(close.lateral_bending, close.rail_mass, side / 0.6, w));
    EXPECT_LT(std::abs(r.y_sleeper - sideways), 1e-3 * std::abs(sideways)) << r.f;
  }
}

// Zimmermann's formula, which spreads the support evenly, is 0.2 % soft of rails on sleepers.
TEST(DiscreteTrack, SinksAsZimmermannSays) {
  const DiscreteSupport usual;
  const Receptance r = calc_receptances(usual, usual_ballast, {0.01}).front();
  const double even = 65e6 * 49.6e6 / (65e6 + 49.6e6) / usual.spacing;
  const double reach = std::pow(4.0 * usual.vertical_bending / even, 0.25);
  const double zimmermann = 1.0 / (2.0 * even * reach);
  EXPECT_NEAR(r.z_sleeper.real(), zimmermann, 0.005 * zimmermann);
  EXPECT_GT(r.z_between.real(), r.z_sleeper.real());
  // The first guess of a run is the same curve.
  const DiscreteTrack track(usual, usual_ballast, 0.0, 0.0);
  VecX q = VecX::Zero(track.coordinate_count());
  EXPECT_NEAR(track.add_sag(6.0, 0, 1.0, q), zimmermann, 1e-12 * zimmermann);
  const DiscreteTrack::Shape shape = track.calc_shape(6.0);
  EXPECT_NEAR(-q[shape.at[0]], zimmermann, 1e-12 * zimmermann);
}

// Supports that do not give: three-moment equations of the endless beam, M_n-1 + 4 M_n + M_n+1 = 0 away
// from the loaded span, so that moments fall by sqrt(3) - 2 from support to support.
TEST(DiscreteTrack, RigidSupportsMakeAContinuousBeam) {
  DiscreteSupport rigid;
  rigid.vertical_pad = {1e13, 0.0};
  const SupportAlongLine ground(default_lateral_ballast, Support{125.5, 1e13, 0.0});
  const double L = rigid.spacing, EI = rigid.vertical_bending;
  const double moment = 3.0 / 8.0 / (5.0 + std::sqrt(3.0) - 2.0);  // at the next supports, of P L
  const double exact = (1.0 / 48.0 - moment / 8.0) * L * L * L / EI;
  const Receptance still = calc_receptances(rigid, ground, {0.01}).front();
  EXPECT_NEAR(still.z_between.real(), exact, 1e-3 * exact);
  EXPECT_LT(std::abs(still.z_sleeper), 1e-3 * exact);
}

// The pinned-pinned frequency of a simply supported beam as long as a span: the sign changes there.
TEST(DiscreteTrack, ResonatesPinnedAtItsSupports) {
  DiscreteSupport rigid;
  rigid.elements = 8;
  rigid.vertical_pad = {1e13, 0.0};
  const SupportAlongLine ground(default_lateral_ballast, Support{125.5, 1e13, 0.0});
  const double k = std::numbers::pi / rigid.spacing;
  const double w2 = rigid.vertical_bending * std::pow(k, 4) /
                    (rigid.rail_mass + rotary * rigid.vertical_bending * k * k);
  const double pinned = std::sqrt(w2) / (2.0 * std::numbers::pi);
  const auto found =
      calc_receptances(rigid, ground, {(1.0 - 2e-4) * pinned, (1.0 + 2e-4) * pinned});
  EXPECT_GT(found[0].z_between.real(), 0.0);
  EXPECT_LT(found[1].z_between.real(), 0.0);
}

TEST(DiscreteTrack, RailIsSmoothAndTheRingCloses) {
  const DiscreteTrack track(DiscreteSupport{}, usual_ballast, -2.0, 3.0);
  EXPECT_EQ(track.sleeper_count(), 29);  // 17 m
  VecX q(track.coordinate_count());
  for (Eigen::Index i = 0; i < q.size(); ++i) q[i] = std::sin(1.7 * static_cast<double>(i));
  const auto calc = [&](double s, bool slope) {
    const DiscreteTrack::Shape shape = track.calc_shape(s);
    double sum = 0.0;
    for (int a = 0; a < 4; ++a)
      sum += (slope ? shape.slope : shape.value)[a] * q[shape.at[static_cast<std::size_t>(a)]];
    return sum;
  };
  const double ring = track.ring_length(), h = 1e-6;
  for (const double s : {-0.3, 0.0, 0.17, 5.4, ring - 0.3, ring, 1000.0 * ring}) {
    EXPECT_NEAR(calc(s - 1e-9, false), calc(s + 1e-9, false), 1e-6) << s;
    EXPECT_NEAR(calc(s - 1e-9, true), calc(s + 1e-9, true), 1e-5) << s;
    EXPECT_NEAR(calc(s + 0.05, false), calc(s + 0.05 + ring, false), 1e-9) << s;
    EXPECT_NEAR((calc(s + 0.05 + h, false) - calc(s + 0.05 - h, false)) / (2.0 * h),
                calc(s + 0.05, true), 1e-5);
  }
}

// A sleeper takes the ballast of the chainage that it stands for, nearest to the vehicle.
TEST(DiscreteTrack, BallastBelongsToTheChainage) {
  SupportAlongLine ballast = usual_ballast;
  SupportAlongLine::Laws soft = ballast.get_nominal();
  soft[1].stiffness = 1e6;
  LineSection section;
  section.from = 299.7;
  section.to = 300.3;
  section.blend = 0.2;
  ballast.add_sections({section}, {soft});
  const DiscreteTrack track(DiscreteSupport{}, ballast, 0.0, 0.0);  // 20 sleepers
  std::vector<DiscreteTrack::Laws> laws = track.make_laws();
  for (const double s : {280.0, 295.0, 300.0, 305.5, 307.0}) {
    track.calc_laws(s, laws);
    for (int j = 0; j < track.sleeper_count(); ++j) {
      const bool is_soft = j == 500 % track.sleeper_count() && std::abs(s - 300.0) < 6.0;
      EXPECT_EQ(laws[static_cast<std::size_t>(j)][1].stiffness, is_soft ? 1e6 : 49.6e6) << s << j;
    }
  }
}

}  // namespace
}  // namespace fourfoot::track
