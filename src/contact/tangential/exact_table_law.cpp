#include "contact/tangential/exact_table_law.h"

#include <algorithm>
#include <numbers>

#include "contact/tangential/full_slip.h"

namespace fourfoot::contact {

namespace {

using Shape = ExactTableShape;

// C11, C22, C23, C33 and the scale of the spin, with derivatives over ln(a/b).
struct CreepScales {
  double c11, c22, c23, c33, spin_scale;
  double d11 = 0.0, d22 = 0.0, d23 = 0.0, d33 = 0.0, d_spin_scale = 0.0;

  CreepScales(const KalkerTable& kalker, double ratio, bool with_derivatives) {
    if (with_derivatives) {
      Dual<1> r(ratio, 1, 0);
      r.derivatives()(0) = ratio;
      const KalkerCoefficients<Dual<1>> c = kalker.calc(r);
      take(c.c11, c11, d11);
      take(c.c22, c22, d22);
      take(c.c23, c23, d23);
      take(c.c33, c33, d33);
    } else {
      const KalkerCoefficients<double> c = kalker.calc(ratio);
      c11 = c.c11;
      c22 = c.c22;
      c23 = c.c23;
      c33 = c.c33;
    }
    spin_scale = Shape::calc_spin_scale(c11, c22, ratio);
    d_spin_scale =
        (c11 * (d11 - 0.5 * c11) / ratio + c22 * (d22 + 0.5 * c22) * ratio) / (5.0 * spin_scale);
  }

 private:
  static void take(const Dual<1>& from, double& value, double& slope) {
    value = from.value();
    slope = from.derivatives()(0);
  }
};

// Arguments x, y, s with x >= 0, s >= 0, and a/b.
struct Normalised {
  double x, y, s, ratio;
};

struct NormalisedForce {
  double f[3], share;
  double d[3][4];  // over x, y, s, ln(a/b)
};

// Leads (fx, fy) to the bound 1.
template <bool with_derivatives>
void bend_to_bound(NormalisedForce& out) {
  constexpr double depth = 0.004;
  const double size = std::hypot(out.f[0], out.f[1]);
  if (size <= 1.0 - depth) return;
  const double t = std::min((size - 1.0) / depth + 1.0, 1.0);
  const double bent = 1.0 - depth + depth * t * (1.0 + t * (1.0 - t));
  const double slope = t < 1.0 ? 1.0 + t * (2.0 - 3.0 * t) : 0.0;
  const double scale = bent / size, stretch = (slope - scale) / (size * size);
  if constexpr (with_derivatives) {
    for (int k = 0; k < 4; ++k) {
      const double along = out.f[0] * out.d[0][k] + out.f[1] * out.d[1][k];
      for (int o = 0; o < 2; ++o) out.d[o][k] = scale * out.d[o][k] + stretch * along * out.f[o];
    }
  }
  out.f[0] *= scale;
  out.f[1] *= scale;
}

template <bool with_derivatives>
void calc_normalised(const ExactTable& table, const KalkerTable& kalker, const Normalised& in,
                     NormalisedForce& out) {
  const CreepScales c(kalker, in.ratio, with_derivatives);
  const double linear[3] = {-c.c11 * in.x, -c.c22 * in.y - c.c23 * in.s,
                            c.c23 * in.y - c.c33 * in.s};
  const double linear_d[3][4] = {{-c.c11, 0.0, 0.0, -c.d11 * in.x},
                                 {0.0, -c.c22, -c.c23, -c.d22 * in.y - c.d23 * in.s},
                                 {0.0, c.c23, -c.c33, c.d23 * in.y - c.d33 * in.s}};
  const double v[3] = {c.c11 * in.x, c.c22 * in.y, c.spin_scale * in.s};
  const double size = std::hypot(v[0], v[1], v[2]);
  if (size < 1e-100) {
    out.share = 0.0;
    std::copy_n(linear, 3, out.f);
    std::copy_n(&linear_d[0][0], 12, &out.d[0][0]);
    return;
  }
  const double inverse = 1.0 / (Shape::middle + size);
  const double u[3] = {v[0] * inverse, v[1] * inverse, v[2] * inverse};
  const double log_ratio = std::log10(in.ratio),
               position = std::clamp(log_ratio, Shape::first_log, Shape::last_log);
  ExactTable::Result rest;
  table.calc<with_derivatives>(u, position, rest);
  const double per_size = 1.0 / size;
  const FullSlip full = calc_full_slip<with_derivatives>(in.x * per_size, in.y * per_size,
                                                         in.s * per_size, std::sqrt(in.ratio));
  const Shape::Mix mix(size);
  const double fade = Shape::middle * size * inverse * inverse;  // |u| (1 - |u|)
  for (int o = 0; o < 3; ++o)
    out.f[o] = mix.h * linear[o] + mix.k * full.f[o] + fade * rest.value[o];
  out.share = std::clamp(1.0 + rest.value[3], 0.0, 1.0);

  if constexpr (with_derivatives) {
    const double fade_d = Shape::middle * (Shape::middle - size) * inverse * inverse * inverse;
    const double by_position = position == log_ratio ? 1.0 / std::numbers::ln10 : 0.0;
    const double scale[3] = {c.c11, c.c22, c.spin_scale};
    const double scale_d[3] = {c.d11 * in.x, c.d22 * in.y, c.d_spin_scale * in.s};
    for (int k = 0; k < 4; ++k) {
      double dv[3] = {0.0, 0.0, 0.0};
      if (k < 3)
        dv[k] = scale[k];
      else
        std::copy_n(scale_d, 3, dv);
      const double dsize = (v[0] * dv[0] + v[1] * dv[1] + v[2] * dv[2]) * per_size;
      for (int n = 0; n < 3; ++n) dv[n] = (dv[n] - u[n] * dsize) * inverse;  // of u
      for (int o = 0; o < 3; ++o) {
        double drest = rest.d[o][0] * dv[0] + rest.d[o][1] * dv[1] + rest.d[o][2] * dv[2];
        if (k == 3) drest += rest.d[o][3] * by_position;
        const double dfull = k < 3 ? full.d[o][k] * per_size : full.d[o][3];
        out.d[o][k] = mix.h * linear_d[o][k] + mix.k * dfull + fade * drest +
                      (mix.dh * linear[o] + mix.dk * full.f[o] + fade_d * rest.value[o]) * dsize;
      }
    }
  }
  bend_to_bound<with_derivatives>(out);
}

// Numbers of one call: units, and signs that bring it to x >= 0, s >= 0.
struct CallScales {
  double bound, c, unit, sign_x, sign_y;
  Normalised at;

