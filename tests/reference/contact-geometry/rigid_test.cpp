#include "contact/geometry/rigid.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "reference/contact-geometry/reference_data.h"

namespace fourfoot::contact {
namespace {

/// An independent program's rigid two-wheel contact. Its axes: y right, z down; its angles are
/// measured against the axle, ours against the track.
TEST(RigidReference, S1002On60E1WithRollSolved) {
  const CsvTable data("geometry_s1002_60e1_1in40.csv");
  const WheelsetOnTrack w = make_s1002_on_60e1();
  SearchScratch scratch;
  for (std::size_t i = 0; i < data.size(); ++i) {
    const double y = -data.number(i, "y_ws_mm") * 1e-3;
    SCOPED_TRACE(y);
    const RigidContact c = solve_rigid(w, y, 0.0, {}, scratch);
    ASSERT_TRUE(c.converged);
    EXPECT_NEAR(c.z, -data.number(i, "z_ws_mm") * 1e-3, 1e-6);
    EXPECT_NEAR(c.roll, data.number(i, "roll_mrad") * 1e-3, 1e-6);
    // y = 0: contact in the middle of a jump, both programs may take either side.
    if (std::abs(y) < 1e-6) continue;
    EXPECT_NEAR(c.left.y_wheel, data.number(i, "yw_left_mm") * 1e-3, 1e-6);
    EXPECT_NEAR(c.right.y_wheel, data.number(i, "yw_right_mm") * 1e-3, 1e-6);
    EXPECT_NEAR(c.left.p_TC.y(), -data.number(i, "ytr_left_mm") * 1e-3, 1e-6);
    EXPECT_NEAR(c.right.p_TC.y(), -data.number(i, "ytr_right_mm") * 1e-3, 1e-6);
    EXPECT_NEAR(c.left.radius, data.number(i, "r_left_mm") * 1e-3, 1e-6);
    EXPECT_NEAR(c.right.radius, data.number(i, "r_right_mm") * 1e-3, 1e-6);
    const double degree = 3.14159265358979 / 180.0;
    EXPECT_NEAR(c.left.angle - c.roll, data.number(i, "contact_angle_left_deg") * degree, 2e-4);
    EXPECT_NEAR(c.right.angle + c.roll, data.number(i, "contact_angle_right_deg") * degree, 2e-4);
  }
}

/// The soft solution approaches the hard one with its softness, except within a jump.
TEST(RigidReference, SoftApproachesHard) {
  const WheelsetOnTrack w = make_s1002_on_60e1();
  SearchScratch scratch;
  for (double y : {-7.3e-3, -3.1e-3, 1.2e-3, 2.5e-3, 5.7e-3}) {
    const RigidContact hard = solve_rigid(w, y, 0.01, {}, scratch);
    double last = 1.0;
    for (double softness : {4e-6, 1e-6, 0.25e-6}) {
      const RigidContact soft = solve_soft(w, y, 0.01, {}, softness, scratch);
      ASSERT_TRUE(soft.converged);
      EXPECT_LT(std::abs(soft.z - hard.z), 5.0 * softness);
      EXPECT_LT(std::abs(soft.z - hard.z), last);
      last = std::abs(soft.z - hard.z);
    }
  }
}

/// First and second derivatives against central differences, also in the middle of a jump.
TEST(RigidReference, DerivativesAreThoseOfTheFunction) {
  const WheelsetOnTrack w = make_s1002_on_60e1();
  SearchScratch scratch;
  struct Case {
    double y, yaw, gauge;
  };
  for (const Case c : {Case{0.0, 0.0, 0.0}, Case{4.95e-3, 0.0, 0.0}, Case{2e-3, 0.015, 1e-3},
                       Case{-6.8e-3, -0.01, -1e-3}}) {
    SCOPED_TRACE(c.y);
    const double softness = 4e-6;
    const double step[3] = {2e-6, 1e-5, 4e-6};
    const auto solve_at = [&](double dy, double dyaw, double dg) {
      RailShifts shifts;
      shifts.gauge_variation = c.gauge + dg;
      return solve_soft(w, c.y + dy, c.yaw + dyaw, shifts, softness, scratch);
    };
    const RigidContact at = solve_at(0, 0, 0);
    ASSERT_TRUE(at.converged);
    for (int k = 0; k < 3; ++k) {
      const double h = step[k];
      const RigidContact a = solve_at(k == 0 ? -h : 0, k == 1 ? -h : 0, k == 2 ? -h : 0);
      const RigidContact b = solve_at(k == 0 ? h : 0, k == 1 ? h : 0, k == 2 ? h : 0);
      EXPECT_NEAR(at.dz(k), (b.z - a.z) / (2 * h), 1e-6 + 1e-4 * std::abs(at.dz(k)));
      EXPECT_NEAR(at.droll(k), (b.roll - a.roll) / (2 * h), 1e-6 + 1e-4 * std::abs(at.droll(k)));
      for (int m = 0; m < 3; ++m) {
        const double scale = std::max({at.ddz.cwiseAbs().maxCoeff(), 1.0});
        EXPECT_NEAR(at.ddz(m, k), (b.dz(m) - a.dz(m)) / (2 * h), 2e-3 * scale) << m << k;
        const double scale_roll = std::max({at.ddroll.cwiseAbs().maxCoeff(), 1.0});
        EXPECT_NEAR(at.ddroll(m, k), (b.droll(m) - a.droll(m)) / (2 * h), 2e-3 * scale_roll);
      }
    }
  }
}

}  // namespace
}  // namespace fourfoot::contact
