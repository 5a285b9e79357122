#pragma once

#include "contact/geometry/guide_line.h"
#include "contact/rail_panel.h"
#include "contact/wheel_force.h"

namespace fourfoot::contact {

/// The back of a wheel as a check rail meets it: a plane perpendicular to the axle, out to where the
/// flange begins to round off.
struct WheelBack {
  double axial = 0.0;   ///< of the plane from the axle's middle: half of the back-to-back [m]
  double radius = 0.0;  ///< of its edge [m]
  double rolling_radius = 0.0;  ///< nominal height of the axle above the rail tops [m]
};

/// Force of a check rail on the back of a wheel.
///
/// The working face is upright, up to `top` above the rail tops, at y_c(s). The back of the wheel
/// meets it along the chord that the face's upper edge cuts from the disc, of half the length
///
///   l = sqrt(radius^2 - d^2),   d = rolling_radius - top   (0 where the disc does not reach it)
///
/// about 0.16 m before and behind the axle. A yawed wheel touches with one end of the chord, one
/// that stands parallel with all of it; the chord is represented by its two ends x = -+l, each with
/// half of the check rail's stiffness k. At an end, with n normal to the face, towards the wheel:
///
///   delta = (y_c(s + x) - y) / sqrt(1 + y_c'^2),   y, outward, of the back at this end
///   N = k / 2 f(delta) max(0, 1 + chi delta_rate),   friction -mu N v / sqrt(v^2 + v_0^2)
///
/// f(delta) = delta^2 / (2 e) up to e = 0.2 mm, then delta - e / 2: once continuously
/// differentiable. v is the slip of the wheel's rim against the check rail: as the end before the
/// axle goes down and the one behind goes up, of some metres per second; v_0 = 0.1 m/s. Rail and
/// check rail of a side move together on a flexible track. Left out: the rounding of the flange's
/// back (contact below the edge of the plane), the shape of the check rail's edge, creep below
/// sliding. k is that of the check rail's brackets: steel on steel is far stiffer.
///
/// Jacobian by dual numbers, in the columns of WheelForceJacobian.
class CheckRailContact {
 public:
  CheckRailContact(const CheckRail& rail, const WheelBack& back);

  Side side() const { return side_; }
  /// Adds to `out`; s that of the wheelset.
  void add(double s, const WheelsetMotion& motion, const RailUnderWheel& rail,
           WheelForce& out) const;
  void add(double s, const WheelsetMotion& motion, const RailUnderWheel& rail, WheelForce& out,
           WheelForceJacobian& jacobian) const;

  double half_chord() const { return half_chord_; }

 private:
  bool is_near(double s, double x) const { return s + x >= begin_ && s + x <= end_; }
  template <class T>
  void add_ends(double s, const WheelsetMotion& motion, const RailUnderWheel& rail, WheelForce& out,
                Eigen::Matrix<T, 6, 1>& wrench) const;

  Side side_;
  GuideLine face_;
  double begin_, end_;
  double height_;                      ///< of the axle, nominal
  double axial_, below_, half_chord_;  ///< ends in the axle's axes: -+half_chord_, axial_, -below_
  double stiffness_, damping_, friction_;
};

/// The back of a wheel of this profile: its edge is where the profile begins, on the plane.
WheelBack find_wheel_back(const profile::Profile& wheel, double radius, double height,
                          double back_to_back, double tape_circle);

}  // namespace fourfoot::contact
