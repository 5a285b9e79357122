// [[irregularity]] type = "recording": what its table may hold, and how it is read.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
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
       number("rear", "m", "of a chord: from its rear end to the reading").within(0.05, 1000.0),
       number("front", "m", "of a chord: from the reading to its front end").within(0.05, 1000.0),
       number("cut", "m", "of an inertial platform: wavelength of its high pass")
           .within(0.1, 10000.0),
       integer("order", "of that high pass").within(1, 8).by_default(2.0),
       flag("zero_phase", "that high pass shifts nothing along the line").by_default_flag(false)});
}

SchemaPtr make_twist_schema() {
  return make_irregularity_schema(
      "twist", "Over which base, and where along it the reading is written down.",
      {number("base", "m", "length of the base").within(0.1, 100.0).by_default(3.0),
       text("at", "position of the reading on the base")
           .one_of({"centre", "rear", "front"})
           .by_default("centre")});
}

Instrument read_instrument(const Table& table, const char* key) {
  Instrument instrument;
  if (!table.has(key)) return instrument;
  const Table& t = table.table(key);
  const int said = static_cast<int>(t.has("chord")) + static_cast<int>(t.has("cut")) +
                   static_cast<int>(t.has("rear") || t.has("front"));
  if (said > 1 || t.has("rear") != t.has("front"))
    throw InputError(Finding{"recording-instrument", table.where_is(key),
                             "the instrument is not clear",
                             "give chord, or rear and front, or cut"});
  if (t.has("cut")) {
    instrument.kind = Instrument::Kind::inertial;
    instrument.cut = t.number("cut");
    instrument.order = t.integer("order");
    instrument.is_zero_phase = t.flag("zero_phase");
  } else if (said == 1) {
    instrument.kind = Instrument::Kind::chord;
    instrument.rear = t.has("chord") ? 0.5 * t.number("chord") : t.number("rear");
    instrument.front = t.has("chord") ? instrument.rear : t.number("front");
  }
  return instrument;
}

Instrument read_twist(const Table& table) {
  Instrument twist;
  twist.kind = Instrument::Kind::twist;
  twist.base = table.has("twist") ? table.table("twist").number("base") : 3.0;
  const std::string at = table.has("twist") ? table.table("twist").text("at") : "centre";
  twist.ahead = at == "centre" ? 0.5 * twist.base : at == "rear" ? twist.base : 0.0;
  return twist;
}

void read_bands(const Table& table, RecordingOptions& o) {
  if (table.has("wavelengths")) {
    const std::vector<double>& given = table.numbers("wavelengths");
    if (!(given[0] > 0.0) || !(given[1] > given[0]))
      throw InputError(Finding{"recording-wavelengths", table.where_is("wavelengths"),
                               "wavelengths are the shortest and the longest, above 0",
                               "wavelengths = [3, 70]"});
    o.level_band = o.alignment_band = {given[0], given[1]};
    return;
  }
  const std::string& band = table.text("band");
  const double shortest = band[1] == '1'   ? band_d1.shortest
                          : band[1] == '2' ? band_d2.shortest
                                           : band_d3.shortest;
  const char last = band.back();
  o.level_band = {shortest, last == '1'   ? band_d1.longest
                            : last == '2' ? band_d2.longest
                                          : band_d3.longest};
  o.alignment_band = {shortest, last == '3' ? band_d3_alignment.longest : o.level_band.longest};
}

void read_signs(const Table& table, RecordingOptions& o) {
  if (!table.has("positive")) return;
  const Table& t = table.table("positive");
  const auto turn = [&](const char* key, const char* word) {
    o.signs[key] = t.text(key) == word ? -1.0 : 1.0;
  };
  turn("level", "down");
  turn("alignment", "right");
  turn("cross_level", "right");
  turn("gauge", "narrow");
  turn("twist", "falling");
  o.is_outward = t.text("alignment") == "outward" || t.text("alignment") == "inward";
  if (t.text("alignment") == "inward") o.signs["alignment"] = -1.0;
}

RecordingOptions read_recording(const Table& table, const TrackDescription& line) {
  RecordingOptions o;
  o.where = table.where;
  read_signs(table, o);
  o.is_arc_length = table.text("position") == "s";
  o.offset = table.number("offset");
  const std::string& running = table.text("running");
  o.running = running == "along"     ? RecordingOptions::Running::along
              : running == "against" ? RecordingOptions::Running::against
                                     : RecordingOptions::Running::rows;
  if (table.has("sides"))
    o.sides =
        table.text("sides") == "car" ? RecordingOptions::Sides::car : RecordingOptions::Sides::line;
  o.continues_jumps = table.text("jumps") == "continue";
  if (table.has("step")) o.step = table.number("step");
  read_bands(table, o);
  o.level = read_instrument(table, "level");
  o.alignment = read_instrument(table, "alignment");
  o.cross_level = read_instrument(table, "cross_level");
  o.twist = read_twist(table);
  o.least_response = table.number("least_response");
  o.gauge = table.number_or("gauge", line.gauge);
  o.has_design = table.flag("with_design");
  o.fade = table.number("fade");
  o.scale = table.number("scale");
  return o;
}

