// The search leaves out points of the wheel that cannot touch; here every point is looked at.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "contact/geometry/near_minima.h"
#include "reference/contact-geometry/reference_data.h"

namespace fourfoot::contact {
namespace {

std::vector<double> list_patches(const WheelRailPair& pair, const AxleFrame& axle, double margin) {
  SearchOptions options;
  options.all_runs = true;
  options.margin = margin;
  SearchScratch scratch;
  PatchList list;
  find_patches(pair, axle, options, scratch, list);
  std::vector<double> places;
  for (const Patch& patch : list)
    if (patch.minima == 1) places.push_back(patch.s_first);
  std::sort(places.begin(), places.end());
  return places;
}

std::vector<double> list_minima(const WheelRailPair& pair, const AxleFrame& axle, double margin) {
  SearchScratch scratch;
  std::array<SeparationMinimum, 12> minima;
  const int count = find_minima(pair, axle, margin, scratch, minima);
  std::vector<double> places;
  for (int i = 0; i < count; ++i) places.push_back(minima[static_cast<std::size_t>(i)].s);
  std::array<SeparationMinimum, 12> near;
  EXPECT_EQ(find_near_minima(pair, axle, margin, scratch, near), count);
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    EXPECT_EQ(near[i].s, minima[i].s);
    EXPECT_EQ(near[i].distance, minima[i].distance);
  }
  return places;
}

TEST(Search, MissesNothingThatALookAtEveryPlaceFinds) {
  const WheelsetOnTrack wheelset = make_s1002_on_60e1();
  std::mt19937 random(3);
  const auto uniform = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  int found = 0, compared = 0;
  for (int i = 0; i < 20000; ++i) {
    // Flange over the rail head to flange deep in the gauge face, roll and yaw beyond any run.
    const WheelsetPose pose{uniform(-0.03, 0.03), uniform(-0.004, 0.01), uniform(-0.02, 0.02),
                            uniform(-0.08, 0.08)};
    const double margin = i % 2 == 0 ? 0.0 : uniform(0.0, 2e-3);
    const AxleFrame axle = make_axle_frame(wheelset.left, Side::left, pose, {});
    const std::vector<double> all = list_minima(wheelset.left, axle, margin);
    const std::vector<double> listed = list_patches(wheelset.left, axle, margin);
    // With three minima and more their runs do not all fit into the list.
    if (all.size() > 2) continue;
    ++compared;
    found += static_cast<int>(all.size());
    ASSERT_EQ(all, listed) << "y " << pose.y << " z " << pose.z << " roll " << pose.roll << " yaw "
                           << pose.yaw << " margin " << margin;
  }
  EXPECT_GT(compared, 10000);
  EXPECT_GT(found, 5000);
}

}  // namespace
}  // namespace fourfoot::contact
