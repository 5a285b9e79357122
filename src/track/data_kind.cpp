// [[irregularity]] type = "data".
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/error.h"
#include "track/data_irregularity.h"
#include "track/irregularity_kinds.h"

namespace fourfoot::track {

namespace {

Columns collect_columns(const Table& table, const ColumnReader& read) {
  if (table.has("file")) {
    if (!read) throw std::logic_error("no reader of data files was given");
    std::vector<ColumnWanted> wanted{{"s", "m", true}};
    for (const std::string& name : get_component_names()) wanted.push_back({name, "m", false});
    return read({table.text("file"), table.where_is("file"), std::move(wanted)}).values;
  }
  if (!table.has("s"))
    throw InputError({"irregularity-data", table.where, "the irregularity has no data",
                      "give file = \"...csv\", or s = [...] and a deviation"});
  Columns columns{{"s", table.numbers("s")}};
  for (const std::string& name : get_component_names())
    if (table.has(name)) columns[name] = table.numbers(name);
  return columns;
}

// What a spline would take without a word: metres where millimetres were meant, and a piece of line
// that was not measured.
void check_data(const Table& table, const Columns& columns) {
  constexpr double largest = 0.5;  // m, beyond any track
  for (const auto& [name, values] : columns) {
    if (name == "s") continue;
    for (const double value : values)
      if (std::abs(value) > largest)
        throw InputError({"irregularity-data", table.where,
                          fmt::format("\"{}\" of the irregularity reaches {:g} m", name, value),
                          "without a unit numbers are in metres; give the unit in the heading: " +
                              name + " [mm]"});
  }
  const std::vector<double>& s = columns.at("s");
  constexpr std::size_t least_rows = 20;
  constexpr double least_gap = 5.0, least_ratio = 20.0;  // m; over the usual distance of the rows
  if (s.size() < least_rows) return;
  std::vector<double> distances;
  for (std::size_t i = 1; i < s.size(); ++i) distances.push_back(s[i] - s[i - 1]);
  std::vector<double> sorted = distances;
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  for (std::size_t i = 0; i < distances.size(); ++i)
    if (distances[i] > std::max(least_gap, least_ratio * *middle))
      throw InputError(
          {"irregularity-data", table.where,
           fmt::format("the irregularity has no data from s = {:g} to {:g} m", s[i], s[i + 1]),
           "fill the gap, or make two irregularities of it: each fades out at its "
           "ends"});
}

}  // namespace

SchemaPtr make_data_schema() {
  std::vector<Field> fields = {
      path("file",
           "CSV with a column s and columns named after the deviations; units in brackets: "
           "`vertical [mm]`"),
      numbers("s", "m", "chainages, if there is no file"),
      number("offset", "m", "added to every chainage").by_default(0.0),
      number("fade", "m", "length over which it fades in and out at its ends")
          .non_negative()
          .by_default(10.0),
      number("scale", "1", "factor on the deviations").within(-1000.0, 1000.0).by_default(1.0)};
  for (const std::string& name : get_component_names())
    fields.push_back(numbers(name, "m", "deviation at the chainages, if there is no file"));
  return make_irregularity_schema("irregularity data", "Measured deviations over chainages.",
                                  std::move(fields));
}

IrregularityPtr build_data(const Table& table, const IrregularityContext& context) {
  Columns columns = collect_columns(table, context.read);
  check_data(table, columns);
  DataOptions o;
  o.s = columns.at("s");
  o.fade = table.number("fade");
  o.offset = table.number("offset");
  for (auto& [name, values] : columns) {
    if (name == "s") continue;
    for (double& value : values) value *= table.number("scale");
    o.columns.push_back({find_component(name), std::move(values)});
  }
  try {
    if (o.columns.empty()) throw std::invalid_argument("there is no column of a deviation");
    return std::make_shared<DataIrregularity>(std::move(o));
  } catch (const std::invalid_argument& fault) {
    throw InputError({"irregularity-data", table.where,
                      std::string("the irregularity's data cannot be used: ") + fault.what(), ""});
  }
}

}  // namespace fourfoot::track
