#pragma once

#include "contact/exact/steady_rolling.h"

namespace fourfoot::contact {

struct NormalSolution {
  std::vector<double> pressure;  ///< per element, 0 outside the contact [Pa]
  double normal = 0.0;           ///< N [N]
  double approach = 0.0;         ///< of the bodies, from where the gap is 0 [m]
  double pressure_max = 0.0;     ///< [Pa]
  double area = 0.0;             ///< of elements in contact [m^2]
  int steps = 0;
  bool converged = false;
};

struct NormalOptions {
  double tolerance = 1e-8;  ///< change of the pressures in a step, summed, over N
  int most_steps = 1000;
};

/// Half-space pressed against a given gap, any shape: with u = A_zz p (influence.h)
///   u + gap = approach, p >= 0  in the contact,      u + gap > approach, p = 0  outside,
/// integral of p = N. Conjugate gradients on the contact, which changes as they go: elements whose
/// pressure falls below 0 leave it, elements that overlap come in, the load is kept at each step
/// [PolonskyKeer1999]; products by FFT. `gap` per element [m], at rest without load. The grid must
/// reach beyond the contact: an element in contact at its border means that it does not.
NormalSolution solve_normal(const ExactGrid& grid, const Material& material,
                            const std::vector<double>& gap, double normal,
                            const NormalOptions& options = {});

}  // namespace fourfoot::contact
