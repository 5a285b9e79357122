// [[irregularity]] type = "recording": what its table may hold.
#include <limits>

#include "track/irregularity_kinds.h"
#include "track/recording.h"

namespace fourfoot::track {

namespace {

SchemaPtr make_names_schema(const char* name, const char* doc, const std::string& what) {
  std::vector<Field> fields;
  for (const ColumnWanted& column : get_recording_columns())
    fields.push_back(text(column.name, what + column.name));
  return make_irregularity_schema(name, doc, std::move(fields));
}

SchemaPtr make_positive_schema() {
  return make_irregularity_schema(
      "signs of a recording", "What positive readings mean.",
      {text("level", "the rail lies higher or lower").one_of({"up", "down"}).by_default("up"),
       text("alignment", "the rail lies to this side, or away from the track's centre")
           .one_of({"left", "right", "outward", "inward"})
           .by_default("left"),
       text("cross_level", "this rail lies higher").one_of({"left", "right"}).by_default("left"),
       text("gauge", "of gauge_deviation").one_of({"wide", "narrow"}).by_default("wide"),
       text("twist", "the cross level rises or falls ahead")
           .one_of({"rising", "falling"})
           .by_default("rising")});
}

SchemaPtr make_instrument_schema() {
  return make_irregularity_schema(
      "instrument", "How a quantity was measured; the space curve itself if nothing is said.",
      {number("chord", "m", "length of a symmetric chord").within(0.1, 1000.0),
       number("rear", "m", "length of a chord from its rear end to the reading")
           .within(0.05, 1000.0),
       number("front", "m", "length of a chord from the reading to its front end")
           .within(0.05, 1000.0),
       number("cut", "m", "wavelength of the high pass of an inertial platform")
           .within(0.1, 10000.0),
       integer("order", "order of that high pass").within(1, 8).by_default(2.0),
       flag("zero_phase", "whether that high pass has zero phase").by_default_flag(false)});
}

SchemaPtr make_twist_schema() {
  return make_irregularity_schema(
      "twist", "Over which base, and where along it the reading is written down.",
      {number("base", "m", "length of the base").within(0.1, 100.0).by_default(3.0),
       text("at", "position of the reading on the base")
           .one_of({"centre", "rear", "front"})
           .by_default("centre")});
}

}  // namespace

std::vector<ColumnWanted> get_recording_columns() {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  const std::map<std::string, double> empty = {
      {"", none}, {"nan", none}, {"NaN", none}, {"NAN", none}, {"-", none}};
  return {
      {"chainage",
       "m",
       true,
       {"s", "station", "sta", "distance", "position", "kilometre", "kilometer", "km", "mileage",
        "pk"},
       {},
       true},
      {"level_left",
       "m",
       false,
       {"longitudinal level left", "top left", "left top", "vertical left", "surface left"},
       empty,
       false},
      {"level_right",
       "m",
       false,
       {"longitudinal level right", "top right", "right top", "vertical right", "surface right"},
       empty,
       false},
      {"level", "m", false, {"longitudinal level", "vertical", "top", "mean level"}, empty, false},
      {"alignment_left", "m", false, {"left alignment", "line left", "lateral left"}, empty, false},
      {"alignment_right",
       "m",
       false,
       {"right alignment", "line right", "lateral right"},
       empty,
       false},
      {"alignment", "m", false, {"mean alignment", "lateral", "line"}, empty, false},
      {"cross_level", "m", false, {"crosslevel", "cross-level", "cant deviation"}, empty, false},
      {"gauge", "m", false, {"track gauge"}, empty, false},
      {"gauge_deviation", "m", false, {"gauge dev", "delta gauge"}, empty, false},
      {"twist", "1", false, {"twist rate", "twist 3m"}, empty, false},
      {"twist_difference", "m", false, {}, empty, false}};
}

SchemaPtr make_recording_schema() {
  return make_irregularity_schema(
      "recording", "What a recording car measured, as it was delivered.",
      {path("file", "table (CSV, TSV) with a chainage and readings").required(),
       nested("columns", Kind::table,
              make_names_schema("columns of a recording", "Columns whose names are not known.",
                                "name of the column of "),
              "names of the columns: { level_left = \"name in the file\" }"),
       nested("units", Kind::table,
              make_names_schema("units of a recording", "Units of columns whose header has none.",
                                "unit of "),
              "units of the columns: { level_left = \"mm\" }"),
       nested("positive", Kind::table, make_positive_schema(), "what positive readings mean"),
       text("position", "chainage: the chainage of the line; s: distance from the track's start")
           .one_of({"chainage", "s"})
           .by_default("chainage"),
       number("offset", "m", "added to every position along the track").by_default(0.0),
       text("running", "direction in which the car ran; rows: the order of the rows shows it")
           .one_of({"rows", "along", "against"})
           .by_default("rows"),
       text("sides",
            "left and right as seen along the line or from the car; needed if the car ran against "
            "the line")
           .one_of({"line", "car"}),
       text("jumps",
            "jumps of chainage that the line does not have: refuse (error) or continue (rows at "
            "equal distances)")
           .one_of({"refuse", "continue"})
           .by_default("refuse"),
       number("step", "m", "distance of the samples; default: that of the rows")
           .within(0.01, 100.0),
       text("band", "wavelengths of EN 13848-1 that are kept")
           .one_of({"D1", "D2", "D3", "D1+D2", "D2+D3", "D1+D2+D3"})
           .by_default("D1+D2"),
       numbers("wavelengths", "m", "shortest and longest wave that are kept, instead of a band")
           .of_length(2),
       nested("level", Kind::table, make_instrument_schema(), "instrument of the levels"),
       nested("alignment", Kind::table, make_instrument_schema(), "instrument of the alignments"),
       nested("cross_level", Kind::table, make_instrument_schema(),
              "instrument of the cross level"),
       nested("twist", Kind::table, make_twist_schema(), "base of the twist"),
       number("least_response", "1",
              "smallest response of an instrument for which a wave is restored")
           .within(0.01, 1.0)
           .by_default(0.2),
       number("gauge", "m", "nominal gauge of an absolute gauge; default: the track's").positive(),
       flag("with_design",
            "the readings contain the versines of curves and the cant of the design, which are "
            "subtracted")
           .by_default_flag(false),
       texts("ignore", "columns that are not needed; they give no warning").up_to(1000),
       number("fade", "m", "length over which it fades in and out at its ends")
           .non_negative()
           .by_default(10.0),
       number("scale", "1", "factor on the deviations").within(-1000.0, 1000.0).by_default(1.0)});
}

}  // namespace fourfoot::track
