// A table of a line (chainage, curvature, cant, gradient) becomes elements.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "track/alignment.h"
#include "track/ramps.h"

namespace fourfoot::track {

namespace {

constexpr std::size_t most_elements = 10000;
constexpr double least_step = 1e-12;  ///< of a table that is written with all digits

/// Values over the distance along the line, with what rounding may have done to each.
struct Series {
  std::vector<double> values, tolerance;
};

std::vector<double> measure_along(const ColumnTable& table, double direction) {
  const std::vector<double>& chainage = table.values.at("chainage");
  std::vector<double> along(chainage.size());
  for (std::size_t i = 0; i < chainage.size(); ++i) {
    along[i] = direction * (chainage[i] - chainage[0]);
    if (i > 0 && along[i] < along[i - 1])
      throw InputError(Finding{"alignment-chainage", table.where(i),
                               fmt::format("the chainage goes back from {:.10g} to {:.10g} m",
                                           chainage[i - 1], chainage[i]),
                               "rows follow each other along the line; two rows at one chainage "
                               "are a jump"});
  }
  return along;
}

/// Whether the rows are samples at even steps, which rounding may have moved, and not the points
/// where something changes, which are meant as they are written.
bool is_sampled(const std::vector<double>& along) {
  constexpr std::size_t least_rows = 50;
  if (along.size() < least_rows) return false;
  std::vector<double> steps;
  for (std::size_t i = 1; i < along.size(); ++i) steps.push_back(along[i] - along[i - 1]);
  std::vector<double> sorted = steps;
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  const auto even = std::count_if(steps.begin(), steps.end(), [&](double step) {
    return std::abs(step - *middle) < 0.02 * *middle;
  });
  return 10 * even >= 9 * static_cast<std::ptrdiff_t>(steps.size());
}

double calc_versine_curvature(double versine, double chord) {
  return 8.0 * versine / (chord * chord + 4.0 * versine * versine);
}

void apply_turns(const ColumnTable& table, std::vector<double>& curvature) {
  if (!table.has("turn")) return;
  const std::vector<double>& turn = table.values.at("turn");
  for (std::size_t i = 0; i < turn.size(); ++i) curvature[i] = turn[i] * std::abs(curvature[i]);
}

Series make_curvature(const ColumnTable& table, const AlignmentRequest& request, double rounding) {
  const char* name = table.has("curvature") ? "curvature"
                     : table.has("radius")  ? "radius"
                                            : "versine";
  if (!table.has(name))
    throw InputError(
        Finding{"missing-column", request.where,
                "\"" + table.file->name + "\" has no column of curvature, radius or versine",
                "name it: columns = { curvature = \"...\" }"});
  const bool is_versine = std::string(name) == "versine";
  if (is_versine && !request.chord)
    throw InputError(Finding{"missing-key", request.where,
                             "versines need the chord they were measured over",
                             "add chord = \"20 m\" (versine = chord^2 / (8 R))"});
  Series series{table.values.at(name), {}};
  const double step = std::max(least_step, rounding * table.steps.at(name));
  series.tolerance.assign(series.values.size(), step);
  for (std::size_t i = 0; i < series.values.size(); ++i) {
    double& value = series.values[i];
    if (is_versine) {
      value = calc_versine_curvature(value, *request.chord);
      series.tolerance[i] = 8.0 * step / (*request.chord * *request.chord);
    } else if (table.has("radius") && !table.has("curvature")) {
      value = value == 0.0 ? 0.0 : 1.0 / value;  // 0 is a straight, as in IFC; so is "inf"
      series.tolerance[i] = std::max(least_step, step * value * value);
    }
    value *= request.left;
  }
  apply_turns(table, series.values);
  return series;
}

/// +1 if the right rail is the outer one at the row, by the nearest curve among rows with cant.
double find_outer_side(const std::vector<double>& curvature, const std::vector<double>& cant,
                       std::size_t row) {
  for (std::size_t d = 0; d < cant.size(); ++d) {
    const bool has_after = row + d < cant.size() && cant[row + d] != 0.0;
    const bool has_before = row >= d && cant[row - d] != 0.0;
    if (has_after && curvature[row + d] != 0.0) return curvature[row + d] > 0.0 ? 1.0 : -1.0;
    if (has_before && curvature[row - d] != 0.0) return curvature[row - d] > 0.0 ? 1.0 : -1.0;
    if (!has_after && !has_before) break;
  }
  return 0.0;
}

/// > 0: right rail raised.
Series make_cant(const ColumnTable& table, const AlignmentRequest& request, const Series& curvature,
                 double rounding) {
  Series series{table.values.at("cant"), {}};
  series.tolerance.assign(series.values.size(),
                          std::max(least_step, rounding * table.steps.at("cant")));
  const std::vector<double> given = series.values;
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (given[i] == 0.0) continue;
    double sign = request.raised == RaisedRail::left ? -1.0 : 1.0;
    if (request.raised == RaisedRail::outer) sign = find_outer_side(curvature.values, given, i);
    if (sign == 0.0)
      throw InputError(
          Finding{"track-cant-side", table.where(i),
                  "the line is straight here, so no rail is the outer one",
                  "say raised = \"left\" or \"right\": the rail a positive cant raises"});
    series.values[i] *= sign;
  }
  return series;
}

template <class Element>
Element start_element(const ColumnTable& table, const std::vector<Ramp>& ramps, std::size_t i) {
  Element e;
  e.where = table.where(ramps[i].first);
  e.length = ramps[i].end - ramps[i].begin;
  e.allow_jump = i > 0 && ramps[i - 1].last != ramps[i].first;
  return e;
}

void check_count(const std::vector<Ramp>& ramps, const ColumnTable& table, const char* what,
                 Alignment& alignment) {
  const std::size_t rows = table.lines.size();
  if (ramps.size() > most_elements)
    throw InputError(Finding{"too-many", table.where(0),
                             fmt::format("the {} has {} corners", what, ramps.size()),
                             fmt::format("at most {}: a line that was measured is to be fitted by "
                                         "elements first",
                                         most_elements)});
  // A drawing lists its corners and nothing else, but its elements are long.
  constexpr double shortest_mean = 20.0;  // [m]
  const double length = ramps.empty() ? 0.0 : ramps.back().end - ramps.front().begin;
  if (rows < 200 || ramps.size() < rows / 3 ||
      length > shortest_mean * static_cast<double>(ramps.size()))
    return;
  alignment.warnings.push_back(
      {"alignment-rough", table.where(0),
       fmt::format("the {} has a corner at {} of {} rows: it looks measured, and a run stops at "
                   "every corner",
                   what, ramps.size(), rows),
       "elements of the drawing run faster and smoother"});
}

void add_horizontal(const ColumnTable& table, const std::vector<Ramp>& ramps,
                    Alignment& alignment) {
  for (std::size_t i = 0; i < ramps.size(); ++i) {
    auto e = start_element<HorizontalElement>(table, ramps, i);
    e.type = !ramps[i].is_constant() ? HorizontalType::transition
             : ramps[i].v0 == 0.0    ? HorizontalType::line
                                     : HorizontalType::circular_arc;
    if (e.type == HorizontalType::circular_arc) e.curvature = ramps[i].v0;
    if (e.type == HorizontalType::transition) {
      e.start_curvature = ramps[i].v0;
      e.end_curvature = ramps[i].v1;
    }
    alignment.horizontal.push_back(std::move(e));
  }
}

void add_cant(const ColumnTable& table, const std::vector<Ramp>& ramps, Alignment& alignment) {
  for (std::size_t i = 0; i < ramps.size(); ++i) {
    auto e = start_element<CantElement>(table, ramps, i);
    e.raised = RaisedRail::right;
    e.is_constant = ramps[i].is_constant();
    if (e.is_constant) {
      e.cant = ramps[i].v0;
    } else {
      e.start_cant = ramps[i].v0;
      e.end_cant = ramps[i].v1;
    }
    alignment.cant.push_back(std::move(e));
  }
}

void add_vertical(const ColumnTable& table, const std::vector<Ramp>& ramps, Alignment& alignment) {
  for (std::size_t i = 0; i < ramps.size(); ++i) {
    auto e = start_element<VerticalElement>(table, ramps, i);
    e.type = ramps[i].is_constant() ? VerticalType::constant_gradient : VerticalType::parabolic_arc;
    e.gradient = ramps[i].v0;
    if (!ramps[i].is_constant()) {
      e.start_gradient = ramps[i].v0;
      e.end_gradient = ramps[i].v1;
    }
    alignment.vertical.push_back(std::move(e));
  }
}

void warn_of_skipped(const ColumnTable& table, const AlignmentRequest& request,
                     Alignment& alignment) {
  std::vector<std::string> skipped = table.skipped;
  if (table.has("curvature") && table.has("radius")) skipped.push_back("radius");
  if (table.has("versine") && (table.has("curvature") || table.has("radius")))
    skipped.push_back("versine");
  if (skipped.empty()) return;
  std::string list;
  for (const std::string& name : skipped) list += (list.empty() ? "\"" : ", \"") + name + "\"";
  alignment.warnings.push_back({"columns-ignored", request.where,
                                "\"" + table.file->name + "\": ignored columns: " + list,
                                "columns = { cant = \"...\" } says what a column is"});
}

}  // namespace

