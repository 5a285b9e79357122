#pragma once

#include "contact/exact/steady_rolling.h"
#include "contact/tangential/tangential_law.h"

namespace fourfoot::contact {

struct ExactOptions {
  int grid = 60;  ///< elements along and across the patch, even, 4 ... 200
  /// Takes the first-order error out: F = 2 F(grid) - F(grid / 2).
  bool extrapolate = true;
  RollingOptions rolling;
};

struct ExactForce {
  TangentialForce force;
  TangentialForce before;  ///< what the grid before the finest gave
  ExactTraction traction;  ///< on `grid`, not extrapolated
  ExactGrid grid;
  std::vector<double> bound;  ///< mu p, mean of each element [Pa]
  bool converged = false;
};

/// Elements along and across a patch.
struct ExactElements {
  int along = 0, across = 0;
};

/// A Hertzian patch on a sequence of grids, each from the solution on the one before it, whose
/// elements it divides. Influence and pressure are computed once and serve any creepage. One object
/// per thread.
class ExactPatch {
 public:
  ExactPatch(double a, double b, const Material& material,
             const std::vector<ExactElements>& levels);

  /// `bound` is mu N [N].
  ExactForce solve(const RigidSlip& rigid, double bound, const RollingOptions& rolling = {});

 private:
  struct Level {
    ExactGrid grid;
    std::vector<double> pressure;  // of N = 1
    SteadyRolling rolling;
  };
  std::vector<Level> levels_;
};

/// Creep forces of a Hertzian patch by exact theory (steady_rolling.h): elements over the rectangle
/// 2a x 2b, bound mu p with Hertz's pressure, averaged over each element (those that the ellipse
/// cuts have what lies inside), so that full slip gives mu N. The grid is solved from its half,
/// whose traction is the beginning of the finer one. Without contact or friction the force is 0.
///
/// Error against 118 cases of CONTACT and order: docs/theory/contact-laws.md. Costs milliseconds:
/// not for the time loop, and without derivatives. Throws std::logic_error for a grid that is odd
/// or not 4 ... 200.
ExactForce calc_exact(const TangentialInput& in, const Material& material,
                      const ExactOptions& options = {});

}  // namespace fourfoot::contact
