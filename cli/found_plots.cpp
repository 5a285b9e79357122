#include "cli/found_plots.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/error.h"
#include "cli/study_table.h"
#include "jobs/study_units.h"

namespace fourfoot::cli {

namespace {

using Json = nlohmann::json;

double get_number(const Json& value) {
  return value.is_number() ? value.get<double>() : std::numeric_limits<double>::quiet_NaN();
}

double get_number(const Json& object, const std::string& name) {
  const auto it = object.find(name);
  return it == object.end() ? std::numeric_limits<double>::quiet_NaN() : get_number(*it);
}

std::vector<double> list_numbers(const Json& values) {
  std::vector<double> out;
  for (const Json& value : values) out.push_back(get_number(value));
  return out;
}

double read_cell(const std::vector<std::string>& row, std::size_t column) {
  if (column >= row.size() || row[column].empty()) return std::numeric_limits<double>::quiet_NaN();
  return std::atof(row[column].c_str());
}

/// Place of a column "name" or "name [unit]"; the number of columns if there is none.
std::size_t find_column(const std::vector<std::string>& head, const std::string& name) {
  const auto it = std::find_if(head.begin(), head.end(), [&](const std::string& title) {
    return jobs::split_unit(title).name == name;
  });
  return static_cast<std::size_t>(it - head.begin());
}

Plot plot_front(const Json& content) {
  const std::string across = content.at("objectives").at(0).at("figure");
  const std::string up = content.at("objectives").at(1).at("figure");
  std::vector<std::pair<double, double>> points;
  for (const Json& point : content.at("front"))
    points.emplace_back(get_number(point.at("figures"), across),
                        get_number(point.at("figures"), up));
  std::sort(points.begin(), points.end());
  Series front;
  front.marks = true;
  for (const auto& [x, y] : points) {
    front.x.push_back(x);
    front.y.push_back(y);
  }
  return {"Front: best compromises", name_figure(across), name_figure(up), {front}};
}

/// Every evaluation, and the best so far for which all constraints hold.
Plot plot_progress(const Json& content, const std::filesystem::path& table) {
  const std::string figure = content.at("objectives").at(0).at("figure");
  const bool is_largest = content.at("objectives").at(0).value("aim", "min") == "max";
  Series tried{"constraints hold", {}, {}, get_colour(0), false, false, true};
  Series broken{"a constraint does not hold", {}, {}, get_colour(1), false, false, true, true};
  Series best{"best so far", {}, {}, get_colour(2)};
  std::vector<std::string> head;
  std::ifstream in(table);
  double number = 0.0, least = std::numeric_limits<double>::quiet_NaN();
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::string> row;
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, ',');) row.push_back(cell);
    if (head.empty()) {
      head = row;
      continue;
    }
    const double value = read_cell(row, find_column(head, figure));
    const bool holds = read_cell(row, find_column(head, "holds")) != 0.0;
    ++number;
    Series& marks = holds ? tried : broken;
    marks.x.push_back(number);
    marks.y.push_back(value);
    if (holds && std::isfinite(value) &&
        (std::isnan(least) || (is_largest ? value > least : value < least)))
      least = value;
    best.x.push_back(number);
    best.y.push_back(least);
  }
  if (broken.x.empty()) tried.label.clear();
  Plot plot{"Search for the best value", "evaluation", name_figure(figure), {best, tried}};
  if (!broken.x.empty()) plot.series.push_back(broken);
  return plot;
}

enum class Trial { steady, lasting, other };

/// What happened at a value, by the words of critical-speed.
Trial judge_trial(const Json& trial) {
  const std::string words = trial.value("outcome", "");
  if (words.starts_with("growth "))
    return std::atof(words.c_str() + 7) < 0.0 ? Trial::steady : Trial::lasting;
  for (const char* begin : {"stationary", "fading"})
    if (words.starts_with(begin)) return Trial::steady;
  for (const char* begin : {"periodic", "quasi", "chaotic", "irregular"})
    if (words.starts_with(begin)) return Trial::lasting;
  return Trial::other;
}

std::string name_wheel(const Json& wheel) {
  const std::string side = wheel.at("side"), wheelset = wheel.at("wheelset");
  return side == "both" ? wheelset : wheelset + ", " + side;
}

/// A quantity of each wheelset over the mileage.
Plot plot_over_mileage(const Json& content, const Plot& frame, const std::vector<const char*>& of,
                       double factor) {
  Plot plot = frame;
  const auto head = content.at("head").get<std::vector<std::string>>();
  for (const Json& entry : content.at("rows")) {
    const auto row = entry.get<std::vector<std::string>>();
    const std::string wheelset = row.at(find_column(head, "wheelset"));
    auto line = std::find_if(plot.series.begin(), plot.series.end(),
                             [&](const Series& s) { return s.label == wheelset; });
    if (line == plot.series.end()) {
      plot.series.push_back({wheelset, {}, {}, get_colour(plot.series.size())});
      line = plot.series.end() - 1;
      line->marks = true;
    }
    double largest = std::numeric_limits<double>::quiet_NaN();
    for (const char* name : of) {
      const double value = read_cell(row, find_column(head, name));
      if (std::isnan(largest) || value > largest) largest = value;
    }
    line->x.push_back(1e-6 * read_cell(row, find_column(head, "distance")));
    line->y.push_back(factor * largest);
  }
  return plot;
}

}  // namespace

