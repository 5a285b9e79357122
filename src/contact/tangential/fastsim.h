#pragma once

#include "contact/tangential/fastsim_kernel.h"
#include "contact/tangential/smooth_law.h"

namespace fourfoot::contact {

/// Where FASTSIM's three flexibilities become one (FastsimScaling). `none()` keeps three: Kalker's
/// algorithm as published. `one()` has one for all creepages, their mean [Kalker1990, Ch. 3.6]:
///   L = (L1 |nu_x| + L2 |nu_y| + L3 |spin| c) / sqrt(nu_x^2 + nu_y^2 + spin^2 c^2),  c^2 = a b
struct FastsimBlend {
  double half_size = 1.3;    ///< h, where they have come half way
  double spin_weight = 0.7;  ///< g, of spin in the size
  bool is_one = false;

  static constexpr FastsimBlend none() { return {0.0, 0.0, false}; }
  static constexpr FastsimBlend one() { return {0.0, 0.0, true}; }
};

/// What depends on the ellipse alone.
template <class T>
struct FastsimPatch {
  T a, b, ratio, root_ratio, root_ab;  ///< semi-axes, a/b and its root, sqrt(ab)
  KalkerCoefficients<T> kalker;

  FastsimPatch(const KalkerTable& table, const T& a_, const T& b_) : a(a_), b(b_) {
    using std::sqrt;
    ratio = a / b;
    root_ratio = sqrt(ratio);
    root_ab = sqrt(T(a * b));
    kalker = table.calc(ratio);
  }
};

/// FASTSIM's four numbers from a law's input, and the unit of force mu p0 a b (fastsim_kernel.h).
///
/// With three flexibilities the traction of a patch that slips everywhere lies along
/// (nu_x / L1, nu_y / L2), with the spin weighted by 1 / L3, and not along the rigid slip
/// (nu_x - spin y, nu_y + spin x): up to 15 % of mu N off. The blend lets the stiffnesses 1 / L_i run
/// from Kalker's at small creepage, where slopes must be his, to one for all in full slip:
///
///   1/L_i' = (1 - beta) / L_i + beta / L,     beta = size^8 / (size^8 + h^8)
///   size^2 = A^2 + B^2 + g^2 C^2,             C^2 = Cx Cy
///   1/L    = the mean that keeps size: sqrt( size^2 / (nu_x^2 + nu_y^2 + g^2 spin^2 a b) )
///
/// (A, B, C in the kernel's units.) FASTSIM: h = 1.3, g = 0.7, full slip without spin begins at
/// size 2; FaStrip, with its elliptic bound: h = 1, g = 0.3, full slip at size 1.39. One creepage
/// alone keeps its own flexibility, so pure creepages are the published algorithm's. Smooth; the
/// change at small creepage is of order size^8. Exponent and constants: least error on 118 cases of
/// exact theory, within 1 % of the rigid direction where full slip begins
/// (docs/theory/contact-laws.md).
template <class T>
struct FastsimScaling {
  T A, B, Cx, Cy, force;
  T spin_stiffness;  ///< A of a longitudinal creepage that spin causes, over it

  static FastsimScaling make(const KalkerTable& kalker, double G, const CreepArguments<T>& in,
                             const FastsimBlend& blend = {}) {
    constexpr double pi = std::numbers::pi;
    const FastsimPatch<T> patch(kalker, in.a, in.b);
    const T force = (2.0 / pi) * in.friction * in.normal;  // mu p0 a b
    FastsimScaling s = make(patch, G, T(force / (in.a * in.b)), in.nu_x, in.nu_y, in.spin, blend);
    s.force = force;
    return s;
  }
  /// `bound`: mu p0, parabolic; leaves `force` open.
  static FastsimScaling make(const FastsimPatch<T>& patch, double G, const T& bound, const T& nu_x,
                             const T& nu_y, const T& spin, const FastsimBlend& blend) {
    constexpr double pi = std::numbers::pi;
    FastsimScaling s;
    const KalkerCoefficients<T>& c = patch.kalker;
    const T stiffness = G / bound;
    T kx = 0.375 * stiffness * c.c11, ky = 0.375 * stiffness * c.c22;
    T ks = (4.0 / pi) * stiffness * c.c23 / patch.root_ratio;  // over spin sqrt(ab)
    const T spin_c = patch.root_ab * spin;
    if (blend.half_size > 0.0) apply(blend, kx, ky, ks, nu_x, nu_y, spin_c);
    if (blend.is_one) unite(kx, ky, ks, nu_x, nu_y, spin_c);
    s.A = kx * nu_x;
    s.B = ky * nu_y;
    s.Cy = ks * spin_c * patch.root_ratio;
    s.Cx = s.Cy / patch.ratio;
    s.spin_stiffness = ks;
    return s;
  }

