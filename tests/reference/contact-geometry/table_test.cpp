#include <gtest/gtest.h>

#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <random>
#include <thread>

#include "contact/geometry/contact_table.h"
#include "contact/geometry/search_gradient.h"
#include "contact/geometry/separation_lanes.h"
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

/// Position and depth of every patch that counts, by the search and by the guided search told where to
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

/// A flange root pressed in so that the deepest point lies where two arcs of the rail meet: the slope
/// of the separation jumps there and its bend says nothing about how wide the overlap is. The poses are
/// those of the leading wheelset of a hunting coach; the table lost one half of the overlap at some of
/// them, a twentieth of the force, and the motion chattered.
TEST(GuidedSearch, FindsBothEndsWhereTheSlopeJumps) {
  const ContactTable table = build_contact_table(get_wheelset(), {});
  SearchScratch scratch;
  WheelsetContacts guided, online;
  double worst = 0.0;
  for (int i = 0; i <= 1000; ++i) {
    const WheelsetPose pose{-6.3315e-3 + 1e-8 * i, 2.606266e-4, -7.412371e-4, -1.942621e-3};
    ASSERT_TRUE(table.find_patches(Side::right, pose, {}, guided.right));
    find_patches(get_wheelset(), pose, {}, SearchOptions{}, scratch, online);
    const double normal = sum(online.right).normal;
    ASSERT_GT(normal, 1e4);
    worst = std::max(worst, std::abs(sum(guided.right).normal / normal - 1.0));
  }
  EXPECT_LT(worst, 1e-4);
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

/// So many poses that a run could have, the same for the same seed.
std::vector<WheelsetPose> list_poses(int count, unsigned seed) {
  std::mt19937 random(seed);
  const auto uniform = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  std::vector<WheelsetPose> poses;
  SearchScratch scratch;
  while (static_cast<int>(poses.size()) < count) {
    WheelsetPose pose{uniform(-8e-3, 8e-3), 0.0, 0.0, uniform(-0.02, 0.02)};
    const RigidContact rigid = solve_rigid(get_wheelset(), pose.y, pose.yaw, {}, scratch);
    pose.z = rigid.z - uniform(20e-6, 120e-6);
    pose.roll = rigid.roll;
    if (rigid.converged) poses.push_back(pose);
  }
  return poses;
}

/// Ends of overlaps are the same wherever they are looked for first: where they were a small way before,
/// where they were at any other pose, or nowhere. An overlap is some 50 um deep.
TEST(GuidedSearch, FindsTheSameEndsWhereverItBegins) {
  const ContactTable table = build_contact_table(get_wheelset(), make_small());
  std::mt19937 random(11);
  const auto any = [&] { return std::uniform_real_distribution<double>(-1.0, 1.0)(random); };
  PatchList plain, before, found, far;
  double worst = 0.0;
  int ends = 0;
  for (const WheelsetPose& pose : list_poses(300, 12)) {
    for (Side side : {Side::left, Side::right}) {
      const GuidedPair pair(get_wheelset().side(side));
      const auto axle =
          make_axle_state<double>(*pair.pair, side, {}, pose.y, pose.z, pose.roll, pose.yaw);
      // The separations at the ends of a patch.
      const auto look = [&](const Patch& p) {
        const double s[4] = {p.s_begin, p.s_end, p.s_begin, p.s_end};
        std::array<double, 4> depth, sine;
        guided::get_lanes().look(pair, axle, s, depth.data(), sine.data());
        return depth;
      };
      const WheelsetPose near{pose.y + 30e-6 * any(), pose.z + 3e-6 * any(),
                              pose.roll + 20e-6 * any(), pose.yaw + 1e-4 * any()};
      if (!table.find_patches(side, pose, {}, plain)) continue;
      if (!table.find_patches(side, near, {}, before)) continue;
      for (const PatchList* first : {&before, &far}) {
        table.find_patches(side, pose, {}, found, first);
        ASSERT_EQ(found.count, plain.count);
        for (std::size_t i = 0; i < plain.count; ++i) {
          const auto a = look(plain.patches[i]), b = look(found.patches[i]);
          worst = std::max({worst, std::abs(a[0] - b[0]), std::abs(a[1] - b[1])});
          EXPECT_EQ(plain.patches[i].penetration, found.patches[i].penetration);
          ends += 2;
        }
      }
      far = plain;
    }
  }
  EXPECT_GT(ends, 1000);
  EXPECT_LT(worst, 2e-8);
}

/// All that a table says of these poses, as bits.
std::vector<double> ask(const ContactTable& table, const std::vector<WheelsetPose>& poses) {
  std::vector<double> answers;
  PatchList patches;
  PatchGradients gradients;
  for (const WheelsetPose& pose : poses) {
    for (Side side : {Side::left, Side::right}) {
      const bool is_known = table.find_patches(side, pose, {}, patches, gradients);
      answers.push_back(is_known ? static_cast<double>(patches.size()) : -1.0);
      for (std::size_t i = 0; is_known && i < patches.size(); ++i) {
        const Patch& p = patches[i];
        for (double v : {p.penetration, p.angle, p.radius, p.curvature_x, p.curvature_y_region,
                         p.weight, p.s_begin, p.s_end, gradients[i].d.sum()})
          answers.push_back(v);
      }
    }
  }
  return answers;
}

/// A folder that is there while the test runs.
class CacheFolder {
 public:
  explicit CacheFolder(const std::string& name)
      : path_(std::filesystem::temp_directory_path() /
              ("fourfoot-contact-table-" + name + "-" + std::to_string(::getpid()))) {
    std::filesystem::remove_all(path_);
  }
  ~CacheFolder() { std::filesystem::remove_all(path_); }
  std::string name() const { return path_.string(); }
  std::vector<std::filesystem::path> list() const {
    std::vector<std::filesystem::path> files;
    if (!std::filesystem::exists(path_)) return files;
    for (const auto& entry : std::filesystem::directory_iterator(path_))
      files.push_back(entry.path());
    return files;
  }

 private:
  std::filesystem::path path_;
};

/// The cache makes runs quicker and nothing else: cold, warm, filled by half, or asked in another
/// order before, a table gives the same bits.
TEST(ContactTableReference, AnswersAlikeWithColdWarmAndHalfFilledCache) {
  const CacheFolder folder("temperatures");
  const std::vector<WheelsetPose> poses = list_poses(300, 4u);
  const ContactTable cold = load_contact_table(get_wheelset(), {}, folder.name());
  const std::vector<double> answers = ask(cold, poses);
  EXPECT_GT(cold.count_new_nodes(), 100u);

  std::vector<WheelsetPose> half(poses.rbegin(), poses.rbegin() + 150);
  const ContactTable first = load_contact_table(get_wheelset(), {}, folder.name());
  ask(first, half);
  EXPECT_LT(first.count_new_nodes(), cold.count_new_nodes());
  keep_contact_table(first, folder.name());
  const ContactTable warmed = load_contact_table(get_wheelset(), {}, folder.name());
  EXPECT_EQ(warmed.count_new_nodes(), 0u);
  EXPECT_EQ(ask(warmed, poses), answers);
  EXPECT_EQ(warmed.count_new_nodes() + first.count_new_nodes(), cold.count_new_nodes());

  keep_contact_table(warmed, folder.name());
  const ContactTable warm = load_contact_table(get_wheelset(), {}, folder.name());
  EXPECT_EQ(ask(warm, poses), answers);
  EXPECT_EQ(warm.count_new_nodes(), 0u);
  EXPECT_EQ(write_table(warm), write_table(cold));
}

/// Several threads that fill one table at once, each in its own order, get what one thread gets.
TEST(ContactTableReference, AnswersAlikeOnAnyNumberOfThreads) {
  const std::vector<WheelsetPose> poses = list_poses(200, 9u);
  const ContactTable alone = build_contact_table(get_wheelset(), {});
  const std::vector<double> answers = ask(alone, poses);
  const ContactTable shared = build_contact_table(get_wheelset(), {});
  std::vector<std::thread> threads;
  std::array<std::vector<double>, 4> found;
  for (std::size_t k = 0; k < found.size(); ++k) {
    threads.emplace_back([&, k] {
      std::vector<WheelsetPose> turned(poses.rbegin(), poses.rend());
      if (k % 2 == 1) ask(shared, turned);
      found[k] = ask(shared, poses);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::vector<double>& of_thread : found) EXPECT_EQ(of_thread, answers);
  EXPECT_EQ(write_table(shared), write_table(alone));
}

TEST(ContactTableReference, SurvivesTheWayToDiskAndIgnoresDamage) {
  const ContactTable table = build_contact_table(get_wheelset(), make_small());
  ask(table, list_poses(20, 3u));
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
  const CacheFolder folder("repair");
  const std::vector<WheelsetPose> poses = list_poses(20, 3u);
  const ContactTable first = load_contact_table(get_wheelset(), make_small(), folder.name());
  keep_contact_table(first, folder.name());
  EXPECT_TRUE(folder.list().empty());  // nothing was learnt yet
  const std::vector<double> answers = ask(first, poses);
  keep_contact_table(first, folder.name());
  ASSERT_EQ(folder.list().size(), 1u);
  const fs::path file = folder.list().front();
  const auto written = fs::last_write_time(file);
  const ContactTable second = load_contact_table(get_wheelset(), make_small(), folder.name());
  EXPECT_EQ(write_table(first), write_table(second));
  ask(second, poses);
  keep_contact_table(second, folder.name());
  EXPECT_EQ(fs::last_write_time(file), written);  // nothing to add
  std::ofstream(file, std::ios::binary) << "not a table";
  const ContactTable third = load_contact_table(get_wheelset(), make_small(), folder.name());
  EXPECT_EQ(ask(third, poses), answers);
  keep_contact_table(third, folder.name());
  EXPECT_GT(fs::file_size(file), 1000u);  // stored again
  fs::remove_all(folder.name());
  // A folder that cannot be made costs the caching, not the table.
  std::ofstream(folder.name()) << "a file is in the way";
  EXPECT_NO_THROW(keep_contact_table(third, folder.name()));
}

}  // namespace
}  // namespace fourfoot::contact