std::vector<Plot> plot_optimum(const Json& content, const std::filesystem::path& file) {
  const auto front = content.find("front");
  if (content.at("objectives").size() > 1 && front != content.end() && front->size() > 1)
    return {plot_front(content)};
  Plot plot = plot_progress(content, std::filesystem::path(file).replace_extension(".csv"));
  if (plot.series.front().x.empty())
    throw InputError(Finding{
        "bad-study-plot",
        {},
        "\"" + file.string() + "\" has no front, and the table of evaluations is not beside it",
        "keep the CSV file that optimise wrote in the same folder"});
  return {plot};
}

std::vector<Plot> plot_critical_speed(const Json& content) {
  const std::string key = content.value("parameter", "");
  Plot plot{"What was tried", key == "speed.v" ? "speed [m/s]" : key, "method", {}};
  Series steady{"motion dies out", {}, {}, get_colour(0), false, false, true, true};
  Series lasting{"motion lasts", {}, {}, get_colour(1), false, false, true};
  const Json methods = content.contains("methods") ? content.at("methods") : Json::array({content});
  std::vector<Series> brackets;
  double linear = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t k = 0; k < methods.size(); ++k) {
    const Json& method = methods[k];
    const double y = static_cast<double>(methods.size() - k);
    if (std::isnan(linear)) linear = get_number(method, "linear");
    const double found = get_number(method, "critical_speed");
    brackets.push_back(
        {fmt::format("{:g}: {}, {}", y, method.value("method", ""),
                     std::isnan(found)
                         ? "not found"
                         : fmt::format("{:.5g}{}", found, key == "speed.v" ? " m/s" : "")),
         {get_number(method, "low"), get_number(method, "high")},
         {y, y},
         get_colour(k + 2)});
    for (const Json& trial : method.value("tried", Json::array())) {
      const Trial outcome = judge_trial(trial);
      if (outcome == Trial::other) continue;
      Series& marks = outcome == Trial::steady ? steady : lasting;
      marks.x.push_back(get_number(trial, "value"));
      marks.y.push_back(y);
    }
  }
  plot.series = {steady, lasting};
  for (Series& bracket : brackets) plot.series.push_back(std::move(bracket));
  if (!std::isnan(linear))
    plot.series.push_back({"linear critical speed",
                           {linear, linear},
                           {0.0, static_cast<double>(methods.size()) + 1.0},
                           "#808080",
                           true,
                           true});
  return {plot};
}

std::vector<Plot> plot_wear(const Json& content) {
  std::vector<Plot> plots{
      plot_over_mileage(content, {"Equivalent conicity", "mileage [1000 km]", "conicity", {}},
                        {"conicity"}, 1.0),
      plot_over_mileage(content, {"Largest depth of wear", "mileage [1000 km]", "depth [mm]", {}},
                        {"depth_left", "depth_right"}, 1e3)};
  Plot depth{"After the last update", "y on the profile [mm]", "depth [mm]", {}};
  std::vector<std::string> wheelsets;
  for (const Json& wheel : content.at("worn").at("wheels")) {
    if (wheelsets.empty() || wheelsets.back() != wheel.at("wheelset"))
      wheelsets.push_back(wheel.at("wheelset"));
    Series section{name_wheel(wheel), list_numbers(wheel.at("y")), list_numbers(wheel.at("depth")),
                   get_colour(wheelsets.size() - 1)};
    section.dashed = wheel.at("side") == "right";
    for (double& y : section.x) y *= 1e3;
    for (double& d : section.y) d *= 1e3;
    depth.series.push_back(std::move(section));
  }
  if (!depth.series.empty()) plots.push_back(std::move(depth));
  return plots;
}

std::vector<Plot> plot_line(const Json& content) {
  struct Quantity {
    const char *column, *label;
    std::size_t panel;
  };
  static const std::vector<Quantity> quantities{{"curvature", "", 0},
                                                {"cant", "", 1},
                                                {"gradient", "", 2},
                                                {"alignment", "alignment", 3},
                                                {"vertical", "longitudinal level", 3},
                                                {"gauge", "change of gauge", 4},
                                                {"cross_level", "cross level", 4}};
  const std::string s = "distance along the track [m]";
  std::vector<Plot> panels{{"Curvature, > 0 to the left", s, "curvature [1/km]", {}},
                           {"Cant, > 0 right rail raised", s, "cant [mm]", {}},
                           {"Gradient", s, "gradient [‰]", {}},
                           {"Alignment and longitudinal level", s, "deviation [mm]", {}},
                           {"Gauge and cross level", s, "deviation [mm]", {}}};
  const Json& columns = content.at("columns");
  const std::vector<double> along = list_numbers(columns.at("s"));
  for (const Quantity& q : quantities) {
    if (!columns.contains(q.column)) continue;
    std::vector<double> values = list_numbers(columns.at(q.column));
    for (double& value : values) value *= 1e3;
    const bool is_zero =
        std::none_of(values.begin(), values.end(), [](double v) { return std::abs(v) > 1e-6; });
    if (is_zero && q.panel > 0) continue;  // of a straight line the curvature is shown
    std::vector<Series>& series = panels[q.panel].series;
    series.push_back({q.label, along, std::move(values), get_colour(series.size())});
  }
  std::erase_if(panels, [](const Plot& panel) { return panel.series.empty(); });
  return panels;
}

}  // namespace fourfoot::cli
