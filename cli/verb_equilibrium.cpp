#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "analysis/equilibrium.h"
#include "cli/common_options.h"
#include "cli/equilibrium_output.h"
#include "cli/interrupt.h"
#include "cli/overrides.h"
#include "cli/quantity_option.h"
#include "cli/verbs.h"
#include "input/scenario_family.h"

namespace fourfoot::cli {

namespace {

struct EquilibriumVerbOptions {
  std::string scenario;
  std::vector<std::string> set;
  double t = 0.0;  ///< [s]
  std::string format = "text";
  bool all = false;                   ///< every channel instead of tables
  std::vector<std::string> channels;  ///< patterns; empty: tables
};

void print_json(const system::System& system, const analysis::Equilibrium& found,
                const std::vector<double>& row) {
  using nlohmann::ordered_json;
  ordered_json out = {{"method", found.method},
                      {"iterations", found.iterations},
                      {"residual", found.residual},
                      {"indifferent", found.indifferent}};
  for (std::size_t i = 0; i < row.size(); ++i) {
    const Channel& channel = system.channels()[i];
    out["channels"][channel.name] = row[i];
    out["units"][channel.name] = channel.unit;
  }
  fmt::print("{}\n", out.dump(2));
}

void print_text(const EquilibriumVerbOptions& options, const system::System& system,
                const analysis::Equilibrium& found, const std::vector<double>& row) {
  fmt::print("steady running found by {} in {} iterations, accelerations left {:.2g}\n",
             found.method, found.iterations, found.residual);
  for (const std::string& name : found.indifferent) {
    fmt::print("nothing acts along {}: it stays where it starts\n", name);
  }
  if (options.all || !options.channels.empty()) {
    fmt::print("\n");
    print_steady_channels(system.channels(), row,
                          options.all ? std::vector<std::string>{"*"} : options.channels);
  } else {
    print_steady_tables(system, row);
  }
}

int equilibrium(const EquilibriumVerbOptions& options) {
  const auto system = input::read_member(options.scenario, parse_overrides(options.set)).system;
  catch_interrupts();
  analysis::EquilibriumOptions search;
  search.t = options.t;
  search.is_cancelled = was_interrupted;
  const analysis::Equilibrium found = analysis::find_equilibrium(*system, search);

  system::Workspace ws(*system);
  system->set_time(options.t, ws);
  std::vector<double> row(system->channels().size());
  system->record(options.t, found.state, ws, row);
  if (options.format == "json") {
    print_json(*system, found, row);
  } else if (options.format == "csv") {
    fmt::print("channel,unit,value\n");
    for (std::size_t i = 0; i < row.size(); ++i) {
      fmt::print("{},{},{}\n", system->channels()[i].name, system->channels()[i].unit, row[i]);
    }
  } else {
    print_text(options, *system, found, row);
  }
  return exit_done;
}

}  // namespace

void add_equilibrium(Verbs& verbs) {
  auto [verb, options] = verbs.add<EquilibriumVerbOptions>(
      "equilibrium",
      "steady running, also in a curve: forces of each wheel, positions of all bodies",
      equilibrium);
  verb.scenario(options.scenario, options.set);
  verb.option(
      "--speed",
      [&set = options.set](const std::string& v) {
        read_quantity("--speed", v, "m/s");
        set.push_back("speed.v=" + v);
      },
      "speed, instead of that of the file, e.g. \"60 km/h\"");
  add_radius(verb, options.set);
  add_time(verb, options.t);
  verb.flag("--all", options.all, "print every channel, in SI");
  verb.list("-c,--channels", options.channels,
            "print these channels in SI, separated by commas; * matches any text");
  add_format(verb, options.format, {"text", "csv", "json"});
}

}  // namespace fourfoot::cli
