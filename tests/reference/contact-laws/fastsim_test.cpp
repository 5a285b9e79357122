#include "contact/tangential/fastsim.h"

#include <gtest/gtest.h>

#include "contact/tangential/fastrip.h"
#include "contact/tangential/registry.h"
#include "support/contact_cases.h"

namespace fourfoot::contact {
namespace {

struct Errors {
  double mean = 0.0, worst = 0.0;
};
Errors measure(const TangentialLaw& law, const std::vector<test::ContactCase>& cases) {
  Errors e;
  for (const test::ContactCase& c : cases) {
    const double error = c.calc_force_error(law.calc(c.input));
    e.mean += error / static_cast<double>(cases.size());
    e.worst = std::max(e.worst, error);
  }
  return e;
}

// The same algorithm written by somebody else: equal to the digits of the file.
TEST(FastsimReference, IsTheIndependentFastsimOnItsGrid) {
  for (const auto& [suffix, n] :
       {std::pair{"fs10", 10}, {"fs20", 20}, {"fs50", 50}, {"fs400", 400}}) {
    const auto cases = test::read_contact_cases("fastsim_cases.csv", suffix);
    ASSERT_EQ(cases.size(), 118u);
    const FastsimLaw law(test::get_case_material(), n, n, FastsimGrid::Bound::as_published,
                         FastsimBlend::none());
    EXPECT_LT(measure(law, cases).worst, 2e-6) << n;
    for (const test::ContactCase& c : cases) {
      EXPECT_LT(c.calc_moment_error(law.calc(c.input)), 2e-6) << n << " " << c.id;
    }
  }
}

TEST(FastsimReference, IsCloseToItsLimitOnFiftyStrips) {
  const auto cases = test::read_contact_cases("fastsim_cases.csv", "fs400");
  const FastsimLaw law(test::get_case_material(), 50, 50, FastsimGrid::Bound::scaled,
                       FastsimBlend::none());
  const Errors e = measure(law, cases);
  EXPECT_LT(e.mean, 0.003);
  EXPECT_LT(e.worst, 0.01);
}

TEST(FastsimReference, TableMeetsFastsim) {
  auto cases = test::read_contact_cases("fastsim_cases.csv", "fs50");
  const FastsimLaw fastsim(test::get_case_material(), 50, 50);
  for (test::ContactCase& c : cases) c.reference = fastsim.calc(c.input);
  const auto table = make_tangential_law("fastsim-table", test::get_case_material());
  const Errors e = measure(*table, cases);
  EXPECT_LT(e.mean, 0.001);
  EXPECT_LT(e.worst, 0.02);
}

// CONTACT's FaStrip has one flexibility and another weighting of Poisson's ratio under spin: equal
// where those do not matter.
TEST(FastripReference, IsContactsFastripWithoutSpin) {
  const FastripLaw law(test::get_case_material(), 100, 100);
  int count = 0;
  for (const test::ContactCase& c : test::read_contact_cases("contact_cases.csv", "cntc_fastrip")) {
    if (c.category() != "longitudinal" && c.category() != "lateral") continue;
    EXPECT_LT(c.calc_force_error(law.calc(c.input)), 0.002) << c.id;
    ++count;
  }
  EXPECT_GT(count, 20);
}

TEST(FastripReference, IsCloserToExactTheoryThanFastsim) {
  const auto cases = test::read_contact_cases("contact_cases.csv", "exact");
  const Errors strip = measure(FastripLaw(test::get_case_material(), 10, 10), cases);
  const Errors simple = measure(FastsimLaw(test::get_case_material(), 10, 10), cases);
  EXPECT_LT(strip.mean, 0.015);
  EXPECT_LT(strip.mean, 0.7 * simple.mean);
}

// Polach's Eurosprinter case by CONTACT, coarse grid: rows 1-30 exact, 61-90 FASTSIM, mu = 0.33.
// a b from the file's peak pressure (elliptic, for FASTSIM parabolic); a/b = 0.5.
TEST(TractionCurve, IsCloseToContact) {
  const auto rows = test::read_csv_rows(FOURFOOT_TEST_DATA "/contact-laws/contact_tractcurv.csv");
  const Material steel{82e9, 0.28};
  const FastsimLaw fastsim(steel, 50, 50);
  const FastripLaw fastrip(steel, 50, 50);
  int count = 0;
  double worst_exact = 0.0, worst_fastsim = 0.0;
  for (const auto& row : rows) {
    const int id = static_cast<int>(row.at("case"));
    const bool exact = id <= 30, simplified = id > 60 && id <= 90;
    if (!exact && !simplified) continue;
    ++count;
    TangentialInput in;
    in.normal = row.at("FN_N");
    in.friction = 0.33;
    const double peak = exact ? 1.5 : 2.0;  // of the mean pressure
    const double ab = peak * in.normal / (std::numbers::pi * row.at("pmax") * 1e6);
    in.a = std::sqrt(0.5 * ab);
    in.b = std::sqrt(2.0 * ab);
    in.nu_x = -row.at("cksi");
    const double expected = -row.at("FX_over_fstatFN"), bound = in.friction * in.normal;
    double& worst = exact ? worst_exact : worst_fastsim;
    const TangentialLaw& law = exact ? static_cast<const TangentialLaw&>(fastrip) : fastsim;
    worst = std::max(worst, std::abs(law.calc(in).fx / bound - expected));
  }
  EXPECT_EQ(count, 60);
  EXPECT_LT(worst_exact, 0.02);
  EXPECT_LT(worst_fastsim, 0.02);
  RecordProperty("worst_exact", std::to_string(worst_exact));
  RecordProperty("worst_fastsim", std::to_string(worst_fastsim));
}

}  // namespace
}  // namespace fourfoot::contact
