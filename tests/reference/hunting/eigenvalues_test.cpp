// The program's own linearisation against eigenvalues computed by an independent program.
#include <gtest/gtest.h>

#include <algorithm>

#include "support/csv.h"
#include "support/hunting_case.h"

namespace fourfoot::testing {
namespace {

const std::string data = FOURFOOT_TEST_DATA "/hunting/";

// Largest distance from a reference eigenvalue to the nearest of ours, relative to its size.
double calc_worst_error(const Eigen::VectorXcd& ours,
                        const std::vector<std::complex<double>>& reference) {
  double worst = 0.0;
  for (const auto& wanted : reference) {
    double nearest = 1e300;
    for (const auto& value : ours) nearest = std::min(nearest, std::abs(value - wanted));
    worst = std::max(worst, nearest / std::abs(wanted));
  }
  return worst;
}

void expect_eigenvalues(const std::string& file, const std::string& more) {
  const CsvTable table(data + file);
  ASSERT_GT(table.size(), 10u);
  for (std::size_t row = 0; row < table.size(); ++row) {
    const double v = table.number(row, "V");
    std::vector<std::complex<double>> reference;
    for (const char* k : {"0", "1", "2", "3"}) {
      reference.emplace_back(table.number(row, std::string("re") + k),
                             table.number(row, std::string("im") + k));
    }
    const auto system = scenario::build_system(make_hunting_scenario(v, more));
    EXPECT_LT(calc_worst_error(calc_lateral_eigenvalues(*system), reference), 1e-6) << "V = " << v;
  }
}

TEST(HuntingEigenvalues, SimpleWheelset) {
  expect_eigenvalues("hunting_eigenvalues_wheelset_simple.csv", "");
}

TEST(HuntingEigenvalues, WithSpinCreepGravityAndGyroscopicTerm) {
  expect_eigenvalues(
      "hunting_eigenvalues_wheelset_full.csv",
      "f23 = 16e3\nf33 = 30\naxle_load = 120e3\ngravity = true\ngyroscopic = true\n");
}

TEST(HuntingEigenvalues, Klingel) {
  const CsvTable table(data + "hunting_klingel.csv");
  for (std::size_t row = 0; row < table.size(); ++row) {
    const auto system =
        scenario::build_system(make_hunting_scenario(table.number(row, "V"), "", false));
    const std::complex<double> wanted(table.number(row, "re"), table.number(row, "im"));
    EXPECT_LT(calc_worst_error(calc_lateral_eigenvalues(*system), {wanted}), 1e-6);
  }
}

// A term that is switched off or has the wrong sign must show.
TEST(HuntingEigenvalues, FailsWithoutTheGyroscopicTerm) {
  const CsvTable table(data + "hunting_eigenvalues_wheelset_full.csv");
  const std::size_t row = table.size() - 1;
  const std::complex<double> wanted(table.number(row, "re0"), table.number(row, "im0"));
  const auto system = scenario::build_system(make_hunting_scenario(
      table.number(row, "V"), "f23 = 16e3\nf33 = 30\naxle_load = 120e3\ngravity = true\n"));
  EXPECT_GT(calc_worst_error(calc_lateral_eigenvalues(*system), {wanted}), 1e-4);
}

}  // namespace
}  // namespace fourfoot::testing
