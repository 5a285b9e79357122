#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "contact/material.h"
#include "contact/tangential/kalker_coefficients.h"

namespace fourfoot::contact {

/// Contact axes, the same for every law: origin at the centre of the patch, x forward in the common
/// tangent plane (the wheel rolls towards +x), z along the common normal from the rail into the
/// wheel (up on the tread), y to the left, right-handed.
///
/// Creepages are the velocity of the wheel's material relative to the rail's at the patch, without
/// elastic deformation, over the rolling speed V > 0:
///   rigid slip / V = ( nu_x - spin y, nu_y + spin x ),   spin = (omega_wheel - omega_rail) . z / V.
/// A braked or slow wheel has nu_x > 0 (its surface is carried forward), a driven one nu_x < 0.
///
/// Forces act ON THE WHEEL at the patch's centre and oppose creepage: the work they do,
/// V (fx nu_x + fy nu_y + mz spin), is never positive. One law breaks this: Polach's, which has no
/// spin moment, by a few percent of mu N V nu where spin and lateral creepage oppose each other.
struct TangentialInput {
  double a = 0.0;         ///< semi-axis of the patch in rolling direction [m]
  double b = 0.0;         ///< semi-axis across [m]
  double normal = 0.0;    ///< N, >= 0 presses [N]
  double friction = 0.3;  ///< mu of this patch [1]
  double nu_x = 0.0;      ///< longitudinal creepage [1]
  double nu_y = 0.0;      ///< lateral creepage [1]
  double spin = 0.0;      ///< spin creepage [1/m]
  /// V that the creepages were divided by [m/s], > 0 (SpeedRegularisation below walking pace); only
  /// laws whose friction falls with slip velocity read it.
  double speed = 0.0;
};

struct TangentialForce {
  double fx = 0.0;          ///< longitudinal force on the wheel [N]
  double fy = 0.0;          ///< lateral force on the wheel [N]
  double mz = 0.0;          ///< spin moment on the wheel [N m]
  double slip_share = 0.0;  ///< share of the patch's area that slips, 0 ... 1
};

/// Rows fx, fy, mz; columns nu_x, nu_y, spin, N, a, b, each with the other five held.
using TangentialJacobian = Eigen::Matrix<double, 3, 6>;

/// The seam of the tangential laws. Immutable after it is built, shared by all threads; a call does
/// not allocate. Without contact (N, a or b not positive) the force and its derivatives are zero.
/// Creepages above 1e9 (spin times semi-axis likewise) are taken as 1e9 in the same direction: full
/// slip does not know their size, and no law's squares overflow.
class TangentialLaw {
 public:
  TangentialLaw(std::string name, const Material& material)
      : name_(std::move(name)), material_(material), kalker_(material.poisson) {}
  virtual ~TangentialLaw() = default;
  TangentialLaw(const TangentialLaw&) = delete;
  TangentialLaw& operator=(const TangentialLaw&) = delete;

  TangentialForce calc(const TangentialInput& in) const {
    if (!has_contact(in)) return {};
    const double size = calc_size(in);
    return size <= limit ? do_calc(in) : do_calc(shrink(in, limit / size));
  }
  /// The same force, and its exact derivatives: those of the algorithm itself, not of what it
  /// approximates, and not by differences.
  TangentialForce calc(const TangentialInput& in, TangentialJacobian& jacobian) const {
    if (!has_contact(in)) {
      jacobian.setZero();
      return {};
    }
    const double size = calc_size(in);
    if (size <= limit) return do_calc(in, jacobian);
    const TangentialForce f = do_calc(shrink(in, limit / size), jacobian);
    jacobian.leftCols<3>() *= limit / size;
    return f;
  }

  /// d ln(mu) / dV at given creepages [s/m]: not 0 only for laws whose friction falls with slip
  /// velocity. Every law takes N, given a and b, only as mu N, so the derivatives by mu and V
  /// follow from the one by N:  dF/dmu = dF/dN N / mu,  dF/dV = dF/dN N d ln(mu)/dV.
  virtual double calc_friction_slope(const TangentialInput&) const { return 0.0; }

  const std::string& name() const { return name_; }
  const Material& material() const { return material_; }
  const KalkerTable& kalker() const { return kalker_; }

 protected:
  virtual TangentialForce do_calc(const TangentialInput& in) const = 0;
  virtual TangentialForce do_calc(const TangentialInput& in,
                                  TangentialJacobian& jacobian) const = 0;

 private:
  static constexpr double limit = 1e9;

  static double calc_size(const TangentialInput& in) {
    return std::max({std::abs(in.nu_x), std::abs(in.nu_y), std::abs(in.spin) * (in.a + in.b)});
  }
  static TangentialInput shrink(TangentialInput in, double factor) {
    in.nu_x *= factor;
    in.nu_y *= factor;
    in.spin *= factor;
    return in;
  }
  static bool has_contact(const TangentialInput& in) {
    return in.normal > 0.0 && in.a > 0.0 && in.b > 0.0;
  }

  std::string name_;
  Material material_;
  KalkerTable kalker_;
};

}  // namespace fourfoot::contact
