#include "contact/normal/elastic_normal.h"

#include <gtest/gtest.h>

namespace fourfoot::contact {
namespace {

const Material steel{82e9, 0.28};

TEST(ElasticNormal, WithoutRateItIsHertz) {
  const ElasticNormal law(steel);
  const HertzContact<double> c = law.calc(PatchPenetration<double>{6e-5, 0.0, 2.2, 3.0});
  const HertzContact<double> h =
      HertzLaw<double>(2.2, 3.0, steel.contact_modulus()).calc_from_penetration(6e-5);
  EXPECT_EQ(c.normal, h.normal);
  EXPECT_EQ(c.a, h.a);
}

TEST(ElasticNormal, NeverPullsAndVanishesSmoothly) {
  const ElasticNormal law(steel, 2.0);
  for (const double rate : {-10.0, -0.6, -0.1, 0.0, 0.1, 3.0}) {
    double last = 1e9;
    for (double delta = 1e-4; delta > 1e-12; delta *= 0.5) {
      const Dual<2> d(delta, 2, 0), v(rate, 2, 1);
      const auto c = law.calc(PatchPenetration<Dual<2>>{d, v, Dual<2>(2.2), Dual<2>(3.0)});
      EXPECT_GE(c.normal.value(), 0.0);
      EXPECT_LE(c.normal.value(), last);
      last = c.normal.value();
      if (delta < 1e-11) {  // value and slopes go to zero with it
        EXPECT_LT(c.normal.value(), 1e-3);
        EXPECT_LT(std::abs(c.normal.derivatives()(0)) * 1e-9, 2.0);
      }
    }
    EXPECT_EQ(law.calc(PatchPenetration<double>{-1e-9, rate, 2.2, 3.0}).normal, 0.0);
    EXPECT_EQ(law.calc(PatchPenetration<double>{0.0, rate, 2.2, 3.0}).normal, 0.0);
  }
  // Opening faster than 1/chi.
  EXPECT_EQ(law.calc(PatchPenetration<double>{1e-5, -0.6, 2.2, 3.0}).normal, 0.0);
}

// A mass that falls on the contact bounces back slower, and slower still with more damping.
TEST(ElasticNormal, LosesEnergyInABounce) {
  const HertzLaw<double> hertz(2.2, 3.0, steel.contact_modulus());
  double last = 1.0;
  for (const double chi : {0.0, 1.0, 3.0}) {
    const ElasticNormal law(steel, chi);
    const double mass = 700.0, v0 = 0.05, h = 1e-7;
    double z = 0.0, v = -v0;  // z > 0 is a gap
    for (int i = 0; i < 2000000 && (z < 0.0 || v < 0.0); ++i) {
      const double n = law.calc(hertz, -z, -v).normal;
      v += h * n / mass;
      z += h * v;
    }
    const double restitution = v / v0;
    if (chi == 0.0) {
      EXPECT_NEAR(restitution, 1.0, 1e-3);
    } else {
      EXPECT_LT(restitution, last - 0.01);
      // For small damping 1 - (2/3) chi v0 [HuntCrossley1975].
      EXPECT_NEAR(restitution, 1.0 - 2.0 / 3.0 * chi * v0, 0.01);
    }
    last = restitution;
  }
}

}  // namespace
}  // namespace fourfoot::contact
