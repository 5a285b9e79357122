#include "contact/normal/kik_piotrowski.h"

#include <algorithm>
#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "contact/normal/elliptic.h"
#include "contact/normal/hertz.h"

namespace fourfoot::contact {

namespace {

using std::numbers::pi;

struct Region {
  double right, left, y0, depth;  // borders and position of the largest virtual interpenetration
};

double interpolate(std::span<const double> y, std::span<const double> v, double at) {
  const auto upper = std::upper_bound(y.begin(), y.end(), at);
  const std::size_t i =
      std::clamp<std::size_t>(static_cast<std::size_t>(upper - y.begin()), 1, y.size() - 1);
  const double t = (at - y[i - 1]) / (y[i] - y[i - 1]);
  return v[i - 1] + t * (v[i] - v[i - 1]);
}

// The next region where level - gap > 0, from sample `i` on; false if there is none.
bool find_region(const SeparationProfile& p, double level, std::size_t& i, Region& region) {
  const std::size_t n = p.y.size();
  const auto f = [&](std::size_t k) { return level - p.gap[k]; };
  const auto cross = [&](std::size_t k) {  // zero of f between k and k + 1
    return p.y[k] + (p.y[k + 1] - p.y[k]) * f(k) / (f(k) - f(k + 1));
  };
  while (i < n && f(i) <= 0.0) ++i;
  if (i == n) return false;
  region.right = i == 0 ? p.y[0] : cross(i - 1);
  std::size_t deepest = i;
  while (i < n && f(i) > 0.0) {
    if (f(i) > f(deepest)) deepest = i;
    ++i;
  }
  region.left = i == n ? p.y[n - 1] : cross(i - 1);
  region.depth = f(deepest);
  region.y0 = p.y[deepest];
  // A parabola through the deepest sample and its neighbours, so that the position moves smoothly.
  if (deepest > 0 && deepest + 1 < n) {
    const double h0 = p.y[deepest] - p.y[deepest - 1], h1 = p.y[deepest + 1] - p.y[deepest];
    const double s0 = (f(deepest) - f(deepest - 1)) / h0, s1 = (f(deepest + 1) - f(deepest)) / h1;
    const double bend = (s1 - s0) / (h0 + h1);
    if (bend < 0.0) {
      const double slope = (s0 * h1 + s1 * h0) / (h0 + h1);
      const double shift = std::clamp(-0.5 * slope / bend, -0.5 * h0, 0.5 * h1);
      region.y0 = std::clamp(p.y[deepest] + shift, region.right, region.left);
      const double at = region.y0 - p.y[deepest];
      region.depth = std::max(f(deepest), f(deepest) + at * (slope + bend * at));
    }
  }
  return true;
}

// Half lengths at y0 + span sin^2(pi t / 2) on each side: clustered at y0, where the deflection's
// integrand is singular, and at the border, where the length ends like a root.
void fill_strips(const SeparationProfile& p, double level, const Region& region,
                 KikPiotrowskiPatch& patch) {
  constexpr int half = KikPiotrowskiPatch::strips / 2;
  for (int side = 0; side < 2; ++side) {
    const double span = side == 0 ? region.right - region.y0 : region.left - region.y0;
    for (int i = 0; i < half; ++i) {
      const double t = (i + 0.5) / half;
      const int at = side == 0 ? half - 1 - i : half + i;
      const double sine = std::sin(0.5 * pi * t);
      patch.y[at] = region.y0 + span * sine * sine;
      patch.width[at] = std::abs(span) * 0.5 * pi * std::sin(pi * t) / half;
      const double f = std::max(0.0, level - interpolate(p.y, p.gap, patch.y[at]));
      const double curvature = interpolate(p.y, p.curvature_x, patch.y[at]);
      patch.half_length[at] = std::sqrt(2.0 * f / curvature);
    }
  }
}

// Hertz's length : width for the curvatures that this region of interpenetration belongs to.
void correct_shape(KikPiotrowskiPatch& patch, double curvature_x, double half_length) {
  const double width = patch.y_left - patch.y_right;
  const double ratio = 2.0 * half_length / width;  // sqrt(cy / cx)
  const HertzShape shape = find_hertz_shape(curvature_x, curvature_x * ratio * ratio);
  const double scale = std::sqrt(1.0 / (shape.ratio * ratio));  // of x; y by the inverse
  for (int i = 0; i < KikPiotrowskiPatch::strips; ++i) {
    patch.half_length[i] *= scale;
    patch.y[i] = patch.y0 + (patch.y[i] - patch.y0) / scale;
    patch.width[i] /= scale;
  }
  patch.y_left = patch.y0 + (patch.y_left - patch.y0) / scale;
  patch.y_right = patch.y0 + (patch.y_right - patch.y0) / scale;
  patch.length = 2.0 * half_length * scale;
}

void load(KikPiotrowskiPatch& patch, double contact_modulus) {
  double volume = 0.0, moment = 0.0, deflection = 0.0;  // for p = sqrt(x_l^2 - x^2)
  for (int i = 0; i < KikPiotrowskiPatch::strips; ++i) {
    const double c = patch.half_length[i], eta = patch.y[i] - patch.y0, w = patch.width[i];
    if (!(w > 0.0)) continue;  // a region whose deepest point is its border has one side only
    patch.area += 2.0 * c * w;
    volume += 0.5 * pi * c * c * w;
    moment += 0.5 * pi * c * c * w * eta;
    // int sqrt(c^2 - x^2) / sqrt(x^2 + eta^2) dx = 2 c^2 D / sqrt(c^2 + eta^2), k^2 = eta^2/(...)
    const double r = std::hypot(c, eta);
    if (c > 0.0) deflection += 2.0 * c * c / r * calc_elliptic_integrals(std::abs(eta) / r).D * w;
  }
  const double p_unit = pi * contact_modulus * patch.penetration / deflection;
  patch.normal = p_unit * volume;
  patch.pressure_max = p_unit * 0.5 * patch.length;
  patch.y_force = patch.y0 + moment / volume;
  const double ratio = patch.length / (patch.y_left - patch.y_right);
  patch.a = std::sqrt(patch.area / pi * ratio);
  patch.b = patch.area / (pi * patch.a);
}

}  // namespace

double KikPiotrowskiPatch::calc_pressure(int i, double x) const {
  const double c = half_length[static_cast<std::size_t>(i)];
  return std::abs(x) < c ? pressure_max * std::sqrt(c * c - x * x) / (0.5 * length) : 0.0;
}

void calc_kik_piotrowski(const SeparationProfile& profile, double penetration,
                         const Material& material, const KikPiotrowskiOptions& options,
                         std::vector<KikPiotrowskiPatch>& patches) {
  patches.clear();
  const double level = options.interpenetration * penetration;
  Region region;
  for (std::size_t i = 0; find_region(profile, level, i, region);) {
    KikPiotrowskiPatch patch;
    patch.y0 = region.y0;
    patch.y_left = region.left;
    patch.y_right = region.right;
    patch.penetration = region.depth / options.interpenetration;
    const double curvature = interpolate(profile.y, profile.curvature_x, region.y0);
    const double half_length = std::sqrt(2.0 * region.depth / curvature);
    patch.length = 2.0 * half_length;
    fill_strips(profile, level, region, patch);
    if (options.shape_correction) correct_shape(patch, curvature, half_length);
    load(patch, material.contact_modulus());
    patches.push_back(patch);
  }
}

double find_kik_piotrowski_penetration(const SeparationProfile& profile, double normal,
                                       const Material& material,
                                       const KikPiotrowskiOptions& options,
                                       std::vector<KikPiotrowskiPatch>& patches) {
  const auto excess = [&](double penetration) {
    calc_kik_piotrowski(profile, penetration, material, options, patches);
    double sum = -normal;
    for (const KikPiotrowskiPatch& patch : patches) sum += patch.normal;
    return sum;
  };
  double high = 1e-5;
  while (excess(high) < 0.0) {
    high *= 2.0;
    if (high > 5e-3) throw RunError("no penetration up to 5 mm carries the normal force");
  }
  std::uintmax_t steps = 100;
  const auto [low, top] =
      boost::math::tools::toms748_solve(excess, 0.0, high, -normal, excess(high),
                                        boost::math::tools::eps_tolerance<double>(45), steps);
  const double penetration = 0.5 * (low + top);
  excess(penetration);  // leaves the patches of the answer
  return penetration;
}

}  // namespace fourfoot::contact
