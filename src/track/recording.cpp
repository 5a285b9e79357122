#include "track/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "track/spline.h"

namespace fourfoot::track {

namespace {

using Samples = std::vector<double>;

constexpr double longest_hole = 10.0;          ///< cells without a number that are bridged [m]
constexpr double largest_deviation = 0.5;      ///< beyond any track [m]
constexpr std::size_t most_samples = 3000000;  ///< 72 MB with four deviations and their bends

Samples combine(double a, const Samples& x, double b, const Samples& y) {
  Samples sum(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) sum[i] = a * x[i] + b * y[i];
  return sum;
}

/// The columns of a table on their way to samples at equal distances.
class Recording {
 public:
  Recording(const ColumnTable& table, const RecordingOptions& options, const RecordingRows& rows,
            const Track& line)
      : table_(table), o_(options), rows_(rows), line_(line) {
    step_ = options.step.value_or(rows.spacing);
    const double count = std::floor((rows.s.back() - rows.s.front()) / step_ * (1.0 + 1e-12)) + 1.0;
    if (!(count <= static_cast<double>(most_samples)))
      throw InputError(Finding{"too-many", options.where,
                               fmt::format("the recording has {:.3g} samples", count),
                               "at most 3 million: take a longer step"});
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
      s_.push_back(rows.s.front() + step_ * static_cast<double>(i));
    runs_against_ = options.running == RecordingOptions::Running::rows
                        ? rows.is_reversed
                        : options.running == RecordingOptions::Running::against;
    if (runs_against_ && options.sides == RecordingOptions::Sides::unknown)
      throw InputError(Finding{"recording-sides", options.where,
                               "the car ran against the line: whose left is left?",
                               "sides = \"line\" or sides = \"car\""});
    is_mirrored_ = runs_against_ && options.sides == RecordingOptions::Sides::car;
  }

  const Samples& s() const { return s_; }
  double step() const { return step_; }
  bool has(const char* name) const { return table_.has(name); }

  /// A column at equal distances, with its sign; sides as the line has them.
  Samples take(const std::string& name, const std::string& quantity) const {
    Samples values = table_.values.at(name);
    if (rows_.is_reversed) std::reverse(values.begin(), values.end());
    fill_holes(name, values);
    const auto sign = o_.signs.find(quantity);
    if (sign != o_.signs.end())
      for (double& value : values) value *= sign->second;
    return resample_rows(values);
  }

  /// The name of a side's column where the car may have run against the line.
  std::string pick(const std::string& quantity, bool is_left) const {
    return quantity + (is_left != is_mirrored_ ? "_left" : "_right");
  }
  bool is_mirrored() const { return is_mirrored_; }
  bool runs_against() const { return runs_against_; }

  /// Readings less what the instrument shows of the design, where they hold it; in the line's axes.
  Samples without_design(Samples readings, const Instrument& instrument,
                         double DesignReading::*part) const {
    if (!o_.has_design) return readings;
    Cursor cursor;
    for (std::size_t i = 0; i < readings.size(); ++i)
      readings[i] -=
          calc_design_reading(line_, instrument, s_[i], runs_against_ ? -1.0 : 1.0, cursor).*part;
    return readings;
  }

  /// The shape behind readings, in the band.
  Samples restore(const Samples& readings, const Instrument& instrument,
                  const WaveBand& band) const {
    const double margin = 3.0 * (std::isfinite(band.longest) ? band.longest : band.shortest);
    const bool is_against = runs_against_;
    return apply_response(readings, step_, margin, [&](double Omega) {
      const std::complex<double> G = calc_inverse(instrument, Omega, o_.least_response);
      return (is_against ? std::conj(G) : G) * calc_band_gain(band, Omega);
    });
  }

 private:
  void fill_holes(const std::string& name, Samples& values) const {
    const std::size_t n = values.size();
    std::size_t i = 0;
    while (i < n) {
      if (std::isfinite(values[i])) {
        ++i;
        continue;
      }
      std::size_t end = i;
      while (end < n && !std::isfinite(values[end])) ++end;
      const bool has_before = i > 0, has_after = end < n;
      const double from = rows_.s[has_before ? i - 1 : i], to = rows_.s[has_after ? end : end - 1];
      if (to - from > longest_hole || (!has_before && !has_after))
        throw InputError(Finding{
            "recording-hole", table_.where(rows_.is_reversed ? n - 1 - i : i),
            fmt::format("\"{}\" has no numbers from s = {:.6g} to {:.6g} m", name, from, to),
            "up to 10 m are bridged; make two recordings of it"});
      const double a = has_before ? values[i - 1] : values[end];
      const double b = has_after ? values[end] : values[i - 1];
      for (std::size_t k = i; k < end; ++k)
        values[k] = to > from ? a + (b - a) * (rows_.s[k] - from) / (to - from) : a;
      i = end;
    }
  }

  Samples resample_rows(const Samples& values) const {
    const Samples bends = calc_spline_bends(rows_.s, values, 0.0, 0.0);
    Samples samples(s_.size());
    std::size_t k = 0;
    for (std::size_t i = 0; i < s_.size(); ++i) {
      while (k + 2 < rows_.s.size() && s_[i] > rows_.s[k + 1]) ++k;
      samples[i] = calc_spline(rows_.s[k], rows_.s[k + 1], values[k], values[k + 1], bends[k],
                               bends[k + 1], s_[i])
                       .value;
    }
    return samples;
  }

  const ColumnTable& table_;
  const RecordingOptions& o_;
  const RecordingRows& rows_;
  const Track& line_;
  double step_ = 0.0;
  bool runs_against_ = false, is_mirrored_ = false;
  Samples s_;
};

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
std::optional<Pair> take_sides(const Recording& r, const std::string& quantity) {
  const std::string left = r.pick(quantity, true), right = r.pick(quantity, false);
  if (!r.has(left.c_str()) || !r.has(right.c_str())) return std::nullopt;
  const Samples l = r.take(left, quantity), rr = r.take(right, quantity);
  return Pair{combine(0.5, l, 0.5, rr), combine(1.0, l, -1.0, rr)};
}

void add_column(Component component, Samples values, const RecordingOptions& o, DataOptions& data) {
  for (double& value : values) value *= o.scale;
  data.columns.push_back({component, std::move(values)});
}

void add_vertical(const Recording& r, const RecordingOptions& o, const std::optional<Pair>& level,
                  DataOptions& data, std::vector<Finding>& warnings) {
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

void add_lateral(const Recording& r, const RecordingOptions& o, DataOptions& data,
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
  const Recording r(table, options, rows, line);
  DataOptions data;
  data.s = r.s();
  data.fade = options.fade;
  data.shortest_wave = std::max(4.0 * r.step(), options.level_band.shortest);
  add_vertical(r, options, take_sides(r, "level"), data, warnings);
  add_lateral(r, options, data, warnings);
  if (data.columns.empty())
    throw InputError(
        Finding{"recording-columns", options.where,
                "the recording has no level, alignment, cross level, twist or gauge of both rails",
                "columns = { level_left = \"...\", level_right = \"...\" } names them"});
  check_sizes(data, options);
  return data;
}

}  // namespace fourfoot::track
