#include "evaluate/damage_task.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace fourfoot::evaluate {

namespace {

using std::numbers::pi;

/// A patch at one row.
struct PatchState {
  double N, t_gamma, area, traction;
};

/// Values of all channels of a patch in a block; kept by the block.
struct PatchRows {
  PatchRows(Block& block, const PatchChannels& c)
      : N(block.read(c.N)),
        nu_x(block.read(c.nu_x)),
        nu_y(block.read(c.nu_y)),
        spin(block.read(c.spin)),
        fx(block.read(c.fx)),
        fy(block.read(c.fy)),
        mz(block.read(c.mz)),
        a(block.read(c.a)),
        b(block.read(c.b)) {}
  PatchState at(std::size_t i) const {
    return {N[i], std::abs(fx[i] * nu_x[i] + fy[i] * nu_y[i] + mz[i] * spin[i]), pi * a[i] * b[i],
            std::hypot(fx[i], fy[i])};
  }
  const std::vector<double>&N, &nu_x, &nu_y, &spin, &fx, &fy, &mz, &a, &b;
};

}  // namespace

double WearMap::calc_rate(double intensity) const {
  if (intensity < mild_up_to) return mild * intensity;
  return intensity <= severe_up_to ? severe : catastrophic * intensity;
}

int WearMap::find_regime(double intensity) const {
  return intensity < mild_up_to ? 0 : intensity <= severe_up_to ? 1 : 2;
}

double calc_rcf_damage(const FatigueCurve& curve, double t_gamma) {
  const std::vector<double>&x = curve.t_gamma, &y = curve.damage;
  if (x.empty() || t_gamma <= x.front()) return x.empty() ? 0.0 : y.front();
  for (std::size_t i = 1; i < x.size(); ++i)
    if (t_gamma <= x[i])
      return y[i - 1] + (y[i] - y[i - 1]) * (t_gamma - x[i - 1]) / (x[i] - x[i - 1]);
  return y.back();
}

double calc_surface_index(double traction, double N, double area, double shear_yield) {
  return traction / N - 2.0 * area * shear_yield / (3.0 * N);
}

void DamageTask::take(Block& block) {
  const DamageLimits& limits = at_.limits.damage;
  std::vector<PatchRows> patches;
  for (const PatchChannels& channels : wheel_.patches) patches.emplace_back(block, channels);
  const std::vector<double>& s = block.s();
  constexpr double shown = 300.0;  // points of a diagram
  const double spacing = (at_.record.s_last() - at_.record.s_first()) / shown;
  // Each step is counted with the block in which it ends, by what is there at its end.
  for (std::size_t i = std::max<std::size_t>(block.lead(), 1); i < block.end(); ++i) {
    const double step = s[i] - s[i - 1];
    double all = 0.0, index = -1e300;
    int worst = -1;
    const bool is_shown = s[i] >= next_;
    if (is_shown) next_ = s[i] + spacing;
    for (const PatchRows& rows : patches) {
      const PatchState p = rows.at(i);
      if (!(p.N > 0.0) || !(p.area > 0.0)) continue;
      const double intensity = 1e-6 * p.t_gamma / p.area;  // N/mm2
      all += p.t_gamma;
      mass_ += step * limits.map.calc_rate(intensity) * 1e6 * p.area;
      worst = std::max(worst, limits.map.find_regime(intensity));
      index = std::max(index, calc_surface_index(p.traction, p.N, p.area, limits.shear_yield));
      if (!is_shown) continue;
      points_.traction.push_back(p.traction / p.N);
      points_.load.push_back(1.5 * p.N / (p.area * limits.shear_yield));
    }
    length_ += step;
    if (worst < 0) continue;
    rcf_ += step * calc_rcf_damage(limits.fatigue, all);
    regime_[static_cast<std::size_t>(worst)] += step;
    if (index > 0.0) plastic_ += step;
    if (index <= largest_) continue;
    largest_ = index;
    largest_s_ = s[i];
  }
}

void DamageTask::report(std::vector<Figure>& figures) {
  const DamageLimits& limits = at_.limits.damage;
  const auto add = [&](const char* name, double value, const char* unit, const char* window,
                       std::string note, const std::string& trust) {
    Figure figure{.norm = "damage", .name = name, .subject = wheel_.name, .unit = unit};
    figure.value = value;
    figure.filter = figure.percentile = "none";
    figure.window = window;
    figure.note = std::move(note);
    figure.trust = trust;
    figures.push_back(figure);
  };
  const char* mean = "mean over the distance";
  const double length = length_ > 0.0 ? length_ : no_number;
  add("wear_rate", mass_ / length, "mg/km", mean, "mass lost by the wheel", limits.map.trust);
  const char* names[3] = {"mild", "severe", "catastrophic"};
  for (std::size_t k = 0; k < 3; ++k)
    add(names[k], regime_[k] / length, "1", "share of the distance", "", limits.map.trust);
  add("rcf_index", rcf_ / length, "1", mean, "per passage; 1: a visible crack",
      limits.fatigue.trust);
  add("shakedown", largest_, "1", "none",
      fmt::format("yield stress in shear {:g} MPa, at s = {:.5g} m", 1e-6 * limits.shear_yield,
                  largest_s_),
      limits.shakedown_trust);
  add("shakedown_share", plastic_ / length, "1", "share of the distance",
      "a patch is beyond the surface limit of shakedown", limits.shakedown_trust);
}

std::vector<WheelPatches> find_patches(const Record& record) {
  std::vector<WheelPatches> wheels;
  const SignalSource& source = record.source();
  for (const Channel& channel : source.channels()) {
    const std::size_t at = channel.name.rfind("/patch_");
    if (at == std::string::npos || !channel.name.ends_with("/N")) continue;
    const std::string base = channel.name.substr(0, channel.name.size() - 1);
    PatchChannels p;
    bool is_whole = true;
    const auto take = [&](int& to, const char* name) {
      to = source.find(base + name);
      is_whole = is_whole && to >= 0;
    };
    take(p.N, "N");
    take(p.nu_x, "nu_x");
    take(p.nu_y, "nu_y");
    take(p.spin, source.find(base + "spin") < 0 ? "phi" : "spin");  // its name before 0.2.0
    take(p.fx, "fx");
    take(p.fy, "fy");
    take(p.mz, "mz");
    take(p.a, "a");
    take(p.b, "b");
    if (!is_whole) continue;
    const std::string wheel = channel.name.substr(0, at);
    if (wheels.empty() || wheels.back().name != wheel) wheels.push_back({wheel, {}});
    wheels.back().patches.push_back(p);
  }
  return wheels;
}

}  // namespace fourfoot::evaluate
