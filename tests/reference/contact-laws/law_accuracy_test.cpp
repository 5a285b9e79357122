// How far every law is from exact theory: computed here and printed into
// docs/theory/contact-laws.md, which this test holds to the numbers. FOURFOOT_UPDATE_DOCS=1 in the
// environment rewrites the page.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <random>

#include "contact/normal/hertz.h"
#include "contact/normal/kik_piotrowski.h"
#include "contact/tangential/fastrip.h"
#include "contact/tangential/fastsim.h"
#include "contact/tangential/fastsim_table.h"
#include "contact/tangential/registry.h"
#include "support/contact_cases.h"

namespace fourfoot::contact {
namespace {

struct Named {
  std::string name;
  std::unique_ptr<TangentialLaw> law;
};

std::vector<Named> make_laws(const Material& steel) {
  std::vector<Named> laws;
  for (const std::string& name : get_tangential_names()) {
    const bool has_grid = name == "fastsim" || name == "fastrip";
    laws.push_back({has_grid ? name + " 10x10" : name, make_tangential_law(name, steel)});
    if (name == "fastsim")
      laws.push_back({"fastsim 50x50", std::make_unique<FastsimLaw>(steel, 50, 50)});
    if (name == "fastrip")
      laws.push_back({"fastrip 50x50", std::make_unique<FastripLaw>(steel, 50, 50)});
  }
  return laws;
}

struct LawErrors {
  double sum = 0.0, worst = 0.0;
  int count = 0;
  void add(double error) {
    sum += error;
    worst = std::max(worst, error);
    ++count;
  }
  std::string text() const {
    char buffer[64];
    std::snprintf(buffer, sizeof buffer, "%.1f / %.1f", 100.0 * sum / count, 100.0 * worst);
    return buffer;
  }
};

std::string make_exact_table() {
  const auto cases = test::read_contact_cases("contact_cases.csv", "exact");
  const std::vector<std::string> groups = {"all",
                                           "longitudinal",
                                           "lateral",
                                           "spin",
                                           "longitudinal + lateral",
                                           "longitudinal + spin",
                                           "lateral + spin",
                                           "all three"};
  const std::vector<std::string> shapes = {"a/b = 0.5", "a/b = 1", "a/b = 2"};
  std::string table = "| law |";
  for (const auto& list : {groups, shapes}) {
    for (const std::string& group : list) table += " " + group + " |";
  }
  table += " mz |\n|---|";
  for (std::size_t i = 0; i < groups.size() + shapes.size() + 1; ++i) table += "---|";
  table += "\n";
  std::map<std::string, int> counts;
  for (const Named& named : make_laws(test::get_case_material())) {
    std::map<std::string, LawErrors> errors;
    for (const test::ContactCase& c : cases) {
      const TangentialForce f = named.law->calc(c.input);
      const double error = c.calc_force_error(f);
      errors["all"].add(error);
      errors[c.category()].add(error);
      errors[c.a_over_b == 0.5 ? shapes[0] : c.a_over_b == 1.0 ? shapes[1] : shapes[2]].add(error);
      errors["mz"].add(c.calc_moment_error(f));
    }
    table += "| " + named.name + " |";
    for (const auto& list : {groups, shapes, {"mz"}}) {
      for (const std::string& group : list) {
        table += " " + errors[group].text() + " |";
        counts[group] = errors[group].count;
      }
    }
    table += "\n";
  }
  table += "| cases |";
  for (const auto& list : {groups, shapes, {"mz"}}) {
    for (const std::string& group : list) table += " " + std::to_string(counts[group]) + " |";
  }
  return table + "\n";
}

std::string make_traction_table() {
  std::string table = "| law | mean / worst |\n|---|---|\n";
  const auto rows = test::read_csv_rows(FOURFOOT_TEST_DATA "/contact-laws/contact_tractcurv.csv");
  for (const Named& named : make_laws({82e9, 0.28})) {
    LawErrors errors;
    for (const auto& row : rows) {
      if (row.at("case") > 30) continue;
      TangentialInput in;
      in.normal = row.at("FN_N");
      in.friction = 0.33;
      const double ab = 1.5 * in.normal / (std::numbers::pi * row.at("pmax") * 1e6);
      in.a = std::sqrt(0.5 * ab);
      in.b = std::sqrt(2.0 * ab);
      in.nu_x = -row.at("cksi");
      errors.add(std::abs(named.law->calc(in).fx / (0.33 * in.normal) + row.at("FX_over_fstatFN")));
    }
    if (named.name == "kalker-linear") continue;  // no bound: hundreds of times mu N
    table += "| " + named.name + " | " + errors.text() + " |\n";
  }
  return table;
}

std::string make_interpolation_table() {
  const FastsimGrid grid(50, 50);
  const auto table = FastsimTable::get(50);
  std::mt19937 random(1);
  const auto draw = [&] { return static_cast<double>(random()) / 4294967296.0; };
  std::vector<double> errors;
  for (int i = 0; i < 20000; ++i) {
    const double size = std::pow(10.0, -2.0 + 3.0 * draw());  // full slip begins near 2
    double v[3] = {draw() - 0.5, draw() - 0.5, draw() - 0.5};
    for (int k = 0; k < 3; ++k) {
      if (((i % 7 + 1) >> k & 1) == 0) v[k] = 0.0;
    }
    const double length = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (double& x : v) x *= size / length;
    const double log_ratio = 1.4 * (draw() - 0.5), root = std::pow(10.0, 0.5 * log_ratio);
    const FastsimSums f = grid.run({v[0], v[1], v[2] / root, v[2] * root});
    const FastsimSums t = table->calc<false>({v[0], v[1], v[2], log_ratio}).sums;
    errors.push_back(std::hypot(f.fx - t.fx, f.fy - t.fy) / (0.5 * std::numbers::pi));
  }
  std::sort(errors.begin(), errors.end());
  double mean = 0.0;
  for (const double e : errors) mean += e / static_cast<double>(errors.size());
  char buffer[160];
  std::snprintf(buffer, sizeof buffer,
                "| mean | 99 %% of cases below | worst |\n|---|---|---|\n| %.2f | %.1f | %.0f |\n",
                100 * mean, 100 * errors[errors.size() * 99 / 100], 100 * errors.back());
  return buffer;
}

std::string make_kik_piotrowski_table() {
  std::string table =
      "| cy/cx | a/b (Hertz) | N | a | b | pressure_max |\n|---|---|---|---|---|---|\n";
  const Material steel = test::get_case_material();
  for (const double ratio : {0.1, 0.3, 1.0, 3.0, 10.0}) {
    const double cx = 2.2, cy = cx * ratio, delta = 7e-5;
    std::vector<double> y, gap, curvature;
    for (int i = 0; i <= 4000; ++i) {
      y.push_back(4e-2 * (i / 2000.0 - 1.0));
      gap.push_back(0.5 * cy * y.back() * y.back());
      curvature.push_back(cx);
    }
    std::vector<KikPiotrowskiPatch> patches;
    calc_kik_piotrowski({y, gap, curvature}, delta, steel, {}, patches);
    const auto h = HertzLaw<double>(cx, cy, steel.contact_modulus()).calc_from_penetration(delta);
    const KikPiotrowskiPatch& p = patches.at(0);
    char buffer[160];
    std::snprintf(buffer, sizeof buffer, "| %g | %.2f | %+.1f | %+.1f | %+.1f | %+.1f |\n", ratio,
                  h.a / h.b, 100 * (p.normal / h.normal - 1), 100 * (p.a / h.a - 1),
                  100 * (p.b / h.b - 1), 100 * (p.pressure_max / h.pressure_max - 1));
    table += buffer;
  }
  return table;
}

// Between "<!-- generated: name -->" and "<!-- end -->".
void hold_page_to(const std::string& name, const std::string& table) {
  const std::string path = FOURFOOT_SOURCE_DIR "/docs/theory/contact-laws.md";
  std::ifstream file(path);
  std::string page{std::istreambuf_iterator<char>(file), {}};
  const std::string mark = "<!-- generated: " + name + " -->\n";
  const std::size_t begin = page.find(mark), end = page.find("<!-- end -->", begin);
  ASSERT_NE(begin, std::string::npos) << name;
  ASSERT_NE(end, std::string::npos) << name;
  const std::size_t from = begin + mark.size();
  if (std::getenv("FOURFOOT_UPDATE_DOCS") != nullptr) {
    page.replace(from, end - from, table);
    std::ofstream(path) << page;
    return;
  }
  EXPECT_EQ(page.substr(from, end - from), table) << "docs/theory/contact-laws.md is out of date";
}

TEST(LawAccuracy, PageStatesTheDistanceToExactTheory) {
  hold_page_to("exact", make_exact_table());
}
TEST(LawAccuracy, PageStatesTheTractionCurve) {
  hold_page_to("traction", make_traction_table());
}
TEST(LawAccuracy, PageStatesTheTablesError) {
  hold_page_to("table", make_interpolation_table());
}
TEST(LawAccuracy, PageStatesTheNonEllipticError) {
  hold_page_to("kik-piotrowski", make_kik_piotrowski_table());
}

// CONTACT's own coefficients, extrapolated: ours come from the published table of three digits.
TEST(LawAccuracy, KalkersCoefficientsAreThoseOfContact) {
  for (const auto& row :
       test::read_csv_rows(FOURFOOT_TEST_DATA "/contact-laws/kalker_coefficients_by_contact.csv")) {
    const KalkerCoefficients<double> c = KalkerTable(row.at("nu")).calc(row.at("a_over_b"));
    EXPECT_NEAR(c.c11 / row.at("C11"), 1.0, 0.01) << row.at("a_over_b");
    EXPECT_NEAR(c.c22 / row.at("C22"), 1.0, 0.01) << row.at("a_over_b");
    EXPECT_NEAR(c.c23 / row.at("C23_from_Fy"), 1.0, 0.01) << row.at("a_over_b");
    EXPECT_NEAR(c.c33 / row.at("C33"), 1.0, 0.01) << row.at("a_over_b") << " " << row.at("nu");
  }
}

}  // namespace
}  // namespace fourfoot::contact
