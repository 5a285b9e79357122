// exact-table against the solutions of exact theory it was not made from.
#include <gtest/gtest.h>

#include "contact/tangential/exact_table.h"
#include "contact/tangential/registry.h"
#include "support/contact_cases.h"

namespace fourfoot::contact {
namespace {

TEST(ExactTableReference, IsExactTheoryOnRandomCases) {
  const Material steel{82e9, 0.28};
  const auto law = make_tangential_law("exact-table", steel);
  double sum = 0.0, worst = 0.0, worst_moment = 0.0;
  const auto rows = test::read_csv_rows(FOURFOOT_TEST_DATA "/contact-laws/exact_cases.csv");
  ASSERT_GE(rows.size(), 100u);
  int count = 0;
  for (const auto& row : rows) {
    ++count;
    const double ratio = std::pow(10.0, row.at("log_ratio")), c = 5e-3, bound = 24e3;
    const KalkerCoefficients<double> k = law->kalker().calc(ratio);
    TangentialInput in{c * std::sqrt(ratio), c / std::sqrt(ratio), 8e4, 0.3, 0, 0, 0, 0};
    const double unit = bound / (steel.shear_modulus * c * c);
    in.nu_x = unit * row.at("v_x") / k.c11;
    in.nu_y = unit * row.at("v_y") / k.c22;
    in.spin = unit * row.at("v_s") / (c * ExactTableShape::calc_spin_scale(k.c11, k.c22, ratio));
    const TangentialForce f = law->calc(in);
    const double error = std::hypot(f.fx / bound - row.at("fx"), f.fy / bound - row.at("fy"));
    sum += error;
    worst = std::max(worst, error);
    worst_moment = std::max(worst_moment, std::abs(f.mz / (bound * c) - row.at("mz")));
  }
  sum /= count;
  EXPECT_LT(sum, 0.005);
  EXPECT_LT(worst, 0.02);
  EXPECT_LT(worst_moment, 0.01);
  RecordProperty("mean_percent", std::to_string(100.0 * sum));
  RecordProperty("worst_percent", std::to_string(100.0 * worst));
  RecordProperty("worst_moment_percent", std::to_string(100.0 * worst_moment));
}

TEST(ExactTableReference, IsContactOnEveryCase) {
  const auto law = make_tangential_law("exact-table", test::get_case_material());
  const auto cases = test::read_contact_cases("contact_cases.csv", "exact");
  double sum = 0.0;
  for (const test::ContactCase& c : cases) {
    const TangentialForce f = law->calc(c.input);
    EXPECT_LT(c.calc_force_error(f), 0.02) << c.id;
    EXPECT_LT(c.calc_moment_error(f), 0.01) << c.id;
    sum += c.calc_force_error(f) / static_cast<double>(cases.size());
  }
  EXPECT_LT(sum, 0.005);
}

}  // namespace
}  // namespace fourfoot::contact
