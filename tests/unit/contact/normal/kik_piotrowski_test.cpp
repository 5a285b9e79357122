#include "contact/normal/kik_piotrowski.h"

#include <gtest/gtest.h>

#include <numbers>

#include "base/error.h"
#include "contact/normal/hertz.h"

namespace fourfoot::contact {
namespace {

const Material strip_steel{82e9, 0.28};

struct Samples {
  std::vector<double> y, gap, curvature;
  SeparationProfile view() const { return {y, gap, curvature}; }
};

template <class Gap>
Samples sample(double cx, Gap gap, double span = 0.02, int n = 801) {
  Samples s;
  for (int i = 0; i < n; ++i) {
    s.y.push_back(-span + 2.0 * span * i / (n - 1));
    s.gap.push_back(gap(s.y.back()));
    s.curvature.push_back(cx);
  }
  return s;
}

TEST(KikPiotrowski, IsCloseToHertzOnEllipses) {
  for (const double cy : {0.6, 1.2, 2.2, 4.0, 10.0}) {
    const double cx = 2.2, delta = 7e-5;
    const Samples s = sample(
        cx, [&](double y) { return 0.5 * cy * (y - 1e-3) * (y - 1e-3); }, 0.04, 3201);
    std::vector<KikPiotrowskiPatch> patches;
    calc_kik_piotrowski(s.view(), delta, strip_steel, {}, patches);
    ASSERT_EQ(patches.size(), 1u);
    const KikPiotrowskiPatch& p = patches[0];
    const auto h =
        HertzLaw<double>(cx, cy, strip_steel.contact_modulus()).calc_from_penetration(delta);
    EXPECT_NEAR(p.y0, 1e-3, 1e-6);
    EXPECT_NEAR(p.y_force, 1e-3, 1e-5);
    // Exactly the method's: area of the interpenetration, Hertz's proportions.
    const double area = 2.0 * std::numbers::pi * 0.55 * delta / std::sqrt(cx * cy);
    EXPECT_NEAR(p.area / area, 1.0, 1e-3) << cy;
    EXPECT_NEAR((p.a / p.b) / (h.a / h.b), 1.0, 1e-3) << cy;
    // Near Hertz: some per cent large at equal penetration (docs/theory/contact-laws.md).
    EXPECT_NEAR(p.normal / h.normal, 1.055, 0.015) << cy;
    EXPECT_NEAR(p.pressure_max / h.pressure_max, 0.945, 0.015) << cy;
  }
}

// For the circle the method has a closed form: a = sqrt(2 epsilon R delta), N = 4/3 E* delta a.
TEST(KikPiotrowski, CircleHasItsClosedForm) {
  const double R = 0.5, delta = 5e-5;
  const Samples s = sample(
      1 / R, [&](double y) { return 0.5 * y * y / R; }, 0.01, 4001);
  std::vector<KikPiotrowskiPatch> patches;
  calc_kik_piotrowski(s.view(), delta, strip_steel, {}, patches);
  const double a = std::sqrt(2 * 0.55 * R * delta);
  EXPECT_NEAR(patches.at(0).length / (2 * a), 1.0, 1e-4);
  EXPECT_NEAR(patches[0].area / (std::numbers::pi * a * a), 1.0, 1e-3);
  EXPECT_NEAR(patches[0].normal / (4.0 / 3.0 * strip_steel.contact_modulus() * delta * a), 1.0,
              2e-3);
}

TEST(KikPiotrowski, TwoValleysAreTwoPatches) {
  const Samples s = sample(2.2, [](double y) {
    const double left = 0.5 * 8.0 * (y - 8e-3) * (y - 8e-3),
                 right = 2e-5 + 0.5 * 8.0 * (y + 8e-3) * (y + 8e-3);
    return std::min(left, right);
  });
  std::vector<KikPiotrowskiPatch> patches;
  calc_kik_piotrowski(s.view(), 7e-5, strip_steel, {}, patches);
  ASSERT_EQ(patches.size(), 2u);
  EXPECT_NEAR(patches[0].y0, -8e-3, 1e-5);
  EXPECT_NEAR(patches[0].penetration, 7e-5 - 2e-5 / 0.55, 1e-6);
  EXPECT_NEAR(patches[1].penetration, 7e-5, 1e-6);
  EXPECT_GT(patches[1].normal, patches[0].normal);
  EXPECT_GT(patches[0].normal, 0.0);
}

TEST(KikPiotrowski, PressureAddsUpToTheForceAndLoadHasAPenetration) {
  const Samples s = sample(2.2, [](double y) { return y > 0 ? 1.0 * y * y : 4.0 * y * y; });
  std::vector<KikPiotrowskiPatch> patches;
  const double delta = find_kik_piotrowski_penetration(s.view(), 6e4, strip_steel, {}, patches);
  EXPECT_GT(delta, 1e-5);
  const KikPiotrowskiPatch& p = patches.at(0);
  EXPECT_NEAR(p.normal, 6e4, 1e-3);
  EXPECT_GT(p.y_force, p.y0);  // more of it lies on the flat side
  double sum = 0.0;
  for (int i = 0; i < KikPiotrowskiPatch::strips; ++i) {
    const double c = p.half_length[i];
    for (int j = 0; j < 200; ++j)
      sum += p.calc_pressure(i, c * (2.0 * (j + 0.5) / 200 - 1.0)) * 2.0 * c / 200 * p.width[i];
  }
  EXPECT_NEAR(sum / 6e4, 1.0, 1e-3);
  EXPECT_EQ(p.calc_pressure(3, 1.0), 0.0);
}

TEST(KikPiotrowski, NoPenetrationNoPatch) {
  const Samples s = sample(2.2, [](double y) { return y * y; });
  std::vector<KikPiotrowskiPatch> patches(3);
  calc_kik_piotrowski(s.view(), -1e-5, strip_steel, {}, patches);
  EXPECT_TRUE(patches.empty());
  EXPECT_THROW(find_kik_piotrowski_penetration(s.view(), 1e12, strip_steel, {}, patches), RunError);
}

}  // namespace
}  // namespace fourfoot::contact
