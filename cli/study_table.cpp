#include "cli/study_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/error.h"
#include "cli/plot_axis.h"
#include "input/units.h"
#include "jobs/study_units.h"

namespace fourfoot::cli {

namespace {

using Rows = std::vector<std::vector<std::string>>;

double read_table_cell(const std::string& text) {
  double value = 0.0;
  const auto [rest, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_good = status == std::errc() && rest == text.data() + text.size();
  return is_good ? value : std::numeric_limits<double>::quiet_NaN();
}

/// What people call a column, and the unit that it has where an older file does not say it.
struct ColumnWords {
  std::string words, unit;
};

ColumnWords get_words(const std::string& name) {
  static const std::map<std::string, ColumnWords> known{
      {"speed.v", {"speed", "m/s"}},
      {"growth", {"growth", "1/s"}},
      {"frequency", {"frequency", "Hz"}},
      {"critical_speed", {"critical speed", "m/s"}},
      {"steady_up_to", {"steady up to", "m/s"}},
      {"hunts_from", {"hunts from", "m/s"}},
      {"max_abs", {"max |amplitude|", "mm or mrad"}},
      {"peak_to_peak", {"peak to peak", "mm or mrad"}},
      {"mean", {"mean", "mm or mrad"}},
      {"period", {"period", "s"}}};
  const auto it = known.find(name);
  return it == known.end() ? ColumnWords{name, ""} : it->second;
}

/// The head of a column without its unit.
std::string get_plain_name(const std::string& head) {
  return jobs::split_unit(head).name;
}

// Inputs come first. A figure that the analyses bring ends them; else they end where the first
// columns tell all rows apart.
std::size_t count_inputs(const std::vector<std::string>& head, const Rows& rows) {
  static const std::set<std::string> known{"growth",  "critical_speed", "steady_up_to",
                                           "max_abs", "frequency",      "damping"};
  for (std::size_t k = 1; k < head.size(); ++k)
    if (known.contains(get_plain_name(head[k]))) return k;
  for (std::size_t k = 1; k + 2 < head.size(); ++k) {
    std::set<std::vector<std::string>> keys;
    for (const auto& row : rows)
      keys.insert({row.begin(), row.begin() + static_cast<std::ptrdiff_t>(k)});
    if (keys.size() == rows.size()) return k;
  }
  return 1;
}

/// "60 km/h", "80 km/h" are numbers as well, if all have one unit: returns that.
std::string take_quantities(StudyColumn& column) {
  std::string unit;
  std::vector<double> values;
  for (const std::string& text : column.texts) {
    const auto quantity = input::parse_quantity(text);
    if (!quantity || quantity->unit.empty()) return "";
    if (!unit.empty() && quantity->unit != unit) return "";
    unit = quantity->unit;
    values.push_back(quantity->value);
  }
  if (unit.empty()) return "";
  column.values = values;
  for (std::size_t i = 0; i < values.size(); ++i) column.texts[i] = fmt::format("{}", values[i]);
  column.is_number = true;
  return unit;
}

double find_largest(const StudyColumn& column) {
  double largest = 0.0;
  for (const double value : column.values)
    if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
  return largest;
}

/// Figures become numbers that people read: kN, mm.
void scale_figure(StudyColumn& column, std::string& unit) {
  if (unit == "mm or mrad") {  // of an older file
    for (double& value : column.values) value *= 1e3;
    return;
  }
  const ScaleUnit scale = choose_unit(unit, find_largest(column));
  for (double& value : column.values) value *= scale.factor;
  unit = scale.label;
}

/// Stiffnesses and dampings become kN/m, MN/m: 31.4, not 3.14e+07. Texts are those of the values.
void scale_input(StudyColumn& column, std::string& unit) {
  static const char* const scaled[] = {"N/m", "N s/m", "N m/rad", "N m s/rad"};
  if (std::find(std::begin(scaled), std::end(scaled), unit) == std::end(scaled)) return;
  const double largest = find_largest(column);
  if (largest < 1e3) return;
  const double factor = largest >= 1e6 ? 1e-6 : 1e-3;
  unit = (largest >= 1e6 ? "M" : "k") + unit;
  for (std::size_t i = 0; i < column.values.size(); ++i) {
    if (!std::isfinite(column.values[i])) continue;
    column.values[i] *= factor;
    column.texts[i] = fmt::format("{}", column.values[i]);
  }
}

StudyColumn make_column(const std::vector<std::string>& head, const Rows& rows, std::size_t i,
                        bool is_input) {
  auto [name, unit] = jobs::split_unit(head[i]);
  StudyColumn column{name, "", {}, {}, true};
  for (const auto& row : rows) {
    column.texts.push_back(row[i]);
    column.values.push_back(read_table_cell(row[i]));
    column.is_number = column.is_number && (row[i].empty() || std::isfinite(column.values.back()));
  }
  column.is_number = column.is_number && !column.list_distinct().empty();
  const ColumnWords words = get_words(name);
  if (column.is_number && unit.empty()) unit = words.unit;
  if (!column.is_number && is_input) unit = take_quantities(column);
  if (column.is_number && is_input) scale_input(column, unit);
  if (column.is_number && !is_input) scale_figure(column, unit);
  column.label = jobs::join_unit(words.words, unit == "-" ? "" : unit);
  return column;
}

std::vector<const StudyColumn*> list_number_inputs(const StudyTable& table) {
  std::vector<const StudyColumn*> found;
  for (const StudyColumn& input : table.inputs)
    if (input.is_number && input.list_distinct().size() > 1) found.push_back(&input);
  return found;
}

/// A value for people: the file has all 17 digits.
std::string write_value(const StudyColumn& column, const std::string& text) {
  const double value = read_table_cell(text);
  return column.is_number && std::isfinite(value) ? fmt::format("{:.6g}", value) : text;
}

// Numbers lie along the axis by their value, words at equal distances.
ParallelPlot::Axis make_axis(const StudyColumn& column) {
  ParallelPlot::Axis axis{column.label, {}, {}};
  if (column.is_number) {
    const std::vector<double> distinct = column.list_distinct();
    const double low = distinct.front(), width = distinct.back() - low;
    const auto place = [&](double value) { return width > 0.0 ? (value - low) / width : 0.5; };
    for (const double value : column.values) axis.at.push_back(place(value));
    for (const double value : distinct)
      if (distinct.size() < 8 || value == low || value == distinct.back())
        axis.ticks.push_back({place(value), write_plain(value)});
    return axis;
  }
  const std::set<std::string> words(column.texts.begin(), column.texts.end());
  std::map<std::string, double> places;
  for (const std::string& word : words)
    places[word] = words.size() > 1
                       ? static_cast<double>(places.size()) / static_cast<double>(words.size() - 1)
                       : 0.5;
  for (const std::string& text : column.texts) axis.at.push_back(places[text]);
  for (const auto& [word, at] : places) axis.ticks.push_back({at, word});
  return axis;
}

[[noreturn]] void refuse_picture(const std::string& why, const std::string& hint) {
  throw InputError(Finding{"bad-study-plot", {}, why, hint});
}

}  // namespace

std::vector<double> StudyColumn::list_distinct() const {
  std::set<double> all;
  for (const double value : values)
    if (std::isfinite(value)) all.insert(value);
  return {all.begin(), all.end()};
}

std::string name_figure(const std::string& name) {
  auto [bare, unit] = jobs::split_unit(name);
  const ColumnWords found = get_words(bare);
  std::string words = found.words;
  std::replace(words.begin(), words.end(), '_', ' ');
  return jobs::join_unit(words, unit.empty() ? found.unit : unit);
}

std::string StudyTable::describe_failed() const {
  if (failed == 0) return "";
  return fmt::format(", {} of {} run{} failed", failed, runs, runs == 1 ? "" : "s");
}

StudyTable read_study_table(const nlohmann::json& content) {
  const auto head = content.at("head").get<std::vector<std::string>>();
  Rows rows;
  StudyTable table;
  for (const auto& row : content.at("rows").get<Rows>()) {
    if (row.size() < head.size()) continue;
    ++table.runs;
    if (row[head.size() - 2] == "done") rows.push_back(row);
    if (row[head.size() - 2] == "failed") ++table.failed;
  }
  const std::size_t count = count_inputs(head, rows);
  for (std::size_t i = 0; i + 2 < head.size(); ++i) {
    StudyColumn column = make_column(head, rows, i, i < count);
    if (i < count)
      table.inputs.push_back(std::move(column));
    else if (column.is_number)
      table.figures.push_back(std::move(column));
  }
  return table;
}

Plot make_lines(const StudyTable& table, const StudyColumn& figure) {
  const std::vector<const StudyColumn*> numbers = list_number_inputs(table);
  if (numbers.empty())
    refuse_picture("no input of the study is a number with several values",
                   "lines need one to run over; --kind tornado compares words");
  const StudyColumn& across = *numbers.front();
  std::map<std::string, std::vector<std::size_t>> groups;  // by the values of all other inputs
  for (std::size_t i = 0; i < across.values.size(); ++i) {
    std::string key;
    for (const StudyColumn& input : table.inputs)
      if (&input != &across && (!input.is_number || input.list_distinct().size() > 1))
        key += fmt::format("{}{} = {}", key.empty() ? "" : ", ", input.label,
                           write_value(input, input.texts[i]));
    groups[key].push_back(i);
  }
  Plot plot{figure.label + " over " + across.label + table.describe_failed(),
            across.label,
            figure.label,
            {}};
  for (auto& [key, rows] : groups) {
    std::sort(rows.begin(), rows.end(),
              [&](std::size_t a, std::size_t b) { return across.values[a] < across.values[b]; });
    Series series{key, {}, {}, get_colour(plot.series.size())};
    series.marks = true;
    for (const std::size_t i : rows) {
      series.x.push_back(across.values[i]);
      series.y.push_back(figure.values[i]);
    }
    plot.series.push_back(std::move(series));
  }
  return plot;
}

FieldPlot make_field(const StudyTable& table, const StudyColumn& figure) {
  const std::vector<const StudyColumn*> numbers = list_number_inputs(table);
  if (numbers.size() < 2)
    refuse_picture("a contour map needs two inputs that are numbers with several values",
                   "--kind lines draws over one");
  const StudyColumn &across = *numbers[0], &up = *numbers[1];
  FieldPlot plot{figure.label + table.describe_failed(),
                 across.label,
                 up.label,
                 figure.label,
                 across.list_distinct(),
                 up.list_distinct(),
                 {}};
  const double none = std::numeric_limits<double>::quiet_NaN();
  plot.z.assign(plot.y.size(), std::vector<double>(plot.x.size(), none));
  std::vector<std::vector<int>> count(plot.y.size(), std::vector<int>(plot.x.size(), 0));
  for (std::size_t i = 0; i < figure.values.size(); ++i) {
    if (!std::isfinite(figure.values[i]) || !std::isfinite(across.values[i]) ||
        !std::isfinite(up.values[i]))
      continue;
    const auto at = [](const std::vector<double>& values, double v) {
      return static_cast<std::size_t>(std::lower_bound(values.begin(), values.end(), v) -
                                      values.begin());
    };
    const std::size_t r = at(plot.y, up.values[i]), k = at(plot.x, across.values[i]);
    const int n = ++count[r][k];
    plot.z[r][k] = n == 1 ? figure.values[i] : plot.z[r][k] + (figure.values[i] - plot.z[r][k]) / n;
  }
  return plot;
}

TornadoPlot make_tornado(const StudyTable& table, const StudyColumn& figure) {
  const auto mean = [&](const auto& keep) {
    double sum = 0.0, count = 0.0;
    for (std::size_t i = 0; i < figure.values.size(); ++i)
      if (std::isfinite(figure.values[i]) && keep(i)) sum += figure.values[i], count += 1.0;
    return sum / count;
  };
  TornadoPlot plot{figure.label + table.describe_failed(),
                   "mean " + figure.label + " at the ends of each input",
                   mean([](std::size_t) { return true; }),
                   {}};
  for (const StudyColumn& input : table.inputs) {
    std::map<std::string, double> means;
    for (const std::string& text : input.texts)
      if (!text.empty() && !means.contains(text))
        means[text] = mean([&](std::size_t i) { return input.texts[i] == text; });
    if (means.size() < 2) continue;
    // Of numbers the ends count; of words those with the least and the largest mean.
    const auto less = [&](const auto& a, const auto& b) {
      return input.is_number ? read_table_cell(a.first) < read_table_cell(b.first)
                             : a.second < b.second;
    };
    const auto [low, high] = std::minmax_element(means.begin(), means.end(), less);
    plot.bars.push_back({input.label, write_value(input, low->first),
                         write_value(input, high->first), low->second, high->second});
  }
  if (plot.bars.empty())
    refuse_picture("no input of the study has several values", "a tornado compares their ends");
  std::stable_sort(plot.bars.begin(), plot.bars.end(),
                   [](const TornadoPlot::Bar& a, const TornadoPlot::Bar& b) {
                     return std::abs(a.high - a.low) > std::abs(b.high - b.low);
                   });
  return plot;
}

ParallelPlot make_parallel(const StudyTable& table,
                           const std::vector<const StudyColumn*>& figures) {
  ParallelPlot plot{
      "One line for each run, coloured by " + figures.back()->label + table.describe_failed(), {}};
  for (const StudyColumn& input : table.inputs)
    if (std::set<std::string>(input.texts.begin(), input.texts.end()).size() > 1)
      plot.axes.push_back(make_axis(input));
  if (plot.axes.empty())
    refuse_picture("no input of the study has several values",
                   "parallel coordinates draw runs across them");
  for (const StudyColumn* figure : figures) plot.axes.push_back(make_axis(*figure));
  return plot;
}

}  // namespace fourfoot::cli