 private:
  static void unite(T& kx, T& ky, T& ks, const T& nu_x, const T& nu_y, const T& spin_c) {
    using std::sqrt;
    const T square = nu_x * nu_x + nu_y * nu_y + spin_c * spin_c;
    if (!(get_value(square) > 0.0)) return;
    const auto size = [](const T& t) { return get_value(t) < 0.0 ? T(-t) : t; };
    const T flexibility = size(nu_x) / kx + size(nu_y) / ky + size(spin_c) / ks;
    kx = ky = ks = sqrt(square) / flexibility;
  }
  static void apply(const FastsimBlend& blend, T& kx, T& ky, T& ks, const T& nu_x, const T& nu_y,
                    const T& spin_c) {
    using std::sqrt;
    const double g2 = blend.spin_weight * blend.spin_weight;
    const T x2 = nu_x * nu_x, y2 = nu_y * nu_y, s2 = g2 * spin_c * spin_c, rigid = x2 + y2 + s2;
    if (!(get_value(rigid) > 0.0)) return;
    const T size2 = kx * kx * x2 + ky * ky * y2 + ks * ks * s2;
    const T mean = sqrt(size2 / rigid);
    const T ratio2 = size2 / (blend.half_size * blend.half_size), ratio4 = ratio2 * ratio2;
    const T rest = 1.0 / (ratio4 * ratio4 + 1.0);  // 1 - beta
    kx = mean + rest * (kx - mean);
    ky = mean + rest * (ky - mean);
    ks = mean + rest * (ks - mean);
  }
};

/// Kalker's FASTSIM: simplified theory, elliptic patch, three flexibilities that become one in full
/// slip (FastsimScaling), parabolic bound; variants by FastsimBlend and FastsimGrid. Equations and discretisation in fastsim_kernel.h.
///
/// Limits: steady rolling, Hertzian patch, one mu. Converges as 1/n to its own limit, which differs
/// from exact theory: see docs/theory/contact-laws.md, measured. Its slopes at zero creepage are
/// Kalker's for forces (C11, C22, C23); the moment's are the simplified theory's own,
///   mz / nu_y = 3 pi G a^2 b C22 / 32  (exact: G c^3 C23).
/// Derivatives: the algorithm differentiated cell by cell (forward mode); exact except where a cell
/// just changes between stick and slip, where the law has a kink.
/// Sources: [Kalker1982], [Kalker1990, Ch. 3.6]. Left out: falling friction, non-elliptic patches.
class FastsimLaw final : public TangentialLaw {
 public:
  FastsimLaw(const Material& material, int strips, int cells,
             FastsimGrid::Bound bound = FastsimGrid::Bound::scaled, const FastsimBlend& blend = {},
             FastsimGrid::Form form = FastsimGrid::Form::parabolic)
      : TangentialLaw("fastsim", material), grid_(strips, cells, bound, form), blend_(blend) {}

  const FastsimGrid& grid() const { return grid_; }

 protected:
  TangentialForce do_calc(const TangentialInput& in) const override;
  TangentialForce do_calc(const TangentialInput& in, TangentialJacobian& jacobian) const override;

 private:
  FastsimGrid grid_;
  FastsimBlend blend_;
};

/// From the normalised integrals back to force on the wheel; shared with the tabulated law.
TangentialForce scale_fastsim(const TangentialInput& in, double force, const FastsimSums& sums);
TangentialForce scale_fastsim(const FastsimScaling<Dual<6>>& s, const TangentialInput& in,
                              const FastsimSums& sums, const FastsimDerivatives& d,
                              TangentialJacobian& jacobian);

}  // namespace fourfoot::contact
