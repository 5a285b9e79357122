#include <gtest/gtest.h>

#include "contact/tangential/fastrip.h"

namespace fourfoot::contact {
namespace {

// Strips of an ellipse under Hertz's pressure are the law for ellipses, strip by strip.
TEST(StripCreep, IsTheLawOnAnEllipse) {
  const Material material{82e9, 0.28};
  constexpr int strips = 10;
  const FastripLaw law(material, strips, 10);
  for (const auto& [a, b, nu_x, nu_y, phi] : {std::array{6e-3, 4e-3, 1e-3, -5e-4, 0.3},
                                              {3e-3, 7e-3, 2e-4, 1e-3, -0.8},
                                              {5e-3, 5e-3, 0.0, 0.0, 1.5},
                                              {5e-3, 5e-3, 8e-3, 1e-3, 0.0}}) {
    TangentialInput in{a, b, 80e3, 0.3, nu_x, nu_y, phi, 20.0};
    const TangentialForce expected = law.calc(in);
    const FastsimPatch<double> patch(law.kalker(), a, b);
    const double p0 = 1.5 * in.normal / (std::numbers::pi * a * b), slope = in.friction * p0 / a;
    TangentialForce sum;
    for (int j = 0; j < strips; ++j) {
      const double y = b * ((2.0 * j + 1.0) / strips - 1.0), width = 2.0 * b / strips;
      const double half = a * std::sqrt(1.0 - y * y / (b * b));
      double share = 0.0;
      const CreepForce<double> f =
          law.calc_strip(patch, {nu_x, -phi * y, nu_y, phi, slope, half}, share);
      sum.fx += width * f.fx;
      sum.fy += width * f.fy;
      sum.mz += width * (f.mz - y * f.fx);
    }
    const double excess = 1.0 + 0.5 / (strips * strips);  // of the strips' middles
    EXPECT_NEAR(sum.fx / excess, expected.fx, 1e-9 * in.normal);
    EXPECT_NEAR(sum.fy / excess, expected.fy, 1e-9 * in.normal);
    EXPECT_NEAR(sum.mz / excess, expected.mz, 1e-11 * in.normal);
  }
}

}  // namespace
}  // namespace fourfoot::contact
