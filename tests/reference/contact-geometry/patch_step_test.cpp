#include "contact/geometry/patch_step.h"

#include <gtest/gtest.h>

#include <random>

#include "contact/geometry/contact_table.h"
#include "contact/material.h"
#include "contact/normal/hertz.h"
#include "reference/contact-geometry/reference_data.h"

namespace fourfoot::contact::stepping {
namespace {

double sum_normal(const PatchList& patches) {
  double sum = 0.0;
  for (const Patch& p : patches) {
    const HertzLaw<double> law(p.curvature_x, p.curvature_y_region, Material{}.contact_modulus());
    sum += p.weight * law.calc_from_penetration(p.penetration).normal;
  }
  return sum;
}

struct Scene {
  WheelsetOnTrack wheelset = make_s1002_on_60e1();
  ContactTable table = build_contact_table(wheelset, {});

  WheelsetPose lower(double y, double yaw, double depth) const {
    const ContactTable::Reference rigid = table.find_reference(y, yaw, {});
    return {y, rigid.z - depth, rigid.roll, yaw};
  }
  PatchSlopes find(Side side, const WheelsetPose& pose) const {
    PatchSlopes slopes;
    PatchList found;
    PatchGradients gradients;
    table.find_patches(side, pose, {}, found, gradients);
    slopes.set(pose, found, gradients);
    return slopes;
  }
};

struct Errors {
  int taken = 0, tried = 0;
  double squares = 0.0, worst = 0.0, plain = 0.0, place = 0.0, radius = 0.0;

