#include "jobs/evaluate_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>
#include <thread>

#include "base/error.h"
#include "results/report_page.h"
#include "results/results_table.h"
#include "results/save_table.h"

namespace fourfoot::jobs {

namespace {

using Json = nlohmann::ordered_json;
using evaluate::Evaluation;
using evaluate::Figure;

Json tell_number(double value) {
  return std::isnan(value) ? Json() : Json(value);
}

Json describe_figure(const Figure& f) {
  return {{"norm", f.norm},
          {"figure", f.name},
          {"subject", f.subject},
          {"zone", f.zone},
          {"value", tell_number(f.value)},
          {"largest", tell_number(f.largest)},
          {"unit", f.unit},
          {"limit", tell_number(f.limit)},
          {"verdict", f.get_verdict()},
          {"basis", f.get_basis()},
          {"sections", f.sections},
          {"filter", f.filter},
          {"window", f.window},
          {"percentile", f.percentile},
          {"note", f.note},
          {"trust", f.trust}};
}

/// One run of a report, or why it could not be judged.
Json judge_run(const std::filesystem::path& path, const LimitsFile& limits) {
  evaluate::EvaluationOptions options;
  options.threads = static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1u, 8u));
  try {
    results::SignalFile file(path);
    return describe_evaluation(path.filename().string(), limits,
                               evaluate_file(file, limits.limits, options));
  } catch (const InputError& error) {
    const Finding& first = error.findings().front();
    return {{"fault", first.message}, {"hint", first.hint}};
  }
}

}  // namespace

Evaluation evaluate_file(results::SignalFile& file, const evaluate::Limits& limits,
                         evaluate::EvaluationOptions options) {
  for (const auto& [body, x] : file.read_positions()) options.positions[body] = x;
  for (const auto& [marker, body, arm] : file.read_markers()) options.arms[marker] = {body, arm};
  std::string taken;
  if (const double angle = file.read_flange_angle();
      std::isnan(options.flange_angle) && !std::isnan(angle)) {
    options.flange_angle = angle;
    taken = fmt::format("flange angle {:.1f} deg of the wheel profiles",
                        angle * 180.0 / std::numbers::pi);
  }
  if (const double friction = file.read_friction();
      std::isnan(options.friction) && friction > 0.0) {
    options.friction = friction;
    taken += fmt::format("{}friction {:g} of the run", taken.empty() ? "" : ", ", friction);
  }
  Evaluation out = evaluate::evaluate(file, limits, options, file.read_track());
  const bool is_asked = std::any_of(out.figures.begin(), out.figures.end(),
                                    [](const Figure& f) { return f.norm == "nadal"; });
  if (is_asked && !taken.empty()) out.notes.push_back("Nadal's limit: " + taken);
  return out;
}

Json describe_limits(const LimitsFile& limits) {
  return {{"file", limits.name},
          {"sha256", limits.sha256},
          {"edition", limits.limits.edition},
          {"source", limits.limits.source}};
}

Json describe_evaluation(const std::string& file, const LimitsFile& limits, const Evaluation& out) {
  Json page = {{"file", file},
               {"limits", describe_limits(limits)},
               {"notes", out.notes},
               {"figures", Json::array()},
               {"peaks", Json::array()}};
  for (const Figure& f : out.figures) page["figures"].push_back(describe_figure(f));
  for (const evaluate::Peak& p : out.peaks)
    page["peaks"].push_back({{"subject", p.subject},
                             {"name", p.name},
                             {"value", p.value},
                             {"time", p.time},
                             {"unit", p.unit},
                             {"filter", p.filter}});
  return page;
}

void save_evaluation(const std::string& file, const LimitsFile& limits, const Evaluation& out) {
  results::ResultsTable table;
  table.path = "evaluation";
  table.texts = {{"limits", limits.name},
                 {"limits_sha256", limits.sha256},
                 {"edition", limits.limits.edition},
                 {"source", limits.limits.source}};
  std::string notes;
  for (const std::string& note : out.notes) notes += note + "\n";
  table.texts["notes"] = notes;
  const auto add_texts = [&](const char* name, const char* what, auto read) {
    results::ResultsColumn column{name, "", what, {}, {}};
    for (const Figure& f : out.figures) column.texts.push_back(read(f));
    table.columns.push_back(std::move(column));
  };
  const auto add_numbers = [&](const char* name, const char* what, auto read) {
    results::ResultsColumn column{name, "1", what, {}, {}};
    for (const Figure& f : out.figures) column.values.push_back(read(f));
    table.columns.push_back(std::move(column));
  };
  add_texts("norm", "", [](const Figure& f) { return f.norm; });
  add_texts("figure", "", [](const Figure& f) { return f.name; });
  add_texts("subject", "wheelset, wheel or marked point",
            [](const Figure& f) { return f.subject; });
  add_texts("zone", "of the track; empty: the whole record",
            [](const Figure& f) { return f.zone; });
  add_numbers("value", "in the unit of its row; nan: too little data",
              [](const Figure& f) { return f.value; });
  add_numbers("largest", "of a section", [](const Figure& f) { return f.largest; });
  add_numbers("limit", "nan: none", [](const Figure& f) { return f.limit; });
  add_numbers("sections", "that were found",
              [](const Figure& f) { return static_cast<double>(f.sections); });
  add_texts("unit", "of value, largest and limit", [](const Figure& f) { return f.unit; });
  add_texts("verdict", "", [](const Figure& f) { return f.get_verdict(); });
  add_texts("basis", "what the verdict is by", [](const Figure& f) { return f.get_basis(); });
  add_texts("filter", "", [](const Figure& f) { return f.filter; });
  add_texts("window", "", [](const Figure& f) { return f.window; });
  add_texts("percentile", "", [](const Figure& f) { return f.percentile; });
  add_texts("note", "", [](const Figure& f) { return f.note; });
  add_texts("trust", "how far filter and limit were checked",
            [](const Figure& f) { return f.trust; });
  results::save_table(file, table);
}

void write_judged_report(const std::vector<std::string>& inputs, const std::string& output,
                         const std::string& limits_file,
                         const std::function<void(double)>& on_progress) {
  const LimitsFile limits = load_limits(limits_file);
  results::write_report(
      {inputs.begin(), inputs.end()}, output,
      [&](const std::filesystem::path& path) { return nlohmann::json(judge_run(path, limits)); },
      on_progress);
}

}  // namespace fourfoot::jobs
