#include "contact/geometry/patch_path.h"

#include <gtest/gtest.h>

#include <random>

#include "contact/geometry/contact_table.h"
#include "contact/material.h"
#include "contact/normal/hertz.h"
#include "reference/contact-geometry/reference_data.h"

namespace fourfoot::contact {
namespace {

double sum_normal(const PatchList& patches) {
  double sum = 0.0;
  for (const Patch& p : patches) {
    const HertzLaw<double> law(p.curvature_x, p.curvature_y_region, Material{}.contact_modulus());
    sum += p.weight * law.calc_from_penetration(p.penetration).normal;
  }
  return sum;
}

PatchSample make_sample(const ContactTable& table, const WheelsetPose& pose) {
  PatchSample sample;
  PatchList found;
  table.find_patches(Side::right, pose, {}, found);
  sample.set(pose, found);
  return sample;
}

PatchSlopes make_slopes(const ContactTable& table, const WheelsetPose& pose) {
  PatchSlopes slopes;
  PatchList found;
  PatchGradients gradients;
  table.find_patches(Side::right, pose, {}, found, gradients);
  slopes.set(pose, found, gradients);
  return slopes;
}

// Ways of a wheelset within 4 ms, across by up to 0.02 m/s, up and down on its contact spring. The pose
// between is off the straight line by micrometres, as corrected states are off predicted ones; the
// derivatives are from another pose near. Searches at the same poses are the other road.
TEST(PatchPath, IsNearTheSearchBetweenItsMoments) {
  const WheelsetOnTrack wheelset = make_s1002_on_60e1();
  const ContactTable table = build_contact_table(wheelset, {});
  std::mt19937 random(7);
  const auto uniform = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  const auto lower = [&](double y, double yaw, double depth) {
    const ContactTable::Reference rigid = table.find_reference(y, yaw, {});
    return WheelsetPose{y, rigid.z - depth, rigid.roll, yaw};
  };
  int taken = 0, tried = 0;
  double squares = 0.0, worst = 0.0, plain = 0.0;
  for (int i = 0; i < 1500; ++i) {
    const double y = uniform(-6e-3, 5e-3), yaw = uniform(-5e-3, 5e-3),
                 depth = uniform(60e-6, 90e-6);
    const WheelsetPose a = lower(y, yaw, depth);
    // One after the other: compilers draw arguments of one call in an order of their own.
    const double change_depth = uniform(-3e-6, 3e-6), turn = uniform(-5e-5, 5e-5),
                 aside = uniform(-0.08e-3, 0.08e-3);
    const WheelsetPose b = lower(y + aside, yaw + turn, depth + change_depth);
    const WheelsetPose before = lower(y + uniform(-0.1e-3, 0.1e-3), yaw, depth + 2e-6);
    const double share = uniform(0.0, 1.0), off = 1e-6;
    const auto between = [&](double from, double to) {
      return from + share * (to - from) + uniform(-off, off);
    };
    const WheelsetPose pose{between(a.y, b.y), between(a.z, b.z), between(a.roll, b.roll),
                            between(a.yaw, b.yaw)};
    const PatchSample exact = make_sample(table, pose), at_a = make_sample(table, a);
    if (exact.patches.empty()) continue;
    ++tried;
    PatchPath path;
    const PatchSlopes slopes = make_slopes(table, before);
    path.add(1.0, at_a, slopes);
    path.add(1.004, make_sample(table, b), slopes);
    PatchList out;
    if (!path.calc(1.0 + 0.004 * share, pose, wheelset.right.axle_height, out)) continue;
    ++taken;
    const double load = sum_normal(exact.patches);
    const double error = sum_normal(out) / load - 1.0;
    squares += error * error;
    worst = std::max(worst, std::abs(error));
    plain += std::pow(sum_normal(at_a.patches) / load - 1.0, 2);
  }
  RecordProperty("taken", taken);
  RecordProperty("rms", std::to_string(std::sqrt(squares / taken)));
  RecordProperty("worst", std::to_string(worst));
  EXPECT_GT(taken, tried / 3);
  // A tenth of what rows of results may be off by; without the path loads differ by per cents.
  EXPECT_LT(std::sqrt(squares / taken), 5e-4);
  // The most that the limits allow: N ~ curvature^-1/2 penetration^3/2, the curvature off by half its
  // change between the moments and by its change aside, the penetration by its misfit.
  const PathLimits limits;
  EXPECT_LT(worst, 0.5 * (limits.curvature / 2 + limits.aside) + 1.5 * limits.penetration / 57e-6);
  EXPECT_GT(std::sqrt(plain / taken), 1e-2);
}

TEST(PatchPath, MeetsItsMomentsAndKnowsNothingOutside) {
  const WheelsetOnTrack wheelset = make_s1002_on_60e1();
  const ContactTable table = build_contact_table(wheelset, {});
  const double height = wheelset.right.axle_height;
  const auto make = [&](double y) {
    const ContactTable::Reference rigid = table.find_reference(y, 0.0, {});
    return make_sample(table, {y, rigid.z - 80e-6, rigid.roll, 0.0});
  };
  const PatchSample a = make(-2e-3), b = make(-2.01e-3), far = make(6e-3);
  const PatchSlopes slopes = make_slopes(table, a.pose);
  PatchPath path;
  PatchList out;
  EXPECT_FALSE(path.calc(0.0, a.pose, height, out));
  path.add(0.0, a, {});
  EXPECT_FALSE(path.calc(0.0, a.pose, height, out)) << "one moment is no path";
  path.add(1.0, b, {});
  EXPECT_FALSE(path.calc(1.0, b.pose, height, out)) << "no derivatives yet";
  path.forget();
  path.add(0.0, a, slopes);
  path.add(1.0, b, slopes);
  ASSERT_TRUE(path.calc(1.0, b.pose, height, out));
  ASSERT_EQ(out.count, b.patches.count);
  EXPECT_DOUBLE_EQ(out[0].penetration, b.patches[0].penetration);
  EXPECT_NEAR((out[0].p_TC - b.patches[0].p_TC).norm(), 0.0, 1e-15);
  EXPECT_GT(std::abs(b.patches[0].n_T.y()), 1e-3);
  EXPECT_NEAR((out[0].n_T - b.patches[0].n_T).norm(), 0.0, 1e-6) << "of the right side";
  EXPECT_FALSE(path.calc(1.1, b.pose, height, out));
  path.add(2.0, far, slopes);  // at the flange: another patch
  EXPECT_FALSE(path.calc(1.5, b.pose, height, out));
  path.forget();
  path.add(3.0, b, slopes);
  EXPECT_FALSE(path.calc(2.5, b.pose, height, out));
}

}  // namespace
}  // namespace fourfoot::contact
