#include <gtest/gtest.h>

#include <bit>
#include <cmath>
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

TEST(SeparationLanes, LooksHaveTheBitsOfOnePointByItself) {
  const GuidedPair& pair = get_bench().pair;
  std::size_t inside = 0, beyond = 0;
  for (const AxleState<double>& axle : list_poses()) {
    for (double from = 0.0; from < 0.135; from += 1.3e-3) {
      const double s[4] = {from, from + 0.31e-3, from + 7e-3, from + 0.9e-3};
      for (const SeparationLanes* lanes : list_widths()) {
        double distance[4], sine[4];
        lanes->look(pair, axle, s, distance, sine);
        for (int i = 0; i < 4; ++i) {
          const ContourSpot<double> c = calc_spot(pair.meridian.calc_for(s[i]), axle, 0.0);
          const auto* near = c.exists ? pair.pair->rail.find_nearest(c.y, c.z) : nullptr;
          ++(near ? inside : beyond);
          if (!near) {
            ASSERT_EQ(distance[i], far_off);
            continue;
          }
          const RailSpot<double> rail = calc_rail_spot(*near, c.y, c.z);
          ASSERT_EQ(get_bits(distance[i]), get_bits(rail.distance)) << lanes->name << " " << s[i];
          ASSERT_EQ(get_bits(sine[i]), get_bits(calc_tangent_sine(c, axle, rail))) << lanes->name;
        }
      }
    }
  }
  EXPECT_GT(inside, 10000u);
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

/// What the plain search reads: blocks of samples, and points measured against the rail.
TEST(SeparationLanes, BlocksAndMeasuredPointsHaveTheBitsOfOnePointByItself) {
  const WheelRailPair& pair = get_bench().wheelset.left;
  const auto& samples = pair.wheel.samples();
  std::mt19937 random(5);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  std::size_t inside = 0, beyond = 0;
  for (int i = 0; i < 100; ++i) {
    const double far = i % 10 == 0 ? 10.0 : 1.0;
    const double y = far * 9e-3 * any(random), z = pair.axle_height + far * 1e-3 * any(random);
    const double roll = 3e-3 * any(random), yaw = 0.02 * any(random);
    const AxleFrame axle(y, z, roll, yaw);
    for (const SeparationLanes* lanes : list_widths()) {
      for (std::size_t first = 0; first < samples.size(); first += 3) {
        SampleBlock block;
        lanes->calc_block(pair, axle, first, block);
        double distance[SampleBlock::size], angle[SampleBlock::size];
        lanes->measure(pair.rail, block.y, block.z, SampleBlock::size, distance, angle);
        for (std::size_t n = 0; n < SampleBlock::size; ++n) {
          const std::size_t k = std::min(first + n, samples.size() - 1);
          const ContourPoint at = pair.wheel.calc(samples[k].s, axle);
          if (at.exists) {  // by other formulas: rounding only
            ASSERT_NEAR(block.y[n], at.y, 1e-14);
            ASSERT_NEAR(block.z[n], at.z, 1e-14);
          }
          const RailDistance alone = pair.rail.calc_distance_and_angle(block.y[n], block.z[n]);
          ASSERT_EQ(get_bits(distance[n]), get_bits(alone.distance));
          ASSERT_EQ(get_bits(angle[n]), get_bits(alone.angle));
          ASSERT_EQ(get_bits(distance[n]),
                    get_bits(pair.rail.calc_distance(block.y[n], block.z[n])));
          const double expected = at.exists ? alone.distance : RailSection::far_away;
          ASSERT_EQ(get_bits(block.distance[n]), get_bits(expected)) << lanes->name << " " << k;
          ++(alone.distance < far_off ? inside : beyond);
        }
      }
    }
  }
  EXPECT_GT(inside, 10000u);
  EXPECT_GT(beyond, 1000u);
}

TEST(SeparationLanes, AContourPlaceIsThatOfTheContourPoint) {
  const WheelSurface& wheel = get_bench().wheelset.left.wheel;
  int missing = 0;
  for (const double yaw : {0.0, 0.01, -0.4}) {
    const AxleFrame axle(1e-3, 0.46, 2e-3, yaw);
    for (double s = 0.0; s <= wheel.curve().length(); s += 0.37e-3) {
      const ContourPoint point = wheel.calc(s, axle);
      const ContourPlace place = wheel.calc_place(s, axle);
      ASSERT_EQ(std::isnan(place.y), !point.exists);
      missing += !point.exists;
      if (!point.exists) continue;
      ASSERT_EQ(get_bits(place.y), get_bits(point.y));
      ASSERT_EQ(get_bits(place.z), get_bits(point.z));
    }
  }
  EXPECT_GT(missing, 10);
}

/// Each cell of the rail's map against all samples.
TEST(RailSection, CellsOfItsMapKnowTheNearestSample) {
  const RailSection& rail = get_bench().wheelset.left.rail;
  const RailSection::Map map = rail.get_map();
  const double limit = RailSection::reach + 1.0 / map.cells_per_metre;
  long none = 0, some = 0;
  for (int row = 0; row < map.rows; ++row) {
    for (int column = 0; column < map.columns; ++column) {
      const double y = map.y0 + (column + 0.5) / map.cells_per_metre;
      const double z = map.z0 + (row + 0.5) / map.cells_per_metre;
      double best = 1e9;
      for (const RailSection::Sample& q : rail.samples())
        best = std::min(best, std::hypot(q.y - y, q.z - z));
      const int k = map.cells[row * map.columns + column];
      ++(k < 0 ? none : some);
      if (k < 0) {
        ASSERT_GT(best, limit - 1e-12);
        continue;
      }
      const RailSection::Sample& q = map.samples[k];
      ASSERT_NEAR(std::hypot(q.y - y, q.z - z), best, 1e-12) << row << " " << column;
    }
  }
  EXPECT_GT(none, 100);
  EXPECT_GT(some, 1000);
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
