#include "track/quality.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace fourfoot::track {

namespace {

constexpr double longest_judged_wave = 200.0;  ///< of any band [m]

double calc_deviation(const std::vector<double>& x, std::size_t begin, std::size_t end) {
  double mean = 0.0, sum = 0.0;
  for (std::size_t i = begin; i < end; ++i) mean += x[i];
  mean /= static_cast<double>(end - begin);
  for (std::size_t i = begin; i < end; ++i) sum += (x[i] - mean) * (x[i] - mean);
  return std::sqrt(sum / static_cast<double>(end - begin - 1));
}

/// Cross level as the rails lie, design and deviation; > 0 left rail higher [m].
double calc_cross_level(const Track& track, double s, Cursor& cursor) {
  return track.calc_irregularity(s).cross_level.value - track.calc_geometry(s, cursor).cant;
}

WaveBand get_judged_band(std::size_t rail, std::size_t band) {
  if (band == 2) return rail < 2 ? band_d3 : band_d3_alignment;
  return band == 0 ? band_d1 : band_d2;
}

/// Stretches where a signal times `side` is beyond a limit; side 0: of either sign.
void find_stretches(const QualitySignals& signals, const std::vector<double>& x,
                    const std::string& name, double side, const QualityLimit& limit,
                    std::vector<Defect>& defects) {
  const double lowest = std::min({limit.alert, limit.intervention, limit.immediate});
  const auto size = [&](std::size_t i) { return side == 0.0 ? std::abs(x[i]) : side * x[i]; };
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!(size(i) > lowest)) continue;
    std::size_t end = i, peak = i;
    for (; end < x.size() && size(end) > lowest; ++end)
      if (size(end) > size(peak)) peak = end;
    Defect d{name,    "alert",     signals.s[i], signals.s[end - 1], signals.s[peak],
             x[peak], limit.alert, limit.trust};
    if (size(peak) > limit.intervention) {
      d.level = "intervention";
      d.limit = limit.intervention;
    }
    if (size(peak) > limit.immediate) {
      d.level = "immediate";
      d.limit = limit.immediate;
    }
    defects.push_back(std::move(d));
    i = end;
  }
}

void find_section_defects(const std::vector<QualitySection>& sections, const QualityLimit& limit,
                          std::size_t rail, std::size_t band, std::vector<Defect>& defects) {
  QualitySignals one;
  std::vector<double> values;
  for (const QualitySection& section : sections) {
    one.s = {section.from};
    values = {section.deviations[rail][band]};
    const std::size_t before = defects.size();
    find_stretches(
        one, values,
        fmt::format("deviation of {} {}", QualitySignals::rails[rail], QualitySignals::bands[band]),
        0.0, limit, defects);
    if (defects.size() > before) defects.back().to = section.to;
  }
}

}  // namespace

QualitySignals calc_quality_signals(const Track& track, const QualityOptions& o) {
  QualitySignals signals;
  const double count = std::floor((o.to - o.from) / o.step * (1.0 + 1e-12)) + 1.0;
  if (!(count >= 2.0) || !(count < 4e6))
    throw InputError(Finding{"bad-arguments",
                             {},
                             "the range contains no samples, or too many",
                             "4 million samples of 0.25 m at the most"});
  const auto n = static_cast<std::size_t>(count);
  std::array<std::vector<double>, 4> rails;
  for (std::size_t i = 0; i < n; ++i) {
    const double s = o.from + o.step * static_cast<double>(i);
    const RailDeviations d = track.calc_irregularity(s);
    signals.s.push_back(s);
    signals.gauge.push_back(d.gauge.value);
    rails[0].push_back(d.vertical_l().value);
    rails[1].push_back(d.vertical_r().value);
    rails[2].push_back(d.lateral_l().value);
    rails[3].push_back(d.lateral_r().value);
  }
  for (std::size_t r = 0; r < 4; ++r)
    for (std::size_t b = 0; b < 3; ++b)
      signals.filtered[r][b] = apply_response(
          rails[r], o.step, 3.0 * longest_judged_wave,
          [&](double Omega) { return calc_band_gain(get_judged_band(r, b), Omega); });
  Cursor cursor;
  for (const double base : o.twist_bases) {
    std::vector<double>& twist = signals.twists.emplace_back();
    for (const double s : signals.s)
      twist.push_back((calc_cross_level(track, s + 0.5 * base, cursor) -
                       calc_cross_level(track, s - 0.5 * base, cursor)) /
                      base);
  }
  return signals;
}

std::vector<QualitySection> calc_quality_sections(const QualitySignals& signals,
                                                  const QualityOptions& o) {
  std::vector<QualitySection> sections;
  const auto length = static_cast<std::size_t>(std::lround(o.section / o.step));
  const std::size_t n = signals.s.size();
  for (std::size_t begin = 0; begin + std::max<std::size_t>(length / 2, 2) <= n; begin += length) {
    const std::size_t end = std::min(begin + length, n);
    QualitySection section;
    section.from = signals.s[begin];
    section.to = signals.s[end - 1] + (end < n ? o.step : 0.0);
    for (std::size_t r = 0; r < 4; ++r)
      for (std::size_t b = 0; b < 3; ++b)
        section.deviations[r][b] = calc_deviation(signals.filtered[r][b], begin, end);
    const auto first = signals.gauge.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = signals.gauge.begin() + static_cast<std::ptrdiff_t>(end);
    for (auto it = first; it != last; ++it) section.gauge_mean += *it;
    section.gauge_mean /= static_cast<double>(end - begin);
    section.gauge_min = *std::min_element(first, last);
    section.gauge_max = *std::max_element(first, last);
    for (const std::vector<double>& twist : signals.twists) {
      double most = 0.0;
      for (std::size_t i = begin; i < end; ++i) most = std::max(most, std::abs(twist[i]));
      section.twists.push_back(most);
    }
    sections.push_back(std::move(section));
  }
  return sections;
}

std::vector<Defect> find_defects(const QualitySignals& signals,
                                 const std::vector<QualitySection>& sections,
                                 const QualityOptions& o, const std::vector<QualityLimit>& limits) {
  std::vector<Defect> defects;
  for (const QualityLimit& limit : limits) {
    if (limit.quantity == "gauge_wide" || limit.quantity == "gauge_narrow") {
      const double side = limit.quantity == "gauge_wide" ? 1.0 : -1.0;
      find_stretches(signals, signals.gauge, limit.quantity, side, limit, defects);
    } else if (limit.quantity == "twist") {
      for (std::size_t k = 0; k < o.twist_bases.size(); ++k)
        if (std::abs(o.twist_bases[k] - limit.base) < 1e-6)
          find_stretches(signals, signals.twists[k], fmt::format("twist {:g} m", limit.base), 0.0,
                         limit, defects);
    } else {
      const std::size_t first = limit.quantity == "level" ? 0 : 2;
      const auto band = static_cast<std::size_t>(limit.band.back() - '1');
      for (std::size_t r = first; r < first + 2; ++r) {
        if (limit.is_deviation)
          find_section_defects(sections, limit, r, band, defects);
        else
          find_stretches(signals, signals.filtered[r][band],
                         fmt::format("{} {}", QualitySignals::rails[r], limit.band), 0.0, limit,
                         defects);
      }
    }
  }
  std::stable_sort(defects.begin(), defects.end(),
                   [](const Defect& a, const Defect& b) { return a.at < b.at; });
  return defects;
}

}  // namespace fourfoot::track
