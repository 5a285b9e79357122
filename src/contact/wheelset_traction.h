#pragma once

#include <vector>

#include "contact/exact/exact_patch.h"
#include "contact/geometry/characteristic.h"

namespace fourfoot::contact {

struct TractionOptions {
  int elements = 60;      ///< along and across an overlap, even, 8 ... 120
  double friction = 0.3;  ///< mu, at no slip velocity if it falls
  double nu_x = 0.0;      ///< longitudinal creepage of the wheelset: omega = (1 - nu_x) V / r
  double nu_y = 0.0;      ///< lateral velocity of the wheelset over V
  double dundurs = 0.0;   ///< Poisson coupling (pressure_slip.h)
  RollingOptions rolling;
};

/// One contact of a wheel on its rail by exact theory, seen from the rail into the wheel: x along
/// the rail, y to the left along the surface, both from the centre of pressure.
struct TractionPatch {
  double y = 0.0;  ///< of the wheelset [m]
  Side side = Side::left;
  int number = 0;                   ///< of this wheel's contacts, from 1, from left to right
  double normal = 0.0, area = 0.0;  ///< [N], [m^2]
  double pressure_max = 0.0;        ///< [Pa]
  double angle = 0.0;               ///< contact angle, mean by load, > 0 on the flange side [rad]
  double radius = 0.0;              ///< rolling radius, mean by load [m]
  double contact_x = 0.0, contact_y = 0.0;  ///< centre of pressure in the track frame [m]
  RigidSlip slip;                           ///< creepages at the centre of pressure
  TangentialForce force;                    ///< on the wheel, moment about the centre; extrapolated
  ExactGrid grid;
  std::vector<double> pressure;  ///< per element [Pa]
  ExactTraction traction;        ///< on `grid`, not extrapolated
};

/// Exact theory on the gap of wheel and rail as they are, no ellipse: each wheel of a wheelset at
/// lateral positions `ys` and a yaw angle carries the vertical load `load`.
///
/// Geometry: gap and rows as wheelset_pressure.h says; d_j depth, n_j normal, x_j position of a row.
///
/// Normal problem (normal_problem.h): the height of the wheel is found at which the sum of
/// p n_jz dA is the load and the bodies' approach is that of the gap (to 0.1 um). Roll is that of
/// find_loaded.
///
/// Tangential problem (steady_rolling.h): the wheelset rolls with V along the track and turns with
/// omega = (1 - nu_x) V / r, r the mean of both wheels' rolling radii: with nu_x = 0 it rolls
/// freely but for the difference of both. With axle direction e and arms p_j from the axle's middle
///   slip_j = (1, nu_y, 0) + omega / V e cross p_j,   spin_j = omega / V e . n_j
///   rigid slip of a row: ( slip_j . x,  slip_j . y_j + spin_j (x - x_j) ),   y_j = n_j cross x,
/// so that spin varies over a conformal patch. Forces are extrapolated from this grid and its half.
///
/// Left out: the rail's displacement, irregularities, curves of the track; the tangential forces'
/// part in carrying the load; the curvature of a conformal surface in the influence.
///
/// Positions at which a wheel does not carry the load are left out. Throws RunError if there are
/// none, or if a solution does not converge.
std::vector<TractionPatch> survey_traction(const WheelsetOnTrack& wheelset,
                                           const std::vector<double>& ys, double load,
                                           const Material& material,
                                           const CharacteristicOptions& options,
                                           const TractionOptions& traction = {});

}  // namespace fourfoot::contact
