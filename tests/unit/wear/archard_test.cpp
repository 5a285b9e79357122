#include "wear/archard.h"

#include <gtest/gtest.h>

#include <cmath>

#include "contact/tangential/fastsim.h"
#include "wear/wear_depth.h"

namespace fourfoot::wear {

namespace {

RollingPatch make_patch(double nu_x, double nu_y, double spin) {
  return {6e-3, 4e-3, 60e3, 0.3, nu_x, nu_y, spin, 1.0};
}

/// Steel that does not give: all of the patch slips as the rigid bodies do.
contact::Material make_rigid() {
  return {1e20, 0.28};
}

double calc_area(const WearDepth& depth) {
  return depth.calc_sum() + depth.lost();
}

}  // namespace

// k N s / H: mild wear, s = 5 mm of sliding per metre rolled.
TEST(Archard, ConstantPatchLosesKNSOverH) {
  const WearLaw law;
  for (const int strips : {7, 25}) {
    const PatchWear wear = ArchardWear(law, make_rigid(), strips).calc(make_patch(3e-3, 4e-3, 0.0));
    const double expected = law.mild * 60e3 * 5e-3 / law.hardness;
    EXPECT_NEAR(wear.volume, expected, 1e-9 * expected);
    EXPECT_NEAR(wear.energy, 0.3 * 60e3 * 5e-3, 1e-9 * wear.energy);
  }
}

TEST(Archard, SevereAndSeizedPoints) {
  WearLaw law;
  EXPECT_EQ(law.calc_coefficient(0.1, 1e9), law.mild);
  EXPECT_EQ(law.calc_coefficient(0.3, 1e9), law.severe);
  EXPECT_EQ(law.calc_coefficient(0.9, 1e9), law.hot);
  EXPECT_EQ(law.calc_coefficient(0.1, 0.9 * law.hardness), law.seizure);
  law.factor = 0.2;
  EXPECT_EQ(law.calc_coefficient(0.1, 1e9), 0.2 * law.mild);
}

// Wear by Archard and wear by energy are one where friction is mu p; and the energy of the slip is
// that of forces and creepages by the program's own FASTSIM, an implementation of its own.
TEST(Archard, VolumeIsTheEnergysShare) {
  const WearLaw law;
  const contact::Material steel;
  const ArchardWear fine(law, steel, 60, 400);
  const contact::FastsimLaw fastsim(steel, 60, 400, contact::FastsimGrid::Bound::scaled,
                                    contact::FastsimBlend::none());
  for (const RollingPatch& p : {make_patch(2e-3, 0.0, 0.0), make_patch(0.0, -4e-3, 0.0),
                                make_patch(3e-3, 0.0, 0.0), make_patch(0.0, 8e-3, 0.0)}) {
    const PatchWear wear = fine.calc(p);
    EXPECT_NEAR(wear.volume, law.mild / (p.friction * law.hardness) * wear.energy,
                1e-12 * wear.volume);
    contact::TangentialInput in{p.a, p.b, p.normal, p.friction, p.nu_x, p.nu_y, p.spin, p.speed};
    const contact::TangentialForce f = fastsim.calc(in);
    const double t_gamma = std::abs(f.fx * p.nu_x + f.fy * p.nu_y + f.mz * p.spin);
    EXPECT_NEAR(wear.energy, t_gamma, 0.01 * t_gamma) << p.nu_x << " " << p.nu_y;
  }
}

// The energy of the law that made the forces decides how much, simplified theory where.
TEST(Archard, TakesTheEnergyOfTheRun) {
  const WearLaw law;
  RollingPatch p = make_patch(1e-3, 2e-3, 0.4);
  const ArchardWear wear(law, contact::Material{});
  const PatchWear own = wear.calc(p);
  p.t_gamma = 1.1 * own.energy;
  const PatchWear scaled = wear.calc(p);
  EXPECT_NEAR(scaled.energy, p.t_gamma, 1e-9 * p.t_gamma);
  EXPECT_NEAR(scaled.volume, law.mild / (p.friction * law.hardness) * p.t_gamma,
              1e-9 * scaled.volume);
  for (std::size_t j = 0; j < own.depth.size(); ++j)
    EXPECT_NEAR(scaled.depth[j], 1.1 * own.depth[j], 1e-9 * scaled.depth[j]);
}

// Small creepage: it sticks ahead and slips behind; nothing is lost without creepage.
TEST(Archard, OnlySlipWears) {
  const ArchardWear wear(WearLaw{}, contact::Material{});
  EXPECT_EQ(wear.calc(make_patch(0.0, 0.0, 0.0)).volume, 0.0);
  const double little = wear.calc(make_patch(2e-4, 0.0, 0.0)).volume;
  EXPECT_GT(little, 0.0);
  EXPECT_LT(little, 0.5 * WearLaw{}.mild * 60e3 * 2e-4 / WearLaw{}.hardness);
  EXPECT_TRUE(wear.calc({}).depth.empty());
}

// What a patch loses arrives on the profile, whatever the bins, and stays while it is smoothed.
TEST(WearDepthTest, KeepsWhatIsTaken) {
  const PatchWear wear =
      ArchardWear(WearLaw{}, contact::Material{}).calc(make_patch(3e-3, 1e-3, 0.5));
  const double radius = 0.46, distance = 5e4;
  for (const double y : {0.0, 0.0123, -0.0345}) {
    WearDepth depth(-0.06, 0.06, 0.5e-3);
    depth.add(wear, y, 0.0, radius, 1.0, distance);
    const double expected = wear.volume * distance / (2.0 * M_PI * radius);
    EXPECT_NEAR(calc_area(depth), expected, 1e-12 * expected);
    EXPECT_EQ(depth.lost(), 0.0);
    depth.smooth(4e-3);
    EXPECT_NEAR(calc_area(depth), expected, 1e-12 * expected);
  }
  WearDepth end(-0.06, 0.06, 0.5e-3);
  end.add(wear, 0.059, 0.0, radius, 1.0, distance);
  EXPECT_GT(end.lost(), 0.0);
  EXPECT_NEAR(calc_area(end), wear.volume * distance / (2.0 * M_PI * radius), 1e-12);
}

// A right wheel is the mirror image of a left one.
TEST(WearDepthTest, SidesAreMirrored) {
  const ArchardWear law(WearLaw{}, contact::Material{});
  WearDepth left(-0.06, 0.06, 0.5e-3), right(-0.06, 0.06, 0.5e-3);
  left.add(law.calc(make_patch(2e-3, 1e-3, 0.8)), 0.01, 0.05, 0.46, 1.0, 1e4);
  right.add(law.calc(make_patch(2e-3, -1e-3, -0.8)), 0.01, 0.05, 0.46, -1.0, 1e4);
  for (std::size_t i = 0; i < left.depth().size(); ++i)
    EXPECT_NEAR(left.depth()[i], right.depth()[i], 1e-15);
}

}  // namespace fourfoot::wear
