#pragma once

#include "contact/exact/steady_rolling.h"
#include "contact/tangential/tangential_law.h"

namespace fourfoot::contact {

struct ExactOptions {
  int grid = 60;  ///< elements along and across the patch, even, 4 ... 200
  /// Takes the first-order error out: F = 2 F(grid) - F(grid / 2).
  bool extrapolate = true;
  RollingOptions rolling;  ///< its speed is not read: TangentialInput has one
  double dundurs = 0.0;    ///< of wheel against rail, Poisson coupling (pressure_slip.h) [1]
};

struct ExactForce {
  TangentialForce force;
  TangentialForce before;  ///< what the grid before the finest gave
  ExactTraction traction;  ///< on `grid`, not extrapolated
  ExactGrid grid;
  std::vector<double> bound;  ///< mu p at the slip, mean of each element [Pa]
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

  /// `bound` is mu N [N]. With `dundurs` the pressure of `normal` [N] adds to the slip.
  ExactForce solve(const RigidSlip& rigid, double bound, const RollingOptions& rolling = {},
                   double dundurs = 0.0, double normal = 0.0);

 private:
  struct Level {
    ExactGrid grid;
    std::vector<double> pressure;  // of N = 1
    SteadyRolling rolling;
  };
  std::vector<Level> levels_;
  Material material_;
};

/// Traction on a grid whose elements divide those of a coarser one, from that on the coarser one.
void refine_traction(const ExactGrid& coarse, const ExactGrid& fine, ExactTraction& traction);

/// Creep forces of a Hertzian patch by exact theory (steady_rolling.h): elements over the rectangle
/// 2a x 2b, bound mu p with Hertz's pressure, averaged over each element (those that the ellipse
/// cuts have what lies inside), so that full slip gives mu N. The grid is solved from its half,
/// whose traction is the beginning of the finer one. Without contact or friction the force is 0.
/// Friction falls point by point if asked for (steady_rolling.h), pressure of unlike bodies moves
/// the surfaces if asked for (pressure_slip.h); both are off by default.
///
/// Error against 118 cases of CONTACT and order: docs/theory/contact-laws.md. Costs milliseconds:
/// not for the time loop, and without derivatives. Throws std::logic_error for a grid that is odd
/// or not 4 ... 200.
ExactForce calc_exact(const TangentialInput& in, const Material& material,
                      const ExactOptions& options = {});

}  // namespace fourfoot::contact
