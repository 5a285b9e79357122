// [[irregularity]] type = "recording": how its table is read.
#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "track/irregularity_kinds.h"
#include "track/recording.h"

namespace fourfoot::track {

namespace {

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
