#include "cli/stability_map_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <limits>

#include "cli/observed_words.h"
#include "cli/study_run.h"

namespace fourfoot::cli {

namespace {

constexpr double no_speed = std::numeric_limits<double>::quiet_NaN();

double read_cell(const std::string& text) {
  return text.empty() ? no_speed : std::atof(text.c_str());
}

std::string tell(double v) {
  return std::isnan(v) ? std::string("-") : fmt::format("{:.6g}", v);
}

/// Between the speeds that bracket it.
double calc_hunting_limit(const StabilityMap::Line& line) {
  return std::isnan(line.steady_up_to) ? no_speed : 0.5 * (line.steady_up_to + line.hunts_from);
}

/// The point at which a wheelset moves most; nullptr: nothing moves.
const StabilityMap::Point* find_most(const StabilityMap::Line& line) {
  const StabilityMap::Point* most = nullptr;
  for (const StabilityMap::Sweep& sweep : line.sweeps)
    for (const StabilityMap::Point& point : sweep.points)
      if (!point.is_lost() && point.wheelset_range > (most ? most->wheelset_range : 0.0))
        most = &point;
  return most;
}

/// "R = 600 m", "straight", "contact.conicity = 0.05".
std::string name_line(const std::string& parameter, const std::string& value) {
  if (parameter != "radius") return parameter + " = " + value;
  const bool is_number = !value.empty() && value.find_first_not_of("0123456789.-") == value.npos;
  return is_number ? "R = " + value + " m" : value;
}

Plot draw_amplitudes(const StabilityMap& map, bool is_range) {
  Plot plot{is_range ? "Peak to peak of the wheelset that moves most; dashed: speed lowered"
                     : "Largest amplitude; dashed: speed lowered",
            "speed [m/s]",
            is_range ? "peak to peak [mm]" : make_amplitude_title(map.observed),
            {},
            true,
            false};
  for (std::size_t i = 0; i < map.lines.size(); ++i) {
    bool is_first = true;
    for (const StabilityMap::Sweep& sweep : map.lines[i].sweeps) {
      Series series;
      series.colour = get_colour(i);
      series.label = is_first ? name_line(map.parameter, map.lines[i].name) : "";
      is_first = false;
      series.marks = true;
      series.line = sweep.name == "up" || sweep.name == "down";
      series.dashed = series.open = sweep.name == "down";
      for (const StabilityMap::Point& point : sweep.points) {
        if (point.is_lost()) continue;
        series.x.push_back(point.speed);
        series.y.push_back(1e3 * (is_range ? point.wheelset_range : point.largest));
      }
      plot.series.push_back(std::move(series));
    }
  }
  return plot;
}

/// Values that are numbers stand where they are, others one after the other; a straight track is a
/// line across.
Plot draw_limits(const StabilityMap& map) {
  Plot plot{"Critical speeds",
            map.parameter == "radius" ? "R [m]" : map.parameter,
            "speed [m/s]",
            {},
            false,
            false};
  bool all_numbers = true;
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const StabilityMap::Line& line : map.lines) {
    if (line.name == "straight") continue;
    char* end = nullptr;
    const double x = std::strtod(line.name.c_str(), &end);
    all_numbers = all_numbers && *end == '\0';
    low = std::min(low, x);
    high = std::max(high, x);
  }
  if (!all_numbers) plot.x_label += " (first, second, ...)";
  struct Kind {
    const char *symbol, *meaning;
    double (*get)(const StabilityMap::Line&);
  };
  const Kind kinds[] = {
      {"v_{n}", "motions die out below", calc_hunting_limit},
      {"v_{c}", "steady running unstable above",
       [](const StabilityMap::Line& l) { return l.critical; }},
      {"v_{s}", "no bounded motion from",
       [](const StabilityMap::Line& l) { return l.diverges_from; }},
      {"v_{o}", "overturns from", [](const StabilityMap::Line& l) { return l.overturns_from; }}};
  for (std::size_t k = 0; k < std::size(kinds); ++k) {
    const std::string symbol = kinds[k].symbol;
    Series curve{
        symbol + ", " + kinds[k].meaning, {}, {}, get_colour(k), true, false, true, k == 1};
    for (std::size_t i = 0; i < map.lines.size(); ++i) {
      const double y = kinds[k].get(map.lines[i]);
      if (std::isnan(y)) continue;
      if (map.lines[i].name == "straight" && std::isfinite(low)) {
        plot.series.push_back(
            {symbol + ", straight", {low, high}, {y, y}, get_colour(k), true, true, false, false});
        continue;
      }
      curve.x.push_back(all_numbers ? std::atof(map.lines[i].name.c_str())
                                    : static_cast<double>(i + 1));
      curve.y.push_back(y);
    }
    if (!curve.x.empty()) plot.series.push_back(std::move(curve));
  }
  return plot;
}

}  // namespace

