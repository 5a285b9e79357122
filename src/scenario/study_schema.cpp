#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
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
      {text("key", "the entry, as for --set: speed.v, contact.friction").required(),
       text("name", "of its column; default: the key"), numbers("values", "", "values in SI"),
       texts("texts", "values as text: quantities with units, file names"),
       number("from", "", "first value, with to and step"), number("to", "", "last value"),
       number("step", "", "distance of the values").positive(),
       text("reference", "its value, as text, in the run that differences are taken from")});
}

SchemaPtr make_measure_schema() {
  return make(
      "measure", "A figure of a channel over the run.",
      {text("channel", "name of the channel"),
       text("figure", "of fourfoot evaluate, instead of a channel: sum_Y, N_MV, Wz_y"),
       text("subject", "of the figure: wheelset_1, floor_front; default: the largest of all")
           .by_default(""),
       text("zone", "of the track; default: the largest of all").by_default(""),
       text("name", "of its column; default: channel and what, or figure, subject and zone"),
       text("what", "the figure")
           .one_of({"max-abs", "max", "min", "mean", "rms", "deviation", "peak-to-peak",
                    "percentile", "final", "max-difference", "rms-difference"})
           .by_default("max-abs"),
       number("from", "s", "the beginning that is left out").non_negative().by_default(0.0),
       number("from_chainage", "m", "only from this chainage of the vehicle's origin on"),
       number("to_chainage", "m", "only up to this chainage"),
       number("percentile", "", "of |x|, in percent").within(0.0, 100.0).by_default(99.85)});
}

SchemaPtr make_judging_schema() {
  return make("judging", "By what figures of norms are judged, see fourfoot evaluate --help.",
              {path("limits", "file of limits instead of the program's own"),
               number("section", "m", "length of sections instead of the norm's").positive(),
               number("wheel_load", "N", "static").positive(),
               number("bogie_mass", "kg", "for the limit of bogie accelerations").positive(),
               number("flange_angle", "rad", "for Nadal's limit").positive(),
               number("friction", "1", "for Nadal's limit").positive()});
}

SchemaPtr make_critical_schema() {
  return make("critical speed", "How the critical speed is sought.",
              {text("method", "see fourfoot critical-speed --help")
                   .one_of({"auto", "falling", "disturbance", "small-disturbance", "continuation",
                            "axle-force"})
                   .by_default("falling"),
               number("from", "m/s", "a speed at which it runs steadily").required(),
               number("to", "m/s", "a speed at which it hunts").required(),
               number("resolution", "m/s", "of the speed").positive().by_default(0.05),
               number("step", "m/s", "by which it is lowered").positive().by_default(1.0)});
}

std::vector<std::string> list_values(const Table& table) {
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
      throw InputError(
          Finding{"no-values", table.where_is("step"),
                  count < 0.0 ? "the values of \"" + table.text("key") + "\" end before they begin"
                              : "\"" + table.text("key") + "\" has over 100 000 values",
                  "from, from + step, ... up to \"to\""});
    for (int i = 0; i <= static_cast<int>(count); ++i)
      values.push_back(fmt::format("{:.17g}", from + i * step));
  }
  if (values.empty()) {
    throw InputError(Finding{"no-values", table.where,
                             "parameter \"" + table.text("key") + "\" has no values",
                             "give values = [...], texts = [...], or from, to and step"});
  }
  return values;
}

