// Tables of a line, against tracks that are described by elements.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "fuzz/mutate_text.h"
#include "support/alignment_text.h"
#include "support/track_routes.h"
#include "track/track.h"

namespace fourfoot {
namespace {

using track::Alignment;
using track::HorizontalType;

constexpr test::AlignmentText line_text{"line.csv"};

track::Track build(const Alignment& alignment) {
  return track::Track(test::describe_alignment(alignment));
}

void expect_same_line(const track::Track& a, const track::Track& b, double tolerance) {
  ASSERT_NEAR(a.length(), b.length(), tolerance);
  track::Cursor at_a, at_b;
  for (double s = 0; s < a.length(); s += 3.7) {
    EXPECT_NEAR((a.calc_frame(s, 1, 0, at_a).p_NT - b.calc_frame(s, 1, 0, at_b).p_NT).norm(), 0,
                tolerance)
        << s;
    EXPECT_NEAR(a.calc_geometry(s, at_a).roll, b.calc_geometry(s, at_b).roll, tolerance);
  }
}

/// A line of clothoids and linear ramps, described by elements.
track::TrackDescription describe_line() {
  track::TrackDescription d;
  d.horizontal = {test::make_line(100),
                  test::make_transition_element(80),
                  test::make_arc(150, -1.0 / 400, 0.12),
                  test::make_transition_element(80),
                  test::make_line(90),
                  test::make_transition_element(60),
                  test::make_arc(40, 1.0 / 800, 0.05),
                  test::make_transition_element(60),
                  test::make_line(55)};
  return d;
}

TEST(AlignmentTable, MainPointsOfADrawing) {
  const Alignment a = line_text.read(
      "chainage,radius,turn,cant [mm]\n"
      "12+000,,,0\n12+100,,,0\n12+180,400,right,120\n12+330,400,right,120\n"
      "12+410,,,0\n12+500,,,0\n12+560,800,L,50\n12+600,800,L,50\n"
      "12+660,inf,,0\n12+715,0,,0\n");
  ASSERT_EQ(a.horizontal.size(), 9u);
  EXPECT_EQ(a.horizontal[2].type, HorizontalType::circular_arc);
  EXPECT_EQ(a.horizontal[2].where.line, 4);
  EXPECT_NEAR(a.chainages.at(0).chainage, 12000, 1e-9);
  expect_same_line(build(a), track::Track(describe_line()), 1e-10);
}

/// The line's curvature and cant every metre, rounded as tables are.
std::string write_dense(int curvature_digits, bool falls) {
  const track::Track line(describe_line());
  std::string text = "km [km];Krümmung (1/km);cant [mm];remark\n";
  track::Cursor cursor;
  const int n = static_cast<int>(line.length());
  for (int i = 0; i <= n; ++i) {
    const track::Geometry g = line.calc_geometry(i, cursor);
    std::string row =
        fmt::format("{:.3f};{:.{}f};{:.0f};x\n", falls ? 20 - i / 1000.0 : 20 + i / 1000.0,
                    g.curvature * 1e3, curvature_digits, std::abs(g.cant) * 1e3);
    std::replace(row.begin(), row.end(), '.', ',');
    text += row;
  }
  return text;
}

TEST(AlignmentTable, ADenseRoundedTableIsTheFewElementsBehindIt) {
  for (const bool falls : {false, true}) {
    track::AlignmentRequest request;
    request.columns = {{"chainage", "km"}, {"curvature", "Krümmung"}};
    const Alignment a = line_text.read(write_dense(4, falls), request);
    EXPECT_EQ(a.horizontal.size(), 9u);
    EXPECT_EQ(a.cant.size(), 9u);
    EXPECT_EQ(a.chainages.at(0).direction, falls ? -1 : 1);
    ASSERT_EQ(a.warnings.size(), 1u);
    EXPECT_NE(a.warnings[0].message.find("ignored columns: \"remark\""), std::string::npos);
    // Rounding of 0.5e-7 1/m bends the line by at most k L^2 / 2 over its 715 m.
    expect_same_line(build(a), track::Track(describe_line()), 0.5e-7 * 715 * 715 / 2 + 1e-3);
  }
}

TEST(AlignmentTable, VersinesAreCurvatures) {
  track::AlignmentRequest request;
  request.chord = 20.0;
  // R - sqrt(R^2 - c^2 / 4) with R = 500 m, c = 20 m
  const std::string v = fmt::format("{:.9f}", 500 - std::sqrt(500.0 * 500 - 100));
  const Alignment a =
      line_text.read("Station\tVersine\n0\t0\n50\t0\n90\t" + v + "\n200\t" + v + "\n", request);
  ASSERT_EQ(a.horizontal.size(), 3u);
  EXPECT_NEAR(a.horizontal[2].curvature, 1.0 / 500, 1e-9);
  request.left = -1;
  EXPECT_NEAR(line_text.read("s,versine [mm]\n0,100\n9,100\n", request).horizontal[0].curvature,
              -0.002, 1e-6);
  EXPECT_NE(line_text.find_message("s,versine\n0,0\n1,0\n").find("error[missing-key]"),
            std::string::npos);
}

TEST(AlignmentTable, TwoRowsAtOneChainageAreAJump) {
  const Alignment a = line_text.read(
      "s,curvature,gradient [permille]\n0,0,10\n50,0,10\n50,0.002,-5\n"
      "90,0.002,-5\n");
  ASSERT_EQ(a.horizontal.size(), 2u);
  EXPECT_TRUE(a.horizontal[1].allow_jump);
  EXPECT_FALSE(a.horizontal[0].allow_jump);
  ASSERT_EQ(a.vertical.size(), 2u);
  EXPECT_NEAR(a.vertical[1].gradient, -0.005, 1e-15);
  const track::Track line = build(a);
  EXPECT_EQ(line.kinks().size(), 1u);
  track::Cursor cursor;
  EXPECT_NEAR(line.calc_frame(line.length(), 1, 0, cursor).p_NT.z(), 0.5 - 0.2, 1e-12);
}

TEST(AlignmentTable, AChangingGradientIsAVerticalParabola) {
  const Alignment a = line_text.read("s,k,slope [%]\n0,0,0\n100,0,0\n300,0,2\n400,0,2\n");
  ASSERT_EQ(a.vertical.size(), 3u);
  EXPECT_EQ(a.vertical[1].type, track::VerticalType::parabolic_arc);
  const track::Track line = build(a);
  track::Cursor cursor;
  EXPECT_NEAR(line.calc_frame(line.length(), 1, 0, cursor).p_NT.z(), 0.02 * 200, 1e-10);
  EXPECT_NEAR(line.calc_frame(line.length(), 1, 0, cursor).p_NT.x(), 400, 1e-10);
}

TEST(AlignmentTable, CantLeadsTheCurve) {
  // The ramp begins on the straight: the outer rail is that of the curve it leads to.
  const Alignment a =
      line_text.read("s,curvature,cant\n0,0,0\n40,0,0.02\n100,-0.002,0.1\n200,-0.002,0.1\n");
  const track::Track line = build(a);
  track::Cursor cursor;
  EXPECT_NEAR(line.calc_geometry(40, cursor).cant, -0.02, 1e-12);  // left rail raised
  track::AlignmentRequest request;
  request.raised = track::RaisedRail::right;
  EXPECT_NEAR(
      build(line_text.read("s,k,cant\n0,0,0.1\n99,0,0.1\n", request)).calc_geometry(9, cursor).cant,
      0.1, 1e-12);
}

TEST(AlignmentTable, FaultsHaveTheirPlace) {
  EXPECT_EQ(line_text.find_message("s,curvature\n0,0\n10,0\n5,0\n20,0\n"),
            "line.csv:4:1: error[alignment-chainage]: the chainage goes back from 10 to 5 m\n"
            "  4 | 5,0\n    | ^\n"
            "  rows follow each other along the line; two rows at one chainage are a jump\n");
  EXPECT_NE(line_text.find_message("s,curvature,cant\n0,0,0.1\n10,0,0.1\n")
                .find("line.csv:2:1: error[track-cant-side]"),
            std::string::npos);
  EXPECT_NE(line_text.find_message("s,curvature [kg]\n").find("line.csv:1:3: error[wrong-unit]"),
            std::string::npos);
  EXPECT_NE(line_text.find_message("s,cant\n0,0\n1,0\n").find("error[missing-column]"),
            std::string::npos);
  EXPECT_NE(line_text.find_message("s,k\n0,0\n").find("fewer than two rows"), std::string::npos);
  EXPECT_NE(line_text.find_message("").find("error[missing-column]"), std::string::npos);
  EXPECT_NE(
      line_text.find_message("s,radius\n0,0\n1,wide\n").find("line.csv:3:3: error[bad-number]"),
      std::string::npos);
  track::AlignmentRequest request;
  request.columns = {{"curvature", "curvatur"}};
  EXPECT_NE(line_text.find_message("s,curvature\n0,0\n1,0\n", request)
                .find("did you mean \"curvature\"?"),
            std::string::npos);
}

TEST(AlignmentTable, AMeasuredCurvatureIsToldToBeOne) {
  std::string text = "s,curvature\n";
  for (int i = 0; i < 400; ++i) text += fmt::format("{},{:.6f}\n", i, 0.001 * std::sin(i * 1.7));
  ASSERT_EQ(line_text.read(text).warnings.size(), 1u);
  EXPECT_EQ(line_text.read(text).warnings[0].id, "alignment-rough");
}

// A drawing has a corner at every row, too; but its elements are long.
TEST(AlignmentTable, ALongDrawnLineIsNotToldToBeMeasured) {
  std::string text = "s,curvature\n";
  for (int i = 0; i < 100; ++i)
    text += fmt::format("{0},0\n{1},0\n{2},0.001\n{3},0.001\n", 500 * i, 500 * i + 200,
                        500 * i + 280, 500 * i + 420);
  EXPECT_TRUE(line_text.read(text).warnings.empty());
}

TEST(AlignmentTable, DamagedTablesAreReadOrGiveErrorsWithTheirPlace) {
  const std::string good = write_dense(6, false);
  int refused = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::string text = good;
    fuzz::mutate_text(text, seed);
    try {
      const track::Track track = build(line_text.read(text));
    } catch (const InputError& error) {
      ++refused;
      ASSERT_FALSE(error.findings().empty());
    }
  }
  EXPECT_GT(refused, 30);
}

}  // namespace
}  // namespace fourfoot
