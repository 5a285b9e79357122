// The misprints that the papers on relative motion have: each, put into equations written by hand,
// goes wrong by as much as an independent program says, while ours meets the truth.
#include <gtest/gtest.h>

#include <map>

#include "reference/relative_motion/misprints.h"
#include "support/csv.h"
#include "support/relative_motion_case.h"

namespace fourfoot::testing {
namespace {

using HandRows = std::vector<std::array<double, 6>>;
using Six = std::array<double, 6>;

const char* const wrong_columns[] = {"max|dx|",    "max|dy|",     "max|dz|",
                                     "max|droll|", "max|dpitch|", "max|dyaw|"};
// What the right tables are good for: 1e-8 m, 2e-9 rad (relative_motion_test.cpp).
const Six right_tolerance = {1e-8, 1e-8, 1e-8, 2e-9, 2e-9, 2e-9};
constexpr double grid = 0.02;  // on which the largest differences were looked for [s]

/// When the route ends; circles, which do not, were run for 8 s.
double calc_duration(const std::string& route, double v0, double a) {
  if (route == "circle600") return 8.0;
  const double length = route == "routeII" ? 314.8 : 47.0;
  return a == 0.0 ? length / v0 : (std::sqrt(v0 * v0 + 2.0 * a * length) - v0) / a;
}

Six find_largest(const HandRows& a, const HandRows& b) {
  Six largest{};
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t k = 0; k < 6; ++k)
      largest[k] = std::max(largest[k], std::abs(a[i][k] - b[i][k]));
  }
  return largest;
}

HandRows run_program(const std::string& route, double v0, double a, std::size_t rows) {
  const double duration = static_cast<double>(rows - 1) * grid;
  const Trajectory run = run_case(get_suspended_body(), route, v0, a, 0.0, duration, "", grid);
  HandRows result(rows);
  const char* const channels[] = {"body/x", "body/y", "body/z", "body/phi", "body/chi", "body/psi"};
  for (std::size_t k = 0; k < 6; ++k) {
    for (std::size_t i = 0; i < rows; ++i) result[i][k] = run.values(channels[k]).at(i);
  }
  return result;
}

TEST(Misprints, GoWrongByAsMuchAsKnownWhereTheProgramIsRight) {
  const std::map<std::string, Misprint> misprints = {
      {"ao67", Misprint::ao67},     {"nojump", Misprint::nojump},
      {"noPphi", Misprint::noPphi}, {"seed000", Misprint::seed000},
      {"eq9", Misprint::eq9},       {"seed001eq24", Misprint::seed001eq24}};
  const CsvTable table(FOURFOOT_TEST_DATA "/relative_motion/relative_motion_wrong_variants.csv");
  std::map<std::string, double> worst;  // of each misprint, in tolerances of the right tables
  HandRows right;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const std::string route = table.text(i, "route"), variant = table.text(i, "variant");
    const double v0 = table.number(i, "v0"), a = table.number(i, "a");
    const double duration = calc_duration(route, v0, a);
    const std::string name = variant + " " + route + " " + std::to_string(v0);
    if (variant == "full") {
      right = HandBody(route, v0, a, Misprint::none).run(duration, grid);
      const Six ours = find_largest(right, run_program(route, v0, a, right.size()));
      for (std::size_t k = 0; k < 6; ++k) EXPECT_LT(ours[k], right_tolerance[k]) << name;
    }
    const auto misprint = misprints.find(variant);
    if (misprint == misprints.end()) continue;
    const Six wrong =
        find_largest(HandBody(route, v0, a, misprint->second).run(duration, grid), right);
    for (std::size_t k = 0; k < 6; ++k) {
      // Five digits are given, and the truth they are taken from is good to about 1e-12.
      const double known = table.number(i, wrong_columns[k]);
      EXPECT_NEAR(wrong[k], known, 1e-4 * known + 2e-12) << name << " " << wrong_columns[k];
      worst[variant] = std::max(worst[variant], wrong[k] / right_tolerance[k]);
    }
  }
  ASSERT_EQ(worst.size(), misprints.size());
  for (const auto& [variant, ratio] : worst) EXPECT_GT(ratio, 1e4) << variant;
}

}  // namespace
}  // namespace fourfoot::testing
