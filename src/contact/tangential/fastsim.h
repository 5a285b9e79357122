#pragma once

#include "contact/tangential/fastsim_kernel.h"
#include "contact/tangential/smooth_law.h"

namespace fourfoot::contact {

/// FASTSIM's four numbers from a law's input, and the unit of force mu p0 a b (fastsim_kernel.h).
template <class T>
struct FastsimScaling {
  T A, B, Cx, Cy, force;

  static FastsimScaling make(const KalkerTable& kalker, double G, const CreepArguments<T>& in) {
    using std::sqrt;
    constexpr double pi = std::numbers::pi;
    const T ratio = in.a / in.b;
    const KalkerCoefficients<T> c = kalker.calc(ratio);
    const T ab = in.a * in.b;
    FastsimScaling s;
    s.force = (2.0 / pi) * in.friction * in.normal;  // mu p0 a b
    const T bound = s.force / ab;                    // mu p0
    const T stiffness = G / bound;
    s.A = 0.375 * stiffness * c.c11 * in.nu_x;
    s.B = 0.375 * stiffness * c.c22 * in.nu_y;
    s.Cy = (4.0 / pi) * stiffness * sqrt(ab) * c.c23 * in.phi;
    s.Cx = s.Cy / ratio;
    return s;
  }
};

/// Kalker's FASTSIM: simplified theory, elliptic patch, three flexibilities, parabolic bound.
/// Equations and discretisation in fastsim_kernel.h.
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
             FastsimGrid::Bound bound = FastsimGrid::Bound::scaled)
      : TangentialLaw("fastsim", material), grid_(strips, cells, bound) {}

  const FastsimGrid& grid() const { return grid_; }

 protected:
  TangentialForce do_calc(const TangentialInput& in) const override;
  TangentialForce do_calc(const TangentialInput& in, TangentialJacobian& jacobian) const override;

 private:
  FastsimGrid grid_;
};

/// From the normalised integrals back to force on the wheel; shared with the tabulated law.
TangentialForce scale_fastsim(const TangentialInput& in, double force, const FastsimSums& sums);
TangentialForce scale_fastsim(const FastsimScaling<Dual<6>>& s, const TangentialInput& in,
                              const FastsimSums& sums, const FastsimDerivatives& d,
                              TangentialJacobian& jacobian);

}  // namespace fourfoot::contact
