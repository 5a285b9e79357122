// LandXML, against points that an independent program integrated (tests/data/track/make_landxml.py)
// and against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <regex>
#include <sstream>

#include "fuzz/mutate_text.h"
#include "input/raw.h"
#include "support/alignment_text.h"
#include "track/track.h"

namespace fourfoot {
namespace {

using track::Alignment;

std::string read_text(const char* name) {
  std::ifstream file(std::string(FOURFOOT_TEST_DATA) + "/track/" + name);
  return {std::istreambuf_iterator<char>(file), {}};
}

constexpr test::AlignmentText line_text{"line.xml"};

/// A small file with one element.
std::string make_file(const std::string& elements, const std::string& more = "") {
  return "<?xml version=\"1.0\"?>\n<LandXML version=\"1.2\">\n<Units><Imperial "
         "linearUnit=\"foot\"/></Units>\n"
         "<Alignments>\n<Alignment name=\"a\" staStart=\"0\">\n<CoordGeom>\n" +
         elements + "\n</CoordGeom>\n" + more + "\n</Alignment>\n</Alignments>\n</LandXML>\n";
}

/// All <Start> and <End> in their order, by a search of its own.
std::vector<Vec3> find_points(const std::string& text) {
  const std::regex point("<(Start|End)>([0-9.]+) ([0-9.]+)</");
  std::vector<Vec3> points;
  for (auto it = std::sregex_iterator(text.begin(), text.end(), point);
       it != std::sregex_iterator(); ++it)
    points.emplace_back(std::stod((*it)[3]), std::stod((*it)[2]), 0.0);
  return points;
}

TEST(LandXml, EveryElementMeetsItsPointsToAMillimetre) {
  const std::string text = read_text("landxml_line.xml");
  const Alignment a = line_text.read(text);
  EXPECT_TRUE(a.warnings.empty());
  ASSERT_EQ(a.horizontal.size(), 29u);
  track::TrackDescription d = test::describe_alignment(a);
  d.vertical.clear();  // s is the plan length then
  d.cant.clear();
  d.start_position.z() = 0;
  const track::Track track(d);
  const std::vector<Vec3> points = find_points(text);
  ASSERT_EQ(points.size(), 58u);
  track::Cursor cursor;
  // Elements follow each other; every joint is a joint of the track.
  double largest = 0;
  for (const Vec3& point : points) {
    double nearest = 1e9;
    for (double s : track.joints())
      nearest = std::min(nearest, (track.calc_frame(s, 1, 0, cursor).p_NT - point).norm());
    largest = std::max(largest, nearest);
  }
  EXPECT_LT(largest, 1e-3);
  EXPECT_GT(track.length(), 5000);
}

TEST(LandXml, LengthsThatMissThePointsAreTold) {
  // An arc too long turns all behind it; what rounding explains is mended, the rest is told.
  const std::string good = read_text("landxml_line.xml"), given = "length=\"191.938\"";
  const auto change = [&](const std::string& length) {
    std::string text = good;
    return text.replace(good.find(given), given.size(), "length=\"" + length + "\"");
  };
  EXPECT_NEAR(line_text.read(good).horizontal[6].length, 191.9382, 0.5e-3);
  EXPECT_TRUE(line_text.read(change("191.939")).warnings.empty());
  const Alignment moved = line_text.read(change("191.958"));
  ASSERT_EQ(moved.warnings.size(), 1u);
  EXPECT_EQ(moved.warnings[0].id, "alignment-gap");
  EXPECT_NE(line_text.find_message(change("201.938")).find("error[alignment-gap]"),
            std::string::npos);
}

TEST(LandXml, AParabolaOverTheAbscissaMayEndWhereItsLengthWasLaid) {
  // y = x^4 / (6 R L^2) ..., with L = 240 m both in the formula and along the arc: x = 239.786 m.
  // Its end by quadrature of its own (scipy), R = 1201.6 m.
  const char* const spiral =
      "<Spiral length=\"240\" radiusStart=\"INF\" radiusEnd=\"1201.6\" rot=\"ccw\" "
      "spiType=\"biquadraticParabola\"><Start>0 0</Start><PI>0 100</PI><End>END_Y "
      "END_X</End></Spiral>";
  std::string text = make_file(spiral);
  text.replace(text.find("Imperial linearUnit=\"foot\""), 26, "Metric linearUnit=\"meter\" ");
  text.replace(text.find("END_Y END_X"), 11, "6.969444 239.787172");
  const Alignment a = line_text.read(text);
  EXPECT_NEAR(a.horizontal.at(0).length, 240, 1e-3);
  EXPECT_NEAR(a.horizontal.at(0).arc_length, 240, 1e-3);
  EXPECT_TRUE(a.warnings.empty());
}

TEST(LandXml, ProfileFollowsItsPointsOfIntersection) {
  const Alignment a = line_text.read(read_text("landxml_line.xml"));
  track::TrackDescription d = test::describe_alignment(a);
  d.cant.clear();
  const track::Track track(d);
  d.vertical.clear();
  const track::Track level(d);
  track::Cursor at, on;
  const auto find_height = [&](double plan) {
    const Vec3 p = level.calc_frame(plan, 1, 0, on).p_NT;
    // The nearest point lies under it but for the gradient: again at its own height.
    double s = plan, z = 100;
    for (int i = 0; i < 6; ++i) {
      s = track.find_projection(Vec3(p.x(), p.y(), z), s, at);
      z = track.calc_frame(s, 1, 0, at).p_NT.z();
    }
    return z;
  };
  EXPECT_NEAR(find_height(0), 100, 1e-6);
  EXPECT_NEAR(find_height(500), 105, 1e-6);
  // Parabola of 300 m between 10 and -20 per mille: (g1 - g0) L / 8 below the intersection.
  EXPECT_NEAR(find_height(700), 107 - 0.03 * 300 / 8, 1e-6);
  EXPECT_NEAR(find_height(1200), 107 - 0.02 * 500, 1e-6);
  // Circle of 20 km: the distance from intersection to arc is R (1 / cos(turn / 2) - 1).
  const double turn = std::atan(0.01) + std::atan(0.02),
               bisector = 20000 * (1 / std::cos(turn / 2) - 1);
  EXPECT_NEAR(find_height(2000), 81 + bisector, 1e-4);
  EXPECT_NEAR(find_height(2700), 88, 1e-6);
  // Two parabolas, 100 and 200 m: (g1 - g0) L1 L2 / (2 (L1 + L2)).
  EXPECT_NEAR(find_height(3000), 91 - 0.01 * 100 * 200 / 600.0, 1e-6);
  EXPECT_NEAR(find_height(4000), 91, 1e-6);
}

TEST(LandXml, CantGaugeAndStations) {
  const Alignment a = line_text.read(read_text("landxml_line.xml"));
  EXPECT_NEAR(a.gauge.value(), 1.435, 1e-12);
  EXPECT_EQ(a.cant_rotation.value(), track::CantRotation::inner_rail);
  ASSERT_EQ(a.chainages.size(), 2u);
  EXPECT_NEAR(a.chainages[0].chainage, 12345.678, 1e-9);
  EXPECT_NEAR(a.chainages[1].along, 1000, 1e-6);
  EXPECT_NEAR(a.chainages[1].chainage, 20000, 1e-9);
  track::TrackDescription d = test::describe_alignment(a);
  d.vertical.clear();
  d.cant_rotation = track::CantRotation::centre_line;
  const track::Track track(d);
  track::Cursor cursor;
  EXPECT_NEAR(track.calc_geometry(350, cursor).cant, 0.1, 1e-12);      // left: right rail raised
  EXPECT_NEAR(track.calc_geometry(1000, cursor).cant, -0.105, 1e-12);  // right
  // The ramp of the second curve runs as its Bloss curve does: begins without a corner.
  const double begin = a.horizontal[0].length + a.horizontal[1].length + a.horizontal[2].length +
                       a.horizontal[3].length + a.horizontal[4].length;
  EXPECT_NEAR(track.calc_geometry(begin + 25, cursor).cant, -0.105 * (3.0 / 16 - 2.0 / 64), 1e-5);
}

const char* const line_of_1000_feet =
    "<Line length=\"1000\"><Start>0 0</Start><End>0 1000</End></Line>";

TEST(LandXml, UnitsAndPointsByName) {
  const Alignment a = line_text.read(make_file(line_of_1000_feet));
  EXPECT_NEAR(a.horizontal.at(0).length, 304.8, 1e-9);
  EXPECT_NEAR(a.heading, 0, 1e-12);
  std::string text = make_file("<Line><Start pntRef=\"A\"/><End pntRef=\"B\"/></Line>");
  text.insert(
      text.find("<Alignments>"),
      "<CgPoints><CgPoint name=\"A\">0 0</CgPoint><CgPoint name=\"B\">500 0</CgPoint></CgPoints>");
  EXPECT_NEAR(line_text.read(text).horizontal.at(0).length, 152.4, 1e-9);
  EXPECT_NEAR(line_text.read(text).heading, std::acos(-1) / 2, 1e-12);
}

TEST(LandXml, SpiralsThatAreNotReadAreRefusedByNameWithAdvice) {
  for (const char* type : {"weinerBogen", "radioid", "revBloss", "spaghetti"}) {
    const std::string message = line_text.find_message(make_file(
        std::string("<Spiral length=\"100\" radiusStart=\"INF\" radiusEnd=\"1000\" rot=\"cw\" "
                    "spiType=\"") +
        type + "\"><Start>0 0</Start><PI>0 50</PI><End>0 100</End></Spiral>"));
    EXPECT_NE(message.find("line.xml:7:"), std::string::npos) << message;
    EXPECT_NE(message.find("error[alignment-spiral]: no spiral of type \"" + std::string(type)),
              std::string::npos)
        << message;
  }
}

TEST(LandXml, FaultsHaveTheirPlace) {
  const auto expect = [](const std::string& text, const std::string& id, int line) {
    const std::string message = line_text.find_message(text);
    EXPECT_NE(message.find("line.xml:" + std::to_string(line) + ":"), std::string::npos) << message;
    EXPECT_NE(message.find("error[" + id + "]"), std::string::npos) << message;
  };
  expect(make_file("<Line length=\"x\"><Start>0 0</Start><End>0 1</End></Line>"), "bad-number", 7);
  expect(make_file("<Line length=\"5\"><Start>0</Start><End>0 1</End></Line>"), "wrong-count", 7);
  expect(make_file("<Line length=\"5\"><End>0 1</End></Line>"), "missing-key", 7);
  expect(make_file("<Line length=\"-5\"><Start>0 0</Start><End>0 1</End></Line>"), "track-length",
         7);
  expect(make_file("<Chain>0 0 1 1</Chain>"), "alignment-element", 7);
  expect(make_file("<Curve rot=\"up\" radius=\"5\"><Start>0 0</Start><Center>0 0</Center><End>0 "
                   "1</End></Curve>"),
         "bad-choice", 7);
  expect(make_file("<Curve rot=\"cw\" radius=\"0\"><Start>0 0</Start><Center>0 0</Center><End>0 "
                   "1</End></Curve>"),
         "track-radius", 7);
  expect(make_file("<Line length=\"5\"><Start pntRef=\"q\"/><End>0 1</End></Line>"), "unknown-name",
         7);
  expect(make_file(""), "track-empty", 5);
  expect(make_file(line_of_1000_feet,
                   "<Profile><ProfAlign><PVI>0 0</PVI>\n<PVI>0 1</PVI></ProfAlign></Profile>"),
         "alignment-chainage", 10);
  expect(make_file(
             line_of_1000_feet,
             "<Profile><ProfAlign><PVI>0 0</PVI><ParaCurve length=\"500\">300 3</ParaCurve>\n"
             "<ParaCurve length=\"500\">600 3</ParaCurve><PVI>1000 0</PVI></ProfAlign></Profile>"),
         "alignment-profile", 10);
  expect(
      make_file(line_of_1000_feet, "<Cant>\n<CantStation station=\"5\" appliedCant=\"2\"/></Cant>"),
      "track-cant-side", 10);
  expect(make_file(line_of_1000_feet,
                   "<Cant>\n<CantStation station=\"5\" appliedCant=\"2\" curvature=\"cw\"/>"
                   "<CantStation station=\"5000\" appliedCant=\"0\"/></Cant>"),
         "alignment-cant", 10);
  expect("<a/>", "alignment-format", 1);
  expect(
      "<LandXML><Units><Metric linearUnit=\"ell\"/></Units><Alignments><Alignment><CoordGeom/>"
      "</Alignment></Alignments></LandXML>",
      "unknown-unit", 1);
}

TEST(LandXml, SeveralAlignmentsAreChosenByName) {
  std::string text = make_file(line_of_1000_feet);
  text.insert(text.find("</Alignments>"), std::string("<Alignment name=\" b \"><CoordGeom>") +
                                              line_of_1000_feet + line_of_1000_feet +
                                              "</CoordGeom></Alignment>");
  EXPECT_NE(line_text.find_message(text).find(
                "error[alignment-choice]: \"line.xml\" has 2 alignments: \"a\", \"b\""),
            std::string::npos);
  track::AlignmentRequest request;
  request.name = "c";
  EXPECT_NE(line_text.find_message(text, request).find("error[unknown-name]"), std::string::npos);
  request.name = "a";
  EXPECT_EQ(line_text.read(text, request).horizontal.size(), 1u);
}

TEST(LandXml, HostileXmlIsRefusedBeforeMemoryIsTaken) {
  EXPECT_NE(line_text.find_message("<!DOCTYPE a [<!ENTITY b \"bb\">]>\n<LandXML/>")
                .find("error[xml-refused]"),
            std::string::npos);
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += "<a>";
  EXPECT_NE(line_text.find_message(deep).find("more than 100 deep"), std::string::npos);
  std::string wide = "<LandXML>";
  for (int i = 0; i < 1600000; ++i) wide += "<a/>";
  EXPECT_NE(line_text.find_message(wide).find("more than 750 000 elements"), std::string::npos);
  EXPECT_NE(line_text.find_message("<LandXML><a></LandXML>").find("error[syntax]: not good XML"),
            std::string::npos);
  EXPECT_NE(line_text.find_message("<").find("error["), std::string::npos);
  EXPECT_NE(line_text.find_message("<LandXML a='").find("error["), std::string::npos);
}

TEST(LandXml, DamagedFilesAreReadOrRefused) {
  const std::string good = read_text("landxml_line.xml");
  int refused = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::string text = good;
    fuzz::mutate_text(text, seed);
    try {
      const track::Track track(test::describe_alignment(line_text.read(text)));
    } catch (const InputError& error) {
      ++refused;
      for (const Finding& finding : error.findings()) EXPECT_TRUE(finding.where.known());
    }
  }
  EXPECT_GT(refused, 30);
}

}  // namespace
}  // namespace fourfoot
