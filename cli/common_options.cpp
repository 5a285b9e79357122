#include "cli/common_options.h"

#include "cli/curve_option.h"

namespace fourfoot::cli {

void add_format(Verb& verb, std::string& format, const std::vector<std::string>& formats) {
  verb.option("--format", format, "output format").one_of(formats).shows_default();
}

void add_force(Verb& verb, bool& force) {
  verb.flag("--force", force, "replace an output file that is of another kind");
}

void add_study_force(Verb& verb, bool& force) {
  verb.flag("--force", force, "compute a finished study anew; replace files of other kinds");
}

void add_radius(Verb& verb, std::vector<std::string>& set) {
  verb.option(
      "--radius",
      [&set](const std::string& text) {
        for (const Setting& o : read_curve(text).settings) set.push_back(o.key + "=" + o.value);
      },
      "curve, instead of the line of the file: straight, 600, -600 (right) or 600/128 mm (R/cant)");
}

void add_time(Verb& verb, double& t) {
  verb.quantity("--time", t, "s", "time at which track and speed are taken");
}

void add_varied(Verb& verb, double& t, std::string& parameter, std::string& observed) {
  add_time(verb, t);
  verb.option("--parameter", parameter, "entry of the scenario that is varied instead of the speed")
      .shows_default();
  verb.option("--observe", observed,
              "coordinate whose amplitude is given; default: y of the first wheelset");
}

void add_starts(Verb& verb, std::vector<double>& starts) {
  verb.option("--starts", starts,
              "start also from these multiples of the scenario's initial disturbance, e.g. 0.5,1,2")
      .with_commas();
}

void add_direction(Verb& verb, std::string& direction) {
  verb.option("--direction", direction, "direction in which the speed changes")
      .one_of({"up", "down", "both"})
      .shows_default();
}

void add_longest(Verb& verb, double& longest) {
  verb.quantity("--longest", longest, "s",
                "longest simulated time of a motion that does not settle");
}

void add_orbit_steps(Verb& verb, int& steps) {
  verb.option("--orbit-steps", steps, "continuation: integration intervals in one period")
      .within(20, 20000)
      .shows_default();
}

void add_study_options(Verb& verb, int& threads, std::string& shard, bool& quiet) {
  verb.option("--threads", threads, "number of threads; default: all cores").within(1, 1024);
  verb.option("--shard", shard, "i/n: only this share of the points, for job arrays");
  verb.flag("-q,--quiet", quiet, "no progress bar");
}

void add_map(Verb& verb, std::vector<std::string>& map) {
  verb.option("--map", map,
              "channel by another name: \"wheelset_1/left/Q=Q11 [kN]\"; may be repeated")
      .repeatable();
}

}  // namespace fourfoot::cli
