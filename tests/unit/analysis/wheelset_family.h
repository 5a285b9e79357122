#pragma once

#include <cmath>

#include "scenario/family.h"
#include "support/hunting_case.h"

namespace fourfoot::testing {

/// Cases `simple` and `limit_cycles` of tests/data/hunting/README.md over the speed.
inline constexpr const char* saturated = R"(
saturation = true
friction_force = 18e3
flange_stiffness = 14.6e6
flange_clearance = 0.008
flange_rounding = 1e-5
)";

inline scenario::Family make_wheelset_family(const std::string& contact) {
  return [contact](double v) {
    scenario::Member member;
    member.scenario = make_hunting_scenario(v, contact);
    member.scenario.integrator.rtol = 1e-6;
    member.scenario.integrator.atol = 1e-6;
    member.system = scenario::build_system(member.scenario);
    return member;
  };
}

/// Where its lateral motion
///
///   (m s^2 + a s/V + ky) (Iz s^2 + b s/V + kpsi) + c = 0,   a = 2 f22, b = 2 e^2 f11,
///   c = a 2 e f11 lambda/r0
///
/// has a root i omega. The imaginary part gives omega, free of V, the real part then V.
struct HopfPoint {
  double v = 0.0, omega = 0.0;  ///< [m/s, rad/s]
};
inline HopfPoint calc_hopf_point() {
  const double m = 1500, iz = 800, r0 = 0.46, e = 0.75, lambda = 0.05, f11 = 8e6, f22 = 7e6,
               ky = 2e5, kpsi = 1e6;
  const double a = 2 * f22, b = 2 * e * e * f11, c = a * 2 * e * f11 * lambda / r0;
  const double square = (a * kpsi + b * ky) / (a * iz + b * m);
  const double v2 = a * b * square / ((ky - m * square) * (kpsi - iz * square) + c);
  return {std::sqrt(v2), std::sqrt(square)};
}

}  // namespace fourfoot::testing
