// Where the rows of a recording car's table lie along the line.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "track/recording.h"

namespace fourfoot::track {

namespace {

constexpr double least_jump = 5.0;     ///< [m]
constexpr double jump_in_rows = 20.0;  ///< over the usual distance of the rows

double find_middle(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// The position of each chainage; where the line has it twice, the one next to the row before.
std::vector<double> find_along_line(const std::vector<double>& chainage,
                                    const LineMeasure& measure) {
  std::vector<double> s;
  s.reserve(chainage.size());
  for (const double value : chainage) {
    const std::vector<double> positions = measure.find_positions(value);
    // Between two marks chainages may be left out: such a row goes on from the one before it.
    if (positions.empty()) {
      s.push_back(s.empty() ? 0.0 : s.back());
      continue;
    }
    double best = positions.front();
    if (!s.empty())
      for (const double position : positions)
        if (std::abs(position - s.back()) < std::abs(best - s.back())) best = position;
    s.push_back(best);
  }
  return s;
}

/// Mean distance of rows over pieces that are long against the rounding of the chainage.
double find_mean_spacing(const std::vector<double>& s, double rounding) {
  std::vector<double> means;
  for (std::size_t piece = 10; piece < s.size(); piece *= 2) {
    means.clear();
    const std::size_t stride = std::max<std::size_t>(1, piece / 8);
    for (std::size_t i = 0; i + piece < s.size(); i += stride)
      means.push_back((s[i + piece] - s[i]) / static_cast<double>(piece));
    if (std::abs(find_middle(means)) * static_cast<double>(piece) >= 10.0 * rounding) break;
  }
  if (means.empty()) return (s.back() - s.front()) / static_cast<double>(s.size() - 1);
  return find_middle(means);
}

/// Takes jumps out, or tells the first.
void treat_jumps(const ColumnTable& table, const RecordingOptions& options, double spacing,
                 double rounding, std::vector<double>& s) {
  const double most = std::max(least_jump, jump_in_rows * std::abs(spacing)) + rounding;
  double shift = 0.0;
  for (std::size_t i = 1; i < s.size(); ++i) {
    s[i] += shift;
    const double jump = s[i] - s[i - 1] - spacing;
    if (std::abs(jump) <= most) continue;
    if (!options.continues_jumps)
      throw InputError(Finding{
          "recording-jump", table.where(i),
          fmt::format("the recording jumps by {:.6g} m here, from s = {:.6g} to {:.6g} m, and the "
                      "line has no such jump of chainage",
                      jump, s[i - 1], s[i]),
          "jumps = \"continue\" goes on at equal distances; else make two recordings of it"});
    shift -= jump;
    s[i] -= jump;
  }
}

/// Positions between the means of pieces: what rounding has done to single rows is gone.
void even_out(std::vector<double>& s, double spacing, double rounding) {
  const auto wanted = static_cast<std::size_t>(std::ceil(20.0 * rounding / std::abs(spacing)));
  const std::size_t piece =
      std::clamp<std::size_t>(wanted, 20, std::max<std::size_t>(20, s.size() / 2));
  if (s.size() < 2 * piece) {
    const double first = s.front();
    for (std::size_t i = 0; i < s.size(); ++i) s[i] = first + spacing * static_cast<double>(i);
    return;
  }
  std::vector<double> rows, means;
  for (std::size_t i = 0; i + piece <= s.size(); i += piece) {
    double sum = 0.0;
    for (std::size_t k = i; k < i + piece; ++k) sum += s[k];
    means.push_back(sum / static_cast<double>(piece));
    rows.push_back(static_cast<double>(i) + 0.5 * static_cast<double>(piece - 1));
  }
  std::size_t k = 0;
  for (std::size_t i = 0; i < s.size(); ++i) {
    while (k + 2 < rows.size() && static_cast<double>(i) > rows[k + 1]) ++k;
    const double u = (static_cast<double>(i) - rows[k]) / (rows[k + 1] - rows[k]);
    s[i] = means[k] + u * (means[k + 1] - means[k]);
  }
}

}  // namespace

RecordingRows place_rows(const ColumnTable& table, const RecordingOptions& options,
                         const LineMeasure& measure) {
  const std::vector<double>& chainage = table.values.at("chainage");
  constexpr std::size_t least_rows = 20;
  if (chainage.size() < least_rows)
    throw InputError(Finding{"recording-rows", options.where,
                             fmt::format("the recording has {} rows", chainage.size()),
                             fmt::format("at least {}", least_rows)});
  RecordingRows rows;
  rows.s = options.is_arc_length ? chainage : find_along_line(chainage, measure);
  const double rounding = table.steps.at("chainage");
  const double spacing = find_mean_spacing(rows.s, rounding);
  if (spacing == 0.0)
    throw InputError(Finding{"recording-rows", table.where(0),
                             "most rows of the recording have the same chainage", ""});
  treat_jumps(table, options, spacing, rounding, rows.s);
  if (rounding > 0.2 * std::abs(spacing)) even_out(rows.s, spacing, rounding);
  rows.is_reversed = spacing < 0.0;
  rows.spacing = std::abs(spacing);
  for (std::size_t i = 1; i < rows.s.size(); ++i)
    if (!((rows.s[i] - rows.s[i - 1]) * spacing > 0.0))
      throw InputError(Finding{"recording-rows", table.where(i),
                               fmt::format("the recording goes back here, from s = {:.8g} to "
                                           "{:.8g} m",
                                           rows.s[i - 1], rows.s[i]),
                               "rows follow each other along the line or against it"});
  if (rows.is_reversed) std::reverse(rows.s.begin(), rows.s.end());
  for (double& s : rows.s) s += options.offset;
  return rows;
}

}  // namespace fourfoot::track