std::map<std::string, std::string> read_words(const Table& table, const char* key) {
  std::map<std::string, std::string> words;
  if (!table.has(key)) return words;
  for (const auto& [name, value] : table.table(key).entries())
    words[name] = table.table(key).text(name);
  return words;
}

/// Data beside the line would never be felt.
void check_overlap(const DataOptions& data, const LineMeasure& measure, double length,
                   const RecordingOptions& o) {
  if (data.s.front() < length && data.s.back() > 0.0) return;
  throw InputError(Finding{
      "recording-elsewhere", o.where,
      fmt::format("the recording lies from s = {:.6g} to {:.6g} m (chainage {:.8g} to {:.8g}), the "
                  "line goes from 0 to {:.6g} m (chainage {:.8g} to {:.8g})",
                  data.s.front(), data.s.back(), measure.calc_chainage(data.s.front()),
                  measure.calc_chainage(data.s.back()), length, measure.calc_chainage(0.0),
                  measure.calc_chainage(length)),
      "offset = ... shifts it along the line; position = \"s\" if it counts from the track's "
      "start"});
}

void warn_of_other_columns(const ColumnTable& table, const RecordingOptions& o,
                           const std::vector<std::string>& ignored,
                           std::vector<Finding>& warnings) {
  std::string list;
  for (const std::string& name : table.skipped)
    if (std::find(ignored.begin(), ignored.end(), name) == ignored.end())
      list += (list.empty() ? "\"" : ", \"") + name + "\"";
  if (list.empty()) return;
  warnings.push_back(
      {"columns-ignored", o.where, "\"" + table.file->name + "\": ignored columns: " + list,
       "columns = { level_left = \"...\" } says what a column is, ignore = [\"...\"] "
       "that it is not needed"});
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
                                "what the file calls its column of "),
              "{ level_left = \"name in the file\" }"),
       nested("units", Kind::table,
              make_names_schema("units of a recording", "Units of columns whose header has none.",
                                "unit of "),
              "{ level_left = \"mm\" }"),
       nested("positive", Kind::table, make_positive_schema(), "what positive readings mean"),
       text("position", "chainage: as the line counts; s: from the track's start")
           .one_of({"chainage", "s"})
           .by_default("chainage"),
       number("offset", "m", "added to every position along the track").by_default(0.0),
       text("running", "how the car ran along the line; rows: as the rows follow each other")
           .one_of({"rows", "along", "against"})
           .by_default("rows"),
       text("sides",
            "left and right as the line has them or the car; where it ran against the line")
           .one_of({"line", "car"}),
       text("jumps", "of chainage that the line has not: an error, or rows go on evenly")
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
       number("least_response", "1", "an instrument that shows less of a wave does not restore it")
           .within(0.01, 1.0)
           .by_default(0.2),
       number("gauge", "m", "nominal gauge of an absolute gauge; default: the track's").positive(),
       flag("with_design",
            "readings hold versines of curves and the cant: the line's are taken away")
           .by_default_flag(false),
       texts("ignore", "columns that are not needed: no warning of them").up_to(1000),
       number("fade", "m", "length over which it fades in and out at its ends")
           .non_negative()
           .by_default(10.0),
       number("scale", "1", "factor on the deviations").within(-1000.0, 1000.0).by_default(1.0)});
}

IrregularityPtr build_recording(const Table& table, const IrregularityContext& context) {
  const RecordingOptions options = read_recording(table, context.line);
  if (!context.read)
    throw InputError(
        Finding{"file-not-found", table.where_is("file"), "no files are opened here", ""});
  const ColumnTable columns =
      context.read({table.text("file"), table.where_is("file"), get_recording_columns(),
                    read_words(table, "columns"), true, read_words(table, "units")});
  TrackDescription plain = context.line;
  plain.irregularities.clear();
  const Track line(plain);
  const LineMeasure measure(line, plain);
  const RecordingRows rows = place_rows(columns, options, measure);
  DataOptions data = build_recording_data(columns, options, rows, line, context.warnings);
  check_overlap(data, measure, line.length(), options);
  warn_of_other_columns(columns, options,
                        table.has("ignore") ? table.texts("ignore") : std::vector<std::string>(),
                        context.warnings);
  return std::make_shared<DataIrregularity>(std::move(data));
}

}  // namespace fourfoot::track
