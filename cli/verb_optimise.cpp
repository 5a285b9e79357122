#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/common_options.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/verbs.h"
#include "jobs/optimise.h"

namespace fourfoot::cli {

namespace {

struct OptimiseVerbOptions {
  std::string study;
  std::vector<std::string> set;
  std::string output;  ///< CSV file; empty: the study's name
  int threads = 0;
  std::string format = "text";
  bool quiet = false, force = false;
};

std::string tell_value(double value) {
  return std::isnan(value) ? std::string("-") : fmt::format("{:.6g}", value);
}

/// One row for each point of a front, or for each start.
void print_designs(const jobs::OptimiseResult& found) {
  const scenario::Optimisation& o = found.optimisation;
  fmt::print("{:<10}", o.front > 0 ? "point" : "search");
  for (const scenario::DesignParameter& p : o.parameters) fmt::print(" {:>16.16}", p.name);
  for (const scenario::DesignObjective& objective : o.objectives)
    fmt::print(" {:>16.16}", objective.figure);
  fmt::print("  {}\n", "evaluations, how it ended");
  for (const jobs::DesignSearch& search : found.searches) {
    if (search.values.empty()) continue;
    fmt::print("{:<10}", search.name);
    for (const double value : search.values) fmt::print(" {:>16}", tell_value(value));
    for (const scenario::DesignObjective& objective : o.objectives)
      fmt::print(" {:>16}", tell_value(search.point.figures[objective.index]));
    fmt::print("  {} by {}: {}{}\n", search.found.evaluations, search.found.method,
               search.found.reason.empty() ? "stopped" : search.found.reason,
               search.holds ? "" : "; a constraint does not hold");
  }
}

void print_best_design(const jobs::OptimiseResult& found) {
  const scenario::Optimisation& o = found.optimisation;
  const jobs::DesignSearch& best = found.searches[found.best];
  const jobs::DesignTrial& start = found.trials.front();
  fmt::print("{:<40} {:>14} {:>14}  {}\n", "parameter", "start", "best", "bounds");
  for (std::size_t i = 0; i < o.parameters.size(); ++i) {
    const scenario::DesignParameter& p = o.parameters[i];
    const double near = o.tolerance * (p.high - p.low);
    const bool is_at = best.values[i] < p.low + near || best.values[i] > p.high - near;
    fmt::print("{:<40} {:>14} {:>14}  {:g} to {:g}{}{}\n", p.name, tell_value(start.values[i]),
               tell_value(best.values[i]), p.low, p.high, p.unit.empty() ? "" : " " + p.unit,
               is_at ? "; at a bound" : "");
  }
  fmt::print("{:<40} {:>14} {:>14}\n", "figure", "start", "best");
  for (std::size_t i = 0; i < found.figures.size(); ++i)
    fmt::print("{:<40} {:>14} {:>14}\n", found.figures[i], tell_value(start.point.figures[i]),
               tell_value(best.point.figures[i]));
  if (!best.holds) fmt::print("no choice was found that holds all constraints\n");
}

void print_optimum(const jobs::OptimiseResult& found) {
  const bool has_best = !found.searches.empty() && !found.searches[found.best].values.empty() &&
                        !found.trials.empty();
  if (has_best && found.optimisation.front == 0) print_best_design(found);
  if (has_best && found.searches.size() > 1) print_designs(found);
  const bool is_one = has_best && found.is_finished && found.searches.size() == 1;
  if (is_one) {
    const jobs::SearchResult& search = found.searches.front().found;
    fmt::print("{} evaluations by {}: {}\n", search.evaluations, search.method, search.reason);
  }
  if (found.is_finished)
    fmt::print("{} points computed now, {} were there; {} and {}\n", found.computed, found.found,
               found.csv_file, found.json_file);
  else
    fmt::print("{} points so far; the same command goes on where it stopped\n",
               found.found + found.computed);
}

int optimise(const OptimiseVerbOptions& options) {
  Progress progress(!options.quiet);
  jobs::OptimiseOptions run;
  run.output = options.output.empty()
                   ? std::filesystem::path(options.study).stem().string() + ".csv"
                   : options.output;
  run.threads = options.threads;
  run.force = options.force;
  run.on_start = catch_interrupts;
  run.on_progress = [&](double fraction) { progress.show(fraction); };
  run.is_cancelled = was_interrupted;
  const jobs::OptimiseResult found = jobs::optimise({options.study, options.set}, run);
  progress.clear();
  if (options.format == "json")
    fmt::print("{}\n",
               describe(found).dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  else
    print_optimum(found);
  return found.is_finished ? exit_done : exit_interrupted;
}

}  // namespace

void add_optimise(Verbs& verbs) {
  auto [verb, options] = verbs.add<OptimiseVerbOptions>(
      "optimise", "search for values that optimise figures or fit measured data; resumable",
      optimise);
  verb.option("study", options.study, "optimisation file (TOML)").required();
  verb.option("--set", options.set, "override an entry of the scenario: key=value").repeatable();
  verb.option(
      "-o,--output", options.output,
      "CSV file of all points; the JSON file goes to the same folder; default: the file's name");
  verb.option("--threads", options.threads, "number of threads; default: all cores")
      .within(1, 1024);
  verb.flag("-q,--quiet", options.quiet, "no progress bar");
  add_study_force(verb, options.force);
  add_format(verb, options.format, {"text", "json"});
  verb.allow_code();
}

}  // namespace fourfoot::cli
