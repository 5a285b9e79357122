#include <gtest/gtest.h>

#include "contact/geometry/search.h"
#include "contact/material.h"
#include "contact/normal/hertz.h"
#include "reference/contact-geometry/reference_data.h"

// The Manchester contact benchmark by the program CONTACT: S1002 on UIC60 inclined 1:40, 10
// kN per wheel. CONTACT's axes: y right, z down, yaw about z down; its angles are negative on the
// right.
namespace fourfoot::contact {
namespace {

constexpr double millimetre = 1e-3;

/// CONTACT turns by yaw first, R = Rx(roll) Rz(yaw); ours is Rz(yaw) Rx(roll). Same axle direction.
void set_angles(double roll, double yaw, WheelsetPose& pose) {
  pose.roll = std::asin(std::sin(roll) * std::cos(yaw));
  pose.yaw = std::atan(std::tan(-yaw) / std::cos(roll));
}

/// The position CONTACT found, geometry alone: contact points and penetration.
void expect_position(const Patch& p, double x, double y, double angle, double penetration) {
  EXPECT_NEAR(p.p_TC.y(), y, 0.05 * millimetre);
  EXPECT_NEAR(p.p_TC.x(), x, 0.10 * millimetre);
  EXPECT_NEAR(p.angle, angle, 0.005);
  EXPECT_NEAR(p.penetration, penetration, 0.02 * penetration + 0.5e-6);
}

/// The patch that counts; others are what it is just merging with or parting from.
const Patch& get_main(const PatchList& patches) {
  const Patch* main = patches.begin();
  for (const Patch& p : patches)
    if (p.weight > main->weight) main = &p;
  EXPECT_GT(main->weight, 0.9);
  return *main;
}

TEST(Manchester, LeftWheelWithYaw) {
  const CsvTable data("mbench_a22_left.csv");
  const WheelsetOnTrack w = make_manchester();
  SearchScratch scratch;
  ASSERT_EQ(data.size(), 21u);
  for (std::size_t i = 0; i < data.size(); ++i) {
    SCOPED_TRACE(data.text(i, "y_ws_mm"));
    WheelsetPose pose;
    pose.y = -data.number(i, "y_ws_mm") * millimetre;
    pose.z = -data.number(i, "z_ws_mm") * millimetre;
    set_angles(data.number(i, "roll_rad"), data.number(i, "yaw_mrad") * 1e-3, pose);
    WheelsetContacts c;
    find_patches(w, pose, {}, {}, scratch, c);
    ASSERT_FALSE(c.left.empty());
    // The file's roll has four digits: 5e-6 rad at 0.75 m are up to 4 um of penetration.
    const Patch& p = get_main(c.left);
    EXPECT_NEAR(p.p_TC.y(), -data.number(i, "ycp_tr_mm") * millimetre, 0.05 * millimetre);
    EXPECT_NEAR(p.p_TC.x(), data.number(i, "xcp_tr_mm") * millimetre, 0.05 * millimetre);
    EXPECT_NEAR(p.y_wheel, -data.number(i, "ycp_w_mm") * millimetre, 0.05 * millimetre);
    EXPECT_NEAR(p.angle, data.number(i, "deltcp_tr_rad"), 0.001);
    EXPECT_NEAR(p.penetration, data.number(i, "approach_mm") * millimetre, 4e-6);
  }
}

struct Row {
  WheelsetPose pose;
  Side side;
  double x, y, angle, penetration, normal;
  bool is_merged;  ///< two touching regions 10 mm apart that CONTACT was told to treat as one
};

Row get_row(const CsvTable& data, std::size_t i) {
  Row row;
  row.pose.y = -data.number(i, "y_ws_mm") * millimetre;
  row.pose.z = -data.number(i, "z_ws_mm") * millimetre;
  set_angles(data.number(i, "roll_mrad") * 1e-3, data.number(i, "yaw_mrad") * 1e-3, row.pose);
  row.side = data.text(i, "side") == "L" ? Side::left : Side::right;
  const double sign = row.side == Side::left ? 1.0 : -1.0;
  row.x = data.number(i, "xcp_tr") * millimetre;
  row.y = -data.number(i, "ycp_tr") * millimetre;
  row.angle = sign * data.number(i, "delta_tr_deg") * 3.14159265358979 / 180.0;
  row.penetration = data.number(i, "pen_mm") * millimetre;
  row.normal = data.number(i, "Fn_frictionless_N");
  row.is_merged = row.side == Side::right && data.text(i, "y_ws_mm") == "5";
  return row;
}

TEST(Manchester, BothWheelsWithYaw) {
  const CsvTable data("contact_wheel_rail_1in40_10kN.csv");
  const WheelsetOnTrack w = make_manchester();
  SearchScratch scratch;
  ASSERT_EQ(data.size(), 126u);
  for (std::size_t i = 0; i < data.size(); ++i) {
    const Row row = get_row(data, i);
    SCOPED_TRACE(data.text(i, "side") + " y " + data.text(i, "y_ws_mm") + " yaw " +
                 data.text(i, "yaw_mrad"));
    WheelsetContacts c;
    find_patches(w, row.pose, {}, {}, scratch, c);
    const PatchList& patches = c.side(row.side);
    if (row.is_merged) {
      ASSERT_FALSE(patches.empty());
      if (const Patch& last = patches[patches.size() - 1]; patches.size() > 1) {
        EXPECT_GT(std::abs(patches[0].y_wheel - last.y_wheel), 8 * millimetre);
      }
      EXPECT_NEAR(patches[0].penetration, row.penetration, 0.02 * row.penetration);
      continue;
    }
    ASSERT_FALSE(patches.empty());
    expect_position(get_main(patches), row.x, row.y, row.angle, row.penetration);
  }
}

double calc_vertical(const PatchList& patches, double modulus, double* normal) {
  double vertical = 0.0;
  *normal = 0.0;
  for (const Patch& p : patches) {
    const HertzLaw<double> law(p.curvature_x, p.curvature_y_region, modulus);
    const double n = law.calc_from_penetration(p.penetration).normal;
    vertical += p.weight * n * p.n_T.z();
    *normal += p.weight * n;
  }
  return vertical;
}

/// Lowered until Hertz carries the 10 kN: same normal force (it is load and angle), and about the
/// same height; how near the heights are tells how good an ellipse is there.
TEST(Manchester, NormalForcesUnderTheLoad) {
  const CsvTable data("contact_wheel_rail_1in40_10kN.csv");
  const WheelsetOnTrack w = make_manchester();
  const double modulus = Material{}.contact_modulus();
  SearchScratch scratch;
  double worst = 0.0;
  for (std::size_t i = 0; i < data.size(); ++i) {
    Row row = get_row(data, i);
    SCOPED_TRACE(data.text(i, "side") + " y " + data.text(i, "y_ws_mm") + " yaw " +
                 data.text(i, "yaw_mrad"));
    const double reference = -data.number(i, "z_ws_frictionless_mm") * millimetre;
    double low = reference - 0.2 * millimetre, high = reference + 0.2 * millimetre, normal = 0.0;
    WheelsetContacts c;
    for (int k = 0; k < 50; ++k) {
      row.pose.z = 0.5 * (low + high);
      find_patches(w, row.pose, {}, {}, scratch, c);
      (calc_vertical(c.side(row.side), modulus, &normal) > 1e4 ? low : high) = row.pose.z;
    }
    worst = std::max(worst, std::abs(row.pose.z - reference));
    EXPECT_NEAR(normal, row.normal, 0.05 * row.normal);
  }
  // 3.7 um where the overlap has two minima (y = 0.5 mm, right), below 1.5 um on usual ellipses.
  EXPECT_LT(worst, 4e-6);
}

}  // namespace
}  // namespace fourfoot::contact