  void add(const PatchList& stepped, const PatchList& before, const PatchList& exact) {
    ++taken;
    const double load = sum_normal(exact), error = sum_normal(stepped) / load - 1.0;
    squares += error * error;
    worst = std::max(worst, std::abs(error));
    plain += std::pow(sum_normal(before) / load - 1.0, 2);
    if (stepped.count != 1 || exact.count != 1) return;
    place = std::max(place, (stepped[0].p_TC - exact[0].p_TC).norm());
    radius = std::max(radius, std::abs(stepped[0].radius - exact[0].radius));
  }
};

// Ways of a wheelset within some milliseconds, across, turning, up and down on its contact spring.
// Searches at the same poses are the other road.
TEST(PatchStep, IsNearTheSearch) {
  const Scene scene;
  std::mt19937 random(11);
  const auto uniform = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  for (const Side side : {Side::left, Side::right}) {
    const GuidedPair guided(scene.wheelset.side(side));
    Errors errors;
    for (int i = 0; i < 1500; ++i) {
      const double y = uniform(-6e-3, 6e-3), yaw = uniform(-5e-3, 5e-3),
                   depth = uniform(60e-6, 90e-6);
      const WheelsetPose a = scene.lower(y, yaw, depth);
      const double aside = uniform(-30e-6, 30e-6), rise = uniform(-3e-6, 3e-6),
                   roll = uniform(-2e-6, 2e-6), turn = uniform(-2e-5, 2e-5);
      const WheelsetPose pose{a.y + aside, a.z + rise, a.roll + roll, a.yaw + turn};
      PatchList exact, out;
      scene.table.find_patches(side, pose, {}, exact);
      if (exact.empty()) continue;
      ++errors.tried;
      const PatchSlopes slopes = scene.find(side, a);
      if (step_patches(guided, side, slopes, pose, out)) errors.add(out, slopes.at.patches, exact);
    }
    RecordProperty("taken", errors.taken);
    RecordProperty("rms", std::to_string(std::sqrt(errors.squares / errors.taken)));
    RecordProperty("worst", std::to_string(errors.worst));
    EXPECT_GT(errors.taken, errors.tried / 3);
    // A fifth of what wheel forces may be off by, while loads change by per cents.
    EXPECT_LT(std::sqrt(errors.squares / errors.taken), 1e-3);
    EXPECT_GT(std::sqrt(errors.plain / errors.taken), 2e-2);
    // The most that the limits allow if no derivative told anything: N ~ curvature^-1/2 delta^3/2.
    const StepLimits limits;
    EXPECT_LT(errors.worst, 0.5 * limits.curvature + 1.5 * limits.bend / 57e-6);
    EXPECT_LT(errors.place, limits.way);
    EXPECT_LT(errors.radius, 0.1 * limits.way);
  }
}

// A flange that comes near is another patch, which derivatives of the first one know nothing of.
TEST(PatchStep, EndsBeforeAnotherPlaceTouches) {
  const Scene scene;
  const GuidedPair guided(scene.wheelset.left);
  int ends = 0, steps = 0;
  for (double y = 0.0; y < 8e-3; y += 20e-6) {
    const WheelsetPose a = scene.lower(y, 2e-3, 80e-6);
    const PatchSlopes slopes = scene.find(Side::left, a);
    for (const double way : {5e-6, 20e-6, 60e-6}) {
      const WheelsetPose pose{a.y + way, a.z, a.roll, a.yaw};
      PatchList exact, out;
      scene.table.find_patches(Side::left, pose, {}, exact);
      const bool stepped = step_patches(guided, Side::left, slopes, pose, out);
      ++(stepped ? steps : ends);
      if (!stepped) continue;
      for (const Patch& p : exact) {
        bool is_known = false;
        for (const Patch& q : out)
          is_known = is_known || std::abs(q.s_wheel - p.s_wheel) < 2e-3 || p.weight < 0.05;
        EXPECT_TRUE(is_known) << y << " + " << way << ": a patch at s = " << p.s_wheel;
      }
    }
  }
  EXPECT_GT(ends, 10);
  EXPECT_GT(steps, 100);
}

// Further than the windows of one cell of the table hold, other windows are asked for.
TEST(PatchStep, GoesOnWhereTheTableKnowsOfNoOtherPlace) {
  const Scene scene;
  const GuidedPair guided(scene.wheelset.left);
  int far = 0, ends = 0;
  for (double y = -6e-3; y < 8e-3; y += 50e-6) {
    const WheelsetPose a = scene.lower(y, 2e-3, 80e-6);
    PatchSlopes slopes = scene.find(Side::left, a), unasked = slopes;
    for (double way = 40e-6; way < 0.6e-3; way += 40e-6) {
      const WheelsetPose pose{a.y + way, a.z, a.roll, a.yaw};
      PatchList exact, out;
      scene.table.find_patches(Side::left, pose, {}, exact);
      watch(scene.table, Side::left, pose, slopes);
      if (!step_patches(guided, Side::left, slopes, pose, out)) {
        ++ends;
        break;
      }
      if (way > windows_hold) {
        ++far;
        EXPECT_FALSE(step_patches(guided, Side::left, unasked, pose, out)) << y << " + " << way;
      }
      for (const Patch& p : exact) {
        bool is_known = false;
        for (const Patch& q : out)
          is_known = is_known || std::abs(q.s_wheel - p.s_wheel) < 2e-3 || p.weight < 0.05;
        EXPECT_TRUE(is_known) << y << " + " << way << ": a patch at s = " << p.s_wheel;
      }
    }
  }
  EXPECT_GT(far, 100);
  EXPECT_GT(ends, 100);
}

TEST(PatchStep, MeetsWhereItBeganAndNeedsDerivatives) {
  const Scene scene;
  const GuidedPair guided(scene.wheelset.right);
  const WheelsetPose a = scene.lower(-2e-3, 1e-3, 80e-6);
  const PatchSlopes slopes = scene.find(Side::right, a);
  PatchList out;
  ASSERT_TRUE(step_patches(guided, Side::right, slopes, a, out));
  ASSERT_EQ(out.count, slopes.at.patches.count);
  for (std::size_t i = 0; i < out.count; ++i) {
    const Patch &p = out[i], &q = slopes.at.patches[i];
    EXPECT_EQ(p.penetration, q.penetration);
    EXPECT_EQ(p.p_TC, q.p_TC);
    EXPECT_NEAR((p.n_T - q.n_T).norm(), 0.0, 1e-14);
    EXPECT_NEAR(p.radius, q.radius, 1e-14);
    EXPECT_NEAR(p.y_wheel, q.y_wheel, 1e-14);
    EXPECT_EQ(p.curvature_y_region, q.curvature_y_region);
  }
  EXPECT_FALSE(step_patches(guided, Side::right, {}, a, out)) << "no derivatives yet";
  const WheelsetPose far{a.y + 1e-3, a.z, a.roll, a.yaw};
  EXPECT_FALSE(step_patches(guided, Side::right, slopes, far, out));
}

}  // namespace
}  // namespace fourfoot::contact::stepping