void check_together(const Study& study, const Table& table) {
  if (!study.is_list) return;
  for (const StudyParameter& parameter : study.parameters) {
    if (parameter.values.size() == study.parameters.front().values.size()) continue;
    throw InputError(Finding{
        "list-length", table.where_is("parameters"),
        fmt::format("\"{}\" has {} values, \"{}\" has {}", parameter.key, parameter.values.size(),
                    study.parameters.front().key, study.parameters.front().values.size()),
        "with combine = \"list\" all parameters have as many"});
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

Measure read_measure(const Table& entry) {
  const std::string channel = entry.text_or("channel", ""), figure = entry.text_or("figure", "");
  if (channel.empty() == figure.empty())
    throw InputError(Finding{"missing-key", entry.where,
                             "a measure is of a channel or a figure, and not of both",
                             "for example channel = \"wheelset/y\", or figure = \"sum_Y\""});
  MeasureWindow window;
  window.from = entry.number("from");
  if (entry.has("from_chainage")) window.from_chainage = entry.number("from_chainage");
  if (entry.has("to_chainage")) window.to_chainage = entry.number("to_chainage");
  std::string name = channel + " " + entry.text("what");
  if (channel.empty()) {
    name = figure;
    for (const char* key : {"subject", "zone"})
      if (!entry.text(key).empty()) name += " " + entry.text(key);
  }
  return {entry.text_or("name", name),
          entry.where,
          channel,
          channel.empty() ? "" : entry.text("what"),
          window,
          entry.number("percentile"),
          figure,
          entry.text("subject"),
          entry.text("zone")};
}

StudyJudging read_judging(const Table& table) {
  StudyJudging judging;
  judging.limits = table.text_or("limits", "");
  const auto take = [&](const char* key, double& to) { to = table.number_or(key, to); };
  take("section", judging.section);
  take("wheel_load", judging.wheel_load);
  take("bogie_mass", judging.bogie_mass);
  take("flange_angle", judging.flange_angle);
  take("friction", judging.friction);
  return judging;
}

/// Figures of norms are of runs.
void check_figures(Study& study) {
  for (const Measure& measure : study.measures) {
    if (!measure.is_figure()) continue;
    if (study.analysis != "run")
      throw InputError(Finding{"needs-runs", measure.where,
                               "the figure \"" + measure.figure + "\" needs runs",
                               "set analysis = \"run\", or measure a channel"});
    study.has_figures = true;
  }
}

/// Differences are of runs, and need a reference that is another run.
void check_references(Study& study) {
  for (const Measure& measure : study.measures) {
    if (measure.what != "max-difference" && measure.what != "rms-difference") continue;
    bool has_reference = false;
    for (const StudyParameter& p : study.parameters) has_reference |= p.has_reference;
    if (!has_reference || study.analysis != "run") {
      throw InputError(Finding{"no-reference", measure.where,
                               "a difference needs runs, and a parameter with a reference",
                               "for example reference = \"0.3\" under [[parameters]]"});
    }
    study.has_differences = true;
  }
}

}  // namespace

SchemaPtr get_study_schema() {
  static const SchemaPtr schema =
      make("study", "A study file: one scenario, many values of its entries.",
           {text("format", "kind and version of the file").one_of({"fourfoot study 1"}),
            text("title", "one line for reports").by_default(""),
            path("scenario", "the scenario file").required(),
            text("analysis", "what is done at each point")
                .one_of({"run", "equilibrium", "eigen", "settle", "critical-speed"})
                .by_default("run"),
            text("combine", "all combinations (grid), or values row by row (list)")
                .one_of({"grid", "list"})
                .by_default("grid"),
            nested("parameters", Kind::tables, make_parameter_schema(), "what is varied")
                .up_to(1000)
                .required(),
            nested("measures", Kind::tables, make_measure_schema(), "what is told of each run")
                .up_to(10000),
            nested("evaluate", Kind::table, make_judging_schema(),
                   "by what figures of norms are judged"),
            nested("critical_speed", Kind::table, make_critical_schema(),
                   "of analysis = \"critical-speed\""),
            number("longest", "s", "simulated time of a motion that does not settle")
                .positive()
                .by_default(60.0),
            text("observe", "coordinate that is judged; default: y of the first wheelset")
                .by_default("")});
  return schema;
}

Study read_study(const Table& table) {
  Study study;
  study.title = table.text("title");
  study.scenario = table.text("scenario");
  study.scenario_where = table.where_is("scenario");
  study.analysis = table.text("analysis");
  study.is_list = table.text("combine") == "list";
  study.longest = table.number("longest");
  study.observed = table.text("observe");
  for (const Table& entry : table.tables("parameters")) {
    check_value_count(study, entry);
    study.parameters.push_back({entry.text_or("name", entry.text("key")), entry.text("key"),
                                list_values(entry), entry.text_or("reference", ""),
                                entry.has("reference")});
  }
  check_together(study, table);
  check_point_count(study, table);
  if (table.has("measures")) {
    for (const Table& entry : table.tables("measures"))
      study.measures.push_back(read_measure(entry));
  }
  if (table.has("evaluate")) study.judging = read_judging(table.table("evaluate"));
  check_references(study);
  check_figures(study);
  if (study.measures.empty() && (study.analysis == "run" || study.analysis == "equilibrium")) {
    throw InputError(Finding{"missing-key", table.where,
                             "analysis \"" + study.analysis + "\" needs [[measures]]",
                             "for example channel = \"wheelset/y\", what = \"max-abs\""});
  }
  if (study.analysis == "critical-speed") {
    if (!table.has("critical_speed")) {
      throw InputError(Finding{"missing-key", table.where,
                               "analysis \"critical-speed\" needs [critical_speed]",
                               "with from and to: a steady and a hunting speed"});
    }
    const Table& c = table.table("critical_speed");
    study.method = c.text("method");
    study.from = c.number("from");
    study.to = c.number("to");
    study.resolution = c.number("resolution");
    study.step = c.number("step");
  }
  return study;
}

}  // namespace fourfoot::scenario
