#include "contact/normal/hertz.h"

#include <gtest/gtest.h>

#include "contact/material.h"
#include "support/csv_rows.h"

namespace fourfoot::contact {
namespace {

TEST(HertzReference, MeetsTheTableByEllipticIntegrals) {
  const auto rows = test::read_csv_rows(FOURFOOT_TEST_DATA "/contact-laws/hertz_table.csv");
  ASSERT_GT(rows.size(), 100u);
  double worst = 0.0;
  for (const auto& row : rows) {
    const Material steel = make_material_from_young(210e9, row.at("nu"));
    const HertzContact<double> c =
        HertzLaw<double>(2 * row.at("A_per_m"), 2 * row.at("B_per_m"), steel.contact_modulus())
            .calc_from_load(1e3 * row.at("N_kN"));
    for (const double ratio :
         {c.a / (1e-3 * row.at("a_mm")), c.b / (1e-3 * row.at("b_mm")),
          c.approach / (1e-6 * row.at("delta_um")), c.pressure_max / (1e6 * row.at("pmax_MPa"))}) {
      worst = std::max(worst, std::abs(ratio - 1.0));
    }
  }
  EXPECT_LT(worst, 1e-8);
}

}  // namespace
}  // namespace fourfoot::contact
