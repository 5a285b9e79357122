#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "analysis/initial_state.h"
#include "analysis/integrator_study.h"
#include "base/error.h"
#include "cli/common_options.h"
#include "cli/interrupt.h"
#include "cli/outputs.h"
#include "cli/overrides.h"
#include "cli/progress.h"
#include "cli/quantity_option.h"
#include "cli/svg_plot.h"
#include "cli/verbs.h"
#include "input/scenario_file.h"
#include "integrate/registry.h"
#include "jobs/displaced.h"
#include "scenario/run_options.h"

namespace fourfoot::cli {

namespace {

struct IntegratorsOptions {
  std::string scenario;
  std::vector<std::string> set;
  std::vector<std::string> methods;     ///< empty: all
  std::vector<std::string> steps;       ///< times as typed; empty: about the scenario's step
  std::vector<std::string> tolerances;  ///< empty: 1e-3 to 1e-8
  std::vector<std::string> dampings;    ///< of hht; empty: the scenario's
  std::string channel;                  ///< empty: what the scenario displaces at the start
  std::string output;                   ///< SVG file
  std::string format = "text";
  bool force = false;  ///< replace a file of another kind
};

using analysis::IntegratorStudy;
using analysis::IntegratorStudyRow;

std::vector<double> read_list(const std::string& name, const std::vector<std::string>& texts,
                              const std::string& unit) {
  std::vector<double> values;
  for (const std::string& text : texts) {
    values.push_back(read_quantity(name, text, unit));
    if (!(values.back() > 0.0))
      throw InputError(Finding{"out-of-range", {}, name + " must be positive"});
  }
  return values;
}

std::vector<double> read_dampings(const std::vector<std::string>& texts) {
  std::vector<double> values;
  for (const std::string& text : texts) {
    values.push_back(read_quantity("--damping", text, "1"));
    if (!(values.back() >= 0.0 && values.back() <= 1.0 / 3.0))
      throw InputError(Finding{"out-of-range", {}, "--damping must be between 0 and 1/3"});
  }
  return values;
}

analysis::IntegratorStudyOptions make_options(const IntegratorsOptions& given,
                                              const scenario::Scenario& scenario) {
  analysis::IntegratorStudyOptions options;
  options.run = scenario::make_run_options(scenario);
  options.run.is_cancelled = was_interrupted;
  options.methods = given.methods.empty() ? integrate::get_method_names() : given.methods;
  options.steps = read_list("--steps", given.steps, "s");
  if (options.steps.empty()) {
    for (const double factor : {0.25, 0.5, 1.0, 2.0, 5.0, 10.0})
      options.steps.push_back(factor * scenario.integrator.step);
  }
  options.tolerances = read_list("--tolerances", given.tolerances, "1");
  if (options.tolerances.empty()) options.tolerances = {1e-3, 1e-4, 1e-5, 1e-6, 1e-8};
  options.dampings = read_dampings(given.dampings);
  // What is compared with must be far better than what a run of the scenario would be, and cannot
  // be better than what rounding leaves.
  options.reference_tolerance = std::max(1e-11, 1e-4 * scenario.integrator.rtol);
  options.channel = given.channel.empty() ? jobs::find_displaced(scenario) : given.channel;
  return options;
}

nlohmann::json convert(double x) {
  return std::isfinite(x) ? nlohmann::json(x) : nlohmann::json();
}

/// The numbers of the decay besides its turning points, with their names in files.
std::vector<std::pair<const char*, double>> list_decay(const analysis::Decay& decay) {
  const integrate::linear::LogDecrement& lambda = decay.decrement;
  return {{"frequency", decay.frequency},         {"lambda_13", lambda.lambda_13},
          {"lambda_35", lambda.lambda_35},        {"lambda_15", lambda.lambda_15},
          {"lambda_24", lambda.lambda_24},        {"log_decrement", lambda.mean},
          {"damping_ratio", lambda.damping_ratio}};
}

nlohmann::ordered_json convert(const analysis::Decay& decay) {
  nlohmann::ordered_json out, turns = nlohmann::ordered_json::array();
  for (const double x : decay.turns) turns.emplace_back(convert(x));
  out["turning_points"] = turns;
  for (const auto& [name, value] : list_decay(decay)) out[name] = convert(value);
  return out;
}

void print_study_json(const IntegratorStudy& study, const std::string& channel) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const IntegratorStudyRow& row : study.rows) {
    nlohmann::ordered_json entry = {{"method", row.method}};
    if (row.method == "hht") entry["damping"] = row.damping;
    entry[row.step > 0.0 ? "step" : "tolerance"] = row.step > 0.0 ? row.step : row.tolerance;
    entry["stable"] = row.is_stable;
    entry["error"] = convert(row.error);
    entry.update(convert(row.decay));
    entry["steps"] = row.steps_taken;
    entry["rate_evaluations"] = row.rate_evaluations;
    entry["jacobian_evaluations"] = row.jacobian_evaluations;
    entry["wall_time"] = row.wall_time;
    entry["message"] = row.message;
    rows.push_back(entry);
  }
  const nlohmann::ordered_json out = {{"channel", channel},
                                      {"unit", study.unit},
                                      {"largest", study.largest},
                                      {"reference", convert(study.reference)},
                                      {"runs", rows}};
  fmt::print("{}\n", out.dump(2));
}