std::vector<ColumnWanted> get_alignment_columns() {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  const std::map<std::string, double> straight = {
      {"", infinite},         {"inf", infinite}, {"INF", infinite},  {"Inf", infinite},
      {"infinite", infinite}, {"-", infinite},   {"-inf", infinite}, {"straight", infinite}};
  const std::map<std::string, double> turns = {
      {"left", 1.0},   {"l", 1.0},   {"L", 1.0},        {"Left", 1.0},   {"LEFT", 1.0},
      {"right", -1.0}, {"r", -1.0},  {"R", -1.0},       {"Right", -1.0}, {"RIGHT", -1.0},
      {"ccw", 1.0},    {"cw", -1.0}, {"straight", 0.0}, {"", 0.0},       {"-", 0.0}};
  return {{"chainage",
           "m",
           true,
           {"s", "station", "stationing", "sta", "distance", "position", "kilometre", "kilometer",
            "mileage", "pk"},
           {},
           true},
          {"curvature", "1/m", false, {"kappa", "k", "1/r", "curv"}, {}, false},
          {"radius", "m", false, {"r", "curve radius", "rayon"}, straight, false},
          {"versine", "m", false, {"versin", "mid-ordinate", "mid chord offset"}, {}, false},
          {"turn", "1", false, {"direction", "hand", "side", "curve direction"}, turns, false},
          {"cant", "m", false, {"superelevation", "applied cant", "cross level"}, {}, false},
          {"gradient", "1", false, {"slope", "grade", "longitudinal slope"}, {}, false}};
}

