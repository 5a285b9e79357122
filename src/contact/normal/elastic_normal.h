#pragma once

#include "base/schema.h"
#include "base/value.h"
#include "contact/material.h"
#include "contact/normal/hertz.h"

namespace fourfoot::contact {

/// One elastic patch as the geometry hands it over. A wheel may have several (tread, flange, back
/// of flange); each is loaded for itself, by its own penetration.
template <class T>
struct PatchPenetration {
  T delta;       ///< penetration of the undeformed profiles along the normal [m], < 0: a gap
  T delta_rate;  ///< its rate, > 0 while approaching [m/s]
  T cx;          ///< sum of curvatures in rolling direction [1/m], > 0
  T cy;          ///< sum of curvatures across [1/m], > 0
};

/// Normal force of one patch: Hertz's spring with the damping of Hunt and Crossley.
///
///   N = max(0, C_H delta^1.5 (1 + chi delta_rate))   for delta > 0,   0 otherwise
///
/// [HuntCrossley1975, Eq. 3], C_H of HertzLaw. The damping vanishes with the penetration, so N is
/// once continuously differentiable through loss of contact and return (at delta = 0 both N and
/// dN/ddelta are 0; the second derivative is unbounded), and no event is needed there. It has a
/// corner where chi delta_rate = -1 with delta > 0, as it never pulls: a patch that opens faster
/// than 1/chi carries nothing though profiles still overlap (the surfaces follow later). a, b,
/// pressure are those of the elastic part; `normal` is N. Work over a closed cycle is never gained
/// for |chi delta_rate| < 1. chi [s/m]: near a load N0 it damps like c = chi N0; 1 s/m is about 3 %
/// of critical for 60 kN, 1 t, 1.2 GN/m. Real steel has less; the value serves the numerics as much
/// as physics.
class ElasticNormal {
 public:
  explicit ElasticNormal(const Material& material, double damping = default_damping)
      : contact_modulus_(material.contact_modulus()), damping_(damping) {}

  static constexpr double default_damping = 1.0;  ///< chi [s/m]

  template <class T>
  HertzContact<T> calc(const PatchPenetration<T>& patch) const {
    if (!(get_value(patch.delta) > 0.0)) return {};
    return calc(HertzLaw<T>(patch.cx, patch.cy, contact_modulus_), patch.delta, patch.delta_rate);
  }

  /// With the ellipse of fixed curvatures computed beforehand: no elliptic integrals in the time
  /// loop.
  template <class T>
  HertzContact<T> calc(const HertzLaw<T>& hertz, const T& delta, const T& delta_rate) const {
    HertzContact<T> c = hertz.calc_from_penetration(delta);
    const T factor = 1.0 + damping_ * delta_rate;
    c.normal = get_value(factor) > 0.0 ? T(c.normal * factor) : T(0.0);
    return c;
  }

  double contact_modulus() const { return contact_modulus_; }
  double damping() const { return damping_; }

 private:
  double contact_modulus_, damping_;
};

/// Keys of the elastic normal law in files, besides the material's.
inline std::vector<Field> get_elastic_normal_fields() {
  return {number("damping", "s/m", "chi of Hunt and Crossley")
              .non_negative()
              .by_default(ElasticNormal::default_damping)};
}
inline ElasticNormal make_elastic_normal(const Table& table, const Material& material) {
  return ElasticNormal(material, table.number_or("damping", ElasticNormal::default_damping));
}

}  // namespace fourfoot::contact
