#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "base/error.h"
#include "scenario/parameter_keys.h"
#include "scenario/study.h"

namespace fourfoot::scenario {

namespace {

SchemaPtr make(std::string name, std::string doc, std::vector<Field> fields) {
  return std::make_shared<Schema>(
      Schema{std::move(name), std::move(doc), std::move(fields), "", {}});
}

SchemaPtr make_parameter_schema() {
  return make(
      "parameter", "An entry of the scenario and its values.",
      {text("key", "the entry, as for --set: speed.v, contact.friction"),
       texts("keys", "several entries that change together, instead of key").up_to(1000),
       numbers("factors", "",
               "factors of the keys: each entry becomes factor x value; default: the value itself")
           .up_to(1000),
       text("name", "name of the column; default: the first key"),
       numbers("values", "", "values in SI"),
       texts("texts", "values as text: quantities with units, file names"),
       number("from", "", "first value, with to and step"), number("to", "", "last value"),
       number("step", "", "difference between values").positive(),
       text("reference", "value, as text, in the reference run of differences")});
}

std::vector<std::string> list_values(const Table& table, const std::string& name) {
  std::vector<std::string> values;
  if (table.has("values")) {
    for (const double value : table.numbers("values"))
      values.push_back(fmt::format("{:.17g}", value));
  } else if (table.has("texts")) {
    values = table.texts("texts");
  } else if (table.has("from") && table.has("to") && table.has("step")) {
    const double from = table.number("from"), step = table.number("step");
    const double count = std::floor((table.number("to") - from) / step + 1e-9);
    if (!(count >= 0.0 && count < 1e5))
      throw InputError(Finding{"no-values", table.where_is("step"),
                               count < 0.0 ? "the values of \"" + name + "\" end before they begin"
                                           : "\"" + name + "\" has over 100 000 values",
                               "from, from + step, ... up to \"to\""});
    for (int i = 0; i <= static_cast<int>(count); ++i)
      values.push_back(fmt::format("{:.17g}", from + i * step));
  }
  if (values.empty()) {
    throw InputError(Finding{"no-values", table.where, "parameter \"" + name + "\" has no values",
                             "give values = [...], texts = [...], or from, to and step"});
  }
  return values;
}

bool is_plain_number(const std::string& text) {
  char* end = nullptr;
  std::strtod(text.c_str(), &end);
  return !text.empty() && *end == '\0';
}

StudyParameter read_study_parameter(const Table& entry) {
  StudyParameter p;
  p.keys = read_keys(entry);
  p.name = entry.text_or("name", p.keys.front());
  p.values = list_values(entry, p.keys.front());
  p.reference = entry.text_or("reference", "");
  p.has_reference = entry.has("reference");
  if (!entry.has("factors")) return p;
  p.factors = read_for_each_key(entry, "factors", 1.0, p.keys.size());
  if (entry.has("texts") || (p.has_reference && !is_plain_number(p.reference)))
    throw InputError(Finding{"no-values", entry.where_is("factors"),
                             "factors need values and a reference that are plain numbers",
                             "give values = [...] in SI instead of texts"});
  return p;
}

void check_together(const Study& study, const Table& table) {
  if (!study.is_list) return;
  for (const StudyParameter& parameter : study.parameters) {
    if (parameter.values.size() == study.parameters.front().values.size()) continue;
    throw InputError(
        Finding{"list-length", table.where_is("parameters"),
                fmt::format("\"{}\" has {} values, \"{}\" has {}", parameter.keys.front(),
                            parameter.values.size(), study.parameters.front().keys.front(),
                            study.parameters.front().values.size()),
                "with combine = \"list\" all parameters need the same number of values"});
  }
}

// Values are texts in memory.
void check_value_count(const Study& study, const Table& next) {
  constexpr std::size_t most = 100000;
  std::size_t count = 0;
  for (const StudyParameter& parameter : study.parameters) count += parameter.values.size();
  if (count <= most) return;
  throw InputError(
      Finding{"too-many", next.where,
              "the parameters before this one have " + std::to_string(count) + " values",
              "expected at most 100000 in a study"});
}

// Every point is a row, and every row that is still missing is kept in memory.
void check_point_count(const Study& study, const Table& table) {
  constexpr double most = 1e7;
  double count = 1.0;
  for (const StudyParameter& parameter : study.parameters)
    count *= static_cast<double>(parameter.values.size());
  if (study.is_list || count <= most) return;
  throw InputError(Finding{"too-many", table.where_is("parameters"),
                           fmt::format("the study has {:g} points", count),
                           "expected at most 1e7; combine = \"list\" takes values row by row"});
}

/// Differences are of runs, and need a reference that is another run.
void check_references(Study& study) {
  for (const Measure& measure : study.measures) {
    if (!measure.is_difference() || !measure.record.empty()) continue;
    bool has_reference = false;
    for (const StudyParameter& p : study.parameters) has_reference |= p.has_reference;
    if (!has_reference || study.analysis != "run") {
      throw InputError(Finding{"no-reference", measure.where,
                               "a difference needs runs, and a parameter with a reference",
                               "for example reference = \"0.3\" under [[parameters]], or record = "
                               "\"measured.csv\" here"});
    }
    study.has_differences = true;
  }
}

}  // namespace

SchemaPtr get_study_schema() {
  static const SchemaPtr schema = [] {
    std::vector<Field> fields = {
        text("format", "kind and version of the file").one_of({"fourfoot study 1"}),
        text("title", "one line for reports").by_default(""),
        path("scenario", "the scenario file").required(),
        text("combine", "all combinations (grid), or values row by row (list)")
            .one_of({"grid", "list"})
            .by_default("grid"),
        nested("parameters", Kind::tables, make_parameter_schema(), "entries that are varied")
            .up_to(1000)
            .required()};
    for (Field& field : list_point_fields()) fields.push_back(std::move(field));
    return make("study", "A study file: one scenario, many values of its entries.",
                std::move(fields));
  }();
  return schema;
}

Study read_study(const Table& table) {
  Study study;
  study.title = table.text("title");
  study.scenario = table.text("scenario");
  study.is_list = table.text("combine") == "list";
  for (const Table& entry : table.tables("parameters")) {
    check_value_count(study, entry);
    study.parameters.push_back(read_study_parameter(entry));
  }
  check_together(study, table);
  check_point_count(study, table);
  read_point(table, study);
  check_references(study);
  return study;
}

}  // namespace fourfoot::scenario
