#include "cli/limit_curves_output.h"

#include <fmt/format.h>

#include <cmath>

#include "cli/observed_words.h"
#include "cli/svg_plot.h"

namespace fourfoot::cli {

namespace {

using nlohmann::ordered_json;

ordered_json write_limit(double value) {
  return std::isnan(value) ? ordered_json() : ordered_json(value);
}

std::string write_limit_cell(double value) {
  return std::isnan(value) ? "-" : fmt::format("{:.6g}", value);
}

double calc_fold_frequency(const analysis::PeriodicOrbit& orbit) {
  return orbit.period > 0.0 ? 1.0 / orbit.period : 0.0;
}

}  // namespace

void print_text(const LimitCurves& curves) {
  fmt::print("{} at which steady running ends (Hopf point) and limit cycles begin (fold)\n",
             curves.first);
  fmt::print("{:>16} {:>12} {:>10} {:>12} {:>10} {:>12}\n", curves.second, "Hopf", "f [Hz]", "fold",
             "f [Hz]", "max |y|");
  for (const analysis::LimitPoint& p : curves.points) {
    const bool has_fold = !std::isnan(p.fold);
    fmt::print("{:>16.6g} {:>12} {:>10.4g} {:>12} {:>10.4g} {:>12.5g}{}\n", p.second,
               write_limit_cell(p.hopf), p.hopf_frequency, write_limit_cell(p.fold),
               has_fold ? calc_fold_frequency(p.orbit) : 0.0, has_fold ? p.orbit.largest : 0.0,
               p.note.empty() ? "" : "  " + p.note);
  }
}

void print_csv(const LimitCurves& curves) {
  fmt::print("{},hopf,hopf_frequency,fold,fold_frequency,fold_max_abs\n", curves.second);
  for (const analysis::LimitPoint& p : curves.points) {
    const bool has_fold = !std::isnan(p.fold);
    fmt::print("{},{},{},{},{},{}\n", p.second, p.hopf, p.hopf_frequency, p.fold,
               has_fold ? calc_fold_frequency(p.orbit) : 0.0, has_fold ? p.orbit.largest : 0.0);
  }
}

void print_json(const LimitCurves& curves, const ordered_json& origin) {
  ordered_json out = {{"origin", origin},
                      {"parameter", curves.first},
                      {"second_parameter", curves.second},
                      {"observed", describe_observed(curves.observed)},
                      {"limits", ordered_json::array()}};
  for (const analysis::LimitPoint& p : curves.points) {
    const bool has_fold = !std::isnan(p.fold);
    out["limits"].push_back({{"second", p.second},
                             {"hopf", write_limit(p.hopf)},
                             {"hopf_frequency", p.hopf_frequency},
                             {"fold", write_limit(p.fold)},
                             {"fold_frequency", has_fold ? calc_fold_frequency(p.orbit) : 0.0},
                             {"fold_max_abs", has_fold ? p.orbit.largest : 0.0},
                             {"closing", has_fold ? p.orbit.closing : 0.0},
                             {"note", p.note}});
  }
  fmt::print("{}\n", out.dump(2));
}

void draw(const LimitCurves& curves, const std::string& file) {
  Plot plot{"Where limit cycles begin and steady running ends",
            curves.second,
            curves.first == "speed.v" ? "speed [m/s]" : curves.first,
            {},
            false,
            false};
  Series hopf{"v_{c}: steady running ends (Hopf)", {}, {}, get_colour(0), true, true, true};
  Series fold{"v_{n}: limit cycles begin (fold)", {}, {}, get_colour(1), true, false, true};
  for (const analysis::LimitPoint& p : curves.points) {
    hopf.x.push_back(p.second);
    hopf.y.push_back(p.hopf);
    fold.x.push_back(p.second);
    fold.y.push_back(p.fold);
  }
  plot.series = {hopf, fold};
  write_svg({plot}, file);
}

}  // namespace fourfoot::cli