  CallScales(const TangentialInput& in, double shear_modulus)
      : bound(in.friction * in.normal),
        c(std::sqrt(in.a * in.b)),
        unit(shear_modulus * in.a * in.b / bound),
        sign_x(in.nu_x < 0.0 ? -1.0 : 1.0),
        sign_y(in.spin < 0.0 ? -1.0 : 1.0),
        at{sign_x * unit * in.nu_x, sign_y * unit * in.nu_y, sign_y * unit * c * in.spin,
           in.a / in.b} {}

  TangentialForce scale_back(const NormalisedForce& f) const {
    return {sign_x * bound * f.f[0], sign_y * bound * f.f[1], sign_y * bound * c * f.f[2], f.share};
  }
};

}  // namespace

TangentialForce ExactTableLaw::do_calc(const TangentialInput& in) const {
  if (!(in.friction > 0.0)) return {};
  const CallScales call(in, material().shear_modulus);
  NormalisedForce f;
  calc_normalised<false>(*table_, kalker(), call.at, f);
  return call.scale_back(f);
}

TangentialForce ExactTableLaw::do_calc(const TangentialInput& in,
                                       TangentialJacobian& jacobian) const {
  if (!(in.friction > 0.0)) {
    jacobian.setZero();
    return {};
  }
  const CallScales call(in, material().shear_modulus);
  NormalisedForce f;
  calc_normalised<true>(*table_, kalker(), call.at, f);
  const Normalised& at = call.at;
  const double sign[3] = {call.sign_x, call.sign_y, call.sign_y};
  for (int o = 0; o < 3; ++o) {
    const double unit = sign[o] * call.bound * (o == 2 ? call.c : 1.0);
    const double x = at.x * f.d[o][0], y = at.y * f.d[o][1], s = at.s * f.d[o][2];
    const double grow = x + y + 1.5 * s + (o == 2 ? 0.5 * f.f[o] : 0.0);  // over ln(a b)
    jacobian(o, 0) = unit * call.sign_x * call.unit * f.d[o][0];
    jacobian(o, 1) = unit * call.sign_y * call.unit * f.d[o][1];
    jacobian(o, 2) = unit * call.sign_y * call.unit * call.c * f.d[o][2];
    jacobian(o, 3) = unit * (f.f[o] - x - y - s) / in.normal;
    jacobian(o, 4) = unit * (grow + f.d[o][3]) / in.a;
    jacobian(o, 5) = unit * (grow - f.d[o][3]) / in.b;
  }
  return call.scale_back(f);
}

}  // namespace fourfoot::contact
