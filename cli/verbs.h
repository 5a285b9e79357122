#pragma once

#include <limits>
#include <map>
#include <string>
#include <vector>

#include "base/schema.h"

/// The verbs of the command line: one options struct and one function each, in a file of its own.
/// They print; they throw InputError, RunError; they return the exit code.
namespace fourfoot::cli {

enum ExitCode {
  exit_done = 0,
  exit_internal = 1,
  exit_input = 2,
  exit_run_failed = 3,
  exit_interrupted = 130
};

struct CheckOptions {
  std::string file;
  std::vector<std::string> set;
};
int check(const CheckOptions& options);

struct InfoOptions {
  std::string scenario;
  std::vector<std::string> set;
  std::string format = "text";
};
int info(const InfoOptions& options);

struct RunOptions {
  std::string scenario;
  std::vector<std::string> set;
  std::string output = "results.h5";
  std::string format = "text";
  std::string report;  ///< page to write as well; empty: none
  bool quiet = false;
  std::string checkpoint;             ///< file; empty: none are written
  std::string checkpoint_every;       ///< simulated time as typed; empty: a tenth of the run
  std::string resume;                 ///< checkpoint file; empty: from the start
  std::vector<std::string> channels;  ///< patterns of what is recorded; empty: as the scenario says
  bool force = false;                 ///< replace a file of another kind
};
int run(const RunOptions& options);

struct ExportOptions {
  std::string results;
  std::vector<std::string> channels;
  std::string format = "csv";
  std::string output;
  bool list = false;
  bool force = false;  ///< replace a file of another kind
};
int export_results(const ExportOptions& options);

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
int integrators(const IntegratorsOptions& options);

struct ReportOptions {
  std::vector<std::string> inputs;
  std::string output = "report.html";
  bool force = false;  ///< replace a file of another kind
};
int report(const ReportOptions& options);

struct PlotOptions {
  std::string results;
  std::vector<std::string> channels;
  std::string over = "time";  ///< channel of the horizontal axis
  std::string from, to;       ///< part of that axis, in its unit; empty: all
  std::string output;         ///< .svg, .png or .pdf; empty: draw in the terminal
  int width = 0, height = 0;  ///< of the terminal's plot in letters; 0: what the terminal has
  bool force = false;         ///< replace a file of another kind
};
int plot(const PlotOptions& options);

struct SignalOptions {
  std::string file;
  std::vector<std::string> channels;
  std::vector<std::string> map;      ///< NAME=COLUMN [unit]
  std::vector<std::string> filters;  ///< one after the other, see docs/guide/evaluate.md
  std::string resample;              ///< step with unit; empty: none
  std::string psd;                   ///< length of a segment with unit; empty: none
  bool third_octaves = false, rainflow = false;
  std::vector<double> percentiles;
  std::string speed;   ///< of a record without distance
  std::string limits;  ///< file with the weightings; empty: the program's own
  std::string plot;    ///< .svg, .png or .pdf
  bool force = false;  ///< replace a file of another kind
  std::string format = "csv";
};
int signal(const SignalOptions& options);

struct EvaluateOptions {
  std::vector<std::string> files;  ///< two or more: side by side
  std::vector<std::string> norms, bodies, bogies, map;
  std::string limits;  ///< empty: the program's own
  bool print_limits = false;
  std::string speed, wheel_load, bogie_mass, section, flange_angle, friction;  ///< as typed
  std::vector<std::string> target;  ///< "cant_deficiency=165 mm"
  std::string shakedown;            ///< picture of the diagram; empty: none
  std::string format = "text";
};
int evaluate_results(const EvaluateOptions& options);

struct TrackOptions {
  std::string scenario;
  std::vector<std::string> set;
  std::string format = "text";
  double from = 0.0;                                     ///< [m]
  double to = std::numeric_limits<double>::quiet_NaN();  ///< [m]; nan: the track's end
  double step = 1.0;                                     ///< [m]
};
int print_track(const TrackOptions& options);

struct SchemaOptions {
  std::string kind;
};
int print_schema(const SchemaOptions& options);

/// `hertz` and `creep` take one case by options or many by a CSV file; `values` holds the options
/// as typed, by field key (cli/case_input.h).
struct HertzOptions {
  std::map<std::string, std::string> values;
  std::string cases;
  std::string format = "text";
};
const std::vector<Field>& get_hertz_fields();
int hertz(const HertzOptions& options);

struct CreepOptions {
  std::map<std::string, std::string> values;
  std::vector<std::string> set;  ///< parameters of the law, key=value
  std::string cases;
  std::string format = "text";
};
const std::vector<Field>& get_creep_fields();
int creep(const CreepOptions& options);

struct ProfileOptions {
  std::string file;
  std::string kind, unit;              ///< empty: the file tells
  std::string smoothing, tape_circle;  ///< lengths as typed; empty: default
  std::string step = "2 mm";
  std::string output;  ///< SVG file
  std::string format = "text";
  bool force = false;  ///< replace a file of another kind
};
int profile(const ProfileOptions& options);

struct UpgradeOptions {
  std::vector<std::string> files;
  bool is_trial = false;  ///< show, do not write
};
int upgrade(const UpgradeOptions& options);

struct ContactGeometryOptions {
  std::string wheelset, at = "0 m";  ///< which, and where on the line
  std::string scenario;
  std::vector<std::string> set;
  std::string y = "-8 mm:0.5 mm:8 mm";
  std::string yaw = "0";
  std::string gauge_variation = "0";
  std::string load;
  std::string amplitude = "1 mm:0.5 mm:6 mm";
  std::string format = "text";
  bool conicity = false;
  bool no_roll = false;
};
int contact_geometry(const ContactGeometryOptions& options);

struct EquilibriumVerbOptions {
  std::string scenario;
  std::vector<std::string> set;
  double t = 0.0;  ///< [s]
  std::string format = "text";
};
int equilibrium(const EquilibriumVerbOptions& options);

struct EigenOptions {
  std::string scenario;
  std::vector<std::string> set;
  double t = 0.0;                     ///< [s]
  std::string speed;                  ///< from:step:to; empty: the scenario's
  std::string parameter = "speed.v";  ///< entry of the scenario that is varied
  std::string values;                 ///< from:step:to of it, in SI
  std::string plot;                   ///< SVG file
  std::string format = "text";
  bool force = false;  ///< replace a file of another kind
};
int eigen(const EigenOptions& options);

struct BifurcationVerbOptions {
  std::string scenario;
  std::vector<std::string> set;
  double t = 0.0;                     ///< [s]
  std::string speed;                  ///< from:step:to
  std::string parameter = "speed.v";  ///< entry of the scenario that is varied
  std::string values;                 ///< from:step:to of it, in SI
  std::string observed;               ///< coordinate; empty: y of the first wheelset
  std::string method = "both";        ///< simulation, continuation, both
  std::string direction = "both";     ///< up, down, both
  std::vector<double> starts;         ///< factors on the initial disturbance
  double longest = 60.0;              ///< [s]
  int orbit_steps = 200;
  std::string plot;  ///< SVG file
  std::string format = "text";
  bool force = false;  ///< replace a file of another kind
};
int bifurcation(const BifurcationVerbOptions& options);

struct CriticalSpeedVerbOptions {
  std::string scenario;
  std::vector<std::string> set;
  double t = 0.0;  ///< [s]
  std::string from, to;
  std::string parameter = "speed.v";
  std::string method = "falling";
  std::string resolution = "0.01", step = "1";
  std::string observed;
  double longest = 60.0;  ///< [s]
  int orbit_steps = 200;
  double alpha = 1.0;         ///< axle-force
  std::string kick = "1e-6";  ///< small-disturbance [m]
  std::string format = "text";
  bool quiet = false;
};
int critical_speed(const CriticalSpeedVerbOptions& options);

struct SweepOptions {
  std::string study;
  std::vector<std::string> set;
  std::string output;  ///< CSV file; empty: the study's name
  int threads = 0;
  std::string shard;
  std::string format = "text";
  bool quiet = false;
  bool force = false;  ///< replace a file of another kind
};
int sweep(const SweepOptions& options);

struct StabilityMapOptions {
  std::string scenario;
  std::vector<std::string> set;
  std::string speed;                ///< from:step:to
  std::string radius = "straight";  ///< radii, "straight" among them; R/cant
  std::string parameter, values;    ///< another entry instead of the radius
  std::string observed;
  std::string direction = "both";
  std::vector<double> starts;       ///< factors on the initial disturbance, at every speed
  std::string resolution = "0.05";  ///< of v_n and v_c
  double longest = 30.0;            ///< [s]
  std::string output = "stability-map.csv";
  std::string plot;
  int threads = 0;
  std::string shard;
  std::string format = "text";
  bool quiet = false;
  bool force = false;  ///< replace a file of another kind
};
int stability_map(const StabilityMapOptions& options);

struct NewOptions {
  std::string name;
  std::string vehicle = "coach";
  std::vector<std::string> track = {"curve"};  ///< or straight, or csv and a file
};
std::vector<std::string> get_new_vehicles();
int begin(const NewOptions& options);

int doctor();

struct VerbText;
int print_completions(const std::string& shell);
int complete(const std::vector<VerbText>& verbs, const std::vector<std::string>& words);
int write_man_pages(const std::vector<VerbText>& verbs, const std::string& folder);

}  // namespace fourfoot::cli
