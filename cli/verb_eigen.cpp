#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "analysis/overturning.h"
#include "analysis/root_locus.h"
#include "cli/common_options.h"
#include "cli/eigen_output.h"
#include "cli/interrupt.h"
#include "cli/origin.h"
#include "cli/outputs.h"
#include "cli/overrides.h"
#include "cli/progress.h"
#include "cli/quantity_option.h"
#include "cli/svg_plot.h"
#include "cli/vehicle_entry.h"
#include "cli/verbs.h"
#include "input/scenario_family.h"

namespace fourfoot::cli {

namespace {

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
  bool all = false;    ///< also modes that do not oscillate, and shapes
};

using nlohmann::ordered_json;

ordered_json describe_numbers(const analysis::Mode& mode, std::size_t track) {
  return {{"track", track},
          {"re", mode.value.real()},
          {"im", mode.value.imag()},
          {"frequency", mode.frequency()},
          {"damping", mode.damping()},
          {"name", mode.name}};
}

ordered_json describe_fully(const analysis::Mode& mode, std::size_t track) {
  ordered_json out = describe_numbers(mode, track);
  out["shape"] = analysis::describe(mode);
  for (const analysis::ModeShare& share : mode.shares) {
    out["shares"].push_back({{"body", share.body},
                             {"coordinate", share.coordinate},
                             {"amplitude", share.amplitude},
                             {"phase", share.phase}});
  }
  return out;
}

// Four digits are enough to draw a shape, and a quarter of the size.
double round_for_drawing(double value) {
  return std::round(value * 1e4) / 1e4;
}

// The shapes of many values share one list of coordinates.
using Freedoms = std::map<std::pair<std::string, std::string>, std::size_t>;

Freedoms list_freedoms(const analysis::RootLocus& locus) {
  Freedoms freedoms;
  for (const auto& modes : locus.modes)
    for (const analysis::Mode& mode : modes)
      for (const analysis::ModeShare& share : mode.shares)
        freedoms.try_emplace({share.body, share.coordinate}, 0);
  std::size_t i = 0;
  for (auto& [name, index] : freedoms) index = i++;
  return freedoms;
}

ordered_json describe_briefly(const analysis::Mode& mode, std::size_t track,
                              const Freedoms& freedoms) {
  ordered_json out = describe_numbers(mode, track);
  if (mode.shares.empty()) return out;
  std::vector<double> amplitudes(freedoms.size(), 0.0), phases(freedoms.size(), 0.0);
  for (const analysis::ModeShare& share : mode.shares) {
    const std::size_t i = freedoms.at({share.body, share.coordinate});
    amplitudes[i] = round_for_drawing(share.amplitude);
    phases[i] = round_for_drawing(share.phase);
  }
  out["amplitudes"] = amplitudes;
  out["phases"] = phases;
  return out;
}

// Many values are printed with one line for each mode: shapes are long.
void print_points(const ordered_json& points) {
  fmt::print(",\n  \"points\": [");
  for (std::size_t i = 0; i < points.size(); ++i) {
    fmt::print("{}\n    {{\"value\": {}, \"modes\": [", i > 0 ? "," : "",
               points[i]["value"].dump());
    const ordered_json& modes = points[i]["modes"];
    for (std::size_t k = 0; k < modes.size(); ++k)
      fmt::print("{}\n      {}", k > 0 ? "," : "", modes[k].dump());
    fmt::print("]}}");
  }
  fmt::print("]\n}}\n");
}

void print_json(const analysis::RootLocus& locus, const std::string& key,
                const system::System& system, const ordered_json& origin) {
  ordered_json out = {{"origin", origin}, {"parameter", key}};
  const bool one = locus.values.size() == 1;
  out["critical_speed"] =
      key == "speed.v" && locus.critical ? ordered_json(*locus.critical) : ordered_json();
  out["critical_value"] = locus.critical ? ordered_json(*locus.critical) : ordered_json();
  out["crossings"] = ordered_json::array();
  for (const analysis::Crossing& c : locus.crossings) {
    out["crossings"].push_back({{"value", c.value},
                                {"frequency", c.frequency},
                                {"type", c.destabilises ? "destabilises" : "stabilises"},
                                {"track", c.track},
                                {"name", c.name},
                                {"hunts", c.hunts}});
  }
  out["lost"] = ordered_json::array();
  for (const analysis::LostValue& lost : locus.lost)
    out["lost"].push_back({{"value", lost.value}, {"reason", lost.reason}});
  out["jumps"] = ordered_json::array();
  for (const analysis::LocusJump& jump : locus.jumps)
    out["jumps"].push_back({{"from", jump.from}, {"to", jump.to}});
  out["vehicle"] = describe_vehicle(system);
  const Freedoms freedoms = one ? Freedoms{} : list_freedoms(locus);
  for (const auto& [name, index] : freedoms)
    out["freedoms"].push_back({{"body", name.first}, {"coordinate", name.second}});
  ordered_json points = ordered_json::array();
  for (std::size_t i = 0; i < locus.values.size(); ++i) {
    ordered_json point = {{"value", locus.values[i]}, {"modes", ordered_json::array()}};
    for (std::size_t k = 0; k < locus.modes[i].size(); ++k) {
      const analysis::Mode& mode = locus.modes[i][k];
      if (!is_mode_shown(mode)) continue;
      point["modes"].push_back(one ? describe_fully(mode, k) : describe_briefly(mode, k, freedoms));
    }
    points.push_back(std::move(point));
  }
  if (one) {
    out["points"] = std::move(points);
    fmt::print("{}\n", out.dump(2));
    return;
  }
  const std::string head = out.dump(2);
  fmt::print("{}", head.substr(0, head.rfind('\n')));
  print_points(points);
}

void print_csv(const analysis::RootLocus& locus, const std::string& key) {
  fmt::print("{},track,re,im,frequency,damping,name\n", key);
  for (std::size_t i = 0; i < locus.values.size(); ++i) {
    for (std::size_t k = 0; k < locus.modes[i].size(); ++k) {
      const analysis::Mode& mode = locus.modes[i][k];
      if (!is_mode_shown(mode)) continue;
      fmt::print("{},{},{},{},{},{},\"{}\"\n", locus.values[i], k, mode.value.real(),
                 mode.value.imag(), mode.frequency(), mode.damping(), mode.name);
    }
  }
}

/// The largest real part of each mode, the largest first: [1/s] and track.
std::vector<std::pair<double, std::size_t>> rank_tracks(const analysis::RootLocus& locus) {
  std::vector<std::pair<double, std::size_t>> ranked;
  for (std::size_t k = 0; k < locus.modes.front().size(); ++k) {
    double largest = -std::numeric_limits<double>::infinity();
    for (const auto& modes : locus.modes) {
      if (is_mode_shown(modes[k])) largest = std::max(largest, modes[k].value.real());
    }
    ranked.emplace_back(largest, k);
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  return ranked;
}

void plot(const analysis::RootLocus& locus, const std::string& key, const std::string& file) {
  const std::string label = key == "speed.v" ? "speed [m/s]" : key;
  Plot plane{"Root locus", "real part [1/s]", "frequency [Hz]", {}, false, true};
  Plot parts{"Real part over " + label, label, "real part [1/s]", {}, true, false};
  Series ends{"first value", {}, {}, "#000000", false, false, true, true};
  constexpr std::size_t named = 8;  // colours would begin again
  for (const auto& [largest, k] : rank_tracks(locus)) {
    Series in_plane, over;
    const bool is_named = plane.series.size() < named;
    in_plane.colour = over.colour = is_named ? get_colour(plane.series.size()) : "#a8a8a8";
    if (is_named) in_plane.label = over.label = locus.modes.front()[k].name;
    bool any = false;
    for (std::size_t i = 0; i < locus.values.size(); ++i) {
      const analysis::Mode& mode = locus.modes[i][k];
      // Fast creep modes would press the rest into a corner.
      const bool shown = is_mode_shown(mode) && mode.value.real() > -60.0;
      any = any || shown;
      const double none = std::numeric_limits<double>::quiet_NaN();
      in_plane.x.push_back(shown ? mode.value.real() : none);
      in_plane.y.push_back(shown ? mode.frequency() : none);
      over.x.push_back(locus.values[i]);
      over.y.push_back(shown ? mode.value.real() : none);
    }
    if (!any) continue;
    ends.x.push_back(in_plane.x.front());
    ends.y.push_back(in_plane.y.front());
    plane.series.push_back(in_plane);
    parts.series.push_back(over);
  }
  plane.series.push_back(ends);
  Series crossings{"crossings", {}, {}, "#d55e00", false, false, true, false};
  for (const analysis::Crossing& c : locus.crossings) {
    crossings.x.push_back(c.value);
    crossings.y.push_back(0.0);
  }
  if (!crossings.x.empty()) parts.series.push_back(crossings);
  write_svg({plane, parts}, file);
}

/// Says of the values without steady running whether the car overturns there.
void explain_lost(const scenario::Family& family, const analysis::RootLocusOptions& search,
                  analysis::RootLocus& locus) {
  if (locus.lost.empty()) return;
  const auto lowest = std::min_element(
      locus.lost.begin(), locus.lost.end(),
      [](const analysis::LostValue& a, const analysis::LostValue& b) { return a.value < b.value; });
  std::optional<analysis::OperatingPoint> near;
  for (const double value : locus.values) {
    if (value > lowest->value || (near && value < near->value)) continue;
    near = analysis::make_operating_point(family, value, search.t);
  }
  if (!near) return;
  analysis::SettleOptions options;
  options.t = search.t;
  options.is_cancelled = search.is_cancelled;
  const analysis::Overturning found =
      analysis::find_overturning(family, lowest->value, &*near, options);
  for (analysis::LostValue& lost : locus.lost)
    if (found.is_found && lost.value >= found.from) lost.reason = found.reason;
}

int eigen(const EigenOptions& options) {
  const std::string key = options.parameter;
  std::vector<double> values;
  if (!options.speed.empty()) values = read_range("--speed", options.speed, "m/s");
  if (!options.values.empty()) values = read_range("--values", options.values, "1");
  const bool one = values.empty();
  if (!options.plot.empty())
    check_picture("-p", options.plot, list_inputs(options.scenario, options.set), options.force);
  catch_interrupts();
  Progress progress(!one);
  analysis::RootLocusOptions search;
  search.t = options.t;
  search.on_progress = [&](double fraction) { progress.show(fraction); };
  search.is_cancelled = was_interrupted;
  analysis::RootLocus locus;
  std::shared_ptr<const system::System> system;  // of the first value
  if (one) {
    scenario::Member member = input::read_member(options.scenario, parse_overrides(options.set));
    locus = analysis::find_root_locus([&](double) { return member; },
                                      {member.scenario.speed.calc(options.t).v}, search);
    system = member.system;
  } else {
    const scenario::Family family =
        input::make_family(options.scenario, parse_overrides(options.set), key);
    locus = analysis::find_root_locus(family, values, search);
    explain_lost(family, search, locus);
    if (options.format == "json") system = family(values.front()).system;
  }
  progress.clear();
  if (options.format == "json")
    print_json(locus, key, *system, describe_origin(options.scenario, options.set));
  else if (options.format == "csv")
    print_csv(locus, key);
  else
    print_modes(locus, key, options.all);
  if (options.format != "json") {
    for (const analysis::LocusJump& jump : locus.jumps)
      fmt::print(options.format == "csv" ? stderr : stdout,
                 "{}: steady running ends between {:.6g} and {:.6g}; another one beyond\n", key,
                 jump.from, jump.to);
    for (const analysis::LostValue& lost : locus.lost)
      fmt::print(options.format == "csv" ? stderr : stdout, "{} = {:.6g}: no modes; {}\n", key,
                 lost.value, lost.reason);
  }
  if (!options.plot.empty()) plot(locus, key, options.plot);
  return exit_done;
}

}  // namespace

void add_eigen(Verbs& verbs) {
  auto [verb, options] = verbs.add<EigenOptions>(
      "eigen", "eigenvalues and modes; over speed: root locus, critical speed", eigen);
  verb.scenario(options.scenario, options.set);
  add_radius(verb, options.set);
  add_time(verb, options.t);
  verb.option("--speed", options.speed, "speeds from:step:to, e.g. \"20:1:90\", or one");
  verb.option("--parameter", options.parameter,
              "entry of the scenario that is varied instead of the speed")
      .shows_default();
  verb.option("--values", options.values, "its values from:step:to, in SI");
  verb.flag("--all", options.all, "print also modes that do not oscillate, and the shapes");
  verb.option("-p,--plot", options.plot, "SVG file of the root locus");
  add_force(verb, options.force);
  add_format(verb, options.format, {"text", "csv", "json"});
}

}  // namespace fourfoot::cli