Alignment build_alignment(const ColumnTable& table, const AlignmentRequest& request) {
  Alignment alignment;
  const std::vector<double>& chainage = table.values.at("chainage");
  if (chainage.size() < 2)
    throw InputError(Finding{"alignment-chainage", request.where,
                             "\"" + table.file->name + "\" has fewer than two rows", ""});
  const double direction = chainage.back() < chainage.front() ? -1.0 : 1.0;
  const std::vector<double> along = measure_along(table, direction);
  alignment.chainages = {{0.0, chainage.front(), direction}};
  const double rounding = is_sampled(along) ? 1.0 : 0.0;
  const Series curvature = make_curvature(table, request, rounding);
  const std::vector<Ramp> plan = find_ramps(along, curvature.values, curvature.tolerance);
  check_count(plan, table, "curvature", alignment);
  add_horizontal(table, plan, alignment);
  if (table.has("cant")) {
    const Series cant = make_cant(table, request, curvature, rounding);
    const std::vector<Ramp> ramps = find_ramps(along, cant.values, cant.tolerance);
    check_count(ramps, table, "cant", alignment);
    add_cant(table, ramps, alignment);
  }
  if (table.has("gradient")) {
    const std::vector<double>& values = table.values.at("gradient");
    const double step = std::max(least_step, rounding * table.steps.at("gradient"));
    const std::vector<Ramp> ramps =
        find_ramps(along, values, std::vector<double>(values.size(), step));
    check_count(ramps, table, "gradient", alignment);
    add_vertical(table, ramps, alignment);
  }
  warn_of_skipped(table, request, alignment);
  return alignment;
}

}  // namespace fourfoot::track
