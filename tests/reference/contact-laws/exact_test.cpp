// The exact solver against CONTACT: 118 cases on 60 x 60 elements, extrapolated.
#include <gtest/gtest.h>

#include "contact/exact/exact_patch.h"
#include "support/contact_cases.h"

namespace fourfoot::contact {
namespace {

TEST(ExactReference, IsContactOnEveryCase) {
  const auto cases = test::read_contact_cases("contact_cases.csv", "exact");
  const auto rows = test::read_csv_rows(FOURFOOT_TEST_DATA "/contact-laws/contact_cases.csv");
  double sum = 0.0, worst = 0.0, worst_moment = 0.0;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const test::ContactCase& c = cases[i];
    const ExactForce f = calc_exact(c.input, test::get_case_material());
    EXPECT_TRUE(f.converged) << c.id;
    const double error = c.calc_force_error(f.force);
    // Ours 0.3 %, and what the file states for its own extrapolation. Three cases are above 0.3 %
    // alone: 152 (0.35, its own uncertainty 0.36), 164 (0.33) and 151 (0.30).
    EXPECT_LT(error, 0.003 + rows[i].at("unc_F_N") / c.bound()) << c.id;
    sum += error / static_cast<double>(cases.size());
    worst = std::max(worst, error);
    worst_moment = std::max(worst_moment, c.calc_moment_error(f.force));
  }
  EXPECT_LT(sum, 0.0015);
  EXPECT_LT(worst_moment, 0.005);
  RecordProperty("mean_percent", std::to_string(100.0 * sum));
  RecordProperty("worst_percent", std::to_string(100.0 * worst));
  RecordProperty("worst_moment_percent", std::to_string(100.0 * worst_moment));
}

// First order without extrapolation: half the element, half the error, within a fifth on average.
TEST(ExactReference, ConvergesWithFirstOrder) {
  const auto cases = test::read_contact_cases("contact_cases.csv", "exact");
  double error[3] = {0.0, 0.0, 0.0};
  for (std::size_t i = 0; i < cases.size(); i += 6) {
    for (int level = 0; level < 3; ++level) {
      const ExactForce f =
          calc_exact(cases[i].input, test::get_case_material(), {10 << level, false, {}});
      error[level] += cases[i].calc_force_error(f.force);
    }
  }
  EXPECT_NEAR(std::log2(error[0] / error[1]), 1.0, 0.2);
  EXPECT_NEAR(std::log2(error[1] / error[2]), 1.0, 0.2);
}

}  // namespace
}  // namespace fourfoot::contact
