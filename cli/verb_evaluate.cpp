#include <fmt/format.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <algorithm>
#include <thread>

#include "base/error.h"
#include "cli/common_options.h"
#include "cli/evaluation_output.h"
#include "cli/limits_option.h"
#include "cli/progress.h"
#include "cli/quantity_option.h"
#include "cli/svg_plot.h"
#include "cli/verbs.h"
#include "evaluate/evaluation.h"
#include "evaluate/influences.h"
#include "jobs/evaluate_file.h"
#include "results/signal_file.h"

namespace fourfoot::cli {

namespace {

struct EvaluateOptions {
  std::vector<std::string> files;  ///< two or more: side by side
  std::vector<std::string> norms, bodies, bogies, map;
  std::string limits;  ///< empty: the program's own
  bool print_limits = false;
  std::string speed, wheel_load, bogie_mass, section, flange_angle, friction;  ///< as typed
  std::vector<std::string> target;  ///< "cant_deficiency=165 mm"
  std::vector<std::string> seats;   ///< "floor:pan:back"
  bool quiet = false;
  bool save = false;      ///< into the results file
  std::string shakedown;  ///< picture of the diagram; empty: none
  std::string format = "text";
};

using evaluate::Evaluation;

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

/// "cant_deficiency=165 mm"
std::map<std::string, double> read_target(const std::vector<std::string>& given) {
  std::map<std::string, double> target;
  const std::vector<std::string>& known = evaluate::list_influences();
  for (const std::string& text : given) {
    const std::size_t equals = text.find('=');
    const std::string name = text.substr(0, equals);
    if (equals == std::string::npos || std::find(known.begin(), known.end(), name) == known.end())
      throw InputError(Finding{"bad-target",
                               {},
                               "--target \"" + text + "\" names no influence",
                               "expected cant_deficiency=165 mm, speed=160 km/h or curvature=1/m"});
    const char* unit = name == "speed" ? "m/s" : name == "curvature" ? "1/m" : "m";
    target[name] = read_quantity("--target", text.substr(equals + 1), unit);
  }
  return target;
}

/// "floor:pan:back"
std::vector<evaluate::EvaluationOptions::Seat> read_seats(const std::vector<std::string>& given) {
  std::vector<evaluate::EvaluationOptions::Seat> seats;
  for (const std::string& text : given) {
    const std::size_t first = text.find(':'), second = text.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos ||
        text.find(':', second + 1) != std::string::npos)
      throw InputError(Finding{"bad-arguments",
                               {},
                               "--seat \"" + text + "\" does not name three points",
                               "expected FLOOR:PAN:BACK, for example floor_1:pan_1:back_1"});
    seats.push_back({text.substr(0, first), text.substr(first + 1, second - first - 1),
                     text.substr(second + 1)});
  }
  return seats;
}

// Blocks of a megabyte come and go. Given back to the system each time they would cost a third of
// the whole evaluation.
void keep_memory() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 256 << 20);
#endif
}

/// Patches of all wheels over the limit of the surface, p0 / k = 1 / f.
void draw_shakedown(const std::vector<Evaluation>& evaluations, const std::string& file) {
  Plot plot{
      "Shakedown diagram", "utilised friction", "largest pressure / yield stress in shear", {}};
  for (const Evaluation& evaluation : evaluations) {
    for (const evaluate::ShakedownPoints& points : evaluation.shakedown) {
      Series series{points.subject, points.traction, points.load, get_colour(plot.series.size())};
      series.line = false;
      series.marks = true;
      plot.series.push_back(series);
    }
  }
  if (plot.series.empty())
    throw InputError(Finding{"missing-channel",
                             {},
                             "--shakedown: there are no contact patches",
                             "a run with contact.model = \"profiles\" records them"});
  Series limit{"surface yields above", {}, {}, "#000000"};
  for (double f = 0.16; f <= 0.6; f += 0.005) {
    limit.x.push_back(f);
    limit.y.push_back(1.0 / f);
  }
  plot.series.push_back(limit);
  write_svg({plot}, file);
}

