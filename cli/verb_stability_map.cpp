#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>

#include "analysis/bifurcation.h"
#include "base/error.h"
#include "base/sha256.h"
#include "cli/curve_option.h"
#include "cli/interrupt.h"
#include "cli/overrides.h"
#include "cli/quantity_option.h"
#include "cli/scenario_family.h"
#include "cli/study_run.h"
#include "cli/svg_plot.h"
#include "cli/verbs.h"
#include "io/scenario_file.h"

namespace fourfoot::cli {

namespace {

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == at)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

/// The lines of the map: what is set for each, and how it is called.
std::vector<CurveSetting> list_lines(const StabilityMapOptions& options) {
  std::vector<CurveSetting> lines;
  if (!options.values.empty()) {
    for (const std::string& value : split(options.values, ','))
      lines.push_back({value, {{options.parameter, value}}});
  } else {
    for (const std::string& radius : split(options.radius, ','))
      lines.push_back(read_curve(radius));
  }
  return lines;
}

std::string format_rows(const std::string& name,
                        const std::vector<analysis::BifurcationPoint>& points) {
  std::string rows;
  for (const analysis::BifurcationPoint& p : points) {
    rows += fmt::format("{}{},{},{},{},{},{},{},{},{},done,", rows.empty() ? "" : "\n",
                        make_cell(name), p.value, p.sweep, analysis::get_word(p.motion.kind),
                        p.motion.largest, p.motion.peak_to_peak, p.motion.mean, p.motion.period,
                        std::isnan(p.growth) ? "" : fmt::format("{}", p.growth));
  }
  return rows;
}

/// Max |y| and peak to peak over speed, a colour for each line: the pair of plots of a stability
/// map.
void draw(const std::string& title, const std::string& csv, const std::string& file) {
  Plot largest{"Largest |y| of the observed coordinate",
               "speed [m/s]",
               "max |y| [mm, mrad]",
               {},
               true,
               false};
  Plot range{"Peak to peak", "speed [m/s]", "peak to peak [mm, mrad]", {}, true, false};
  std::map<std::string, std::size_t> colours;
  std::string last;
  for (const auto& row : read_study_rows(csv)) {
    if (row.size() < 6 || row[1] == "speed" || row[1].empty()) continue;
    const std::string line = row[0] + row[2];
    if (line != last) {
      const bool is_new = colours.emplace(row[0], colours.size()).second;
      Series series;
      series.colour = get_colour(colours[row[0]]);
      series.label = is_new ? title + " " + row[0] : "";
      series.marks = true;
      series.dashed = series.open = row[2] == "down";
      largest.series.push_back(series);
      range.series.push_back(series);
      last = line;
    }
    for (Plot* plot : {&largest, &range}) {
      plot->series.back().x.push_back(std::atof(row[1].c_str()));
      plot->series.back().y.push_back(1e3 * std::atof(row[plot == &largest ? 4 : 5].c_str()));
    }
  }
  write_svg({largest, range}, file);
}

/// The lowest speed with a lasting motion, and the one at which it diverges, for each line.
void print_limits(const std::string& title, const std::string& csv) {
  struct Limits {
    double hunts = std::numeric_limits<double>::infinity(), diverges = hunts;
  };
  std::vector<std::pair<std::string, Limits>> lines;
  for (const auto& row : read_study_rows(csv)) {
    if (row.size() < 6 || row[1] == "speed" || row[1].empty()) continue;
    if (lines.empty() || lines.back().first != row[0]) lines.push_back({row[0], {}});
    Limits& limits = lines.back().second;
    const double v = std::atof(row[1].c_str());
    if (row[3] == "diverged")
      limits.diverges = std::min(limits.diverges, v);
    else if (row[3] != "stationary")
      limits.hunts = std::min(limits.hunts, v);
  }
  fmt::print("{:>16} {:>18} {:>18}\n", title, "hunts from [m/s]", "diverges [m/s]");
  for (const auto& [name, limits] : lines) {
    const auto tell = [](double v) {
      return std::isfinite(v) ? fmt::format("{:.6g}", v) : std::string("-");
    };
    fmt::print("{:>16} {:>18} {:>18}\n", name, tell(limits.hunts), tell(limits.diverges));
  }
}

}  // namespace

int stability_map(const StabilityMapOptions& options) {
  const std::vector<CurveSetting> lines = list_lines(options);
  const std::vector<double> speeds = read_range("--speed", options.speed, "m/s");
  const std::vector<io::Override> given = parse_overrides(options.set);
  const auto list_settings = [&](const CurveSetting& line, double v) {
    std::vector<io::Override> all = given;
    all.insert(all.end(), line.settings.begin(), line.settings.end());
    all.push_back({"speed.v", fmt::format("{:.17g}", v)});
    return all;
  };
  StudyJob job;
  std::string text =
      options.speed + options.observed + options.direction + fmt::format("{}", options.longest);
  for (const std::string& set : options.set) text += set + "\n";
  for (const CurveSetting& line : lines) {
    text += line.name;
    for (const io::Override& setting : line.settings) text += setting.key + setting.value;
    for (const auto& source :
         io::read_scenario_file(options.scenario, list_settings(line, speeds.front())).sources)
      text += source->text;
  }
  const std::string title = options.values.empty() ? "R [m]" : options.parameter;
  job.key = calc_sha256(text);
  job.header = make_cell(options.values.empty() ? "radius" : options.parameter) +
               ",speed,sweep,motion,max_abs,peak_to_peak,mean,period,growth,status,fault";
  job.count = lines.size();
  job.work = [&](std::size_t i) {
    analysis::BifurcationOptions sweep;
    sweep.settle.observed = options.observed;
    sweep.settle.longest = options.longest;
    sweep.settle.is_cancelled = was_interrupted;
    sweep.up = options.direction != "down";
    sweep.down = options.direction != "up";
    try {
      const analysis::Family family = [&](double v) {
        return read_member(options.scenario, list_settings(lines[i], v));
      };
      return StudyJob::Rows{
          format_rows(lines[i].name, analysis::find_bifurcation(family, speeds, sweep)), false};
    } catch (const RunError& error) {
      return StudyJob::Rows{make_cell(lines[i].name) + ",,,,,,,,,failed," + make_cell(error.what()),
                            true};
    }
  };
  const StudyRunOptions run_options{options.output, options.threads, options.shard, options.quiet};
  const StudyOutcome outcome = run_study(job, run_options);
  const int code = report_study(outcome, run_options, options.format);
  if (outcome.is_first && outcome.is_finished) {
    if (options.format == "text") print_limits(title, options.output);
    if (!options.plot.empty())
      draw(options.values.empty() ? "R" : options.parameter, options.output, options.plot);
  }
  return code;
}

}  // namespace fourfoot::cli
