#include "cli/study_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "cli/found_plots.h"
#include "cli/observed_words.h"
#include "cli/plot_page.h"
#include "cli/plot_terminal.h"
#include "cli/stability_map_plot.h"
#include "cli/study_table.h"
#include "jobs/study_units.h"
#include "results/report_study.h"

namespace fourfoot::cli {

namespace {

using Json = nlohmann::json;

double get_entry(const Json& object, const char* name) {
  const auto it = object.find(name);
  return it != object.end() && it->is_number() ? it->get<double>()
                                               : std::numeric_limits<double>::quiet_NaN();
}

std::string get_word(const Json& object, const char* name) {
  const auto it = object.find(name);
  return it != object.end() && it->is_string() ? it->get<std::string>() : std::string();
}

std::string get_parameter_label(const Json& content) {
  const std::string key = get_word(content, "parameter");
  return key == "speed.v" ? "speed [m/s]" : key;
}

// Runs of orbits of the same stability; each begins at the end of the one before.
void add_orbits(const Json& branch, Plot& plot) {
  const auto orbits = branch.find("orbits");
  if (orbits == branch.end() || !orbits->is_array()) return;
  const auto name = [&](const std::string& label) {
    return std::none_of(plot.series.begin(), plot.series.end(),
                        [&](const Series& s) { return s.label == label; })
               ? label
               : std::string();
  };
  int last = -1;
  for (const Json& orbit : *orbits) {
    const int stable = orbit.value("stable", false) ? 1 : 0;
    if (stable != last) {
      Series line{name(stable ? "limit cycle, stable" : "limit cycle, unstable"),
                  {},
                  {},
                  stable ? "#0072b2" : "#d55e00"};
      line.dashed = stable == 0;
      if (last >= 0) {
        line.x = {plot.series.back().x.back()};
        line.y = {plot.series.back().y.back()};
      }
      plot.series.push_back(std::move(line));
    }
    last = stable;
    plot.series.back().x.push_back(get_entry(orbit, "value"));
    plot.series.back().y.push_back(1e3 * get_entry(orbit, "max_abs"));
  }
}

/// Hopf points, folds and other special points; those that are not located are open.
void add_marks(const Json& branches, Plot& plot) {
  // Grazing is often next to a fold, which is drawn above it.
  static const std::pair<std::string, std::size_t> kinds[] = {
      {"grazing", 8}, {"branch point", 5}, {"period doubling", 6},
      {"torus", 7},   {"fold", 4},         {"Hopf point", 9}};
  for (const auto& [label, colour] : kinds) {
    Series located{label, {}, {}, get_colour(colour), false, false, true, false};
    Series open = located;
    open.open = true;
    const auto add = [&](const Json& point) {
      Series& marks = point.value("located", true) ? located : open;
      marks.x.push_back(get_entry(point, "value"));
      marks.y.push_back(1e3 * get_entry(point, "max_abs"));
    };
    for (const Json& branch : branches) {
      if (label == "Hopf point" && branch.contains("hopf") && branch["hopf"].is_number()) {
        located.x.push_back(get_entry(branch, "hopf"));
        located.y.push_back(0.0);
      }
      if (label == "fold" && branch.contains("folds"))
        for (const Json& fold : branch["folds"]) add(fold);
      if (!branch.contains("special_points")) continue;
      for (const Json& point : branch["special_points"])
        if (get_word(point, "kind") == label) add(point);
    }
    if (!located.x.empty()) open.label.clear();
    for (Series* marks : {&located, &open})
      if (!marks->x.empty()) plot.series.push_back(std::move(*marks));
  }
}

std::vector<Plot> make_bifurcation(const Json& content) {
  Plot plot{"Bifurcation diagram",
            get_parameter_label(content),
            make_amplitude_title(get_word(content, "observed")),
            {},
            true,
            false};
  if (const auto branches = content.find("branches"); branches != content.end()) {
    for (const Json& branch : *branches) add_orbits(branch, plot);
    add_marks(*branches, plot);
  }
  std::vector<std::string> sweeps;
  for (const Json& point : content.at("points")) {
    const std::string sweep = get_word(point, "sweep");
    auto it = std::find(sweeps.begin(), sweeps.end(), sweep);
    if (it == sweeps.end()) {
      const std::size_t k = sweeps.size();
      plot.series.push_back(
          {name_simulated(sweep), {}, {}, get_colour(k + 2), false, false, true, k % 2 == 1});
      sweeps.push_back(sweep);
      it = sweeps.end() - 1;
    }
    Series& marks = plot.series[plot.series.size() - static_cast<std::size_t>(sweeps.end() - it)];
    marks.x.push_back(get_entry(point, "value"));
    marks.y.push_back(1e3 * get_entry(point, "max_abs"));
  }
  return {plot};
}

// Critical speeds over a second parameter, by bifurcation --over.
std::vector<Plot> make_limits(const Json& content) {
  Plot plot{"Where limit cycles begin and steady running ends",
            get_word(content, "second_parameter"),
            get_parameter_label(content),
            {}};
  Series hopf{"v_{c}: steady running ends (Hopf)", {}, {}, get_colour(0), true, true, true};
  Series fold{"v_{n}: limit cycles begin (fold)", {}, {}, get_colour(1), true, false, true};
  for (const Json& point : content.at("limits")) {
    for (Series* s : {&hopf, &fold}) s->x.push_back(get_entry(point, "second"));
    hopf.y.push_back(get_entry(point, "hopf"));
    fold.y.push_back(get_entry(point, "fold"));
  }
  plot.series = {hopf, fold};
  return {plot};
}

/// A mode over all values: in the plane of roots, and its real part over the parameter.
struct ModeTrack {
  std::string name;  ///< of the mode, at its first value
  Series in_plane, over;
  double largest = -std::numeric_limits<double>::infinity();  ///< real part [1/s]
};

// The least damped have colours and names; all others are grey, since colours would begin again.
void colour_tracks(std::vector<ModeTrack>& tracks, bool is_one) {
  constexpr std::size_t named = 8;
  std::stable_sort(tracks.begin(), tracks.end(),
                   [](const ModeTrack& a, const ModeTrack& b) { return a.largest > b.largest; });
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    for (Series* s : {&tracks[i].in_plane, &tracks[i].over}) {
      s->colour = i < named ? get_colour(i) : "#a8a8a8";
      s->label = i < named ? tracks[i].name : "";
      s->marks = is_one;
    }
  }
  std::reverse(tracks.begin(), tracks.end());  // grey ones are drawn first
}

/// Modes of one name are told apart by their frequencies at the first value.
void tell_apart(std::vector<ModeTrack>& tracks) {
  std::map<std::string, int> counts;
  for (const ModeTrack& track : tracks) ++counts[track.name];
  for (ModeTrack& track : tracks)
    if (counts[track.name] > 1 && !track.name.empty())
      track.name += fmt::format(", {:.2f} Hz", track.in_plane.y.front());
}

// A line for each mode that is followed; fast creep modes would press the rest into a corner.
std::vector<Plot> make_root_locus(const Json& content) {
  const std::string label = get_parameter_label(content);
  Plot plane{"Root locus", "real part [1/s]", "frequency [Hz]", {}, false, true};
  Plot parts{"Real part over " + label, label, "real part [1/s]", {}, true, false};
  std::map<double, ModeTrack> found;
  for (const Json& point : content.at("points")) {
    for (const Json& mode : point.at("modes")) {
      const double real = get_entry(mode, "re");
      if (!(real > -60.0)) continue;
      ModeTrack& track = found[get_entry(mode, "track")];
      if (track.in_plane.x.empty()) track.name = get_word(mode, "name");
      track.in_plane.x.push_back(real);
      track.in_plane.y.push_back(get_entry(mode, "frequency"));
      track.over.x.push_back(get_entry(point, "value"));
      track.over.y.push_back(real);
      track.largest = std::max(track.largest, real);
    }
  }
  const bool is_one = content.at("points").size() == 1;
  std::vector<ModeTrack> tracks;
  for (auto& [number, track] : found) tracks.push_back(std::move(track));
  tell_apart(tracks);
  colour_tracks(tracks, is_one);
  Series begin{is_one ? "" : "first value", {}, {}, "#000000", false, false, true, true};
  for (ModeTrack& track : tracks) {
    begin.x.push_back(track.in_plane.x.front());
    begin.y.push_back(track.in_plane.y.front());
    plane.series.push_back(std::move(track.in_plane));
    parts.series.push_back(std::move(track.over));
  }
  if (is_one) return {plane};
  plane.series.push_back(std::move(begin));
  return {plane, parts};
}

const StudyColumn& find_figure(const StudyTable& table, const std::string& name) {
  std::vector<std::string> known;
  for (const StudyColumn& figure : table.figures) {
    if (figure.name == name || figure.name == jobs::split_unit(name).name) return figure;
    known.push_back(figure.name);
  }
  throw InputError(Finding{
      "unknown-figure", {}, "the study has no figure \"" + name + "\"", suggest(name, known)});
}

StudyTable read_sweep(const Json& content) {
  StudyTable table = read_study_table(content);
  if (table.figures.empty())
    throw InputError(Finding{"bad-study-plot",
                             {},
                             "there is nothing to draw: no run of the study brought a number",
                             ""});
  return table;
}

std::vector<const StudyColumn*> choose_figures(const StudyTable& table,
                                               const StudyPictureOptions& options) {
  std::vector<const StudyColumn*> chosen;
  for (const std::string& name : options.figures) chosen.push_back(&find_figure(table, name));
  if (chosen.empty()) chosen.push_back(&table.figures.front());
  return chosen;
}

bool has_lines(const StudyPictureOptions& options) {
  return options.kind.empty() || options.kind == "lines";
}

// Pictures of a sweep that are not made of lines.
void draw_sweep(const Json& content, const StudyPictureOptions& options,
                const std::filesystem::path& picture) {
  const StudyTable table = read_sweep(content);
  const std::vector<const StudyColumn*> chosen = choose_figures(table, options);
  if (options.kind == "contour") return draw_field(make_field(table, *chosen.front()), picture);
  if (options.kind == "tornado") return draw_tornado(make_tornado(table, *chosen.front()), picture);
  draw_parallel(make_parallel(table, chosen), picture);
}

std::vector<Plot> make_sweep(const Json& content, const StudyPictureOptions& options) {
  const StudyTable table = read_sweep(content);
  std::vector<Plot> plots;
  for (const StudyColumn* figure : choose_figures(table, options))
    plots.push_back(make_lines(table, *figure));
  return plots;
}

std::vector<Plot> make_plots(const Json& document, const std::filesystem::path& study,
                             const StudyPictureOptions& options) {
  const std::string kind = document.at("kind");
  const Json& content = document.at("content");
  if (kind == "sweep") return make_sweep(content, options);
  if (kind == "bifurcation") return make_bifurcation(content);
  if (kind == "limits") return make_limits(content);
  if (kind == "eigen") return make_root_locus(content);
  if (kind == "map") return list_plots(read_stability_map(study.string()));
  if (kind == "optimum") return plot_optimum(content, study);
  if (kind == "critical") return plot_critical_speed(content);
  if (kind == "wear") return plot_wear(content);
  if (kind == "track") return plot_line(content);
  throw InputError(Finding{"bad-study-plot",
                           {},
                           "\"" + study.string() + "\" holds figures of norms: they are a table",
                           "fourfoot report shows them"});
}

// `draw` gets the file's content, and whether it is drawn as lines.
template <class Draw>
void read_and_draw(const std::filesystem::path& study, const StudyPictureOptions& options,
                   Draw&& draw) {
  const Json document = results::describe_study(study);
  if (document.at("kind") != "sweep" && (!options.kind.empty() || !options.figures.empty()))
    throw InputError(
        Finding{"bad-study-plot",
                {},
                "\"" + study.string() + "\" is no sweep: it has one picture of its own",
                "leave out the figures and --kind"});
  try {
    draw(document);
  } catch (const Json::exception&) {
    throw InputError(Finding{"not-results",
                             {},
                             "\"" + study.string() + "\" is not a file that plot can draw",
                             "entries are missing, or it was changed since"});
  }
}

}  // namespace

void draw_study(const std::filesystem::path& study, const StudyPictureOptions& options,
                const std::filesystem::path& picture) {
  read_and_draw(study, options, [&](const Json& document) {
    if (!has_lines(options)) return draw_sweep(document.at("content"), options, picture);
    draw_plots(make_plots(document, study, options), picture);
  });
}

std::string draw_study_in_terminal(const std::filesystem::path& study,
                                   const StudyPictureOptions& options, const TerminalStyle& style) {
  if (!has_lines(options))
    throw InputError(Finding{"bad-arguments",
                             {},
                             "pictures of --kind " + options.kind + " are written to a file",
                             "for example: -o study.svg; in the terminal lines are drawn"});
  std::string text;
  read_and_draw(study, options, [&](const Json& document) {
    for (const Plot& plot : make_plots(document, study, options))
      text += draw_in_terminal(plot, style);
  });
  return text;
}

}  // namespace fourfoot::cli
