// Exact theory on wheel and rail as they are (wheelset_pressure.h, wheelset_traction.h): pressures
// against CONTACT's wheel-rail module, creepages and forces against what vehicles run with, mirror images.
#include <gtest/gtest.h>

#include <cstdio>

#include "contact/loaded_wheelset.h"
#include "contact/tangential/registry.h"
#include "contact/wheel_contact.h"
#include "contact/wheelset_pressure.h"
#include "contact/wheelset_traction.h"
#include "reference/contact-geometry/reference_data.h"

namespace fourfoot::contact {
namespace {

constexpr Material rail_steel{82e9, 0.28};

// All 126 cases of CONTACT at its normal force: yaw 0, 10 and 20 mrad, tread and flange. Areas are counts of
// elements in both programs, half an element at each border of 40: 5 % each.
TEST(WheelsetTraction, PressuresAreContacts) {
  const CsvTable data("contact_wheel_rail_1in40_10kN.csv");
  const WheelsetOnTrack wheelset = make_manchester();
  double pressure = 0.0, area = 0.0;
  ASSERT_EQ(data.size(), 126u);
  for (std::size_t i = 0; i < data.size(); ++i) {
    const double sign = data.text(i, "side") == "L" ? 1.0 : -1.0;
    WheelsetPose pose;  // mirrored to the left; CONTACT: y right, z down
    pose.y = -sign * data.number(i, "y_ws_mm") * 1e-3;
    pose.z = -data.number(i, "z_ws_mm") * 1e-3;
    pose.roll = sign * data.number(i, "roll_mrad") * 1e-3;
    pose.yaw = -sign * data.number(i, "yaw_mrad") * 1e-3;
    PressedWheel wheel;
    for (int step = 0; step < 6; ++step) {
      wheel = press_wheel(wheelset.left, make_axle_frame(wheelset.left, Side::left, pose, {}),
                          data.number(i, "Fn_N"), rail_steel, 40);
      ASSERT_FALSE(wheel.rows.empty()) << i;
      if (std::abs(wheel.approach) < 3e-7) break;
      pose.z -= wheel.approach;
    }
    int touching = 0;
    double highest = 0.0;
    for (const double p : wheel.pressure) {
      highest = std::max(highest, p);
      touching += p > 0.0;
    }
    const double own = touching * wheel.grid.dx * wheel.grid.dy;
    pressure = std::max(pressure, std::abs(highest / (1e6 * data.number(i, "pmax_MPa")) - 1.0));
    area = std::max(area, std::abs(own / (1e-6 * data.number(i, "area_mm2")) - 1.0));
  }
  std::printf("126 cases of CONTACT: pressure %.2f %%, area %.2f %%\n", 100 * pressure, 100 * area);
  EXPECT_LT(pressure, 0.02);
  EXPECT_LT(area, 0.1);
}

std::shared_ptr<const WheelsetOnTrack> make_usual() {
  profile::RailsDescription rails;
  rails.inclination = 1.0 / 40.0;
  return std::make_shared<const WheelsetOnTrack>(
      test::lay_alike(make_s1002(), make_60e1(), {}, rails));
}

TractionOptions make_coarse() {
  TractionOptions options;
  options.elements = 24;
  options.nu_x = 5e-4;
  return options;
}

// The other lateral position with the other yaw is the image in a mirror.
TEST(WheelsetTraction, MirrorImagesAreAlike) {
  const auto wheelset = make_usual();
  CharacteristicOptions pose;
  pose.yaw = 4e-3;
  const auto left = survey_traction(*wheelset, {5e-3}, 80e3, rail_steel, pose, make_coarse());
  pose.yaw = -4e-3;
  auto right = survey_traction(*wheelset, {-5e-3}, 80e3, rail_steel, pose, make_coarse());
  ASSERT_EQ(left.size(), right.size());
  for (const TractionPatch& p : left) {
    bool found = false;
    for (const TractionPatch& q : right) {
      if (q.side == p.side || q.number != p.number) continue;
      found = true;
      EXPECT_NEAR(q.normal / p.normal, 1.0, 1e-6);
      EXPECT_NEAR(q.slip.nu_x, p.slip.nu_x, 1e-8);
      EXPECT_NEAR(q.slip.nu_y, -p.slip.nu_y, 1e-8);
      EXPECT_NEAR(q.slip.spin, -p.slip.spin, 1e-6);
      EXPECT_NEAR(q.force.fx, p.force.fx, 1e-4 * p.normal);
      EXPECT_NEAR(q.force.fy, -p.force.fy, 1e-4 * p.normal);
      EXPECT_NEAR(q.contact_y, -p.contact_y, 1e-7);
      EXPECT_NEAR(q.grid.y_first, -p.grid.y(p.grid.ny - 1), 1e-7);
    }
    EXPECT_TRUE(found);
    EXPECT_LT(p.force.fx * p.slip.nu_x + p.force.fy * p.slip.nu_y + p.force.mz * p.slip.spin, 0.0);
  }
}

/// The patches of a vehicle's wheel at the same position and motion, strips and FaStrip.
WheelForce run_strips(const std::shared_ptr<const WheelsetOnTrack>& wheelset, Side side, double y,
                      double yaw, double omega, double load) {
  WheelContact::Options options;
  options.shape = PatchShape::strips;
  options.search = make_strip_search();
  const WheelContact contact(wheelset, ElasticNormal(rail_steel, 0.0),
                             make_tangential_law("fastrip", rail_steel), options);
  SearchScratch search;
  WheelContact::Scratch scratch;
  CharacteristicOptions geometry;
  geometry.yaw = yaw;
  const auto point = calc_characteristic(*wheelset, {y}, geometry).at(0);
  const auto loaded = find_loaded(*wheelset, point, geometry, load, rail_steel, search);
  WheelsetMotion motion;
  const double roll = loaded->roll, v = 20.0;
  motion.v = Vec3(v, 0.0, 0.0);
  motion.w = omega * v *
             Vec3(-std::sin(yaw) * std::cos(roll), std::cos(yaw) * std::cos(roll), std::sin(roll));
  double low = -200e-6, high = 200e-6;
  WheelForce force;
  for (int i = 0; i < 30; ++i) {
    const double z = 0.5 * (low + high);
    motion.pose = {y, loaded->z_l + z, roll, yaw};
    contact.calc(side, motion, {}, {0.3, 0.3}, scratch, force);
    double vertical = 0.0;
    for (std::size_t k = 0; k < force.count; ++k)
      vertical += force.patches[k].normal * force.patches[k].n_T.z();
    (vertical > load ? low : high) = z;
  }
  return force;
}

// Creepages come from another formula there; FaStrip is within 6 % of mu N of exact theory.
TEST(WheelsetTraction, IsNearWhatVehiclesRunWith) {
  const auto wheelset = make_usual();
  for (const auto& [y, yaw] :
       {std::pair{0.0, 3e-3}, std::pair{3e-3, -2e-3}, std::pair{6e-3, 5e-3}}) {
    CharacteristicOptions pose;
    pose.yaw = yaw;
    const auto patches = survey_traction(*wheelset, {y}, 80e3, rail_steel, pose, make_coarse());
    double vertical[2] = {};
    for (const TractionPatch& p : patches)
      vertical[p.side == Side::left] += p.normal * std::cos(p.angle);
    EXPECT_NEAR(vertical[0], 80e3, 0.01 * 80e3);
    EXPECT_NEAR(vertical[1], 80e3, 0.01 * 80e3);
    // omega of the survey, from the creepages of one patch: nu_x = 1 - omega r cos(yaw) + ...
    double radius[2] = {}, load[2] = {};
    for (const TractionPatch& p : patches) {
      radius[p.side == Side::left] += p.normal * p.radius;
      load[p.side == Side::left] += p.normal;
    }
    const double omega = (1.0 - 5e-4) * 2.0 / (radius[0] / load[0] + radius[1] / load[1]);
    for (const Side side : {Side::left, Side::right}) {
      const WheelForce f = run_strips(wheelset, side, y, yaw, omega, 80e3);
      double fx = 0.0, fy = 0.0, normal = 0.0;
      for (const TractionPatch& p : patches) {
        if (p.side != side) continue;
        fx += p.force.fx;
        fy += p.force.fy;
        normal += p.normal;
      }
      ASSERT_GE(f.count, 1u);
      double strip_fx = 0.0, strip_fy = 0.0;
      for (std::size_t k = 0; k < f.count; ++k) {
        strip_fx += f.patches[k].tangential.fx;
        strip_fy += f.patches[k].tangential.fy;
      }
      std::printf("y %.0f mm, side %d: F (%.3f, %.3f), strips (%.3f, %.3f) mu N\n", 1e3 * y,
                  side == Side::left, fx / (0.3 * normal), fy / (0.3 * normal),
                  strip_fx / (0.3 * normal), strip_fy / (0.3 * normal));
      EXPECT_NEAR(fx, strip_fx, 0.06 * 0.3 * normal) << y;
      EXPECT_NEAR(fy, strip_fy, 0.06 * 0.3 * normal) << y;
    }
  }
}

}  // namespace
}  // namespace fourfoot::contact
