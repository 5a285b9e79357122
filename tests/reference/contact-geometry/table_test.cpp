#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "contact/geometry/contact_table.h"
#include "contact/geometry/search_gradient.h"
#include "contact/material.h"
#include "contact/normal/hertz.h"
#include "reference/contact-geometry/reference_data.h"

namespace fourfoot::contact {
namespace {

const WheelsetOnTrack& get_wheelset() {
  static const WheelsetOnTrack wheelset = make_s1002_on_60e1();
  return wheelset;
}

/// What a wheel's patches come to by Hertz.
struct WheelSum {
  double normal = 0.0, radius = 0.0, angle = 0.0;
  Vec3 force = Vec3::Zero();
};

WheelSum sum(const PatchList& patches) {
  WheelSum w;
  for (const Patch& p : patches) {
    const HertzLaw<double> law(p.curvature_x, p.curvature_y_region, Material{}.contact_modulus());
    const double n = p.weight * law.calc_from_penetration(p.penetration).normal;
    w.normal += n;
    w.force += n * p.n_T;
    w.radius += n * p.radius;
    w.angle += n * p.angle;
  }
  w.radius /= w.normal;
  w.angle /= w.normal;
  return w;
}

/// Table against online over random positions from flange to flange, gauge +-4 mm, yaw +-20 mrad,
/// pressed 40 to 120 um below rigid contact: share of cases within 1 % (with a floor where a value
/// passes zero), flange root included (docs/theory/contact-geometry.md).
void check_against_online(const WheelsetOnTrack& wheelset, const ContactTable& table,
                          unsigned seed) {
  std::mt19937 random(seed);
  const auto uniform = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  SearchScratch scratch;
  int poses = 0, wheels = 0, z = 0, roll = 0, angle = 0, radius = 0, normal = 0, force = 0;
  double worst = 0.0;
  while (poses < 700) {
    RailShifts shifts;
    shifts.gauge_variation = uniform(-4e-3, 4e-3);
    const double reach = 8e-3 + 0.5 * shifts.gauge_variation;
    WheelsetPose pose{uniform(-reach, reach), 0.0, 0.0, uniform(-0.02, 0.02)};
    const RigidContact exact = solve_rigid(wheelset, pose.y, pose.yaw, shifts, scratch);
    pose.z = exact.z - uniform(40e-6, 120e-6);
    pose.roll = exact.roll;
    if (!exact.converged || !table.covers(pose, shifts)) continue;
    ++poses;
    const auto found = table.find_reference(pose.y, pose.yaw, shifts);
    z += std::abs(found.z - exact.z) <= 0.01 * std::abs(exact.z) + 1e-6;
    roll += std::abs(found.roll - exact.roll) <= 0.01 * std::abs(exact.roll) + 1e-6;
    WheelsetContacts online, fast;
    find_patches(wheelset, pose, shifts, {}, scratch, online);
    ASSERT_TRUE(table.find_patches(pose, shifts, fast));
    for (Side side : {Side::left, Side::right}) {
      ASSERT_FALSE(online.side(side).empty());
      const WheelSum a = sum(online.side(side)), b = sum(fast.side(side));
      ++wheels;
      angle += std::abs(a.angle - b.angle) <= 0.01 * std::abs(a.angle) + 5e-4;
      radius += std::abs(a.radius - b.radius) <=
                0.01 * std::abs(a.radius - wheelset.left.wheel.radius()) + 1e-5;
      normal += std::abs(a.normal - b.normal) <= 0.01 * a.normal;
      force += (a.force - b.force).norm() <= 0.01 * a.normal;
      worst = std::max(worst, (a.force - b.force).norm() / a.normal);
    }
  }
  const auto share = [](int good, int all) { return static_cast<double>(good) / all; };
  std::printf(
      "within 1 %%: z %.4f roll %.4f angle %.4f radius %.4f normal %.4f force %.4f, "
      "worst force %.2e\n",
      share(z, poses), share(roll, poses), share(angle, wheels), share(radius, wheels),
      share(normal, wheels), share(force, wheels), worst);
  EXPECT_EQ(z, poses);
  EXPECT_EQ(roll, poses);
  EXPECT_GE(share(angle, wheels), 0.995);
  EXPECT_GE(share(radius, wheels), 0.995);
  EXPECT_GE(share(normal, wheels), 0.995);
  EXPECT_GE(share(force, wheels), 0.995);
}

TEST(ContactTableReference, AgreesWithTheOnlineSearch) {
  const ContactTable table = build_contact_table(get_wheelset(), {});
  for (unsigned seed : {5u, 311u, 90210u}) check_against_online(get_wheelset(), table, seed);
}

TEST(ContactTableReference, AgreesOnOtherProfiles) {
  TableOptions coarse;  // the answers do not depend on the grid, their price does
  coarse.y_step = 0.4e-3;
  coarse.roll_count = 16;
  coarse.yaw_count = 5;
  for (const WheelsetOnTrack& wheelset : {make_manchester(), make_cone_on_60e1(), make_worn()})
    check_against_online(wheelset, build_contact_table(wheelset, coarse), 77u);
}

/// Place and depth of every patch that counts, by the search and by the guided search told where to
/// look, each with its own way of finding minima: the same. Sliding from flange to flange, since
/// near a ridge between two minima they are hard to find.
TEST(GuidedSearch, SeesWhatTheSearchSees) {
  std::mt19937 random(11);
  const auto uniform = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  SearchScratch scratch;
  GradientScratch guided;
  PatchList patches;
  PatchGradients gradients;
  int count = 0;
  for (const WheelsetOnTrack& wheelset : {get_wheelset(), make_manchester(), make_worn()}) {
    const GuidedPair pair(wheelset.right);
    WheelsetPose touch;
    for (int i = 0; i < 3000; ++i) {
      if (i % 20 == 0) {
        touch = {uniform(-8e-3, 8e-3), 0.0, 0.0, uniform(-0.02, 0.02)};
        const RigidContact rigid = solve_rigid(wheelset, touch.y, touch.yaw, {}, scratch);
        touch.z = rigid.z;
        touch.roll = rigid.roll;
      }
      WheelsetPose pose = touch;
      pose.y += uniform(-50e-6, 50e-6);
      pose.z -= uniform(20e-6, 120e-6);
      find_patches(pair, Side::right, pose, {}, scratch, guided, patches, gradients);
      for (std::size_t k = 0; k < patches.size(); ++k) {
        if (patches[k].weight < 0.01 || patches[k].penetration < 1e-6) continue;
        ++count;
        EXPECT_FALSE(gradients[k].d.isZero()) << pose.y << " " << pose.z << " " << pose.yaw;
      }
      for (std::size_t k = 0; k < std::min(patches.size(), guided.patches.size()); ++k) {
        const Patch &a = patches[k], &b = guided.patches[k];
        EXPECT_NEAR(a.penetration, b.penetration, 5e-8);  // circles stand for measured rails
        // An overlap's ends, and the curvature that goes with its width; ridges between overlaps
        // the search has from samples (20 um), so those with neighbours that count are left out.
        if (patches.size() > 1 || guided.patches.size() > 1 || a.minima > 1) continue;
        EXPECT_NEAR(a.s_begin, b.s_begin, 50e-6) << pose.y << " " << pose.z << " " << pose.yaw;
        EXPECT_NEAR(a.s_end, b.s_end, 50e-6) << pose.y << " " << pose.z << " " << pose.yaw;
        EXPECT_NEAR(a.curvature_y_region, b.curvature_y_region, 1e-3 * a.curvature_y_region);
      }
    }
  }
  EXPECT_GT(count, 9000);
}

/// A long shallow overlap, whose end is hard to find by extrapolation.
TEST(GuidedSearch, FindsTheEndOfAShallowOverlap) {
  const WheelsetPose pose{-0.00628462539648, 0.00023913129808, -0.000697426651786,
                          -0.00388325799006};
  SearchScratch scratch;
  GradientScratch guided;
  PatchList patches;
  PatchGradients gradients;
  for (int i = -200; i <= 200; ++i) {
    WheelsetPose near = pose;
    near.z += 1e-7 * i;
    find_patches(GuidedPair(get_wheelset().right), Side::right, near, {}, scratch, guided, patches,
                 gradients);
    ASSERT_EQ(patches.size(), guided.patches.size());
    for (std::size_t k = 0; k < patches.size(); ++k)
      EXPECT_NEAR(patches[k].s_begin, guided.patches[k].s_begin, 5e-6) << i;
  }
}

TableOptions make_small() {
  TableOptions options;
  options.y_max = 6e-3;
  options.y_step = 0.5e-3;
  options.roll_count = 3;
  options.yaw_count = 2;
  return options;
}

TEST(ContactTableReference, SurvivesTheWayToDiskAndIgnoresDamage) {
  const ContactTable table = build_contact_table(get_wheelset(), make_small());
  const std::string bytes = write_table(table);
  ContactTable back;
  ASSERT_TRUE(read_table(bytes, get_wheelset(), make_small(), back));
  EXPECT_EQ(write_table(back), bytes);
  for (std::size_t cut : {std::size_t{0}, std::size_t{30}, bytes.size() / 2, bytes.size() - 1})
    EXPECT_FALSE(read_table(bytes.substr(0, cut), get_wheelset(), make_small(), back)) << cut;
  for (std::size_t at : {std::size_t{3}, std::size_t{60}, std::size_t{120}, bytes.size() / 2}) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    EXPECT_FALSE(read_table(damaged, get_wheelset(), make_small(), back)) << at;
  }
  TableOptions other = make_small();
  other.y_step = 0.6e-3;
  EXPECT_FALSE(read_table(bytes, get_wheelset(), other, back));
}

TEST(ContactTableReference, CacheIsFilledUsedAndRepaired) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / "fourfoot-contact-table-test";
  fs::remove_all(folder);
  const ContactTable first = get_contact_table(get_wheelset(), make_small(), folder.string());
  ASSERT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 1);
  const fs::path file = fs::directory_iterator(folder)->path();
  const auto written = fs::last_write_time(file);
  const ContactTable second = get_contact_table(get_wheelset(), make_small(), folder.string());
  EXPECT_EQ(write_table(first), write_table(second));
  EXPECT_EQ(fs::last_write_time(file), written);  // read, not rebuilt
  std::ofstream(file, std::ios::binary) << "not a table";
  const ContactTable third = get_contact_table(get_wheelset(), make_small(), folder.string());
  EXPECT_EQ(write_table(first), write_table(third));
  EXPECT_GT(fs::file_size(file), 1000u);  // and stored again
  fs::remove_all(folder);
  // A folder that cannot be made costs the caching, not the table.
  std::ofstream(folder) << "a file is in the way";
  EXPECT_NO_THROW(get_contact_table(get_wheelset(), make_small(), folder.string()));
  fs::remove_all(folder);
}

}  // namespace
}  // namespace fourfoot::contact
