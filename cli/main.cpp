// The command line: which verbs there are and what they take. CLI11 costs seconds to compile, so
// only this file knows it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <functional>
#include <new>
#include <system_error>

#include "base/error.h"
#include "base/version.h"
#include "cli/arguments.h"
#include "cli/case_input.h"
#include "cli/curve_option.h"
#include "cli/description.h"
#include "cli/interrupt.h"
#include "cli/quantity_option.h"
#include "cli/verbs.h"
#include "input/model_path.h"

namespace {

using namespace fourfoot;

using Action = std::function<int()>;

void add_scenario(CLI::App* verb, std::string& file, std::vector<std::string>& set) {
  CLI::Option* scenario = verb->add_option("scenario", file, "scenario file (TOML)");
  CLI::Option* example = verb->add_option_function<std::string>(
      "--example", [&file](const std::string& name) { file = input::find_example(name).string(); },
      "one of Fourfoot's examples instead, e.g. coach-curve");
  verb->parse_complete_callback([&file, scenario, example] {
    if (file.empty()) throw CLI::RequiredError("scenario");
    if (!scenario->empty() && !example->empty()) throw CLI::ExcludesError("--example", "scenario");
  });
  verb->add_option("--set", set, "override an entry: key=value, e.g. speed.v=\"60 km/h\"")
      ->take_all()
      ->expected(1);
}

// The steady verbs look at one place of the line; with --radius at any curve, whatever the file's
// line.
void add_radius(CLI::App* verb, std::vector<std::string>& set) {
  verb->add_option_function<std::string>(
      "--radius",
      [&set](const std::string& text) {
        for (const Setting& o : cli::read_curve(text).settings)
          set.push_back(o.key + "=" + o.value);
      },
      "on this curve instead of the file's line: straight, 600, -600 (right) or 600/128 mm "
      "(R/cant)");
}

void add_format(CLI::App* verb, std::string& format, const std::vector<std::string>& formats) {
  verb->add_option("--format", format, "form of what is printed")
      ->check(CLI::IsMember(formats))
      ->capture_default_str();
}

void add_force(CLI::App* verb, bool& force) {
  verb->add_flag("--force", force, "replace an output file that is of another kind");
}

void add_check(CLI::App& app, Action& action) {
  auto options = std::make_shared<cli::CheckOptions>();
  CLI::App* verb = app.add_subcommand(
      "check", "validate a scenario, vehicle, track, study, profile or results file");
  verb->add_option("file", options->file, "the file (TOML)")->required();
  verb->add_option("--set", options->set, "override an entry: key=value")->take_all()->expected(1);
  verb->callback([&action, options] { action = [options] { return cli::check(*options); }; });
}

void add_info(CLI::App& app, Action& action) {
  auto options = std::make_shared<cli::InfoOptions>();
  CLI::App* verb =
      app.add_subcommand("info", "bodies, coordinates, degrees of freedom, elements, loads");
  add_scenario(verb, options->scenario, options->set);
  add_format(verb, options->format, {"text", "json"});
  verb->callback([&action, options] { action = [options] { return cli::info(*options); }; });
}

void add_run(CLI::App& app, Action& action) {
  auto options = std::make_shared<cli::RunOptions>();
  CLI::App* verb = app.add_subcommand("run", "simulate a scenario");
  add_scenario(verb, options->scenario, options->set);
  verb->add_option("-o,--output", options->output, "results file (HDF5)")->capture_default_str();
  add_format(verb, options->format, {"text", "json"});
  verb->add_option("--report", options->report, "write the report page (HTML) as well");
  verb->add_flag("-q,--quiet", options->quiet, "no progress bar");
  CLI::Option* checkpoint =
      verb->add_option("--checkpoint", options->checkpoint, "file to keep the run's state in");
  CLI::Option* every = verb->add_option("--checkpoint-every", options->checkpoint_every,
                                        "simulated time between checkpoints, e.g. \"10 s\"; "
                                        "default: a tenth of the run");
  verb->add_option("--resume", options->resume, "go on from this checkpoint in the same results")
      ->excludes(every);
  every->needs(checkpoint);
  verb->add_option("--channels", options->channels,
                   "record only these, with commas between; * matches any text; default: "
                   "output.channels of the scenario, else all")
      ->delimiter(',')
      ->take_all()
      ->allow_extra_args(false);
  add_force(verb, options->force);
  verb->callback([&action, options] { action = [options] { return cli::run(*options); }; });
}

// A number in SI, or text with a unit, as everywhere.
CLI::Option* add_quantity(CLI::App* verb, const std::string& name, double& value,
                          const std::string& unit, const std::string& doc) {
  return verb
      ->add_option_function<std::string>(
          name,
          [&value, name, unit](const std::string& text) {
            value = cli::read_quantity(name, text, unit);
          },
          fmt::format("{} [{}]", doc, unit))
      ->default_str(std::isfinite(value) ? fmt::format("{:g}", value) : "");
}

void add_export(CLI::App& app, Action& action) {
  auto options = std::make_shared<cli::ExportOptions>();
  CLI::App* verb = app.add_subcommand("export", "channels of a results file to CSV, JSON or MAT");
  verb->add_option("results", options->results, "results file (HDF5)")->required();
  verb->add_option("-c,--channels", options->channels,
                   "channels to export, with commas between; * matches any text; default all")
      ->delimiter(',')
      ->take_all()
      ->allow_extra_args(false);
  verb->add_flag("--list", options->list, "print the channels with unit and meaning, no values");
  add_format(verb, options->format, {"csv", "json", "mat"});
  verb->add_option("-o,--output", options->output, "file to write instead of standard output");
  add_force(verb, options->force);
  verb->callback(
      [&action, options] { action = [options] { return cli::export_results(*options); }; });
}

void add_integrators(CLI::App& app, Action& action) {
  auto options = std::make_shared<cli::IntegratorsOptions>();
  CLI::App* verb = app.add_subcommand(
      "integrators", "one case by many integrators: stability, frequency, damping, cost");
  add_scenario(verb, options->scenario, options->set);
  verb->add_option("--methods", options->methods, "which, e.g. bdf,rk4; default: all")
      ->delimiter(',');
  verb->add_option("--steps", options->steps,
                   "fixed steps, e.g. \"1 ms\",\"2 ms\"; default: about the scenario's")
      ->delimiter(',');
  verb->add_option("--tolerances", options->tolerances, "rtol of the others, e.g. 1e-4,1e-6")
      ->delimiter(',');
  verb->add_option("--damping", options->dampings, "gammas to run hht with, e.g. 0,0.15,0.3")
      ->delimiter(',');
  verb->add_option("-c,--channel", options->channel,
                   "whose motion is compared; default: what the scenario displaces");
  verb->add_option("-o,--output", options->output, "plot of error over cost (SVG)");
  add_force(verb, options->force);
  add_format(verb, options->format, {"text", "csv", "json"});
  verb->callback([&action, options] { action = [options] { return cli::integrators(*options); }; });
}

void add_report(CLI::App& app, Action& action) {
  auto options = std::make_shared<cli::ReportOptions>();
  CLI::App* verb =
      app.add_subcommand("report", "one self-contained page: summary, plots, 3-D, inputs");
  verb->add_option("results", options->inputs,
                   "results files (HDF5), JSON of eigen or bifurcation, CSV of stability-map")
      ->required();
  verb->add_option("-o,--output", options->output, "page to write (HTML)")->capture_default_str();
  add_force(verb, options->force);
  verb->callback([&action, options] { action = [options] { return cli::report(*options); }; });
}

void add_plot(CLI::App& app, Action& action) {
  auto options = std::make_shared<cli::PlotOptions>();
  CLI::App* verb = app.add_subcommand("plot", "draw channels in the terminal, or to a file");
  verb->add_option("results", options->results, "results file (HDF5)")->required();
  verb->add_option("channels", options->channels, "channels to draw, * matches any text")
      ->required();
  verb->add_option("--over", options->over, "horizontal axis: time, s or a channel")
      ->capture_default_str();
  verb->add_option("--from", options->from, "where the horizontal axis begins");
  verb->add_option("--to", options->to, "where it ends");
  verb->add_option("-o,--output", options->output, "file to draw to: .svg, .png or .pdf");
  add_force(verb, options->force);
  verb->add_option("--width", options->width, "of the plot in the terminal, in letters")
      ->check(CLI::Range(30, 1000));
  verb->add_option("--height", options->height, "of the plot in the terminal, in lines")
      ->check(CLI::Range(5, 500));
  verb->callback([&action, options] { action = [options] { return cli::plot(*options); }; });
}

void add_track(CLI::App& app, Action& action) {
  auto options = std::make_shared<cli::TrackOptions>();
  CLI::App* verb = app.add_subcommand(
      "track", "position, curvature, cant, omega, epsilon, a_o and irregularities along the line");
  add_scenario(verb, options->scenario, options->set);
  add_format(verb, options->format, {"text", "csv", "json"});
  add_quantity(verb, "--from", options->from, "m", "first chainage");
  add_quantity(verb, "--to", options->to, "m", "last chainage; default: the end of the track");
  add_quantity(verb, "--step", options->step, "m", "distance of the rows");
  verb->callback([&action, options] { action = [options] { return cli::print_track(*options); }; });
}

void add_schema(CLI::App& app, Action& action) {
  auto options = std::make_shared<cli::SchemaOptions>();
  CLI::App* verb = app.add_subcommand("schema", "JSON Schema of a file kind, for editors");
  verb->add_option("kind", options->kind, "scenario, vehicle, track or study")
      ->required()
      ->check(CLI::IsMember({"scenario", "vehicle", "track", "study"}));
  verb->callback(
      [&action, options] { action = [options] { return cli::print_schema(*options); }; });
}

// One option for each field; the texts go on as typed, so that units and faults are handled in one
// place for options and for the columns of --cases.
void add_case_options(CLI::App* verb, const std::vector<Field>& fields,
                      std::map<std::string, std::string>& values, std::string& cases) {
  for (const Field& field : fields) {
    const std::string unit =
        field.unit.empty() || field.unit == "1" ? "" : fmt::format(" [{}]", field.unit);
    verb->add_option_function<std::string>(
        cli::get_option_name(field.key),
        [&values, key = field.key](const std::string& text) { values[key] = text; },
        field.doc + unit);
  }
  verb->add_option(
      "--cases", cases,
      "CSV file with these names as columns, one case a row; - reads standard input; other "
      "columns are put out again");
}

void add_hertz(CLI::App& app, Action& action) {
  auto options = std::make_shared<cli::HertzOptions>();
  CLI::App* verb = app.add_subcommand("hertz", "one contact: load and curvatures to ellipse");
  add_case_options(verb, cli::get_hertz_fields(), options->values, options->cases);
  add_format(verb, options->format, {"text", "csv", "json"});
  verb->callback([&action, options] { action = [options] { return cli::hertz(*options); }; });
}

void add_creep(CLI::App& app, Action& action) {
  auto options = std::make_shared<cli::CreepOptions>();
  CLI::App* verb = app.add_subcommand("creep", "one patch: creepages to forces, by any law");
  add_case_options(verb, cli::get_creep_fields(), options->values, options->cases);
  verb->add_option("--set", options->set, "parameter of the law: key=value, e.g. k_slip=0.4")
      ->take_all()
      ->expected(1);
  add_format(verb, options->format, {"text", "csv", "json"});
  verb->callback([&action, options] { action = [options] { return cli::creep(*options); }; });
}

void add_profile(CLI::App& app, Action& action) {
  auto options = std::make_shared<cli::ProfileOptions>();
  CLI::App* verb = app.add_subcommand("profile", "check and plot a wheel or rail profile file");
  verb->add_option("file", options->file, "TOML, .prw, .prr, .whl, .ban or two columns")
      ->required();
  verb->add_option("--kind", options->kind, "what it is, if the file does not tell")
      ->check(CLI::IsMember({"wheel", "rail"}));
  verb->add_option("--unit", options->unit, "unit of a point file, if it does not tell")
      ->check(CLI::IsMember({"mm", "m"}));
  verb->add_option("--smoothing", options->smoothing,
                   "root mean square a point file may be missed by");
  verb->add_option("--tape-circle", options->tape_circle,
                   "wheel: y of the tape circle in the file");
  verb->add_option("--step", options->step, "along the profile")->capture_default_str();
  verb->add_option("-o,--output", options->output, "draw it to this SVG file");
  add_force(verb, options->force);
  add_format(verb, options->format, {"text", "csv", "json"});
  verb->callback([&action, options] { action = [options] { return cli::profile(*options); }; });
}

void add_contact_geometry(CLI::App& app, Action& action) {
  auto options = std::make_shared<cli::ContactGeometryOptions>();
  CLI::App* verb = app.add_subcommand(
      "contact-geometry", "rolling radii, contact angles, patches, equivalent conicity");
  add_scenario(verb, options->scenario, options->set);
  verb->add_option("--wheelset", options->wheelset, "which wheelset; default: the first");
  verb->add_option("--at", options->at, "where on the line, for its rails")->capture_default_str();
  verb->add_option("--y", options->y, "lateral positions from:step:to, or one")
      ->capture_default_str();
  verb->add_option("--yaw", options->yaw, "yaw angle")->capture_default_str();
  verb->add_option("--gauge-variation", options->gauge_variation, "gauge wider by")
      ->capture_default_str();
  verb->add_option("--load", options->load,
                   "vertical load of each wheel: forces and areas a patch");
  verb->add_flag("--conicity", options->conicity, "equivalent conicity over amplitude");
  verb->add_option("--amplitude", options->amplitude,
                   "amplitudes from:step:to of --conicity, or one")
      ->capture_default_str();
  verb->add_flag("--no-roll", options->no_roll, "keep the axle level, as EN 15302's references do");
  add_format(verb, options->format, {"text", "csv", "json"});
  verb->callback(
      [&action, options] { action = [options] { return cli::contact_geometry(*options); }; });
}

void add_upgrade(CLI::App& app, Action& action) {
  auto options = std::make_shared<cli::UpgradeOptions>();
  CLI::App* verb =
      app.add_subcommand("upgrade", "rewrite files of older versions as they are written now");
  verb->add_option("files", options->files, "scenario, geometry or study files")->required();
  verb->add_flag("--trial", options->is_trial, "show what would change, write nothing");
  verb->callback([&action, options] { action = [options] { return cli::upgrade(*options); }; });
}

void add_equilibrium(CLI::App& app, Action& action) {
  auto options = std::make_shared<cli::EquilibriumVerbOptions>();
  CLI::App* verb =
      app.add_subcommand("equilibrium", "static or steady-curving state: places and forces");
  add_scenario(verb, options->scenario, options->set);
  verb->add_option_function<std::string>(
      "--speed",
      [options](const std::string& v) {
        cli::read_quantity("--speed", v, "m/s");
        options->set.push_back("speed.v=" + v);
      },
      "at this speed instead of the file's, e.g. \"60 km/h\"");
  add_radius(verb, options->set);
  add_quantity(verb, "--time", options->t, "s", "with track and speed as they are at this time");
  add_format(verb, options->format, {"text", "csv", "json"});
  verb->callback([&action, options] { action = [options] { return cli::equilibrium(*options); }; });
}

void add_eigen(CLI::App& app, Action& action) {
  auto options = std::make_shared<cli::EigenOptions>();
  CLI::App* verb =
      app.add_subcommand("eigen", "eigenvalues and modes; over speed: root locus, critical speed");
  add_scenario(verb, options->scenario, options->set);
  add_radius(verb, options->set);
  add_quantity(verb, "--time", options->t, "s", "with track and speed as they are at this time");
  verb->add_option("--speed", options->speed, "speeds from:step:to, e.g. \"20:1:90\", or one");
  verb->add_option("--parameter", options->parameter, "entry of the scenario to vary instead")
      ->capture_default_str();
  verb->add_option("--values", options->values, "its values from:step:to, in SI");
  verb->add_option("-p,--plot", options->plot, "SVG file of the root locus");
  add_force(verb, options->force);
  add_format(verb, options->format, {"text", "csv", "json"});
  verb->callback([&action, options] { action = [options] { return cli::eigen(*options); }; });
}

void add_varied(CLI::App* verb, double& t, std::string& parameter, std::string& observed) {
  add_quantity(verb, "--time", t, "s", "with track and speed as they are at this time");
  verb->add_option("--parameter", parameter, "entry of the scenario to vary instead of the speed")
      ->capture_default_str();
  verb->add_option("--observe", observed, "coordinate; default: y of the first wheelset");
}

void add_bifurcation(CLI::App& app, Action& action) {
  auto options = std::make_shared<cli::BifurcationVerbOptions>();
  CLI::App* verb = app.add_subcommand(
      "bifurcation", "amplitude over speed, up and down; limit cycles by continuation");
  add_scenario(verb, options->scenario, options->set);
  add_radius(verb, options->set);
  add_varied(verb, options->t, options->parameter, options->observed);
  auto* speed = verb->add_option("--speed", options->speed, "speeds from:step:to");
  auto* values = verb->add_option("--values", options->values, "values of --parameter, in SI");
  speed->excludes(values);
  verb->add_option("--method", options->method, "how motions are found")
      ->check(CLI::IsMember({"simulation", "continuation", "both"}))
      ->capture_default_str();
  verb->add_option("--direction", options->direction, "of the speed")
      ->check(CLI::IsMember({"up", "down", "both"}))
      ->capture_default_str();
  verb->add_option("--starts", options->starts,
                   "also from these multiples of the scenario's initial disturbance, e.g. 0.5,1,2")
      ->delimiter(',');
  add_quantity(verb, "--longest", options->longest, "s",
               "simulated time of a motion that does not settle");
  verb->add_option("--orbit-steps", options->orbit_steps, "time steps of continuation in a period")
      ->check(CLI::Range(20, 20000))
      ->capture_default_str();
  verb->add_option("-p,--plot", options->plot, "SVG file of the diagram");
  add_force(verb, options->force);
  add_format(verb, options->format, {"text", "csv", "json"});
  verb->callback([&action, options] { action = [options] { return cli::bifurcation(*options); }; });
}

void add_critical_speed(CLI::App& app, Action& action) {
  auto options = std::make_shared<cli::CriticalSpeedVerbOptions>();
  CLI::App* verb = app.add_subcommand("critical-speed", "nonlinear critical speed");
  add_scenario(verb, options->scenario, options->set);
  add_radius(verb, options->set);
  add_varied(verb, options->t, options->parameter, options->observed);
  verb->add_option("--from", options->from, "a speed at which it runs steadily")->required();
  verb->add_option("--to", options->to, "a speed at which it hunts")->required();
  verb->add_option("--method", options->method, "how it is found")
      ->check(CLI::IsMember(
          {"falling", "disturbance", "small-disturbance", "continuation", "axle-force"}))
      ->capture_default_str();
  verb->add_option("--resolution", options->resolution, "of the speed")->capture_default_str();
  verb->add_option("--step", options->step, "by which the speed is lowered")->capture_default_str();
  add_quantity(verb, "--longest", options->longest, "s",
               "simulated time of a motion that does not settle");
  verb->add_option("--orbit-steps", options->orbit_steps, "time steps of continuation in a period")
      ->check(CLI::Range(20, 20000))
      ->capture_default_str();
  verb->add_option("--kick", options->kick, "small-disturbance: its size, largest displacement")
      ->capture_default_str();
  verb->add_option("--alpha", options->alpha, "axle-force: of the limit, 0.85 for freight cars")
      ->check(CLI::Range(0.01, 10.0))
      ->capture_default_str();
  verb->add_flag("-q,--quiet", options->quiet, "do not tell the trials");
  add_format(verb, options->format, {"text", "json"});
  verb->callback(
      [&action, options] { action = [options] { return cli::critical_speed(*options); }; });
}

void add_map(CLI::App* verb, std::vector<std::string>& map) {
  verb->add_option("--map", map,
                   "channel by another name: \"wheelset_1/left/Q=Q11 [kN]\"; may be repeated")
      ->take_all()
      ->expected(1);
}

void add_list(CLI::App* verb, const std::string& name, std::vector<std::string>& list,
              const std::string& doc) {
  verb->add_option(name, list, doc)->delimiter(',')->take_all()->allow_extra_args(false);
}

void add_signal(CLI::App& app, Action& action) {
  auto options = std::make_shared<cli::SignalOptions>();
  CLI::App* verb = app.add_subcommand("signal", "filter, resample, spectra, counting of channels");
  verb->add_option("file", options->file, "results (HDF5), any HDF5 or CSV with a header")
      ->required();
  add_list(verb, "-c,--channels", options->channels,
           "channels, with commas between; * matches any text");
  verb->add_option("--filter", options->filters,
                   "low:20 Hz, high:0.4 Hz, band:0.4 Hz:10 Hz (then :order=4, :causal), mean:2 m, "
                   "rms:5 s, weight:Wb; may be repeated")
      ->take_all()
      ->expected(1);
  verb->add_option("--resample", options->resample, "equal steps, e.g. \"0.25 m\" or \"5 ms\"");
  auto* psd = verb->add_option("--psd", options->psd, "spectral density, segments e.g. \"5 s\"");
  verb->add_flag("--third-octaves", options->third_octaves, "r.m.s. in third octaves")->needs(psd);
  auto* rainflow = verb->add_flag("--rainflow", options->rainflow, "ranges by ASTM E1049");
  auto* percentiles = verb->add_option("--percentiles", options->percentiles, "e.g. 0.15,50,99.85")
                          ->delimiter(',')
                          ->check(CLI::Range(0.0, 100.0));
  rainflow->excludes(psd);
  percentiles->excludes(psd)->excludes(rainflow);
  add_map(verb, options->map);
  verb->add_option("--speed", options->speed, "of a record that has no s and no speed");
  verb->add_option("--limits", options->limits, "file with the weightings");
  verb->add_option("-p,--plot", options->plot, "draw before and after to .svg, .png or .pdf");
  add_force(verb, options->force);
  add_format(verb, options->format, {"csv", "json", "text"});
  verb->callback([&action, options] { action = [options] { return cli::signal(*options); }; });
}

void add_evaluate(CLI::App& app, Action& action) {
  auto options = std::make_shared<cli::EvaluateOptions>();
  CLI::App* verb = app.add_subcommand(
      "evaluate", "figures of EN 14363, EN 12299, ISO 2631, Sperling, Nadal and wear, with limits");
  verb->add_option("file", options->file, "results (HDF5), any HDF5 or CSV with a header");
  add_list(verb, "--norm", options->norms,
           "of en14363, nadal, en12299, iso2631, sperling, wear; default: all that can be had");
  add_list(verb, "--body", options->bodies, "points on the body; default: by their names");
  add_list(verb, "--bogie", options->bogies, "points on bogie frames; default: by their names");
  add_map(verb, options->map);
  verb->add_option("--limits", options->limits, "file of limits instead of the program's own");
  verb->add_flag("--print-limits", options->print_limits, "print the program's own limits");
  verb->add_option("--speed", options->speed, "of a record that has no s and no speed");
  verb->add_option("--wheel-load", options->wheel_load, "static; default: each axle's mean of Q");
  verb->add_option("--bogie-mass", options->bogie_mass, "for the limit of bogie accelerations");
  verb->add_option("--section", options->section, "length of sections instead of the norm's");
  verb->add_option("--flange-angle", options->flange_angle, "for Nadal's limit, e.g. \"70 deg\"");
  verb->add_option("--friction", options->friction, "for Nadal's limit");
  add_format(verb, options->format, {"text", "csv", "json"});
  verb->callback(
      [&action, options] { action = [options] { return cli::evaluate_results(*options); }; });
}

void add_study_options(CLI::App* verb, int& threads, std::string& shard, bool& quiet) {
  verb->add_option("--threads", threads, "default: all cores")->check(CLI::Range(1, 1024));
  verb->add_option("--shard", shard, "i/n: only this share of the points, for job arrays");
  verb->add_flag("-q,--quiet", quiet, "no progress bar");
}

void add_sweep(CLI::App& app, Action& action) {
  auto options = std::make_shared<cli::SweepOptions>();
  CLI::App* verb =
      app.add_subcommand("sweep", "a study: any parameters, threads or MPI, resumable");
  verb->add_option("study", options->study, "study file (TOML)")->required();
  verb->add_option("--set", options->set, "override an entry of the scenario: key=value")
      ->take_all()
      ->expected(1);
  verb->add_option("-o,--output", options->output, "CSV file; default: the study's name");
  add_force(verb, options->force);
  add_study_options(verb, options->threads, options->shard, options->quiet);
  add_format(verb, options->format, {"text", "json"});
  verb->callback([&action, options] { action = [options] { return cli::sweep(*options); }; });
}

void add_stability_map(CLI::App& app, Action& action) {
  auto options = std::make_shared<cli::StabilityMapOptions>();
  CLI::App* verb = app.add_subcommand("stability-map", "bifurcation diagrams over curve radii");
  add_scenario(verb, options->scenario, options->set);
  verb->add_option("--speed", options->speed, "speeds from:step:to")->required();
  verb->add_option("--radius", options->radius, "e.g. straight,6000,600/128 mm (R or R/cant)")
      ->capture_default_str();
  auto* parameter = verb->add_option("--parameter", options->parameter, "vary this entry instead");
  verb->add_option("--values", options->values, "its values, a,b,c")->needs(parameter);
  verb->add_option("--observe", options->observed, "coordinate; default: y of the first wheelset");
  verb->add_option("--direction", options->direction, "of the speed")
      ->check(CLI::IsMember({"up", "down", "both"}))
      ->capture_default_str();
  verb->add_option("--starts", options->starts,
                   "also from these multiples of the scenario's initial disturbance, e.g. 0.5,1,2")
      ->delimiter(',');
  verb->add_option("--resolution", options->resolution, "of the speeds where motions begin")
      ->capture_default_str();
  add_quantity(verb, "--longest", options->longest, "s",
               "simulated time of a motion that does not settle");
  verb->add_option("-o,--output", options->output, "CSV file")->capture_default_str();
  verb->add_option("-p,--plot", options->plot, "SVG file of the map");
  add_force(verb, options->force);
  add_study_options(verb, options->threads, options->shard, options->quiet);
  add_format(verb, options->format, {"text", "json"});
  verb->callback(
      [&action, options] { action = [options] { return cli::stability_map(*options); }; });
}

void add_new(CLI::App& app, Action& action) {
  auto options = std::make_shared<cli::NewOptions>();
  CLI::App* verb = app.add_subcommand("new", "begin: a small commented folder that runs");
  verb->add_option("name", options->name, "folder to make")->required();
  verb->add_option("--vehicle", options->vehicle, "what runs")
      ->check(CLI::IsMember(cli::get_new_vehicles()))
      ->capture_default_str();
  verb->add_option("--track", options->track,
                   "curve, straight, or csv FILE: a surveyed line with columns x, y")
      ->expected(1, 2)
      ->default_str("curve");
  verb->callback([&action, options] { action = [options] { return cli::begin(*options); }; });
}

void add_doctor(CLI::App& app, Action& action) {
  CLI::App* verb = app.add_subcommand("doctor", "version, libraries, cores, cache, MPI, terminal");
  verb->callback([&action] { action = [] { return cli::doctor(); }; });
}

// For shells, packages and --help's sake.
void add_descriptions(CLI::App& app, Action& action) {
  app.add_subcommand("help", "what a verb takes: help VERB");  // spelt out in arguments.cpp
  auto text = std::make_shared<std::string>();
  CLI::App* completions = app.add_subcommand(
      "completions", "completions for a shell, e.g. source <(fourfoot completions bash)");
  completions->add_option("shell", *text, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  completions->callback(
      [&action, text] { action = [text] { return cli::print_completions(*text); }; });
  CLI::App* man = app.add_subcommand("man", "write the man pages")->group("");
  man->add_option("folder", *text, "where")->required();
  man->callback([&action, &app, text] {
    action = [&app, text] { return cli::write_man_pages(cli::describe_verbs(app), *text); };
  });
  auto words = std::make_shared<std::vector<std::string>>();
  CLI::App* complete = app.add_subcommand("complete", "candidates for a shell")->group("");
  complete->add_option("words", *words, "after the program's name, the last one unfinished");
  complete->callback([&action, &app, words] {
    action = [&app, words] { return cli::complete(cli::describe_verbs(app), *words); };
  });
}

int parse_and_run(int argc, char** argv) {
  CLI::App app{"Fourfoot: railway vehicle dynamics, open to the last equation", "fourfoot"};
  app.set_version_flag("--version", fmt::format("fourfoot {} ({})", get_version(), get_commit()));
  app.require_subcommand(1);
  Action action;
  add_check(app, action);
  add_info(app, action);
  add_run(app, action);
  add_integrators(app, action);
  add_export(app, action);
  add_report(app, action);
  add_plot(app, action);
  add_track(app, action);
  add_schema(app, action);
  add_hertz(app, action);
  add_creep(app, action);
  add_profile(app, action);
  add_contact_geometry(app, action);
  add_upgrade(app, action);
  add_equilibrium(app, action);
  add_eigen(app, action);
  add_bifurcation(app, action);
  add_critical_speed(app, action);
  add_sweep(app, action);
  add_stability_map(app, action);
  add_signal(app, action);
  add_evaluate(app, action);
  add_new(app, action);
  add_doctor(app, action);
  add_descriptions(app, action);
  int code = cli::parse_arguments(app, argc, argv);
  if (action) code = action();
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    throw RunError("standard output could not be written (disk full?)");
  }
  return code;
}

void print(const InputError& error) {
  constexpr std::size_t most = 20;  // whoever has more faults begins with these
  const std::vector<Finding>& findings = error.findings();
  for (std::size_t i = 0; i < std::min(findings.size(), most); ++i) {
    fmt::print(stderr, "{}{}", i > 0 ? "\n" : "", format(findings[i]));
  }
  if (findings.size() > most) {
    fmt::print(stderr, "{} errors, the first {} are shown\n", findings.size(), most);
  } else if (findings.size() > 1) {
    fmt::print(stderr, "{} errors\n", findings.size());
  }
}

}  // namespace

int main(int argc, char** argv) {
  // A file that reaches the size limit of the shell is a failed write, not a sudden death.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return parse_and_run(argc, argv);
  } catch (const InputError& error) {
    print(error);
    return cli::exit_input;
  } catch (const RunError& error) {
    if (cli::was_interrupted()) {
      fmt::print(stderr, "stopped\n");
      return cli::exit_interrupted;
    }
    fmt::print(stderr, "error: {}\n", error.what());
    return cli::exit_run_failed;
  } catch (const std::system_error& error) {  // of a disk, a device, a folder that has gone
    fmt::print(stderr, "error: {}\n",
               std::ferror(stdout) != 0 ? "standard output could not be written (disk full?)"
                                        : error.what());
    return cli::exit_run_failed;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "error: there is not enough memory\n");
    return cli::exit_run_failed;
  } catch (const std::exception& error) {
    fmt::print(stderr, "internal error: {}\nplease report this with the input files\n",
               error.what());
    return cli::exit_internal;
  }
}
