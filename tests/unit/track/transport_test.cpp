#include <gtest/gtest.h>

#include <array>

#include "math/rotation.h"
#include "support/random_alignment.h"
#include "track/track.h"

namespace fourfoot::track {
namespace {

/// Central differences of tenth order.
constexpr std::array<double, 6> first = {0.0, 5.0 / 6, -5.0 / 21, 5.0 / 84, -5.0 / 504, 1.0 / 1260};
constexpr std::array<double, 6> second = {-5269.0 / 1800, 5.0 / 3,     -5.0 / 21,
                                          5.0 / 126,      -5.0 / 1008, 1.0 / 3150};

struct Differentiated {
  Vec3 velocity, acceleration, omega, epsilon;  ///< in T's axes
  Vec3 domega;  ///< derivative of the analytic omega's components, where h is too small for R
};

/// The frame's motion by differentiating its position and orientation in time, nothing else.
Differentiated differentiate(const Track& track, double s, double v, double a, double h) {
  Cursor cursor;
  const double dt = h / v;
  const auto at = [&](int i) {
    const double t = i * dt;
    return track.calc_frame(s + v * t + 0.5 * a * t * t, v + a * t, a, cursor);
  };
  const MovingFrame centre = at(0);
  Mat3 dR = Mat3::Zero(), ddR = second[0] * centre.R_NT;
  Vec3 dp = Vec3::Zero(), ddp = Vec3::Zero(), dw = Vec3::Zero();
  for (int i = 1; i <= 5; ++i) {
    const MovingFrame after = at(i), before = at(-i);
    const auto k = static_cast<std::size_t>(i);
    dR += first[k] * (after.R_NT - before.R_NT);
    ddR += second[k] * (after.R_NT + before.R_NT);
    dw += first[k] * (after.w_NT_T - before.w_NT_T);
    dp += first[k] * (after.p_NT - before.p_NT);
    ddp += second[k] * ((after.p_NT - centre.p_NT) + (before.p_NT - centre.p_NT));
  }
  const Mat3 back = centre.R_NT.transpose();
  return {back * dp / dt, back * ddp / (dt * dt), axial<double>(back * dR) / dt,
          axial<double>(back * ddR) / (dt * dt), dw / dt};
}

/// Largest deviations over all pieces of one alignment, relative.
struct Worst {
  double omega = 0, epsilon = 0, velocity = 0, acceleration = 0;
};

void compare(const Track& track, double v, double a, Worst& worst) {
  Cursor cursor;
  for (std::size_t i = 0; i + 1 < track.joints().size(); ++i) {
    const double begin = track.joints()[i], length = track.joints()[i + 1] - begin;
    const double h = std::min(1.5, length / 60), s = begin + 0.37 * length;
    if (length < 0.5) continue;
    const Differentiated d = differentiate(track, s, v, a, h);
    const MovingFrame f = track.calc_frame(s, v, a, cursor);
    // On straights both are zero: there errors are held against a curve of 10 km and the
    // transition of 100 m to one of 1 km.
    const double omega = std::max(f.w_NT_T.norm(), v * 1e-4);
    const double epsilon = std::max(f.alpha_NT_T.norm(), v * v * 1e-5);
    worst.omega = std::max(worst.omega, (d.omega - f.w_NT_T).norm() / omega);
    worst.epsilon = std::max(worst.epsilon, (d.domega - f.alpha_NT_T).norm() / epsilon);
    worst.velocity = std::max(worst.velocity, (d.velocity - f.v_NT_T).norm() / v);
    // Second differences lose 1e-15 / h^2 of R's digits: they tell only on long pieces.
    if (length < 40.0) continue;
    const Differentiated e = differentiate(track, s, v, a, std::min(1.5, length / 40));
    worst.epsilon = std::max(worst.epsilon, (e.epsilon - f.alpha_NT_T).norm() / epsilon);
    worst.acceleration = std::max(worst.acceleration, (e.acceleration - f.a_NT_T).norm());
  }
}

TEST(Transport, IsTheDerivativeOfPlaceAndOrientationOnAThousandAlignments) {
  Worst worst;
  for (unsigned seed = 0; seed < 1000; ++seed) {
    const Track track(test::RandomAlignment(seed).make());
    compare(track, 10.0 + 0.05 * seed, -1.0 + 0.002 * seed, worst);
  }
  EXPECT_LT(worst.omega, 1e-8);
  EXPECT_LT(worst.epsilon, 1e-8);
  EXPECT_LT(worst.velocity, 1e-9);
  // Positions of some 1000 m carry 1e-13 m of rounding; over h^2 = 0.03 m^2 times v^2 = 3600.
  EXPECT_LT(worst.acceleration, 1e-6);
}

TEST(Transport, OrientationIsARotation) {
  const Track track(test::RandomAlignment(7).make());
  Cursor cursor;
  for (double s = -30; s < track.length() + 30; s += 1.7) {
    const Mat3 R = track.calc_frame(s, 20, 0, cursor).R_NT;
    EXPECT_NEAR((R.transpose() * R - Mat3::Identity()).norm(), 0.0, 1e-14);
    EXPECT_GT(R.determinant(), 0.0);
  }
}

}  // namespace
}  // namespace fourfoot::track
