// IFC 4.3 alignments: files written here after the schema, against closed forms and against the
// tables that were integrated independently (tests/data/track).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "fuzz/mutate_text.h"
#include "support/alignment_text.h"
#include "support/csv_rows.h"
#include "track/track.h"

namespace fourfoot {
namespace {

using track::Alignment;

struct Segments {
  std::vector<std::string> horizontal, vertical, cant;
};

/// A file with one alignment; each segment is the list of its design parameters.
std::string make_ifc(const Segments& segments, const std::string& unit = "$") {
  std::string text =
      "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_SCHEMA(('IFC4X3_ADD2'));\n"
      "ENDSEC;\nDATA;\n#1=IFCSIUNIT(*,.LENGTHUNIT.," +
      unit +
      ",.METRE.);\n#2=IFCSIUNIT(*,.PLANEANGLEUNIT.,$,.RADIAN.);\n#3=IFCUNITASSIGNMENT((#1,#2));\n"
      "#9=IFCWALL('it''s (not; ours',#1); /* a comment; with #12=IFCALIGNMENT( */\n"
      "#10=IFCALIGNMENT('x',$,'line',$,$,$,$,$);\n#11=IFCALIGNMENTHORIZONTAL('x',$,$,$,$,$,$);\n"
      "#12=IFCALIGNMENTVERTICAL('x',$,$,$,$,$,$);\n#13=IFCALIGNMENTCANT('x',$,$,$,$,$,$," +
      std::string(unit == "$" ? "1.5" : "1500.") +
      ");\n"
      "#14=IFCRELNESTS('x',$,$,$,#10,(#11,#12,#13));\n";
  int id = 100, relation = 20;
  const auto add = [&](int layout, const char* type, const std::vector<std::string>& list) {
    std::string ids;
    for (const std::string& parameters : list) {
      text += fmt::format("#{}={}($,$,{});\n#{}=IFCALIGNMENTSEGMENT('x',$,$,$,$,$,$,#{});\n", id,
                          type, parameters, id + 1, id);
      ids += (ids.empty() ? "#" : ",#") + std::to_string(id + 1);
      id += 2;
    }
    if (!list.empty())
      text += fmt::format("#{}=IFCRELNESTS('x',$,$,$,#{},({}));\n", relation++, layout, ids);
  };
  // Points of horizontal segments: "x y rest".
  std::vector<std::string> horizontal;
  for (std::size_t i = 0; i < segments.horizontal.size(); ++i) {
    const std::string& s = segments.horizontal[i];
    const std::size_t bar = s.find('|');
    text += fmt::format("#{}=IFCCARTESIANPOINT(({}));\n", 50 + i, s.substr(0, bar));
    horizontal.push_back(fmt::format("#{},{}", 50 + i, s.substr(bar + 1)));
  }
  add(11, "IFCALIGNMENTHORIZONTALSEGMENT", horizontal);
  add(12, "IFCALIGNMENTVERTICALSEGMENT", segments.vertical);
  add(13, "IFCALIGNMENTCANTSEGMENT", segments.cant);
  return text + "ENDSEC;\nEND-ISO-10303-21;\n";
}

constexpr test::AlignmentText line_text{"line.ifc"};

TEST(Ifc, TransitionsFollowTheIndependentTables) {
  for (const auto& [type, file] : {std::pair{"CLOTHOID", "Clothoid"},
                                   {"BLOSSCURVE", "BlossCurve"},
                                   {"COSINECURVE", "CosineCurve"},
                                   {"SINECURVE", "SineCurve"},
                                   {"HELMERTCURVE", "HelmertCurve"}}) {
    const Alignment a =
        line_text.read(make_ifc({{fmt::format("0.,0.|0.,1000.,300.,100.,$,.{}.", type)}, {}, {}}));
    ASSERT_EQ(a.horizontal.size(), 1u);
    const track::Track track(test::describe_alignment(a));
    const auto table = test::read_csv_rows(std::string(FOURFOOT_TEST_DATA) + "/track/transition_" +
                                           file + "_L100_1000_300.csv");
    track::Cursor cursor;
    for (const auto& row : table) {
      const Vec3 p = track.calc_frame(row.at("s_m"), 1, 0, cursor).p_NT;
      EXPECT_NEAR(p.x(), row.at("X_m"), 1e-8) << type;
      EXPECT_NEAR(p.y(), row.at("Y_m"), 1e-8) << type;
    }
  }
}

/// A straight, an arc to the right and a straight, in millimetres, with a closing segment.
Segments make_line() {
  const double R = 500e3, L = 200e3, angle = -L / R;
  return {{"0.,0.|0.,0.,0.,100000.,$,.LINE.",
           fmt::format("100000.,0.|0.,{},{},{},$,.CIRCULARARC.", -R, -R, L),
           fmt::format("{},{}|{},0.,0.,50000.,$,.LINE.", 100e3 + R * std::sin(-angle),
                       -R * (1 - std::cos(angle)), angle),
           fmt::format("{},{}|{},0.,0.,0.,$,.LINE.",
                       100e3 + R * std::sin(-angle) + 50e3 * std::cos(angle),
                       -R * (1 - std::cos(angle)) + 50e3 * std::sin(angle), angle)},
          {"0.,150000.,20000.,0.01,0.01,$,.CONSTANTGRADIENT.",
           "150000.,100000.,21500.,0.01,-0.01,$,.PARABOLICARC.",
           "250000.,100000.,21500.,-0.01,-0.01,$,.CONSTANTGRADIENT."},
          {"0.,50000.,0.,0.,0.,0.,.CONSTANTCANT.", "50000.,50000.,0.,100.,0.,$,.LINEARTRANSITION.",
           "100000.,200000.,100.,100.,0.,0.,.CONSTANTCANT.",
           "300000.,50000.,100.,0.,0.,0.,.BLOSSCURVE."}};
}

TEST(Ifc, PlanProfileAndCantInMillimetres) {
  const Alignment a = line_text.read(make_ifc(make_line(), ".MILLI."));
  EXPECT_TRUE(a.warnings.empty());
  EXPECT_EQ(a.name, "line");
  EXPECT_NEAR(a.contact_distance.value(), 1.5, 1e-12);
  ASSERT_EQ(a.horizontal.size(), 3u);
  track::TrackDescription d = test::describe_alignment(a);
  const track::Track track(d);
  track::Cursor cursor;
  const Vec3 end = track.calc_frame(track.length(), 1, 0, cursor).p_NT;
  EXPECT_NEAR(end.x(), 100 + 500 * std::sin(0.4) + 50 * std::cos(0.4), 1e-6);
  EXPECT_NEAR(end.y(), -500 * (1 - std::cos(0.4)) - 50 * std::sin(0.4), 1e-6);
  EXPECT_NEAR(end.z(), 20 + 1.5 + 0 - 1, 1e-6);
  d.vertical.clear();
  const track::Track level(d);
  EXPECT_NEAR(level.calc_geometry(75, cursor).cant, -0.05, 1e-9);  // left rail raised
  EXPECT_NEAR(level.calc_geometry(325, cursor).cant, -0.05, 1e-9);
}

TEST(Ifc, VienneseBendTakesItsCant) {
  const Alignment a = line_text.read(make_ifc({{"0.,0.|0.,1000.,300.,100.,1.8,.VIENNESEBEND."},
                                               {},
                                               {"0.,100.,0.,0.,0.03,0.1,.VIENNESEBEND."}}));
  EXPECT_NEAR(a.horizontal.at(0).start_cant.value(), 0.03, 1e-12);
  EXPECT_NEAR(a.horizontal.at(0).end_cant.value(), 0.1, 1e-12);
  EXPECT_NEAR(a.horizontal.at(0).centre_height, 1.8, 1e-12);
  // kappa = k0 + (k1 - k0) f7 - h (gamma1 - gamma0) f7'' / L^2 at u = 1/4
  const double u = 0.25, f = 35 * std::pow(u, 4) - 84 * std::pow(u, 5) + 70 * std::pow(u, 6) -
                             20 * std::pow(u, 7);
  const double ff = 420 * u * u - 1680 * u * u * u + 2100 * std::pow(u, 4) - 840 * std::pow(u, 5);
  track::Cursor cursor;
  EXPECT_NEAR(track::Track(test::describe_alignment(a)).calc_geometry(25, cursor).curvature,
              1e-3 + (1 / 300.0 - 1e-3) * f - 1.8 * (0.07 / 1.5) * ff / 1e4, 1e-12);
}

TEST(Ifc, VienneseBendOfAnAbsurdHeightIsRefused) {
  const std::string message = line_text.find_message(
      make_ifc({{"0.,0.|0.,1000.,300.,100.,9223372036854775807,.VIENNESEBEND."},
                {},
                {"0.,100.,0.,0.,0.03,0.1,.VIENNESEBEND."}}));
  EXPECT_NE(message.find("error[out-of-range]: GravityCenterLineHeight"), std::string::npos)
      << message;
}

// As the sample UT_AWC_7 of buildingSMART has it (R = 288 m, X = 84.0021 m): y = x^3 / (6 R X cos tau) with
// sin tau = X / 2R, and a length along the arc by the first term of its series, 0.55 mm too long.
TEST(Ifc, CubicWhoseLengthIsTheFirstTermOfASeries) {
  const double R = 288.0, X = 84.0021294081112, sine = X / (2 * R),
               cosine = std::sqrt(1 - sine * sine);
  const double c = 1 / (6 * R * X * cosine), tangent = sine / cosine, arc = 50.0;
  const double length = X * (1 + 0.1 * tangent * tangent);
  EXPECT_NEAR(c, 6.96370338e-6, 2e-5 * c);  // of the file: 0.06 mm at the end
  EXPECT_NEAR(length, 84.18468, 1e-5);
  const double x = 100 + X, y = c * X * X * X, tau = std::atan(tangent), end = tau + arc / R;
  const Alignment a = line_text.read(make_ifc(
      {{"0.,0.|0.,0.,0.,100.,$,.LINE.", fmt::format("100.,0.|0.,0.,{},{:.5f},$,.CUBIC.", R, length),
        fmt::format("{:.5f},{:.5f}|{},{},{},{},$,.CIRCULARARC.", x, y, tau, R, R, arc),
        fmt::format("{:.5f},{:.5f}|{},0.,0.,0.,$,.LINE.", x + R * (std::sin(end) - std::sin(tau)),
                    y + R * (std::cos(tau) - std::cos(end)), end)},
       {},
       {}}));
  EXPECT_TRUE(a.warnings.empty());
  const track::Track track(test::describe_alignment(a));
  track::Cursor cursor;
  // Points and lengths of the file are rounded to 0.01 mm.
  for (double s = 110; s < 184; s += 10) {
    const Vec3 p = track.calc_frame(s, 1, 0, cursor).p_NT;
    EXPECT_NEAR(p.y(), c * std::pow(p.x() - 100, 3), 2e-5) << s;
  }
  const Vec3 p = track.calc_frame(track.length(), 1, 0, cursor).p_NT;
  EXPECT_NEAR(p.x(), x + R * (std::sin(end) - std::sin(tau)), 2e-5);
  EXPECT_NEAR(p.y(), y + R * (std::cos(tau) - std::cos(end)), 2e-5);
}

TEST(Ifc, ReferentsSayTheChainage) {
  std::string text = make_ifc(make_line(), ".MILLI.");
  const auto refer = [](int id, const char* along, const char* station, const char* rises) {
    return fmt::format(
        "#{0}=IFCREFERENT('x',$,'sign',$,$,#{1},$,.STATION.);\n"
        "#{1}=IFCLINEARPLACEMENT($,#{2},$);\n#{2}=IFCAXIS2PLACEMENTLINEAR(#{3},$,$);\n"
        "#{3}=IFCPOINTBYDISTANCEEXPRESSION(IFCLENGTHMEASURE({7}),$,$,$,#10);\n"
        "#{4}=IFCPROPERTYSINGLEVALUE('Station',$,IFCLENGTHMEASURE({8}),$);\n"
        "#{5}=IFCPROPERTYSINGLEVALUE('HasIncreasingStation',$,IFCBOOLEAN(.{9}.),$);\n"
        "#{6}=IFCPROPERTYSET('x',$,'Pset_Stationing',$,(#{4},#{5}));\n"
        "#{10}=IFCRELDEFINESBYPROPERTIES('x',$,$,$,(#{0}),#{6});\n",
        id, id + 1, id + 2, id + 3, id + 4, id + 5, id + 6, along, station, rises, id + 7);
  };
  text.replace(text.find("ENDSEC;\nEND-ISO"), 0,
               refer(900, "0.", "12000000.", "T") + refer(910, "100000.", "12100000.", "T") +
                   refer(920, "200000.", "15000000.", "F") +
                   "#990=IFCRELNESTS('x',$,$,$,#10,(#920,#900,#910));\n");
  const Alignment a = line_text.read(text);
  // The sign at 100 m only goes on; that at 200 m is an equation, and from there chainage falls.
  ASSERT_EQ(a.chainages.size(), 2u);
  EXPECT_NEAR(a.chainages[0].chainage, 12000.0, 1e-9);
  EXPECT_NEAR(a.chainages[1].along, 200.0, 1e-9);
  EXPECT_NEAR(a.chainages[1].chainage, 15000.0, 1e-9);
  EXPECT_EQ(a.chainages[1].direction, -1.0);
}

TEST(Ifc, FaultsHaveTheirPlace) {
  const std::string good = make_ifc(make_line(), ".MILLI.");
  const auto change = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    EXPECT_NE(text.find(from), std::string::npos);
    return line_text.find_message(text.replace(text.find(from), from.size(), to));
  };
  EXPECT_NE(change(".CIRCULARARC.", ".SPAGHETTI.")
                .find("error[alignment-element]: a horizontal segment of type .SPAGHETTI."),
            std::string::npos);
  EXPECT_NE(
      change(".PARABOLICARC.", ".CLOTHOID.")
          .find("error[alignment-element]: a vertical segment of type .CLOTHOID. is not read"),
      std::string::npos);
  EXPECT_NE(change("0.,100000.,$,.LINE.", "0.,$,$,.LINE.").find("error[ifc-argument]"),
            std::string::npos);
  EXPECT_NE(change("0.,100000.,$,.LINE.", "0.,-1.,$,.LINE.").find("error[track-length]"),
            std::string::npos);
  EXPECT_NE(change("0.,100000.,$,.LINE.", "0.,90000.,$,.LINE.").find("error[alignment-gap]"),
            std::string::npos);
  EXPECT_NE(change("0.,100000.,$,.LINE.", "0.,100000.,$,.LINE").find("error[syntax]"),
            std::string::npos);
  EXPECT_NE(change("#11=IFC", "#11=IFX").find("error[track-empty]"), std::string::npos);
  EXPECT_NE(change("(#11,#12", "((((((((((#11))))))))),#12").find("error[syntax]"),
            std::string::npos);
  EXPECT_NE(change("#10=", "#10 ").find("error[syntax]"), std::string::npos);
}

TEST(Ifc, DamagedFilesAreReadOrRefused) {
  const std::string good = make_ifc(make_line(), ".MILLI.");
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::string text = good;
    fuzz::mutate_text(text, seed);
    try {
      const track::Track track(test::describe_alignment(line_text.read(text)));
    } catch (const InputError& error) {
      EXPECT_FALSE(error.findings().empty());
    }
  }
}

}  // namespace
}  // namespace fourfoot
