#include "base/error.h"
#include "scenario/study.h"

// What is done at a point of a study, and what is told of it.
namespace fourfoot::scenario {

namespace {

SchemaPtr make_part(std::string name, std::string doc, std::vector<Field> fields) {
  return std::make_shared<Schema>(
      Schema{std::move(name), std::move(doc), std::move(fields), "", {}});
}

SchemaPtr make_measure_schema() {
  return make_part(
      "measure", "A figure of a channel over the run.",
      {text("channel", "name of the channel"),
       text("figure", "figure of fourfoot evaluate, instead of a channel: sum_Y, N_MV, Wz_y"),
       text("subject",
            "subject of the figure: wheelset_1, floor_front; default: the largest of all")
           .by_default(""),
       text("zone", "track zone of the figure; default: the largest of all").by_default(""),
       text("name", "name of the column; default: channel and what, or figure, subject and zone"),
       text("what", "the figure of the channel")
           .one_of({"max-abs", "max", "min", "mean", "rms", "deviation", "peak-to-peak",
                    "percentile", "final", "max-difference", "rms-difference"})
           .by_default("max-abs"),
       path("record", "measured data (CSV, HDF5) with which the channel is compared"),
       text("column",
            "column of the record, as \"y [mm]\" if the record gives no unit; default: name of the "
            "channel"),
       text("over", "column of the record for the position of its values: time or s")
           .one_of({"time", "s"})
           .by_default("time"),
       number("from", "s", "time from which on values count").non_negative().by_default(0.0),
       number("from_chainage", "m", "chainage of the vehicle's origin from which on values count"),
       number("to_chainage", "m", "chainage up to which values count"),
       number("percentile", "", "percentile of |x|, in percent")
           .within(0.0, 100.0)
           .by_default(99.85)});
}

SchemaPtr make_judging_schema() {
  return make_part(
      "judging", "By what figures of norms are judged, see fourfoot evaluate --help.",
      {path("limits", "file of limits, instead of that of the program"),
       number("section", "m", "length of sections, instead of that of the norm").positive(),
       number("wheel_load", "N", "static wheel load").positive(),
       number("bogie_mass", "kg", "bogie mass, for the limit of bogie accelerations").positive(),
       number("flange_angle", "rad", "flange angle, for Nadal's limit").positive(),
       number("friction", "1", "coefficient of friction, for Nadal's limit").positive()});
}

SchemaPtr make_critical_schema() {
  return make_part(
      "critical speed", "How the critical speed is sought.",
      {text("method", "method, as listed by fourfoot critical-speed --help")
           .one_of({"auto", "falling", "disturbance", "small-disturbance", "continuation",
                    "axle-force", "linear"})
           .by_default("falling"),
       number("from", "m/s", "speed at which the vehicle runs steadily").required(),
       number("to", "m/s",
              "speed at which the vehicle hunts; with method linear: the result if it does not "
              "hunt below")
           .required(),
       number("resolution", "m/s", "resolution of the speed").positive().by_default(0.05),
       number("step", "m/s", "step by which the speed is lowered").positive().by_default(1.0)});
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
  Measure measure{entry.text_or("name", name),
                  entry.where,
                  channel,
                  channel.empty() ? "" : entry.text("what"),
                  window,
                  entry.number("percentile"),
                  figure,
                  entry.text("subject"),
                  entry.text("zone")};
  measure.record = entry.text_or("record", "");
  measure.column = entry.text_or("column", channel);
  measure.over = entry.text("over");
  return measure;
}

void check_record(const Measure& measure) {
  if (measure.record.empty() || (!measure.is_figure() && measure.is_difference())) return;
  throw InputError(Finding{"no-difference", measure.where,
                           "a record needs a channel, and a difference from it",
                           "set channel, and what = \"rms-difference\" or \"max-difference\""});
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

/// Figures of norms and differences from records are of runs.
void check_figures(Study& study) {
  for (const Measure& measure : study.measures) {
    check_record(measure);
    if (!measure.is_judged()) continue;
    const std::string what =
        measure.is_figure() ? "figure \"" + measure.figure : "difference \"" + measure.name;
    if (study.analysis != "run")
      throw InputError(Finding{"needs-runs", measure.where, "the " + what + "\" needs runs",
                               "set analysis = \"run\", or measure a channel"});
    study.has_figures = true;
  }
}

void read_critical(const Table& table, Study& study) {
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
  if (study.from < study.to && (study.to - study.from) / study.step < 1e4) return;
  throw InputError(Finding{"bad-range", c.where_is("to"),
                           "from, to and step give no speed, or more than 10 000 speeds",
                           "from must be below to; choose a larger step if there are too many"});
}

}  // namespace

std::vector<Field> list_point_fields() {
  return {
      text("analysis", "analysis at each point")
          .one_of({"run", "equilibrium", "eigen", "settle", "critical-speed"})
          .by_default("run"),
      nested("measures", Kind::tables, make_measure_schema(), "figures of each run").up_to(10000),
      nested("evaluate", Kind::table, make_judging_schema(), "options of the figures of norms"),
      nested("critical_speed", Kind::table, make_critical_schema(),
             "options of analysis = \"critical-speed\""),
      number("longest", "s", "simulated time of a motion that does not settle")
          .positive()
          .by_default(60.0),
      text("observe", "coordinate whose amplitude is given; default: y of the first wheelset")
          .by_default("")};
}

void read_point(const Table& table, Study& study) {
  study.analysis = table.text("analysis");
  study.longest = table.number("longest");
  study.observed = table.text("observe");
  if (table.has("measures")) {
    for (const Table& entry : table.tables("measures"))
      study.measures.push_back(read_measure(entry));
  }
  if (table.has("evaluate")) study.judging = read_judging(table.table("evaluate"));
  check_figures(study);
  if (study.measures.empty() && (study.analysis == "run" || study.analysis == "equilibrium")) {
    throw InputError(Finding{"missing-key", table.where,
                             "analysis \"" + study.analysis + "\" needs [[measures]]",
                             "for example channel = \"wheelset/y\", what = \"max-abs\""});
  }
  if (study.analysis == "critical-speed") read_critical(table, study);
}

}  // namespace fourfoot::scenario
