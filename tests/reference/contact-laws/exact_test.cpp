// The exact solver against CONTACT: 118 cases on 60 x 60 elements, extrapolated.
#include <gtest/gtest.h>

#include <cstdio>
#include <map>

#include "contact/exact/exact_patch.h"
#include "contact/exact/pressure_slip.h"
#include "support/contact_cases.h"

namespace fourfoot::contact {
namespace {

/// CONTACT on 60 and 100 elements, extrapolated with first order, for cases in whose file it was
/// extrapolated from coarser grids.
void take_refined(std::vector<test::ContactCase>& cases) {
  std::map<int, std::map<int, std::pair<double, double>>> found;
  for (const auto& row :
       test::read_csv_rows(FOURFOOT_TEST_DATA "/contact-laws/contact_refined.csv"))
    found[static_cast<int>(row.at("id"))][static_cast<int>(row.at("elements"))] = {row.at("Fx"),
                                                                                   row.at("Fy")};
  ASSERT_EQ(found.size(), 3u);
  for (test::ContactCase& c : cases) {
    const auto here = found.find(c.id);
    if (here == found.end()) continue;
    const auto extrapolate = [&](double coarse, double fine) { return 2.5 * fine - 1.5 * coarse; };
    const auto &coarse = here->second.at(60), &fine = here->second.at(100);
    c.reference.fx = -c.bound() * extrapolate(coarse.first, fine.first);
    c.reference.fy = c.bound() * extrapolate(coarse.second, fine.second);
    // What is extrapolated no longer depends on the grids: 0.1 % of mu N.
    const auto &other = here->second.at(40), &last = here->second.at(80);
    EXPECT_NEAR(2.0 * last.second - other.second, extrapolate(coarse.second, fine.second), 1e-3);
  }
}

TEST(ExactReference, IsContactOnEveryCase) {
  auto cases = test::read_contact_cases("contact_cases.csv", "exact");
  take_refined(cases);
  ASSERT_EQ(cases.size(), 118u);
  double sum = 0.0, worst = 0.0, worst_moment = 0.0;
  for (const test::ContactCase& c : cases) {
    const ExactForce f = calc_exact(c.input, test::get_case_material());
    EXPECT_TRUE(f.converged) << c.id;
    const double error = c.calc_force_error(f.force);
    EXPECT_LT(error, 0.003) << c.id;
    sum += error / static_cast<double>(cases.size());
    worst = std::max(worst, error);
    worst_moment = std::max(worst_moment, c.calc_moment_error(f.force));
  }
  std::printf("118 cases: force mean %.3f, worst %.3f, moment worst %.3f %%\n", 100.0 * sum,
              100.0 * worst, 100.0 * worst_moment);
  EXPECT_LT(sum, 0.0015);
  EXPECT_LT(worst_moment, 0.005);
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

/// A cylinder as CONTACT's examples have it: one strip of elements, centre of one of them at x = 0 if
/// their number is odd; Hertz's pressure, mean of each element.
struct RollingCylinder {
  Material material;
  double half, wide, load;  ///< half length of the patch, width [m], N [N]
  int count = 0;
  double dundurs = 0.0, friction = 0.0;
  RollingOptions options = {};

  ExactTraction roll(double nu_x) const {
    const double dx = count % 2 == 0 ? 2.0 * half / count : 2.0 * half / (count - 1);
    const ExactGrid grid{count, 1, dx, wide, -0.5 * (count - 1) * dx, 0.0};
    const auto integral = [&](double x) {
      const double t = std::clamp(x / half, -1.0, 1.0);
      return 0.5 * (t * std::sqrt((1.0 - t) * (1.0 + t)) + std::asin(t));
    };
    std::vector<double> pressure, bound;
    for (int i = 0; i < count; ++i) {
      const double part = integral(grid.x(i) + 0.5 * dx) - integral(grid.x(i) - 0.5 * dx);
      pressure.push_back(load * part / (std::asin(1.0) * dx * wide));
      bound.push_back(friction * pressure.back());
    }
    SlipField slip = make_slip_field(grid, {nu_x, 0.0, 0.0});
    add_pressure_slip(grid, material, dundurs, pressure, slip);
    ExactTraction out;
    SteadyRolling(grid, material).solve(bound, slip, options, out);
    EXPECT_TRUE(out.converged) << nu_x;
    return out;
  }
  double find_free_rolling(double low, double high) const {
    for (int k = 0; k < 16; ++k) {
      const double middle = 0.5 * (low + high);
      (roll(middle).fx > 0.0 ? low : high) = middle;
    }
    return 0.5 * (low + high);
  }
};

// Aluminium on steel rolls freely with a creepage: Bentall and Johnson's problem, CONTACT's
// examples/bentall.ref_out on 200 elements. Its first iteration is ours (pressure given), its last one
// knows what traction does to the pressure: that is the error of leaving it out.
TEST(ExactReference, UnlikeBodiesRollFreelyWithBentallAndJohnsonsCreepage) {
  const Material aluminium{23e9, 0.31}, steel{82e9, 0.28};
  RollingCylinder c{combine(aluminium, steel), 0.1e-3, 1.0, 16201.9, 200};
  c.dundurs = calc_dundurs(aluminium, steel);
  EXPECT_NEAR(c.dundurs * (1.0 - c.material.poisson), 0.1002,
              1e-4);  // CONTACT's difference constant
  const struct {
    double friction, first, last;
  } rows[] = {{1e-4, 5.260e-4, 5.260e-4}, {0.05, 4.281e-4, 4.294e-4}, {10.0, 3.628e-4, 3.591e-4}};
  for (const auto& row : rows) {
    c.friction = row.friction;
    const double creepage = -c.find_free_rolling(-8e-4, 0.0);
    EXPECT_NEAR(creepage / row.first, 1.0, 2e-3) << row.friction;
    EXPECT_NEAR(creepage / row.last, 1.0, 0.0125) << row.friction;
  }
  c.dundurs = 0.0;  // like bodies: none
  EXPECT_NEAR(c.find_free_rolling(-8e-4, 9e-4), 0.0, 2e-7);
}

// CONTACT's examples/veldep_fric.ref_out, case 1 (steady): mu = 0.18 + 0.12 at half by 0.1 m/s, 45 m/s.
TEST(ExactReference, FallingFrictionIsThatOfContactOnACylinder) {
  RollingCylinder c{{82e9, 0.28}, 4e-3, 0.2, 622216.0, 81};
  c.friction = 0.30;
  c.options.falling = {0.6, std::log(2.0) / 0.1};
  c.options.speed = 45.0;
  const ExactTraction t = c.roll(0.9999e-3);
  EXPECT_NEAR(-t.fx / (0.3 * c.load), 0.5941, 3e-3);
  EXPECT_NEAR(t.slip_share * 81.0, 36.0, 1.5);
  c.options.falling = {};
  EXPECT_GT(-c.roll(0.9999e-3).fx, -1.03 * t.fx);
}

// A second program, rolling marched in time (tests/reference/independent/exact_options.py), on the same
// 8 x 8 elements.
TEST(ExactReference, OptionsAreThoseOfASecondProgram) {
  const auto rows =
      test::read_csv_rows(FOURFOOT_SOURCE_DIR "/tests/reference/independent/exact_options.csv");
  ASSERT_EQ(rows.size(), 5u);
  for (const auto& row : rows) {
    const double a = row.at("a"), b = row.at("b"), bound = 0.3 * 80e3;
    RollingOptions rolling;
    rolling.falling = {row.at("ratio"), row.at("decay")};
    rolling.speed = row.at("speed");
    const ExactForce f = ExactPatch(a, b, {82e9, 0.28}, {{8, 8}})
                             .solve({row.at("nu_x"), row.at("nu_y"), row.at("spin")}, bound,
                                    rolling, row.at("beta"), 80e3);
    EXPECT_TRUE(f.converged);
    EXPECT_NEAR(f.force.fx / bound, row.at("fx") / bound, 2e-4);
    EXPECT_NEAR(f.force.fy / bound, row.at("fy") / bound, 2e-4);
    EXPECT_NEAR(f.force.mz / (bound * std::sqrt(a * b)), row.at("mz") / (bound * std::sqrt(a * b)),
                1e-3);
  }
}

}  // namespace
}  // namespace fourfoot::contact
