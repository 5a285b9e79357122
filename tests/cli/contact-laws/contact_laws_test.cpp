// The verbs hertz and creep as a user runs them: what they print, where, and how they refuse.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/program.h"

namespace {

using fourfoot::test::Outcome;
using fourfoot::test::parse_numbers;

class ContactVerbs : public fourfoot::test::ProgramTest {};

const std::string patch =
    " --a 6e-3 --b 5e-3 --normal 80e3 --friction 0.3 --shear-modulus 82e9 --poisson 0.28 ";

TEST_F(ContactVerbs, HertzPrintsTheEllipse) {
  const Outcome r =
      run("hertz --normal 10e3 --curvature-x 2.38095238 --curvature-y 3.333333334 "
          "--young 210e9 --poisson 0.28 --format csv");
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_EQ(r.err, "");
  EXPECT_EQ(r.out.substr(0, r.out.find('\n')), "a,b,approach,pressure_max");
  const auto row = parse_numbers(r.out).at(0);  // the first line of the reference table
  EXPECT_NEAR(row.at(0) / 3.193030611e-3, 1.0, 1e-6);
  EXPECT_NEAR(row.at(1) / 2.551732898e-3, 1.0, 1e-6);
  EXPECT_NEAR(row.at(2) / 22.98966855e-6, 1.0, 1e-6);
  EXPECT_NEAR(row.at(3) / 586.0073882e6, 1.0, 1e-6);
}

TEST_F(ContactVerbs, OptionsTakeUnits) {
  const std::string rest = " --curvature-x 2 --curvature-y 3 --poisson 0.3 --format csv";
  EXPECT_EQ(run("hertz --normal 80e3 --young 210e9" + rest).out,
            run("hertz --normal '80 kN' --young '210 GPa'" + rest).out);
}

TEST_F(ContactVerbs, CreepOpposesCreepageByEveryLaw) {
  for (const char* law : {"kalker-linear", "fastsim", "vermeulen-johnson", "shen-hedrick-elkins",
                          "polach", "fastrip", "fastsim-table", "exact"}) {
    const Outcome r =
        run("creep --law " + std::string(law) + patch + "--nu-x -0.001 --nu-y 0.0005 --format csv");
    ASSERT_EQ(r.code, 0) << law << r.err;
    EXPECT_EQ(r.out.substr(0, r.out.find('\n')), "fx,fy,mz,slip_share");
    const auto row = parse_numbers(r.out).at(0);
    EXPECT_GT(row.at(0), 5e3) << law;
    EXPECT_LT(row.at(1), -2e3) << law;
    EXPECT_GE(row.at(3), 0.0);
  }
}

TEST_F(ContactVerbs, CreepDrawsThePatchByExactTheory) {
  const Outcome r =
      run("creep --law exact" + patch + "--nu-x 0.001 --spin 0.3 --grid 20 -o patch.svg");
  ASSERT_EQ(r.code, 0) << r.err;
  const std::string picture = read(folder / "patch.svg");
  EXPECT_EQ(picture.rfind("<svg", 0), 0u);
  EXPECT_NE(picture.find("F = (\u2212"), std::string::npos);  // signs of print
  EXPECT_NE(picture.find(") μN, a = "), std::string::npos);
  const auto count = [&](const std::string& what) {
    int found = 0;
    for (std::size_t at = 0; (at = picture.find(what, at)) != std::string::npos; ++at) ++found;
    return found;
  };
  // Elements of both kinds, the area of the ellipse together, an arrow in most of 10 x 10 blocks.
  const int stick = count("fill=\"rgba(0,114,178"), slip = count("fill=\"rgba(213,94,0");
  EXPECT_GT(stick, 20);
  EXPECT_GT(slip, 20);
  EXPECT_NEAR(stick + slip, 0.785 * 400, 40);
  EXPECT_GT(count("<path"), 60);
  const Outcome other = run("creep --law fastsim" + patch + "--nu-x 0.001 -o p.svg");
  EXPECT_EQ(other.code, 2);
  EXPECT_NE(other.err.find("add --law exact"), std::string::npos) << other.err;
}

TEST_F(ContactVerbs, NonsenseIsRejectedNotComputed) {
  const Outcome odd = run("creep --law exact" + patch + "--nu-x 0.001 --grid 41");
  EXPECT_EQ(odd.code, 2);
  EXPECT_NE(odd.err.find("must be an even number from 4 to 200"), std::string::npos) << odd.err;
  const Outcome huge = run("creep --law fastsim" + patch + "--nu-x 1e154");
  EXPECT_EQ(huge.code, 2);
  EXPECT_NE(huge.err.find("error[out-of-range]: nu_x cannot be 1e+154"), std::string::npos)
      << huge.err;
}

TEST_F(ContactVerbs, JsonIsOneObjectOnStandardOutput) {
  const Outcome r = run("creep --law fastsim" + patch + "--nu-x 0.001 --grid 20 --format json");
  EXPECT_EQ(r.code, 0);
  EXPECT_EQ(r.out.find("{\"fx\":-"), 0u);
  EXPECT_NE(r.out.find("\"slip_share\":0."), std::string::npos);
}

TEST_F(ContactVerbs, CasesAreRowsAndOptionsServeAll) {
  const std::string file = write("cases.csv",
                                 "# two patches\n"
                                 "id,law,a,b,normal,friction,shear-modulus,poisson,nu_x\n"
                                 "1,fastsim,6e-3,5e-3,80e3,0.3,82e9,0.28,0.001\n"
                                 "\n"
                                 "2,polach, 6e-3, 5e-3,80 kN,0.3,82 GPa,0.28,0.002\r\n");
  const Outcome r = run("creep --cases " + file + " --nu-y 0.0003 --format csv");
  ASSERT_EQ(r.code, 0) << r.err;
  const auto rows = parse_numbers(r.out);
  ASSERT_EQ(rows.size(), 2u);
  const auto one = parse_numbers(
      run("creep --law fastsim" + patch + "--nu-x 0.001 --nu-y 0.0003 --format csv").out);
  // The id comes first, then what one case prints.
  EXPECT_EQ(rows[0][0], 1.0);
  EXPECT_EQ(rows[1][0], 2.0);
  EXPECT_EQ(std::vector<double>(rows[0].begin() + 1, rows[0].end()), one[0]);
  EXPECT_LT(rows[1][1], rows[0][1]);
}

TEST_F(ContactVerbs, LawsTakeTheirParameters) {
  const std::string base = "creep --law polach" + patch + "--nu-x 0.05 --speed 20 --format csv";
  const double plain = parse_numbers(run(base).out)[0][0];
  const double falling = parse_numbers(run(base + " --set friction_ratio=0.4").out)[0][0];
  EXPECT_GT(falling, plain);  // less braking
  const Outcome r = run(base + " --set k_slp=0.4");
  EXPECT_EQ(r.code, 2);
  EXPECT_NE(r.err.find("did you mean \"k_slip\"?"), std::string::npos) << r.err;
}

TEST_F(ContactVerbs, EveryFaultOfTheOptionsIsNamedAtOnce) {
  const Outcome r =
      run("creep --law fastsm --a 6e-3 --b 0 --normal 80e3 --friction nan "
          "--shear-modulus '82 m' --nu-x x");
  EXPECT_EQ(r.code, 2);
  EXPECT_EQ(r.out, "");
  for (const char* part :
       {"--law:1:1: error[unknown-value]", "did you mean \"fastsim\"?",
        "--b:1:1: error[out-of-range]", "error[wrong-unit]", "error[not-a-number]: nu_x",
        "error[not-a-number]: friction", "error[missing-option]: --poisson", "6 errors"}) {
    EXPECT_NE(r.err.find(part), std::string::npos) << part << "\n" << r.err;
  }
}

TEST_F(ContactVerbs, EveryFaultOfAFileHasItsPlace) {
  const std::string file = write("bad.csv",
                                 "normal,curvature_x,curvatur_y,young,young\n"
                                 "80e3,2.2,3,210e9,1\n"
                                 "x,-1,3,210e9,1\n"
                                 "80e3,2.2\n");
  const Outcome r = run("hertz --poisson 0.3 --cases " + file);
  EXPECT_EQ(r.code, 2);
  for (const char* part :
       {"bad.csv:1:20: error[unknown-column]", "did you mean \"curvature_y\"?",
        "bad.csv:1:37: error[duplicate-column]", "error[missing-column]: no column \"curvature_y\"",
        "bad.csv:3:1: error[not-a-number]", "bad.csv:3:3: error[out-of-range]",
        "bad.csv:4:1: error[cell-count]"}) {
    EXPECT_NE(r.err.find(part), std::string::npos) << part << "\n" << r.err;
  }
}

TEST_F(ContactVerbs, RefusesWhatIsNoFileOfCases) {
  Outcome r = run("hertz --cases " + (folder / "absent.csv").string());
  EXPECT_EQ(r.code, 2);
  EXPECT_NE(r.err.find("error[unreadable-file]"), std::string::npos) << r.err;
  r = run("hertz --cases " + write("empty.csv", ""));
  EXPECT_EQ(r.code, 2);
  EXPECT_NE(r.err.find("error[no-cases]"), std::string::npos) << r.err;
  r = run("creep --law polach --grid 5" + patch);
  EXPECT_EQ(r.code, 2);
  EXPECT_NE(r.err.find("error[no-grid]"), std::string::npos) << r.err;
  r = run(
      "hertz --normal 1e4 --curvature-x 1 --curvature-y 1 --young 2e11 --poisson 0.3 --format xml");
  EXPECT_EQ(r.code, 2);
  EXPECT_EQ(r.out, "");
}

}  // namespace