void print_study_csv(const IntegratorStudy& study) {
  fmt::print(
      "method,damping,step,tolerance,stable,error,x1,x2,x3,x4,x5,frequency,lambda_13,lambda_35,"
      "lambda_15,lambda_24,log_decrement,damping_ratio,steps,rate_evaluations,"
      "jacobian_evaluations,wall_time\n");
  for (const IntegratorStudyRow& row : study.rows) {
    fmt::print("{},{},{},{},{},{}", row.method, row.damping, row.step, row.tolerance,
               row.is_stable ? 1 : 0, row.error);
    for (const double x : row.decay.turns) fmt::print(",{}", x);
    for (const auto& entry : list_decay(row.decay)) fmt::print(",{}", entry.second);
    fmt::print(",{},{},{},{}\n", row.steps_taken, row.rate_evaluations, row.jacobian_evaluations,
               row.wall_time);
  }
}

std::string show(double x, const char* missing = "-") {
  return std::isfinite(x) ? fmt::format("{:.5g}", x) : missing;
}

std::string describe_method(const IntegratorStudyRow& row) {
  return row.method == "hht" ? fmt::format("hht {:g}", row.damping) : row.method;
}

void print_decay_row(const std::string& name, const std::string& size,
                     const analysis::Decay& decay) {
  fmt::print("{:<20}{:>10}", name, size);
  for (const double x : decay.turns) fmt::print("{:>11}", fmt::format("{:.4g}", x));
  for (const auto& [key, value] : list_decay(decay)) {
    if (std::string_view(key) != "frequency") fmt::print("{:>10}", fmt::format("{:.4f}", value));
  }
  fmt::print("\n");
}

/// Turning points and decrements, a line per run that has them [Lack2017, Tables 6-9].
void print_decay_table(const IntegratorStudy& study) {
  if (!std::isfinite(study.reference.frequency)) return;
  fmt::print("\nturning points [{}] and logarithmic decrements of the decay\n", study.unit);
  fmt::print("{:<20}{:>10}{:>11}{:>11}{:>11}{:>11}{:>11}{:>10}{:>10}{:>10}{:>10}{:>10}{:>10}\n",
             "method", "step, rtol", "x1", "x2", "x3", "x4", "x5", "L13", "L35", "L15", "L24",
             "Lambda", "D");
  print_decay_row("reference", "", study.reference);
  for (const IntegratorStudyRow& row : study.rows) {
    if (std::isfinite(row.decay.frequency))
      print_decay_row(describe_method(row), show(std::max(row.step, row.tolerance)), row.decay);
  }
}

