#include "multibody/imaginary.h"

#include <gtest/gtest.h>

#include "support/multibody/run.h"

/// Shapes of the imaginary torques of a car body along route II [Zboinski2016, Figs. 11, 14, 16].
namespace fourfoot::multibody {
namespace {

const Mat3 coach_inertia = Vec3(2.5e4, 3.0e5, 3.1e5).asDiagonal();

ImaginaryWrench calc_at_rest(const MovingFrame& frame) {
  const Mat3 R = Mat3::Identity();
  const Vec3 r(0, 0, 1.6), zero = Vec3::Zero();
  ImaginaryWrench out;
  calc_imaginary({20000, coach_inertia, frame, R, r, zero, zero}, {}, out);
  return out;
}

TEST(Imaginary, RollTorqueIsRectangularAndProportionalToAcceleration) {
  const test::TestTrack track = test::TestTrack::route_ii();
  for (double a : {-2.0, 0.0, 2.0, 6.0}) {
    for (double s = 1.0; s < 310.0; s += 3.71) {
      // P_phi = -Jx epsilon_x = +Jx a H / (2 b l0) in the entry, opposite in the exit, else 0.
      const bool entry = s > 10 && s<112.4, exit = s> 172.4 && s < 274.8;
      const double expected = (entry  ? 1.0
                               : exit ? -1.0
                                      : 0.0) *
                              coach_inertia(0, 0) * a * 0.128 / 1.5 / 102.4;
      const double v = std::sqrt(22.0 * 22.0 + 2.0 * std::max(a, 0.0) * s);
      const double torque = calc_at_rest(track.frame(s, v, a)).torque[1][0];
      EXPECT_NEAR(torque, expected, 1e-12 * coach_inertia(0, 0)) << s << " " << a;
    }
  }
}

TEST(Imaginary, YawTorqueIsARectanglePlusARampWithAcceleration) {
  const test::TestTrack track = test::TestTrack::route_ii();
  const double slope = 1.0 / 600 / 102.4;
  for (double a : {-1.0, 0.0, 2.0}) {
    const double v_TC = 22.0;  // at the beginning of the transition
    for (double u = 0.5; u < 102.0; u += 5.3) {
      // P_psi = -Jz epsilon_z = -Jz kappa' (v_TC^2 + 3 a u), u the way into the transition, in flat
      // axes: v^2 kappa' + kappa a with v^2 = v_TC^2 + 2 a u. Cant tilts it by cos(gamma).
      const double v = std::sqrt(v_TC * v_TC + 2.0 * a * u);
      const MovingFrame f = track.frame(10.0 + u, v, a);
      const double gamma = 0.128 / 1.5 * u / 102.4, gamma_d = 0.128 / 1.5 / 102.4 * v;
      const double flat = -coach_inertia(2, 2) * slope * (v_TC * v_TC + 3.0 * a * u);
      const double expected =
          flat * std::cos(gamma) + coach_inertia(2, 2) * slope * u * v * gamma_d * std::sin(gamma);
      EXPECT_NEAR(calc_at_rest(f).torque[1][2], expected, 1e-9 * coach_inertia(2, 2));
      // The closed form is short by the square of the cant angle (0.085 rad) of its peak.
      const double peak =
          coach_inertia(2, 2) * slope * v_TC * v_TC * (a > 0 ? 1.0 + 3.0 * a * 102.4 / 484 : 1.0);
      EXPECT_NEAR(calc_at_rest(f).torque[1][2], flat, 2.0 * 0.0853 * 0.0853 * peak);
    }
  }
}

TEST(Imaginary, CurveForceIsBookedOnceUnderCentrifugal) {
  const MovingFrame f = test::TestTrack::circle600().frame(50.0, 22.0, 1.5);
  const ImaginaryWrench w = calc_at_rest(f);
  EXPECT_LT((w.force[0] - Vec3(-20000 * 1.5, 0, 0)).norm(), 1e-9);
  const double curve = 22.0 * 22.0 / 600, gamma = 0.128 / 1.5;
  const Vec3 r(0, 0, 1.6), omega = f.w_NT_T;
  const Vec3 expected = -20000 * (Vec3(0, curve * std::cos(gamma), curve * std::sin(gamma)) +
                                  omega.cross(omega.cross(r)));
  EXPECT_LT((w.force[2] - expected).norm(), 1e-8);
}

TEST(Imaginary, GyroscopicTorqueIsThatOfEulersEquations) {
  // w x J omega + omega x J w - J (w x omega) = 2 w x (J - tr(J)/2 E) omega.
  MovingFrame f;
  f.w_NT_T = {0.3, -0.2, 0.5};
  const Vec3 w(0.7, 4.0, -0.1), zero = Vec3::Zero(), o = f.w_NT_T;
  const Mat3 R = Mat3::Identity();
  ImaginaryWrench out;
  calc_imaginary({1.0, coach_inertia, f, R, zero, zero, w}, {}, out);
  EXPECT_LT((out.torque[3] + w.cross(coach_inertia * o) + o.cross(coach_inertia * w) -
             coach_inertia * w.cross(o))
                .norm(),
            1e-9 * coach_inertia.norm());
}

}  // namespace
}  // namespace fourfoot::multibody
