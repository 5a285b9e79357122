// exact-table against the solutions of exact theory it was not made from.
#include <gtest/gtest.h>

#include "contact/tangential/exact_table.h"
#include "contact/tangential/registry.h"
#include "support/contact_cases.h"

namespace fourfoot::contact {
namespace {

struct TableErrors {
  double mean = 0.0, worst = 0.0, worst_moment = 0.0;  // force over mu N, moment over mu N c
  int count = 0;
};

TableErrors compare_with_solutions(const std::string& file) {
  const Material steel{82e9, 0.28};
  const auto law = make_tangential_law("exact-table", steel);
  TableErrors out;
  for (const auto& row : test::read_csv_rows(FOURFOOT_TEST_DATA "/contact-laws/" + file)) {
    const double ratio = std::pow(10.0, row.at("log_ratio")), c = 5e-3, bound = 24e3;
    const KalkerCoefficients<double> k = law->kalker().calc(ratio);
    TangentialInput in{c * std::sqrt(ratio), c / std::sqrt(ratio), 8e4, 0.3, 0, 0, 0, 0};
    const double unit = bound / (steel.shear_modulus * c * c);
    in.nu_x = unit * row.at("v_x") / k.c11;
    in.nu_y = unit * row.at("v_y") / k.c22;
    in.spin = unit * row.at("v_s") / (c * ExactTableShape::calc_spin_scale(k.c11, k.c22, ratio));
    const TangentialForce f = law->calc(in);
    const double error = std::hypot(f.fx / bound - row.at("fx"), f.fy / bound - row.at("fy"));
    out.mean += error;
    out.worst = std::max(out.worst, error);
    out.worst_moment = std::max(out.worst_moment, std::abs(f.mz / (bound * c) - row.at("mz")));
    ++out.count;
  }
  out.mean /= out.count;
  std::printf("%s: %d cases, force mean %.3f, worst %.3f %% of mu N, moment worst %.3f %%\n",
              file.c_str(), out.count, 100 * out.mean, 100 * out.worst, 100 * out.worst_moment);
  return out;
}

TEST(ExactTableReference, IsExactTheoryOnRandomCases) {
  const TableErrors e = compare_with_solutions("exact_cases.csv");
  EXPECT_GE(e.count, 100);
  EXPECT_LT(e.mean, 0.005);
  EXPECT_LT(e.worst, 0.02);
  EXPECT_LT(e.worst_moment, 0.01);
}

// Those of 10 000 random cases that a table with half the nodes along the spin, and none beyond |v| = 31, missed most.
TEST(ExactTableReference, IsExactTheoryOnHardCases) {
  const TableErrors e = compare_with_solutions("exact_hard_cases.csv");
  EXPECT_GE(e.count, 60);
  EXPECT_LT(e.worst, 0.02);
  EXPECT_LT(e.worst_moment, 0.01);
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
