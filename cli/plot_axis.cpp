#include "cli/plot_axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace fourfoot::cli {

ScaleUnit choose_unit(const std::string& unit, double largest) {
  static const char* const scaled[] = {"m", "N", "rad", "N m", "Pa", "W", "J"};
  const bool takes_prefix =
      std::find(std::begin(scaled), std::end(scaled), unit) != std::end(scaled);
  if (unit == "m/s2" || unit == "rad/s2") return {unit.substr(0, unit.size() - 1) + "²", 1.0};
  if (!takes_prefix || !(largest > 0.0)) return {unit == "1" ? "-" : unit, 1.0};
  const bool grows = unit != "m" && unit != "rad";  // kilometres of displacement help nobody
  if (largest < 2e-4) return {"\u00b5" + unit, 1e6};
  if (largest < 0.2) return {"m" + unit, 1e3};
  if (grows && largest >= 1e6) return {"M" + unit, 1e-6};
  if (grows && largest >= 1e3) return {"k" + unit, 1e-3};
  return {unit, 1.0};
}

Ticks choose_ticks(double min, double max, int wanted, double factor, bool snap) {
  const double size = std::max(std::abs(min), std::abs(max));
  if (!(max - min > 1e-9 * size)) {  // one value only: leave room around it
    const double room = size > 0.0 ? 0.1 * size : 1.0;
    min -= room;
    max += room;
  }
  const double raw = (max - min) / wanted;
  const double decade = std::pow(10.0, std::floor(std::log10(raw)));
  const double ratio = raw / decade;
  Ticks ticks;
  ticks.step = decade * (ratio <= 1.0 ? 1.0 : ratio <= 2.0 ? 2.0 : ratio <= 5.0 ? 5.0 : 10.0);
  ticks.min = snap ? std::floor(min / ticks.step + 1e-9) * ticks.step : min;
  ticks.max = snap ? std::ceil(max / ticks.step - 1e-9) * ticks.step : max;
  const double begin = std::ceil(ticks.min / ticks.step - 1e-9);
  for (double k = begin; k * ticks.step <= ticks.max + 1e-9 * ticks.step; k += 1.0)
    ticks.values.push_back(k * ticks.step);
  ticks.decimals =
      std::clamp(static_cast<int>(std::ceil(-std::log10(ticks.step * factor) - 1e-9)), 0, 9);
  return ticks;
}

Ticks choose_decades(double min, double max) {
  Ticks ticks;
  ticks.is_log = true;
  ticks.max = std::ceil(max - 1e-9);
  ticks.min = std::min(std::max(std::floor(min + 1e-9), ticks.max - 10.0), ticks.max - 1.0);
  ticks.step = ticks.max - ticks.min > 6.0 ? 2.0 : 1.0;
  for (double k = ticks.min; k <= ticks.max + 1e-9; k += ticks.step) ticks.values.push_back(k);
  return ticks;
}

std::string write_plain(double value) {
  const double size = std::abs(value);
  return size >= 1e3 && size < 1e7 ? fmt::format("{:.0f}", value) : fmt::format("{:.4g}", value);
}

std::string format_tick(double value, const Ticks& ticks, double factor) {
  if (ticks.is_log) return write_plain(std::pow(10.0, value));
  const double shown = value * factor;
  const double largest = std::max(std::abs(ticks.min), std::abs(ticks.max)) * factor;
  if (largest >= 1e7 || ticks.step * factor < 1e-6)
    return fmt::format("{:.6g}", std::abs(shown) < 1e-9 * largest ? 0.0 : shown);
  const std::string text = fmt::format("{:.{}f}", shown, ticks.decimals);
  return text.find_first_of("123456789") == std::string::npos && text[0] == '-' ? text.substr(1)
                                                                                : text;
}

std::vector<std::vector<const PlotCurve*>> group_by_unit(const ChannelPlot& plot) {
  std::vector<std::vector<const PlotCurve*>> groups;
  for (const PlotCurve& curve : plot.curves) {
    const auto group = std::find_if(groups.begin(), groups.end(),
                                    [&](const auto& g) { return g.front()->unit == curve.unit; });
    if (group == groups.end())
      groups.push_back({&curve});
    else
      group->push_back(&curve);
  }
  return groups;
}

namespace {

/// What is smaller is the error of the computation: nothing moves by a picometre.
double get_noise(const std::string& unit) {
  if (unit == "m" || unit == "rad" || unit == "m/s" || unit == "rad/s") return 1e-9;
  return unit == "N" || unit == "N m" ? 1e-3 : 0.0;
}

}  // namespace

bool find_range(const std::vector<const PlotCurve*>& curves, double& min, double& max) {
  min = std::numeric_limits<double>::infinity();
  max = -min;
  for (const PlotCurve* curve : curves) {
    for (const double v : curve->values) {
      if (!std::isfinite(v)) continue;
      min = std::min(min, v);
      max = std::max(max, v);
    }
  }
  if (min > max) return false;
  const double noise = get_noise(curves.front()->unit);
  if (std::max(std::abs(min), std::abs(max)) < noise) min = -1e6 * noise, max = 1e6 * noise;
  return true;
}

}  // namespace fourfoot::cli
