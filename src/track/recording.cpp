#include "track/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "track/recording_samples.h"

namespace fourfoot::track {

namespace {

constexpr double largest_deviation = 0.5;  ///< beyond any track [m]

/// Waves of the band that the instrument does not see.
void warn_of_blind_waves(const char* quantity, const Instrument& instrument, const WaveBand& band,
                         const RecordingOptions& o, std::vector<Finding>& warnings) {
  if (instrument.kind == Instrument::Kind::space_curve) return;
  const std::vector<WaveBand> seen = find_restorable(instrument, o.least_response, band);
  if (seen.size() == 1 && seen[0].shortest <= band.shortest && seen[0].longest >= band.longest)
    return;
  std::string ranges;
  for (const WaveBand& range : seen)
    ranges += fmt::format("{}{:.3g} to {:.3g} m", ranges.empty() ? "" : ", ", range.shortest,
                          range.longest);
  warnings.push_back(
      {"recording-band", o.where,
       fmt::format("{} over {} can be restored for waves of {}; the band asked for is {:g} to {:g} "
                   "m",
                   quantity, describe_instrument(instrument), ranges.empty() ? "no length" : ranges,
                   band.shortest, band.longest),
       "wavelengths = [3, 40] asks for less; least_response lets more through, and more noise"});
}

void check_sizes(const DataOptions& data, const RecordingOptions& o) {
  for (const DataOptions::Column& column : data.columns)
    for (std::size_t i = 0; i < column.values.size(); ++i)
      if (!(std::abs(column.values[i]) <= largest_deviation))
        throw InputError(Finding{
            "recording-size", o.where,
            fmt::format("a deviation of the recording reaches {:.3g} m at s = {:.6g} m",
                        column.values[i], data.s[i]),
            "say the units: columns as \"level_left [mm]\", or units = { level_left = \"mm\" }"});
}

struct Pair {
  Samples mean, difference;
};

/// Mean and difference (left - right) of a quantity of both rails, as readings.
std::optional<Pair> take_sides(const RecordingSamples& r, const std::string& quantity) {
  const std::string left = r.pick(quantity, true), right = r.pick(quantity, false);
  if (!r.has(left.c_str()) || !r.has(right.c_str())) return std::nullopt;
  const Samples l = r.take(left, quantity), rr = r.take(right, quantity);
  return Pair{combine(0.5, l, 0.5, rr), combine(1.0, l, -1.0, rr)};
}

void add_column(Component component, Samples values, const RecordingOptions& o, DataOptions& data) {
  for (double& value : values) value *= o.scale;
  data.columns.push_back({component, std::move(values)});
}

void add_level_columns(const RecordingSamples& r, const RecordingOptions& o,
                       const std::optional<Pair>& level, DataOptions& data,
                       std::vector<Finding>& warnings) {
  if (level || r.has("level")) {
    warn_of_blind_waves("the level", o.level, o.level_band, o, warnings);
    const Samples readings = r.without_design(level ? level->mean : r.take("level", "level"),
                                              o.level, &DesignReading::vertical);
    add_column(Component::vertical, r.restore(readings, o.level, o.level_band), o, data);
  }
  const double side = r.is_mirrored() ? -1.0 : 1.0;
  if (r.has("cross_level")) {
    const Samples readings = r.take("cross_level", "cross_level");
    add_column(Component::cross_level,
               r.restore(r.without_design(combine(side, readings, 0.0, readings), o.cross_level,
                                          &DesignReading::cross_level),
                         o.cross_level, o.level_band),
               o, data);
  } else if (r.has("twist") || r.has("twist_difference")) {
    warn_of_blind_waves("the cross level", o.twist, o.level_band, o, warnings);
    const bool is_rate = r.has("twist");
    const Samples readings = r.take(is_rate ? "twist" : "twist_difference", "twist");
    const double factor = side * (is_rate ? o.twist.base : 1.0);
    add_column(Component::cross_level,
               r.restore(r.without_design(combine(factor, readings, 0.0, readings), o.twist,
                                          &DesignReading::cross_level),
                         o.twist, o.level_band),
               o, data);
  } else if (level) {
    const Samples readings =
        r.without_design(level->difference, o.level, &DesignReading::cross_level);
    add_column(Component::cross_level, r.restore(readings, o.level, o.level_band), o, data);
  }
}

void add_alignment_columns(const RecordingSamples& r, const RecordingOptions& o, DataOptions& data,
                           std::vector<Finding>& warnings) {
  std::optional<Pair> sides = take_sides(r, "alignment");
  // Outward of the left rail is to the left, of the right rail to the right.
  if (sides && o.is_outward)
    sides = Pair{combine(0.5, sides->difference, 0.0, sides->difference),
                 combine(2.0, sides->mean, 0.0, sides->mean)};
  else if (sides && r.is_mirrored())
    sides = Pair{combine(-1.0, sides->mean, 0.0, sides->mean),
                 combine(-1.0, sides->difference, 0.0, sides->difference)};
  if (sides || r.has("alignment")) {
    warn_of_blind_waves("the alignment", o.alignment, o.alignment_band, o, warnings);
    Samples readings = sides ? sides->mean : r.take("alignment", "alignment");
    if (!sides && r.is_mirrored()) readings = combine(-1.0, readings, 0.0, readings);
    readings = r.without_design(std::move(readings), o.alignment, &DesignReading::lateral);
    add_column(Component::alignment, r.restore(readings, o.alignment, o.alignment_band), o, data);
  }
  if (r.has("gauge") || r.has("gauge_deviation")) {
    const bool is_absolute = r.has("gauge");
    Samples readings = r.take(is_absolute ? "gauge" : "gauge_deviation", "gauge");
    if (is_absolute)
      for (double& value : readings) value -= o.gauge;
    // A gauge that is wide for long is felt: no long waves are taken away.
    add_column(Component::gauge, r.restore(readings, {}, {o.alignment_band.shortest}), o, data);
  } else if (sides) {
    add_column(Component::gauge, r.restore(sides->difference, o.alignment, o.alignment_band), o,
               data);
  }
}

}  // namespace

DataOptions build_recording_data(const ColumnTable& table, const RecordingOptions& options,
                                 const RecordingRows& rows, const Track& line,
                                 std::vector<Finding>& warnings) {
  const RecordingSamples r(table, options, rows, line);
  DataOptions data;
  data.s = r.s();
  data.fade = options.fade;
  data.shortest_wave = std::max(4.0 * r.step(), options.level_band.shortest);
  add_level_columns(r, options, take_sides(r, "level"), data, warnings);
  add_alignment_columns(r, options, data, warnings);
  if (data.columns.empty())
    throw InputError(
        Finding{"recording-columns", options.where,
                "the recording has no level, alignment, cross level, twist or gauge of both rails",
                "columns = { level_left = \"...\", level_right = \"...\" } names them"});
  check_sizes(data, options);
  return data;
}

}  // namespace fourfoot::track
