#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <random>
#include <vector>

#include "contact/geometry/guided_minima.h"
#include "contact/geometry/overlap_rule.h"
#include "contact/geometry/separation_lanes.h"
#include "reference/contact-geometry/reference_data.h"

namespace fourfoot::contact::guided {
namespace {

struct Bench {
  WheelsetOnTrack wheelset = make_s1002_on_60e1();
  GuidedPair pair{wheelset.left};
};
const Bench& get_bench() {
  static const Bench bench;
  return bench;
}

/// On the tread, on the flange, beside the rail and high above it.
std::vector<AxleState<double>> list_poses() {
  std::vector<AxleState<double>> poses;
  std::mt19937 random(3);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  const double height = get_bench().wheelset.left.axle_height;
  for (int i = 0; i < 200; ++i) {
    const double far = i % 20 == 0 ? 10.0 : 1.0;
    poses.emplace_back(far * 9e-3 * any(random), height + far * 1e-3 * any(random),
                       3e-3 * any(random), 0.02 * any(random));
  }
  return poses;
}

std::uint64_t get_bits(double x) {
  return std::bit_cast<std::uint64_t>(x);
}

std::vector<const SeparationLanes*> list_widths() {
  std::vector<const SeparationLanes*> widths = {find_lanes("portable")};
  if (const SeparationLanes* wide = find_lanes("avx2")) widths.push_back(wide);
  return widths;
}

/// One point by itself, by the formulas of meridian.h.
double calc_alone(const WheelSurface::Sample& m, const AxleState<double>& axle) {
  Meridian::Jet jet{};
  jet.w = m.w;
  jet.r = m.r;
  jet.slope = m.slope;
  const ContourSpot<double> c = calc_spot(jet, axle, 0.0);
  const RailSection& rail = get_bench().pair.pair->rail;
  const RailSection::Sample* near = c.exists ? rail.find_nearest(c.y, c.z) : nullptr;
  return near ? calc_rail_spot(*near, c.y, c.z).distance : far_off;
}

TEST(SeparationLanes, KnowTheirNames) {
  ASSERT_NE(find_lanes("portable"), nullptr);
  EXPECT_EQ(find_lanes("of another kind"), nullptr);
  EXPECT_EQ(&get_lanes(), list_widths().back());
}

TEST(SeparationLanes, EveryWidthHasTheBitsOfOnePointByItself) {
  const auto& samples = get_bench().wheelset.left.wheel.samples();
  std::size_t inside = 0, beyond = 0;
  for (const AxleState<double>& axle : list_poses()) {
    for (const SeparationLanes* lanes : list_widths()) {
      // Any number of samples, from any of them on.
      for (const std::size_t first : {std::size_t{0}, std::size_t{7}, samples.size() - 5}) {
        std::vector<double> out(samples.size() - first, 7.0);
        lanes->calc_samples(get_bench().pair, axle, first, out.size(), out.data());
        for (std::size_t i = 0; i < out.size(); ++i) {
          const double alone = calc_alone(samples[first + i], axle);
          ASSERT_EQ(get_bits(out[i]), get_bits(alone)) << lanes->name << " " << first + i;
          ++(alone < far_off ? inside : beyond);
        }
      }
    }
  }
  EXPECT_GT(inside, 10000u);  // both ways of looking samples up were gone
  EXPECT_GT(beyond, 1000u);
}

TEST(SeparationLanes, WriteNoMoreThanAskedFor) {
  const AxleState<double> axle = list_poses()[1];
  for (const SeparationLanes* lanes : list_widths()) {
    std::vector<double> out(8, 7.0);
    lanes->calc_samples(get_bench().pair, axle, 40, 5, out.data());
    for (std::size_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i] == 7.0, i >= 5) << i;
  }
}

/// Against a plain loop; sums only round differently.
TEST(SeparationLanes, MomentsOfAllWidthsHaveTheSameBits) {
  const GuidedPair& pair = get_bench().pair;
  int overlaps = 0;
  for (const AxleState<double>& axle : list_poses()) {
    for (double middle = 0.03; middle < 0.13; middle += 0.01) {
      const double begin = middle - 5e-3, end = middle + 6e-3;
      double m0 = 0.0, m2 = 0.0, angle = 0.0;
      for (std::size_t i = 0; i < OverlapRule::count; ++i) {
        const double s = middle + 0.5e-3 + 5.5e-3 * overlap_rule.node[i];
        const ContourSpot<double> c = calc_spot(pair.meridian.calc_for(s), axle, s);
        const auto* near = c.exists ? pair.pair->rail.find_nearest(c.y, c.z) : nullptr;
        if (!near) continue;
        const RailSpot<double> rail = calc_rail_spot(*near, c.y, c.z);
        const double depth = std::max(0.0, -rail.distance);
        const double weight = 5.5e-3 * overlap_rule.weight[i] * depth * depth * std::sqrt(depth);
        m0 += weight;
        m2 += weight * (s - middle) * (s - middle);
        angle += weight * rail.angle;
      }
      std::vector<OverlapMoments<double>> sums;
      for (const SeparationLanes* lanes : list_widths()) {
        lanes->integrate(pair, axle, begin, middle, end, sums.emplace_back());
        const OverlapMoments<double>&a = sums.front(), &b = sums.back();
        ASSERT_EQ(get_bits(a.m0), get_bits(b.m0));
        ASSERT_EQ(get_bits(a.m1), get_bits(b.m1));
        ASSERT_EQ(get_bits(a.m2), get_bits(b.m2));
        ASSERT_EQ(get_bits(a.angle), get_bits(b.angle));
      }
      overlaps += m0 > 0.0;
      EXPECT_NEAR(sums[0].m0, m0, 1e-9 * m0);
      EXPECT_NEAR(sums[0].m2, m2, 1e-9 * m2);
      EXPECT_NEAR(sums[0].angle, angle, 1e-9 * m0);
    }
  }
  EXPECT_GT(overlaps, 100);
}

}  // namespace
}  // namespace fourfoot::contact::guided