namespace {

/// Of the line "# observed: y of the first wheelset [m, rad]; ..." at the head of the file.
std::string read_observed(const std::string& csv) {
  const std::string key = "# observed: ";
  std::ifstream in(csv);
  for (std::string line; std::getline(in, line) && line.starts_with("#");)
    if (line.starts_with(key)) return line.substr(key.size(), line.find(" [") - key.size());
  return "";
}

}  // namespace

StabilityMap read_stability_map(const std::string& csv) {
  StabilityMap map;
  const auto rows = read_study_rows(csv);
  if (rows.empty()) return map;
  const std::vector<std::string>& head = rows.front();
  map.parameter = head.front();
  map.observed = read_observed(csv);
  const auto find = [&](const char* name) {
    return static_cast<std::size_t>(std::find(head.begin(), head.end(), name) - head.begin());
  };
  const std::size_t speed = find("speed"), sweep = find("sweep"), motion = find("motion"),
                    largest = find("max_abs"), range = find("peak_to_peak"),
                    wheelset = find("wheelset"), wheelset_range = find("wheelset_peak_to_peak"),
                    v_c = find("v_c"), status = find("status");
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const std::vector<std::string>& row = rows[i];
    if (row.size() + 1 < head.size()) continue;
    if (map.lines.empty() || map.lines.back().name != row[0]) {
      map.lines.push_back({row[0],
                           read_cell(row[v_c]),
                           read_cell(row[v_c + 1]),
                           read_cell(row[v_c + 2]),
                           read_cell(row[v_c + 3]),
                           read_cell(row[v_c + 4]),
                           row[v_c + 5],
                           {},
                           row[status] == "failed" ? row.back() : ""});
    }
    if (row[speed].empty()) continue;
    std::vector<StabilityMap::Sweep>& sweeps = map.lines.back().sweeps;
    if (sweeps.empty() || sweeps.back().name != row[sweep]) sweeps.push_back({row[sweep], {}});
    sweeps.back().points.push_back({read_cell(row[speed]), read_cell(row[largest]),
                                    read_cell(row[range]), read_cell(row[wheelset_range]),
                                    row[motion], row[wheelset]});
  }
  return map;
}

void print_limits(const StabilityMap& map) {
  fmt::print("{:>16} {:>12} {:>12} {:>12} {:>12} {:>12}   [m/s]\n",
             map.parameter == "radius" ? "R [m]" : map.parameter, "v_c", "steady to", "hunts from",
             "diverges", "overturns");
  for (const StabilityMap::Line& line : map.lines) {
    if (!line.fault.empty()) {
      fmt::print("{:>16} failed: {}\n", line.name, line.fault);
      continue;
    }
    fmt::print("{:>16} {:>12} {:>12} {:>12} {:>12} {:>12}\n", line.name, tell(line.critical),
               tell(line.steady_up_to), tell(line.hunts_from), tell(line.diverges_from),
               tell(line.overturns_from));
    if (const StabilityMap::Point* most = find_most(line); most != nullptr)
      fmt::print("{:>16} most at {:.5g} m/s: {}, {} {:.3g} mm peak to peak\n", "", most->speed,
                 most->motion, most->wheelset, 1e3 * most->wheelset_range);
    if (!line.note.empty()) fmt::print("{:>16} {}\n", "", line.note);
  }
}

nlohmann::ordered_json describe_limits(const StabilityMap& map) {
  const auto give = [](double value) {
    return std::isnan(value) ? nlohmann::ordered_json() : nlohmann::ordered_json(value);
  };
  nlohmann::ordered_json lines = nlohmann::ordered_json::array();
  for (const StabilityMap::Line& line : map.lines) {
    nlohmann::ordered_json out = {{map.parameter, line.name},
                                  {"v_c", give(line.critical)},
                                  {"v_n", give(calc_hunting_limit(line))},
                                  {"steady_up_to", give(line.steady_up_to)},
                                  {"hunts_from", give(line.hunts_from)},
                                  {"diverges_from", give(line.diverges_from)},
                                  {"overturns_from", give(line.overturns_from)},
                                  {"note", line.note},
                                  {"fault", line.fault}};
    if (const StabilityMap::Point* most = find_most(line); most != nullptr)
      out["most"] = {{"speed", most->speed},
                     {"motion", most->motion},
                     {"wheelset", most->wheelset},
                     {"wheelset_peak_to_peak", most->wheelset_range}};
    lines.push_back(std::move(out));
  }
  return lines;
}

std::vector<Plot> list_plots(const StabilityMap& map) {
  return {draw_amplitudes(map, false), draw_amplitudes(map, true), draw_limits(map)};
}

void draw(const StabilityMap& map, const std::string& file) {
  write_svg(list_plots(map), file);
}

}  // namespace fourfoot::cli
