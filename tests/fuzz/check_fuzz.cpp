// What `fourfoot check` does, for every kind of text file: read, checked, built. The first line
// says the kind. An input may be refused with an InputError; nothing else may come out. Mutations
// keep the structure (mutate_text.h), so that builders are reached and not only parsers.
#include <algorithm>
#include <cstdint>
#include <cstring>

#include "base/error.h"
#include "input/alignment_file.h"
#include "input/columns.h"
#include "input/load.h"
#include "mutate_text.h"
#include "profile/description.h"
#include "scenario/scenario.h"
#include "track/quality_limits.h"
#include "track/recording.h"
#include "track/schema.h"
#include "track/spectrum_table.h"
#include "track/track.h"
#include "vehicle/model.h"
#include "vehicle/schema.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace {

using namespace fourfoot;

using Source = std::shared_ptr<const SourceFile>;

input::Document load(const Source& source, const Schema& schema) {
  return input::load_document(source, "/no/such/folder", schema);
}

void check_vehicle(const Source& source) {
  const vehicle::VehicleDescription description =
      vehicle::read_description(load(source, *vehicle::get_vehicle_schema()).root);
  vehicle::check_description(description);
  vehicle::build(description);
}

void check_track(const Source& source) {
  const input::Document document = load(source, *scenario::get_track_file_schema());
  std::vector<Source> sources;
  const track::Track track(
      track::read_track_description(document.root, input::make_data_readers(sources)));
  track::Cursor cursor;
  for (double u = 0.0; u <= 1.0; u += 0.1) {
    track.calc_frame(u * track.length(), 20.0, 0.1, cursor);
    track.calc_irregularity(u * track.length());
  }
}

void check_profile(const Source& source) {
  const input::Document document = load(source, profile::get_profile_schema());
  profile::build_profile(document.root,
                         [](const std::string&, const SourceLocation& where) -> Source {
                           throw InputError(Finding{"file-not-found", where, "no files here"});
                         });
}

/// A line as somebody else describes it; what it begins with says the format.
void check_alignment(const Source& source) {
  track::Alignment alignment = input::read_alignment_file(source, {});
  track::TrackDescription d;
  d.measure = track::LengthMeasure::plan;
  d.horizontal = std::move(alignment.horizontal);
  d.cant = std::move(alignment.cant);
  d.vertical = std::move(alignment.vertical);
  const track::Track track(d);
}

/// What a recording car measured, over an asymmetric chord and over a base of twist.
void check_recording(const Source& source) {
  track::TrackDescription d;
  track::HorizontalElement straight;
  straight.length = 1000.0;
  d.horizontal = {straight};
  d.chainages = {{0.0, 5000.0, 1.0}, {400.0, 7000.0, -1.0}};
  const track::Track line(d);
  const track::LineMeasure measure(line, d);
  track::RecordingOptions options;
  options.sides = track::RecordingOptions::Sides::car;
  options.continues_jumps = source->text.size() % 2 == 0;
  options.level.kind = options.alignment.kind = track::Instrument::Kind::chord;
  options.level.rear = options.alignment.rear = 4.0;
  options.level.front = options.alignment.front = 6.0;
  options.twist.kind = track::Instrument::Kind::twist;
  options.twist.base = 3.0;
  const track::ColumnTable table =
      input::read_columns(source, {"", {}, track::get_recording_columns(), {}, true});
  std::vector<Finding> warnings;
  const track::RecordingRows rows = track::place_rows(table, options, measure);
  const track::DataIrregularity data(
      track::build_recording_data(table, options, rows, line, warnings));
  track::RailDeviations deviations;
  data.add(500.0, deviations);
}

void check_spectrum(const Source& source) {
  const track::SpectrumSet set = track::read_spectrum_table(
      "", {},
      [&](const track::ColumnRequest& request) { return input::read_columns(source, request); });
  for (const track::Spectrum& spectrum : set)
    if (spectrum && !(spectrum(1.0) >= 0.0)) __builtin_trap();
}

void check_limits(const Source& source) {
  track::read_quality_limits(load(source, *track::get_quality_limits_schema()).root).find(40.0);
}

void check_columns(const Source& source) {
  input::read_columns(
      source, {"", {}, {{"s", "m", true}, {"vertical", "m", false}, {"gauge", "m", false}}});
}

void check_scenario(const Source& source) {
  const input::Document document = load(source, *scenario::get_scenario_schema());
  std::vector<Source> sources;
  const scenario::Scenario scenario =
      scenario::read_scenario(document.root, input::make_data_readers(sources));
  scenario::build_system(scenario, {.with_tables = false});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string kind = text.substr(0, end);
  const auto source = std::make_shared<const SourceFile>(
      SourceFile{"fuzz." + kind, text.substr(std::min(end + 1, text.size()))});
  try {
    if (kind == "vehicle") check_vehicle(source);
    if (kind == "track") check_track(source);
    if (kind == "profile") check_profile(source);
    if (kind == "columns") check_columns(source);
    if (kind == "alignment") check_alignment(source);
    if (kind == "recording") check_recording(source);
    if (kind == "spectrum") check_spectrum(source);
    if (kind == "limits") check_limits(source);
    if (kind == "scenario") check_scenario(source);
  } catch (const InputError& error) {
    for (std::size_t i = 0; i < std::min<std::size_t>(3, error.findings().size()); ++i)
      if (format(error.findings()[i]).empty()) __builtin_trap();
  }
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  if (seed % 8 == 0) return LLVMFuzzerMutate(data, size, most);
  std::string text(reinterpret_cast<const char*>(data), size);
  fuzz::mutate_text(text, seed);
  const std::size_t kept = std::min(text.size(), most);
  std::memcpy(data, text.data(), kept);
  return kept;
}
