#include <gtest/gtest.h>

#include "input/columns.h"
#include "input/load.h"
#include "track/schema.h"
#include "track/track.h"

namespace fourfoot {
namespace {

std::shared_ptr<const SourceFile> make_source(const std::string& text,
                                              const std::string& name = "track.toml") {
  return std::make_shared<SourceFile>(SourceFile{name, text});
}

track::TrackDescription read(const std::string& text) {
  const input::Document document =
      input::load_document(make_source(text), "", *track::get_track_schema());
  return track::read_track_description(document.root);
}

/// All that a user would see.
std::string find_message(const std::string& text) {
  try {
    const track::Track track(read(text));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(TrackFile, ReadsEveryKindOfElement) {
  const track::TrackDescription d = read(R"(
    format = "fourfoot track 1"
    name = "all"
    cant_rotation = "inner-rail"
    start = { position = [1, 2, 3], heading = "90 deg" }
    rounding = { gradient = "5 m" }
    horizontal = [
      { type = "line", length = "100 m" },
      { type = "clothoid", length = 50 },
      { type = "circular-arc", length = 100, radius = "500 m", turn = "right", cant = "100 mm" },
      { type = "bloss-curve", length = 50, radius_end = 800, turn_end = "right", cant_end = 0.05 },
      { type = "sine-curve", length = 50, radius_end = 0 },
      { type = "polynomial", length = 60, degree = 9 },
      { type = "circular-arc", length = 100, radius = "400 m", turn = "left", cant = "80 mm" },
      { type = "viennese-bend", length = 80, centre_height = 1.6 },
      { type = "line", length = 100 },
    ]
    vertical = [
      { type = "constant-gradient", length = 200, gradient = 0 },
      { type = "parabolic-arc", length = 100 },
      { type = "constant-gradient", length = 200, gradient = "12 permille" },
    ]
    irregularity = [
      { type = "spectrum", spectrum = "fra-5", seed = 3, from = 50, fade = 20 },
      { type = "dip", at = 120, length = "2 m", amplitude = "5 mm", component = "vertical_left" },
      { type = "data", s = [0, 10, 20], gauge = ["1 mm", 0, "2 mm"] },
    ]
  )");
  ASSERT_EQ(d.horizontal.size(), 9u);
  EXPECT_NEAR(d.horizontal[2].curvature, -0.002, 1e-15);
  EXPECT_NEAR(d.horizontal[2].cant, 0.1, 1e-15);
  EXPECT_EQ(d.horizontal[3].shape, track::TransitionShape::bloss);
  EXPECT_EQ(d.horizontal[5].polynomial.size(), 9u);
  EXPECT_NEAR(d.vertical[2].gradient, 0.012, 1e-15);
  EXPECT_EQ(d.irregularities.size(), 3u);
  const track::Track track(d);
  track::Cursor cursor;
  EXPECT_NEAR(track.calc_frame(50, 1, 0, cursor).p_NT.y(), 52, 1e-12);
  EXPECT_NEAR(track.calc_geometry(200, cursor).roll, -0.1 / 1.5, 1e-12);
  EXPECT_NE(track.calc_irregularity(120).vertical.value, 0);
}

TEST(TrackFile, AJumpPointsToItsElement) {
  EXPECT_EQ(find_message("[[horizontal]]\ntype = \"line\"\nlength = 50\n\n"
                         "[[horizontal]]\ntype = \"circular-arc\"\nlength = 50\nradius = 300\n"
                         "turn = \"left\"\n"),
            "track.toml:5:1: error[track-curvature-jump]: the curvature jumps from straight to "
            "R = 300 m left at s = 50 m\n"
            "  5 | [[horizontal]]\n"
            "    | ^~~~~~~~~~~~~~\n"
            "  put a transition between, or say jump = true if it is meant\n");
}

TEST(TrackFile, AMisspeltTypeIsSuggested) {
  const std::string message = find_message("[[horizontal]]\ntype = \"clotoid\"\nlength = 50\n");
  EXPECT_NE(message.find("track.toml:2:8: error[bad-choice]"), std::string::npos) << message;
  EXPECT_NE(message.find("did you mean \"clothoid\"?"), std::string::npos) << message;
}

TEST(TrackFile, FaultsThatTheSchemaCannotSee) {
  const auto expect = [](const std::string& element, const std::string& id) {
    const std::string message = find_message("horizontal = [ { type = \"line\", length = 9 }, " +
                                             element + ", { type = \"line\", length = 9 } ]");
    EXPECT_NE(message.find("error[" + id + "]"), std::string::npos) << message;
  };
  expect("{ type = \"polynomial\", length = 9 }", "track-polynomial");
  expect("{ type = \"polynomial\", length = 9, degree = 6 }", "track-polynomial");
  expect("{ type = \"clothoid\", length = 9, radius_end = 100 }", "missing-key");
  expect("{ type = \"circular-arc\", length = 9, radius = 3, turn = \"left\" }", "track-radius");
  expect("{ type = \"clothoid\", length = 0 }", "out-of-range");
  // Between its ends it is sharper than at them.
  const std::string arc =
      ", { type = \"circular-arc\", length = 9, radius = 300, turn = \"left\", "
      "cant = \"100 mm\", jump = true }, { type = \"line\", length = 9, "
      "jump = true }";
  expect("{ type = \"polynomial\", length = 9, coefficients = [1e6, -999999] }" + arc,
         "track-radius");
  expect("{ type = \"viennese-bend\", length = 0.1 }" + arc, "track-radius");
  expect("{ type = \"line\", length = 9, cant = \"20 mm\" }", "track-cant-side");
}

TEST(TrackFile, IrregularityFaults) {
  const auto expect = [](const std::string& irregularity, const std::string& id) {
    const std::string message =
        find_message("horizontal = [ { type = \"line\", length = 9 } ]\nirregularity = [ " +
                     irregularity + " ]");
    EXPECT_NE(message.find("error[" + id + "]"), std::string::npos) << message;
  };
  expect("{ type = \"spectrum\", spectrum = \"erri\" }", "bad-choice");
  expect("{ type = \"spectrum\", spectrum = \"fra-5\", wavelength_max = 5000 }",
         "irregularity-spectrum");
  expect("{ type = \"spectrum\", spectrum = \"coefficients\" }", "irregularity-coefficients");
  expect("{ type = \"data\" }", "irregularity-data");
  expect("{ type = \"data\", s = [0, 0], vertical = [0.1, 0.2] }", "irregularity-data");
  expect("{ type = \"ramp\", at = 1, length = 1, amplitude = 0.01, rounding = 2 }",
         "irregularity-rounding");
}

TEST(SpeedTable, Faults) {
  const auto read_speed = [](const std::string& text) {
    return track::read_speed_profile(
        input::load_document(make_source(text), "", *track::get_speed_schema()).root);
  };
  EXPECT_EQ(read_speed("v = \"72 km/h\"\na = 1").calc(2).v, 22);
  EXPECT_NEAR(read_speed("speeds = [10, 20]\ntimes = [0, 10]").calc(5).v, 15, 1e-12);
  EXPECT_THROW(read_speed("a = 1"), InputError);
  EXPECT_THROW(read_speed("v = 1\nspeeds = [1]\ntimes = [0]"), InputError);
  EXPECT_THROW(read_speed("speeds = [1]"), InputError);
}

track::Columns read_csv(const std::string& text) {
  return input::read_columns(make_source(text, "data.csv"),
                             {"data.csv", {}, {{"s", "m", true}, {"gauge", "m", false}}})
      .values;
}

TEST(Columns, UnitsOfTheHeaderAreConverted) {
  const track::Columns columns = read_csv("# measured\ns [km],gauge [mm]\n0.001,-2.5\n0.002,3\n");
  EXPECT_NEAR(columns.at("s")[1], 2, 1e-12);
  EXPECT_NEAR(columns.at("gauge")[0], -0.0025, 1e-15);
  EXPECT_NEAR(read_csv("s;gauge\r\n1;2\r\n").at("gauge")[0], 2, 1e-15);
}

// As spreadsheets write them: a separator within quotes is text, two quotes are one, inches are no quotes.
TEST(Columns, QuotedCellsKeepTheirSeparators) {
  const auto read_foreign = [](const std::string& text) {
    return input::read_columns(
        make_source(text, "data.csv"),
        {"data.csv", {}, {{"s", "m", true}, {"gauge", "m", false}}, {}, true});
  };
  const track::ColumnTable table = read_foreign(
      "\"note; mine\";\"s [m]\";gauge [mm]\n\"a; \"\"b\"\"; c\";1,5;2\n \"d\" ;\"2,5\";-3\n");
  EXPECT_EQ(table.values.at("s"), (std::vector<double>{1.5, 2.5}));
  EXPECT_NEAR(table.values.at("gauge")[1], -0.003, 1e-15);
  EXPECT_EQ(table.skipped, std::vector<std::string>{"note; mine"});
  EXPECT_EQ(read_foreign("\"a;b\",s\nx,7\n").values.at("s")[0], 7.0);
  EXPECT_EQ(read_foreign("56.5\" mark;s\n3\";7\n").values.at("s")[0], 7.0);
  EXPECT_EQ(read_foreign("a,s\n\"open,7\n").values.at("s")[0], 7.0);
}

TEST(Columns, AMissingOneIsToldWithThoseThatAreThere) {
  try {
    input::read_columns(make_source("Weg,Spur\n1,2\n", "data.csv"),
                        {"data.csv", {}, {{"s", "m", true}}, {}, true});
    ADD_FAILURE() << "taken";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("the file has \"Weg\", \"Spur\""), std::string::npos)
        << error.what();
  }
}

TEST(Columns, FaultsHaveTheirPlaceInTheDataFile) {
  const auto find = [](const std::string& text) -> std::string {
    try {
      read_csv(text);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(find("s,gauge\n1,2\n2,x\n"),
            "data.csv:3:3: error[bad-number]: \"x\" is not a number\n"
            "  3 | 2,x\n"
            "    |   ^\n"
            "  use a point for decimals\n");
  EXPECT_NE(find("s,guage\n").find("data.csv:1:3: error[unknown-column]"), std::string::npos);
  EXPECT_NE(find("s [kg]\n").find("error[wrong-unit]"), std::string::npos);
  EXPECT_NE(find("s,gauge\n1\n").find("data.csv:2:1: error[wrong-count]"), std::string::npos);
  EXPECT_NE(find("gauge\n1\n").find("error[missing-column]"), std::string::npos);
}

}  // namespace
}  // namespace fourfoot
