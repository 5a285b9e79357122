#include "track/recording_samples.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "track/spline.h"

namespace fourfoot::track {

namespace {

constexpr double longest_hole = 10.0;          ///< cells without a number that are bridged [m]
constexpr std::size_t most_samples = 3000000;  ///< 200 MB with four deviations and their bends

}  // namespace

Samples combine(double a, const Samples& x, double b, const Samples& y) {
  Samples sum(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) sum[i] = a * x[i] + b * y[i];
  return sum;
}

RecordingSamples::RecordingSamples(const ColumnTable& table, const RecordingOptions& options,
                                   const RecordingRows& rows, const Track& line)
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

Samples RecordingSamples::take(const std::string& name, const std::string& quantity) const {
  Samples values = table_.values.at(name);
  if (rows_.is_reversed) std::reverse(values.begin(), values.end());
  fill_holes(name, values);
  const auto sign = o_.signs.find(quantity);
  if (sign != o_.signs.end())
    for (double& value : values) value *= sign->second;
  return resample_rows(values);
}

Samples RecordingSamples::without_design(Samples readings, const Instrument& instrument,
                                         double DesignReading::*part) const {
  if (!o_.has_design) return readings;
  Cursor cursor;
  for (std::size_t i = 0; i < readings.size(); ++i)
    readings[i] -=
        calc_design_reading(line_, instrument, s_[i], runs_against_ ? -1.0 : 1.0, cursor).*part;
  return readings;
}

Samples RecordingSamples::restore(const Samples& readings, const Instrument& instrument,
                                  const WaveBand& band) const {
  const double margin = 3.0 * (std::isfinite(band.longest) ? band.longest : band.shortest);
  const bool is_against = runs_against_;
  return apply_response(readings, step_, margin, [&](double Omega) {
    const std::complex<double> G = calc_inverse(instrument, Omega, o_.least_response);
    return (is_against ? std::conj(G) : G) * calc_band_gain(band, Omega);
  });
}

void RecordingSamples::fill_holes(const std::string& name, Samples& values) const {
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
      throw InputError(
          Finding{"recording-hole", table_.where(rows_.is_reversed ? n - 1 - i : i),
                  fmt::format("\"{}\" has no numbers from s = {:.6g} to {:.6g} m", name, from, to),
                  "up to 10 m are bridged; make two recordings of it"});
    const double a = has_before ? values[i - 1] : values[end];
    const double b = has_after ? values[end] : values[i - 1];
    for (std::size_t k = i; k < end; ++k)
      values[k] = to > from ? a + (b - a) * (rows_.s[k] - from) / (to - from) : a;
    i = end;
  }
}

Samples RecordingSamples::resample_rows(const Samples& values) const {
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

}  // namespace fourfoot::track
