#pragma once

#include <vector>

#include "contact/exact/convolution.h"
#include "contact/exact/influence.h"
#include "contact/tangential/falling_friction.h"

namespace fourfoot::contact {

/// Rectangular elements of one contact: nx along the rolling direction, ny across, centres at
///   x_i = x_first + i dx,  y_j = y_first + j dy;   element i + nx j.
struct ExactGrid {
  int nx = 0, ny = 0;
  double dx = 0.0, dy = 0.0;            ///< [m]
  double x_first = 0.0, y_first = 0.0;  ///< [m]
  int count() const { return nx * ny; }
  double x(int i) const { return x_first + i * dx; }
  double y(int j) const { return y_first + j * dy; }
};

/// Rigid slip over V: ( nu_x - spin y, nu_y + spin x ), wheel relative to rail (tangential_law.h).
struct RigidSlip {
  double nu_x = 0.0, nu_y = 0.0, spin = 0.0;
};

/// Rigid slip over V of each element, where it is not that of a plane patch (conformal contact) or
/// has a part of the pressure (pressure_slip.h) [1].
struct SlipField {
  std::vector<double> x, y;
};
SlipField make_slip_field(const ExactGrid& grid, const RigidSlip& rigid);

struct ExactTraction {
  std::vector<double> px, py;  ///< on the wheel, per element [Pa]
  std::vector<double> sx, sy;  ///< slip over V, wheel relative to rail [1]
  std::vector<double> bound;   ///< g at this slip: what was given, times how friction falls [Pa]
  double fx = 0.0, fy = 0.0;   ///< [N]
  double mz = 0.0;             ///< about x = y = 0 [N m]
  double slip_share = 0.0;     ///< of the area in contact
  int steps = 0;               ///< of Newton's method
  int products = 0;            ///< with the influence matrix
  int rounds = 0;              ///< of traction and friction in turn; 1 with constant friction
  bool converged = false;
};

struct RollingOptions {
  double tolerance = 1e-6;  ///< largest residual over the largest bound
  int most_steps = 60;      ///< in a round
  FallingFriction falling;  ///< by the slip velocity of each element; constant by default
  double speed = 0.0;       ///< V, for falling friction only [m/s]
  int most_rounds = 60;
};

/// s dx at an offset of whole elements from a unit traction: A(x) - A(x + dx), arranged as
/// PlaneConvolution wants it.
struct SlipKernels {
  SlipKernels(const ExactGrid& grid, const Material& material);
  std::vector<double> xx, xy, yy;
  double diagonal = 0.0;  ///< mean of xx and yy at no offset
};

/// Steady rolling towards +x on the half-space, Kalker's complete theory [Kalker1990, Ch. 4]:
///
///   slip     s = w - du/dx,   w = rigid slip, u = A p (influence.h), over V
///   friction |p| <= g;   p = -g s / |s| where s is not 0
///
/// g = mu times pressure, given per element (0: no contact). Material flows through the contact
/// towards -x, hence du/dt = -V du/dx. Discretised by one element in rolling direction,
///   s_I dx = w_I dx + sum_J ( A(x_I - x_J) - A(x_I + dx - x_J) ) p_J,
/// first order in dx. With D the mean of the matrix's diagonal (one number, so that t keeps
/// the slip's direction) and t = p - s / D every element satisfies
///   |t| <= g:  s / D = 0  (stick)        |t| > g:  p - g t / |t| = 0  (slip),
/// solved by Newton's method on that choice (semi-smooth); each linear system by GMRES, products
/// with the influence matrix by FFT. Preconditioner: D and the element in front only, whose
/// influence is -D, solved by marching from the leading edge backward as FASTSIM does. Gauss-Seidel
/// does not converge here: marching sums up what the elements behind do. Where Newton's method does
/// not get on within six steps, half steps are taken.
///
/// Friction that falls with slip velocity (RollingOptions::falling, [Polach2005, Eq. 7]) falls point
/// by point,  g = mu0 p ((1 - A) exp(-B V |s|) + A):  traction at given g and g at given slip are
/// found in turn, begun with mu0, until g changes by less than ten times the tolerance. Where
/// friction falls so steeply that an element could stick or slip this is the solution that sticks
/// most. A turn is a contraction while mu0 p (1 - A) B V / G is well below 1 (wheel and rail at
/// 20 m/s with Polach's dry values: 0.03); shorter steps are taken where the change does not fall by
/// 0.7. Beyond, rolling has no steady state that can be relied on (stick-slip), and `converged` is
/// false. Left out: friction that remembers earlier slip, heat of the surfaces.
class SteadyRolling {
 public:
  SteadyRolling(const ExactGrid& grid, const Material& material)
      : SteadyRolling(grid, SlipKernels(grid, material)) {}

  const ExactGrid& grid() const { return grid_; }
  /// Begins from `traction` if its arrays fit the grid, else from nothing.
  void solve(const std::vector<double>& bound, const RigidSlip& rigid,
             const RollingOptions& options, ExactTraction& traction) {
    solve(bound, make_slip_field(grid_, rigid), options, traction);
  }
  void solve(const std::vector<double>& bound, const SlipField& rigid,
             const RollingOptions& options, ExactTraction& traction);

 private:
  SteadyRolling(const ExactGrid& grid, const SlipKernels& kernels);
  /// With the bound that `traction` has.
  void solve_round(const SlipField& rigid, const RollingOptions& options, ExactTraction& traction);

  ExactGrid grid_;
  double diagonal_;
  PlaneConvolution convolution_;
};

}  // namespace fourfoot::contact