void print_study_text(const IntegratorStudy& study, const std::string& channel) {
  fmt::print("{}: largest {:.4g} {}; reference {} Hz, log decrement {}, damping ratio {}\n\n",
             channel, study.largest, study.unit, show(study.reference.frequency),
             show(study.reference.decrement.mean), show(study.reference.decrement.damping_ratio));
  fmt::print("{:<20}{:>10}{:>9}{:>10}{:>11}{:>11}{:>11}{:>10}{:>10}{:>9}\n", "method", "step [s]",
             "rtol", "error", "f [Hz]", "Lambda", "D", "rates", "Jacobians", "wall [s]");
  for (const IntegratorStudyRow& row : study.rows) {
    fmt::print(
        "{:<20}{:>10}{:>9}{:>10}{:>11}{:>11}{:>11}{:>10}{:>10}{:>9.3g}\n", describe_method(row),
        row.step > 0.0 ? show(row.step) : "", row.tolerance > 0.0 ? show(row.tolerance) : "",
        row.is_stable ? fmt::format("{:.2g}", row.error) : "unstable", show(row.decay.frequency),
        show(row.decay.decrement.mean), show(row.decay.decrement.damping_ratio),
        row.rate_evaluations, row.jacobian_evaluations, row.wall_time);
  }
  fmt::print("\nerror: largest difference from the reference over its largest value\n");
  print_decay_table(study);
  for (const IntegratorStudyRow& row : study.rows) {
    if (!row.message.empty())
      fmt::print("{} {}: {}\n", describe_method(row), show(std::max(row.step, row.tolerance)),
                 row.message);
  }
}

/// What accuracy costs, a line per method; unstable runs are left out.
Plot plot_cost(const IntegratorStudy& study) {
  Plot plot{"What accuracy costs", "log10 of right-hand sides", "log10 of the error", {}};
  for (const IntegratorStudyRow& row : study.rows) {
    if (!row.is_stable || !(row.error > 0.0) || !(row.rate_evaluations > 0.0)) continue;
    const std::string label = describe_method(row);
    if (plot.series.empty() || plot.series.back().label != label) {
      Series series;
      series.label = label;
      series.colour = get_colour(plot.series.size());
      series.marks = true;
      plot.series.push_back(series);
    }
    plot.series.back().x.push_back(std::log10(row.rate_evaluations));
    plot.series.back().y.push_back(std::log10(row.error));
  }
  return plot;
}

int integrators(const IntegratorsOptions& options) {
  const input::ScenarioFile file =
      input::read_scenario_file(options.scenario, parse_overrides(options.set));
  check_picture("-o", options.output, list_inputs(options.scenario, options.set), options.force);
  analysis::IntegratorStudyOptions study_options = make_options(options, file.scenario);
  const auto system = scenario::build_system(file.scenario);
  const VecX state = analysis::calc_initial_state(*system, file.scenario);
  catch_interrupts();
  Progress progress(true);
  study_options.on_progress = [&](double part) { progress.show(part); };
  const IntegratorStudy study = analysis::compare_integrators(*system, state, study_options);
  progress.clear();
  if (!options.output.empty()) write_svg({plot_cost(study)}, options.output);
  if (options.format == "json") {
    print_study_json(study, study_options.channel);
  } else if (options.format == "csv") {
    print_study_csv(study);
  } else {
    print_study_text(study, study_options.channel);
  }
  return was_interrupted() ? exit_interrupted : exit_done;
}

}  // namespace

void add_integrators(Verbs& verbs) {
  auto [verb, options] = verbs.add<IntegratorsOptions>(
      "integrators", "compare integrators on one case: stability, frequency, damping, cost",
      integrators);
  verb.scenario(options.scenario, options.set);
  verb.option("--methods", options.methods, "methods to compare, e.g. bdf,rk4; default: all")
      .with_commas();
  verb.option("--steps", options.steps,
              "fixed steps, e.g. \"1 ms\",\"2 ms\"; default: about the scenario's")
      .with_commas();
  verb.option("--tolerances", options.tolerances,
              "relative tolerances of the adaptive methods, e.g. 1e-4,1e-6")
      .with_commas();
  verb.option("--damping", options.dampings, "numerical dampings of hht, e.g. 0,0.15,0.3")
      .with_commas();
  verb.option("-c,--channel", options.channel,
              "channel that is compared; default: the coordinate that the scenario displaces");
  verb.option("-o,--output", options.output, "plot of error over cost (SVG)");
  add_force(verb, options.force);
  add_format(verb, options.format, {"text", "csv", "json"});
}

}  // namespace fourfoot::cli
