#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "base/error.h"
#include "cli/track_quality.h"
#include "evaluate/welch.h"
#include "results/output_file.h"

namespace fourfoot::cli {

namespace {

/// Of alignment, vertical, gauge and cross level, one-sided, over the angular wavenumber.
struct LineSpectra {
  std::vector<double> Omega;                   ///< [rad/m]
  std::vector<std::vector<double>> densities;  ///< [m2/(rad/m)]
};

LineSpectra estimate_spectra(const track::Track& track, double from, double to) {
  constexpr double step = 0.25;          // waves from 0.5 m on
  constexpr std::size_t segment = 2048;  // 512 m: waves of 200 m have neighbours
  const double count = std::floor((to - from) / step);
  if (!(count >= static_cast<double>(segment)) || !(count < 1e7))
    throw InputError(
        Finding{"bad-arguments",
                {},
                fmt::format("a spectrum needs 512 m of track at least, not {:g} m", to - from),
                "give a longer range: --from, --to"});
  std::vector<evaluate::Welch> welch(4, evaluate::Welch(1.0 / step, segment));
  for (double i = 0.0; i < count; i += 1.0) {
    const track::RailDeviations d = track.calc_irregularity(from + i * step);
    const double values[4] = {d.alignment.value, d.vertical.value, d.gauge.value,
                              d.cross_level.value};
    for (std::size_t k = 0; k < 4; ++k) welch[k].append(values + k, 1);
  }
  constexpr double turn = 2.0 * std::numbers::pi;
  LineSpectra spectra;
  for (const double f : welch[0].list_frequencies()) spectra.Omega.push_back(turn * f);
  for (const evaluate::Welch& w : welch) {
    std::vector<double> density = w.calc_density();
    for (double& value : density) value /= turn;
    spectra.densities.push_back(std::move(density));
  }
  return spectra;
}

}  // namespace

void write_spectra(const track::Track& track, double from, double to, const std::string& file) {
  const LineSpectra spectra = estimate_spectra(track, from, to);
  std::string text = fmt::format(
      "# fourfoot line spectrum: Welch, segments of 512 m, s = {:g} to {:g} m; one-sided\n"
      "Omega [rad/m],alignment [m3/rad],vertical [m3/rad],gauge [m3/rad],cross_level [m3/rad]\n",
      from, to);
  for (std::size_t i = 1; i < spectra.Omega.size(); ++i) {
    text += fmt::format("{:.9g}", spectra.Omega[i]);
    for (const std::vector<double>& density : spectra.densities)
      text += fmt::format(",{:.9g}", density[i]);
    text += "\n";
  }
  results::write_output(file, text);
}

}  // namespace fourfoot::cli
