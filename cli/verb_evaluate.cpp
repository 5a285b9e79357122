#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "cli/common_options.h"
#include "cli/limits_option.h"
#include "cli/quantity_option.h"
#include "cli/verbs.h"
#include "evaluate/evaluation.h"
#include "results/signal_file.h"

namespace fourfoot::cli {

namespace {

struct EvaluateOptions {
  std::string file;
  std::vector<std::string> norms, bodies, bogies, map;
  std::string limits;  ///< empty: the program's own
  bool print_limits = false;
  std::string speed, wheel_load, bogie_mass, section, flange_angle, friction;  ///< as typed
  std::string format = "text";
};

using evaluate::Evaluation;
using evaluate::Figure;

double read_optional(const char* name, const std::string& text, const char* unit) {
  return text.empty() ? evaluate::no_number : read_quantity(name, text, unit);
}

evaluate::EvaluationOptions read_options(const EvaluateOptions& given) {
  evaluate::EvaluationOptions options;
  options.norms = given.norms;
  for (const std::string& norm : given.norms)
    if (std::find(evaluate::list_norms().begin(), evaluate::list_norms().end(), norm) ==
        evaluate::list_norms().end())
      throw InputError(Finding{"unknown-norm",
                               {},
                               "there are no figures \"" + norm + "\"",
                               suggest(norm, evaluate::list_norms())});
  options.bodies = given.bodies;
  options.bogies = given.bogies;
  options.speed = read_optional("--speed", given.speed, "m/s");
  options.wheel_load = read_optional("--wheel-load", given.wheel_load, "N");
  options.bogie_mass = read_optional("--bogie-mass", given.bogie_mass, "kg");
  options.section = read_optional("--section", given.section, "m");
  options.flange_angle = read_optional("--flange-angle", given.flange_angle, "rad");
  options.friction = read_optional("--friction", given.friction, "1");
  for (const auto& [name, value] :
       {std::pair{"--speed", options.speed}, std::pair{"--wheel-load", options.wheel_load},
        std::pair{"--section", options.section}, std::pair{"--bogie-mass", options.bogie_mass},
        std::pair{"--flange-angle", options.flange_angle},
        std::pair{"--friction", options.friction}})
    if (value <= 0.0)
      throw InputError(Finding{"out-of-range", {}, fmt::format("{} must be positive", name), ""});
  return options;
}

// Forces read better in kN; machines get SI.
double scale(const Figure& figure, double value) {
  return figure.unit == "N" && figure.norm != "wear" ? 1e-3 * value : value;
}

std::string show(const Figure& figure, double value) {
  return std::isnan(value) ? "-" : fmt::format("{:.4g}", scale(figure, value));
}

std::string show_unit(const Figure& figure) {
  if (figure.unit == "1") return "";
  return figure.unit == "N" && figure.norm != "wear" ? "kN" : figure.unit;
}

// What is the same for several figures is said once.
void print_remarks(const std::vector<Figure>& figures) {
  std::vector<std::pair<std::string, std::vector<std::string>>> said;
  const auto say = [&](const std::string& text, const std::string& name) {
    if (text.empty()) return;
    auto it =
        std::find_if(said.begin(), said.end(), [&](const auto& s) { return s.first == text; });
    if (it == said.end()) it = said.insert(said.end(), {text, {}});
    if (std::find(it->second.begin(), it->second.end(), name) == it->second.end())
      it->second.push_back(name);
  };
  for (const Figure& f : figures)
    say(fmt::format("filter {}; window {}; percentile {}", f.filter, f.window, f.percentile),
        f.name);
  for (const Figure& f : figures)
    say(f.note.empty() || f.zone.empty() ? f.note : f.zone + ": " + f.note, f.name);
  for (const Figure& f : figures)
    say(f.trust.empty() ? "" : "limits and filters " + f.trust, f.name);
  for (const auto& [text, names] : said) fmt::print("  {}: {}\n", fmt::join(names, ", "), text);
}

void print_group(const std::vector<Figure>& figures) {
  fmt::print("\n{}\n", figures.front().norm);
  std::size_t subject = 7, zone = 4, name = 6;
  for (const Figure& f : figures) {
    name = std::max(name, f.name.size());
    subject = std::max(subject, f.subject.size());
    zone = std::max(zone, f.zone.size());
  }
  fmt::print("  {:<{}}  {:<{}}  {:<{}}  {:>8}  {:>10}  {:>10}  {:>9}  {:<5} {}\n", "figure", name,
             "subject", subject, "zone", zone, "sections", "value", "largest", "limit", "unit",
             "verdict");
  for (const Figure& f : figures) {
    std::string verdict = f.get_verdict();
    if (verdict == "no data" && !f.zone.empty()) continue;  // a remark says why
    if (f.get_basis() == "largest section" && verdict != "no limit")
      verdict += " (largest section)";
    fmt::print("  {:<{}}  {:<{}}  {:<{}}  {:>8}  {:>10}  {:>10}  {:>9}  {:<5} {}\n", f.name, name,
               f.subject, subject, f.zone, zone, f.sections > 0 ? std::to_string(f.sections) : "",
               show(f, f.value), show(f, f.largest), show(f, f.limit), show_unit(f), verdict);
  }
  print_remarks(figures);
}

void print_text(const std::string& file, const LimitsFile& limits, const Evaluation& out) {
  fmt::print("{}\n", file);
  fmt::print("limits: {}, {} ({})\n", limits.name, limits.limits.edition, limits.limits.source);
  for (const std::string& note : out.notes) fmt::print("{}\n", note);
  for (const std::string& norm : evaluate::list_norms()) {
    std::vector<Figure> group;
    for (const Figure& f : out.figures)
      if (f.norm == norm) group.push_back(f);
    if (!group.empty()) print_group(group);
  }
  int judged = 0, over = 0;
  for (const Figure& f : out.figures) {
    judged += f.get_verdict() == "within" || f.get_verdict() == "exceeds" ? 1 : 0;
    over += f.get_verdict() == "exceeds" ? 1 : 0;
  }
  fmt::print("\n{} of {} figures with a limit exceed it\n", over, judged);
}

std::string quote(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string write_number(double value) {
  return std::isnan(value) ? "" : fmt::format("{}", value);
}

void print_csv_figures(const LimitsFile& limits, const Evaluation& out) {
  fmt::print("# limits: {}, sha256 {}, {}\n", limits.name, limits.sha256, limits.limits.edition);
  fmt::print(
      "norm,figure,subject,zone,value,largest,unit,limit,verdict,basis,sections,filter,"
      "window,percentile,note,trust\n");
  for (const Figure& f : out.figures)
    fmt::print("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", f.norm, f.name,
               quote(f.subject), quote(f.zone), write_number(f.value), write_number(f.largest),
               f.unit, write_number(f.limit), f.get_verdict(), f.get_basis(), f.sections,
               quote(f.filter), quote(f.window), quote(f.percentile), quote(f.note),
               quote(f.trust));
}

void print_json_figures(const std::string& file, const LimitsFile& limits, const Evaluation& out) {
  using Json = nlohmann::ordered_json;
  const auto number = [](double value) { return std::isnan(value) ? Json() : Json(value); };
  Json page = {{"file", file},
               {"limits",
                {{"file", limits.name},
                 {"sha256", limits.sha256},
                 {"edition", limits.limits.edition},
                 {"source", limits.limits.source}}},
               {"notes", out.notes},
               {"figures", Json::array()}};
  for (const Figure& f : out.figures)
    page["figures"].push_back({{"norm", f.norm},
                               {"figure", f.name},
                               {"subject", f.subject},
                               {"zone", f.zone},
                               {"value", number(f.value)},
                               {"largest", number(f.largest)},
                               {"unit", f.unit},
                               {"limit", number(f.limit)},
                               {"verdict", f.get_verdict()},
                               {"basis", f.get_basis()},
                               {"sections", f.sections},
                               {"filter", f.filter},
                               {"window", f.window},
                               {"percentile", f.percentile},
                               {"note", f.note},
                               {"trust", f.trust}});
  fmt::print("{}\n", page.dump(2));
}

int evaluate_results(const EvaluateOptions& given) {
  if (given.print_limits) {
    fmt::print("{}", evaluate::get_default_limits());
    return exit_done;
  }
  if (given.file.empty())
    throw InputError(Finding{
        "bad-arguments", {}, "no file is given to evaluate", "for example: evaluate results.h5"});
  evaluate::EvaluationOptions options = read_options(given);
  const LimitsFile limits = load_limits(given.limits);
  std::vector<results::ChannelRename> renames;
  for (const std::string& text : given.map) renames.push_back(results::parse_rename(text));
  results::SignalFile file(given.file, renames);
  for (const auto& [name, x] : file.read_places()) options.places[name] = x;
  const Evaluation out = evaluate::evaluate(file, limits.limits, options, file.read_track());
  if (given.format == "json")
    print_json_figures(given.file, limits, out);
  else if (given.format == "csv")
    print_csv_figures(limits, out);
  else
    print_text(given.file, limits, out);
  const std::string status = file.read_meta("status");
  if (!status.empty() && status != "done")
    fmt::print(stderr, "note: this run is not complete (status: {})\n", status);
  return exit_done;
}

}  // namespace

void add_evaluate(Verbs& verbs) {
  auto [verb, options] = verbs.add<EvaluateOptions>(
      "evaluate", "figures of EN 14363, EN 12299, ISO 2631, Sperling, Nadal and wear, with limits",
      evaluate_results);
  verb.option("file", options.file, "results (HDF5), any HDF5 or CSV with a header");
  verb.list("--norm", options.norms,
            "of en14363, nadal, en12299, iso2631, sperling, wear; default: all that can be had");
  verb.list("--body", options.bodies, "points on the body; default: by their names");
  verb.list("--bogie", options.bogies, "points on bogie frames; default: by their names");
  add_map(verb, options.map);
  verb.option("--limits", options.limits, "file of limits instead of the program's own");
  verb.flag("--print-limits", options.print_limits, "print the program's own limits");
  verb.option("--speed", options.speed, "of a record that has no s and no speed");
  verb.option("--wheel-load", options.wheel_load, "static; default: each axle's mean of Q");
  verb.option("--bogie-mass", options.bogie_mass, "for the limit of bogie accelerations");
  verb.option("--section", options.section, "length of sections instead of the norm's");
  verb.option("--flange-angle", options.flange_angle, "for Nadal's limit, e.g. \"70 deg\"");
  verb.option("--friction", options.friction, "for Nadal's limit");
  add_format(verb, options.format, {"text", "csv", "json"});
}

}  // namespace fourfoot::cli
