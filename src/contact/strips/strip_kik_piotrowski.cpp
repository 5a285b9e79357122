#include "contact/strips/strip_kik_piotrowski.h"

#include <cmath>
#include <numbers>

#include "contact/strips/strip_kernels.h"

namespace fourfoot::contact {

using namespace strips;

namespace {

constexpr double interpenetration = 0.55;  ///< epsilon [PiotrowskiKik2008]

/// Half lengths squared of the strips in the patch, f, and their derivatives.
struct InterpenetrationShape {
  ActiveStrips active;
  StripArray f = StripArray::Zero(), a2 = StripArray::Zero();
  StripSlopes d_f = StripSlopes::Zero(), d_a2 = StripSlopes::Zero();

  explicit InterpenetrationShape(const StripSet& in) {
    const double r = std::sqrt(in.kappa / in.kappa_x);
    const StripSet::Row d_r = 0.5 * r * (in.d_kappa / in.kappa - in.d_kappa_x / in.kappa_x);
    const double level = (1.0 - interpenetration * r) * in.delta;
    const StripSet::Row d_level =
        (1.0 - interpenetration * r) * in.d_delta - interpenetration * in.delta * d_r;
    for (int i = 0; i < strip_count; ++i) {
      f[i] = in.depth[i] - level;
      active.is_active[static_cast<std::size_t>(i)] = f[i] > 0.0;
      if (!(f[i] > 0.0)) continue;
      a2[i] = 2.0 * f[i] / (r * r * in.cx[i]);
      d_f.row(i) = in.d_depth.row(i) - d_level;
      d_a2.row(i) = a2[i] * (d_f.row(i) / f[i] - 2.0 * d_r / r - in.d_cx.row(i) / in.cx[i]);
    }
    active.collect();
  }
};

}  // namespace

void solve_kik_piotrowski_strips(const StripSet& in, double contact_modulus, bool with_slopes,
                                 StripLoads& out) {
  out = StripLoads{};
  if (!(in.delta > 0.0) || !(in.width[0] > 0.0)) return;
  const InterpenetrationShape shape(in);
  const ActiveStrips& active = shape.active;
  if (active.count == 0) return;
  StripKernels kernels(in, shape.a2);
  kernels.need(active);
  const StripArray sink = StripKernels::multiply(kernels.k, active, shape.a2);  // of P = 1
  StripArray weight = StripArray::Zero();
  for (int i = 0; i < active.count; ++i) {
    const int k = active[i];
    const double share = shape.f[k] / in.delta, square = share * share;
    weight[k] = in.width[k] * square * square;
  }
  const double wanted = (weight * in.depth).sum(), found = (weight * sink).sum();
  const double P = wanted / found;
  const double unit = 0.25 * std::numbers::pi * std::numbers::pi * contact_modulus;
  for (int i = 0; i < active.count; ++i) {
    const int k = active[i];
    out.load[k] = unit * in.width[k] * P * shape.a2[k];
    out.a2[k] = shape.a2[k];
  }
  out.solutions = 1;
  if (!with_slopes) return;
  const KernelMotion motion(in, active, shape.a2, shape.d_a2, shape.a2);
  const StripSlopes d_sink = motion.k + StripKernels::multiply(kernels.k, active, shape.d_a2);
  StripSet::Row d_P = StripSet::Row::Zero();
  for (int i = 0; i < active.count; ++i) {
    const int k = active[i];
    // A common factor of the weights does not matter: delta's is left out.
    const StripSet::Row d_weight =
        weight[k] * (in.d_width.row(k) / in.width[k] + 4.0 * shape.d_f.row(k) / shape.f[k]);
    d_P += d_weight * (in.depth[k] - P * sink[k]) +
           weight[k] * (in.d_depth.row(k) - P * d_sink.row(k));
  }
  d_P /= found;
  for (int i = 0; i < active.count; ++i) {
    const int k = active[i];
    out.d_load.row(k) = unit * (in.width[k] * (P * shape.d_a2.row(k) + shape.a2[k] * d_P) +
                                P * shape.a2[k] * in.d_width.row(k));
    out.d_a2.row(k) = shape.d_a2.row(k);
  }
}

}  // namespace fourfoot::contact