Evaluation evaluate_file(const std::string& name, const std::vector<results::ChannelRename>& map,
                         const LimitsFile& limits, const evaluate::EvaluationOptions& options) {
  results::SignalFile file(name, map);
  Evaluation out = jobs::evaluate_file(file, limits.limits, options);
  const std::string status = file.read_meta("status");
  if (!status.empty() && status != "done")
    fmt::print(stderr, "note: {} is not complete (status: {})\n", name, status);
  return out;
}

int evaluate_results(const EvaluateOptions& given) {
  if (given.print_limits) {
    fmt::print("{}", evaluate::get_default_limits());
    return exit_done;
  }
  if (given.files.empty())
    throw InputError(Finding{
        "bad-arguments", {}, "no file is given to evaluate", "for example: evaluate results.h5"});
  keep_memory();
  evaluate::EvaluationOptions options = read_options(given);
  options.target = read_target(given.target);
  options.seats = read_seats(given.seats);
  options.threads = static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1u, 8u));
  const LimitsFile limits = load_limits(given.limits);
  std::vector<results::ChannelRename> renames;
  for (const std::string& text : given.map) renames.push_back(results::parse_rename(text));
  std::vector<Evaluation> evaluations;
  Progress progress(!given.quiet);
  for (const std::string& file : given.files) {
    options.on_progress = [&](double part) {
      progress.show((static_cast<double>(evaluations.size()) + part) /
                    static_cast<double>(given.files.size()));
    };
    evaluations.push_back(evaluate_file(file, renames, limits, options));
  }
  progress.clear();
  for (std::size_t i = 0; given.save && i < given.files.size(); ++i)
    jobs::save_evaluation(given.files[i], limits, evaluations[i]);
  if (!given.shakedown.empty()) draw_shakedown(evaluations, given.shakedown);
  if (given.files.size() > 1)
    print_comparison(given.files, limits, evaluations, given.format);
  else
    print_evaluation(given.files.front(), limits, evaluations.front(), given.format);
  return exit_done;
}

}  // namespace

void add_evaluate(Verbs& verbs) {
  auto [verb, options] = verbs.add<EvaluateOptions>(
      "evaluate",
      "figures of norms, comfort, wear and fatigue, with limits; several runs side by side",
      evaluate_results);
  verb.option("files", options.files,
              "results (HDF5), any HDF5 or CSV with a header; two or more: side by side");
  verb.list("--norm", options.norms,
            "of en14363, nadal, overturning, twist, en12299, iso2631, sperling, clearance, wear, "
            "damage; default: all that the channels allow, except twist");
  verb.list("--body", options.bodies, "points on the body; default: by their names");
  verb.list("--bogie", options.bogies, "points on bogie frames; default: by their names");
  add_map(verb, options.map);
  verb.option("--limits", options.limits, "file of limits instead of the program's own");
  verb.flag("--print-limits", options.print_limits, "print the program's own limits");
  verb.option("--speed", options.speed, "speed of a record that has neither s nor speed");
  verb.option("--wheel-load", options.wheel_load,
              "static wheel load; default: mean Q of each axle");
  verb.option("--bogie-mass", options.bogie_mass,
              "bogie mass, for the limit of bogie accelerations");
  verb.option("--section", options.section, "length of sections, instead of that of the norm");
  verb.option("--flange-angle", options.flange_angle,
              "flange angle for Nadal's limit, e.g. \"70 deg\"");
  verb.option("--friction", options.friction, "coefficient of friction for Nadal's limit");
  verb.list("--seat", options.seats,
            "points of a seated passenger for N_VA, FLOOR:PAN:BACK; default: points P, P_pan, "
            "P_back");
  verb.flag("--save", options.save, "write the figures into the results file too (/evaluation)");
  verb.option("--shakedown", options.shakedown, "SVG file for the shakedown diagram");
  verb.option("--target", options.target,
              "estimates by regression at cant_deficiency=…, speed=…, curvature=…")
      .repeatable();
  verb.flag("-q,--quiet", options.quiet, "no progress bar");
  add_format(verb, options.format, {"text", "csv", "json"});
}

}  // namespace fourfoot::cli
