#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/error.h"
#include "scenario/optimisation.h"
#include "scenario/parameter_keys.h"

namespace fourfoot::scenario {

namespace {

DesignParameter read_parameter(const Table& t) {
  DesignParameter p;
  p.where = t.where;
  p.keys = read_keys(t);
  p.factors = read_for_each_key(t, "factors", 1.0, p.keys.size());
  p.offsets = read_for_each_key(t, "offsets", 0.0, p.keys.size());
  p.name = t.text_or("name", p.keys.front());
  p.unit = t.text("unit");
  p.low = t.number("low");
  p.high = t.number("high");
  p.is_log = t.text("scale") == "log";
  if (!(p.low < p.high))
    throw InputError(Finding{"bad-range", t.where_is("high"),
                             "\"" + p.name + "\": low must be below high", "exchange them"});
  if (p.is_log && !(p.low > 0.0))
    throw InputError(Finding{"bad-range", t.where_is("low"),
                             "\"" + p.name + "\": factors need positive bounds",
                             "raise low, or scale = \"linear\""});
  const double middle = p.is_log ? std::sqrt(p.low * p.high) : 0.5 * (p.low + p.high);
  p.start = t.number_or("start", middle);
  if (!(p.start >= p.low && p.start <= p.high))
    throw InputError(Finding{"out-of-range", t.where_is("start"),
                             fmt::format("\"{}\" starts at {:g}", p.name, p.start),
                             fmt::format("expected {:g} to {:g}", p.low, p.high)});
  return p;
}

std::size_t find_figure(const std::vector<std::string>& names, const Table& t) {
  const auto found = std::find(names.begin(), names.end(), t.text("figure"));
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  throw InputError(Finding{"unknown-figure", t.where_is("figure"),
                           "no case gives a figure \"" + t.text("figure") + "\"",
                           suggest(t.text("figure"), names)});
}

void read_constraint(const Table& t, const std::vector<std::string>& names,
                     std::vector<DesignConstraint>& out) {
  if (!t.has("at_most") && !t.has("at_least"))
    throw InputError(Finding{"missing-key", t.where, "a constraint needs a limit",
                             "at_most = ... or at_least = ..., or both"});
  for (const char* key : {"at_most", "at_least"}) {
    if (!t.has(key)) continue;
    const double limit = t.number(key);
    const double usual = limit == 0.0 ? 1.0 : std::abs(limit);
    out.push_back({t.text("figure"), find_figure(names, t), key == std::string("at_most"), limit,
                   t.number_or("scale", usual)});
  }
}

void check_differences(const Study& study) {
  for (const Measure& measure : study.measures) {
    if (!measure.is_difference() || !measure.record.empty()) continue;
    throw InputError(Finding{"no-reference", measure.where,
                             "a difference needs a record of measured data here",
                             "record = \"measured.csv\""});
  }
}

void check_names(const Optimisation& o, const Table& table) {
  std::set<std::string> seen;
  std::vector<std::string> names = list_design_figures(o);
  for (const DesignParameter& parameter : o.parameters) names.push_back(parameter.name);
  for (const std::string& name : names) {
    if (seen.insert(name).second) continue;
    throw InputError(Finding{"duplicate-name", table.where_is("cases"),
                             "two columns would be called \"" + name + "\"",
                             "give parameters, cases and measures names of their own"});
  }
}

/// What is added up has one unit.
void check_shared_keys(const Optimisation& o) {
  for (const DesignParameter& a : o.parameters)
    for (const DesignParameter& b : o.parameters)
      for (const std::string& key : b.keys)
        if (a.unit != b.unit && std::find(a.keys.begin(), a.keys.end(), key) != a.keys.end())
          throw InputError(Finding{"wrong-unit", b.where,
                                   "\"" + key +
                                       "\" is given in two units, and what several "
                                       "parameters give to an entry is added up",
                                   "the same unit in both"});
}

void read_method(const Table& table, Optimisation& o) {
  o.method = table.text("method");
  o.evaluations = table.integer("evaluations");
  o.starts = table.integer("starts");
  o.seed = table.integer("seed");
  o.tolerance = table.number("tolerance");
  o.step = table.number("step");
  o.difference = table.number("difference");
  if (!table.has("pareto")) return;
  o.front = table.table("pareto").integer("points");
  o.front_by = table.table("pareto").text("method");
  if (o.objectives.size() != 2)
    throw InputError(
        Finding{"wrong-count", table.where_is("pareto"),
                fmt::format("a front is between two objectives, not {}", o.objectives.size()),
                "two [[objectives]]; hold others by [[constraints]]"});
  if (o.starts > 1)
    throw InputError(Finding{"wrong-count", table.where_is("starts"),
                             "each point of a front is one search", "leave out starts"});
}

// What a method can do, beside what the problem asks.
void check_method(const Optimisation& o, const Table& table) {
  const bool is_bound = !o.constraints.empty() || (o.front > 0 && o.front_by == "epsilon");
  if (is_bound && (o.method == "bobyqa" || o.method == "crs2"))
    throw InputError(Finding{"wrong-method", table.where_is("method"),
                             "\"" + o.method + "\" does not support constraints",
                             "cobyla, slsqp or isres do, or auto"});
  if (o.parameters.size() == 1 && o.method == "bobyqa")
    throw InputError(Finding{"wrong-method", table.where_is("method"),
                             "\"bobyqa\" needs two parameters or more", "cobyla, or auto"});
}

}  // namespace

Optimisation read_optimisation(const Table& table) {
  Optimisation o;
  o.title = table.text("title");
  o.scenario = table.text("scenario");
  for (const Table& t : table.tables("parameters")) o.parameters.push_back(read_parameter(t));
  for (const Table& t : table.tables("cases")) {
    DesignCase of;
    of.name = t.text_or("name", std::to_string(o.cases.size() + 1));
    of.radius = t.text_or("radius", "");
    if (t.has("set")) of.set = t.texts("set");
    read_point(t, of.study);
    check_differences(of.study);
    o.cases.push_back(std::move(of));
  }
  check_shared_keys(o);
  if (o.parameters.empty() || o.cases.empty() || table.tables("objectives").empty())
    throw InputError(Finding{"missing-key", table.where,
                             "there is nothing to choose, to judge by or to become best",
                             "write [[parameters]], [[cases]] and [[objectives]]"});
  check_names(o, table);
  const std::vector<std::string> names = list_design_figures(o);
  for (const Table& t : table.tables("objectives"))
    o.objectives.push_back({t.text("figure"), find_figure(names, t), t.text("aim"),
                            t.number("weight"), t.number("scale"), t.number("target")});
  if (table.has("constraints"))
    for (const Table& t : table.tables("constraints")) read_constraint(t, names, o.constraints);
  read_method(table, o);
  check_method(o, table);
  return o;
}

}  // namespace fourfoot::scenario
