#include "wear/archard.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace fourfoot::wear {

namespace {

using std::numbers::pi;

/// Share of the patch's normal force at y/b below eta, for the parabola: the integral of
/// (1 - eta^2)^(3/2), from 0 at -1 to 1 at 1.
double calc_share_below(double eta) {
  const double root = std::sqrt(std::max(0.0, 1.0 - eta * eta));
  return 0.5 + (eta * (5.0 - 2.0 * eta * eta) * root + 3.0 * std::asin(eta)) / (3.0 * pi);
}

/// Share of a strip's force between its leading edge (u = 1) and u = x / x0.
double calc_share_ahead(double u) {
  return 0.5 - 0.25 * (3.0 * u - u * u * u);
}

/// Kalker's flexibility of simplified theory, the mean over the creepages [m^3/N].
double calc_flexibility(const contact::KalkerTable& kalker, double G, const RollingPatch& p) {
  const contact::KalkerCoefficients<double> c = kalker.calc(p.a / p.b);
  const double size = std::sqrt(p.a * p.b);
  const double x = std::abs(p.nu_x), y = std::abs(p.nu_y), s = std::abs(p.spin) * size;
  const double all = std::sqrt(x * x + y * y + s * s);
  const double L1 = 8.0 * p.a / (3.0 * G * c.c11), L2 = 8.0 * p.a / (3.0 * G * c.c22);
  const double L3 = pi * p.a * std::sqrt(p.a / p.b) / (4.0 * G * c.c23);
  return all > 0.0 ? (x * L1 + y * L2 + s * L3) / all : L1;
}

}  // namespace

double WearLaw::calc_coefficient(double sliding, double pressure) const {
  if (pressure > pressure_share * hardness) return factor * seizure;
  if (sliding < slow) return factor * mild;
  return factor * (sliding < fast ? severe : hot);
}

struct ArchardWear::Strip {
  double y = 0.0, width = 0.0;        ///< middle and width [m]
  double force = 0.0;                 ///< share of N [N]
  double volume = 0.0, energy = 0.0;  ///< per metre rolled
};

ArchardWear::ArchardWear(const WearLaw& law, const contact::Material& material, int strips,
                         int cells)
    : law_(law),
      shear_modulus_(material.shear_modulus),
      kalker_(material.poisson),
      strips_(strips),
      cells_(cells) {}

void ArchardWear::run_strip(const RollingPatch& p, double flexibility, double scale,
                            Strip& strip) const {
  const double eta = strip.y / p.b, root = std::sqrt(std::max(0.0, 1.0 - eta * eta));
  const double x0 = p.a * root, step = 2.0 * x0 / cells_;
  const double hertz = 1.5 * p.normal / (pi * p.a * p.b) * root;  // largest of the strip
  if (!(step > 0.0)) return;
  double tx = 0.0, ty = 0.0;
  for (int i = 0; i < cells_; ++i) {
    const double ahead = 1.0 - 2.0 * i / cells_, behind = 1.0 - 2.0 * (i + 1) / cells_;
    const double x = 0.5 * x0 * (ahead + behind);
    const double force = strip.force * (calc_share_ahead(behind) - calc_share_ahead(ahead));
    const double bound = p.friction * force / (step * strip.width);
    // Without slip the traction would grow to this.
    const double trial_x = tx - (p.nu_x - p.spin * strip.y) * step / flexibility;
    const double trial_y = ty - (p.nu_y + p.spin * x) * step / flexibility;
    const double trial = std::hypot(trial_x, trial_y);
    const double kept = trial > bound ? bound / trial : 1.0;
    tx = kept * trial_x;
    ty = kept * trial_y;
    const double slip = scale * flexibility * (1.0 - kept) * trial / step;
    const double u = 0.5 * (ahead + behind);
    const double pressure = hertz * std::sqrt(std::max(0.0, 1.0 - u * u));
    strip.volume += law_.calc_coefficient(p.speed * slip, pressure) * force * slip / law_.hardness;
    strip.energy += p.friction * force * slip;
  }
}

PatchWear ArchardWear::calc(const RollingPatch& p) const {
  if (!(p.normal > 0.0) || !(p.a > 0.0) || !(p.b > 0.0) || !(p.friction > 0.0)) return {};
  const double flexibility = calc_flexibility(kalker_, shear_modulus_, p);
  PatchWear own = run(p, flexibility, 1.0);
  if (std::isnan(p.t_gamma) || !(own.energy > 0.0)) return own;
  return run(p, flexibility, p.t_gamma / own.energy);
}

PatchWear ArchardWear::run(const RollingPatch& p, double flexibility, double scale) const {
  PatchWear out;
  out.edges.push_back(-p.b);
  for (int j = 0; j < strips_; ++j) {
    const double from = -1.0 + 2.0 * j / strips_, to = -1.0 + 2.0 * (j + 1) / strips_;
    Strip strip;
    strip.y = 0.5 * p.b * (from + to);
    strip.width = p.b * (to - from);
    strip.force = p.normal * (calc_share_below(to) - calc_share_below(from));
    run_strip(p, flexibility, scale, strip);
    out.edges.push_back(p.b * to);
    out.depth.push_back(strip.volume / strip.width);
    out.volume += strip.volume;
    out.energy += strip.energy;
  }
  return out;
}

}  // namespace fourfoot::wear
