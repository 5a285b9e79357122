#pragma once

#include <functional>
#include <string>
#include <vector>

#include "math/types.h"

/// Elastic deformation of a body by modes of the free body.
///
/// A point at x (from the mass centre, in body axes) stands at x + Phi(x) eta and is turned by
/// exp(Psi(x) eta) against the body's axes; eta are the modal coordinates. Of a force f and a torque
/// t at that point, both in body axes, the modes feel Phi^T f + Psi^T T^T t, T of
/// SmallTurn. With shapes of the body that is held nowhere,
///
///   integral Phi dm = 0,   integral x cross Phi dm = 0,
///
/// the axes are those about which deformation has no momentum, and to first order the modes neither
/// feel the motion of the axes nor gravity, nor load them:
///
///   M eta'' + D eta' + K eta = forces at points
///
/// Left out, with its size for a car body of 24 m and 9 Hz: gyroscopic forces between modes of
/// different planes (2 w / omega, 3e-3 at a roll rate of 0.1 rad/s), centrifugal forces and what
/// deformation does to the tensor of inertia (w^2 / omega^2, 2e-6 in a curve of 300 m at 80 km/h),
/// forces of angular acceleration (4e-5 in a transition), and stiffening by loads (1 to 3 % of the
/// first bending stiffness at buff forces of 0.5 to 1.5 MN).
/// Locked and prescribed coordinates hold the body's axes and do no work on the modes.
/// Bodies with modes cannot be held by joints, relations or surfaces, nor be wheelsets, nor run in
/// the reference formulations.
namespace fourfoot::multibody {

/// Of one body: what follows from modes is held in matrices of limited size, so that a run does not
/// allocate.
inline constexpr int max_modes = 40;

/// The modes at one point: columns per unit of each modal coordinate, in body axes.
struct ModeShape {
  Eigen::Matrix3Xd displacement;  ///< Phi
  Eigen::Matrix3Xd rotation;      ///< Psi [rad]

  bool is_rigid() const { return displacement.cols() == 0; }
};

struct Modes {
  MatX mass, damping, stiffness;                           ///< M, D, K; n x n
  std::function<ModeShape(const Vec3& point)> calc_shape;  ///< at a point from the mass centre

  int count() const { return static_cast<int>(mass.rows()); }
};

/// R = exp(theta) turns by the rotation vector theta, and R' = [T(theta) theta'] R. Series that
/// hold to rounding for |theta| < 0.5, with which no derivative divides by zero.
template <class S>
struct SmallTurn {
  Eigen::Matrix<S, 3, 3> R, T;
};
template <class S>
SmallTurn<S> calc_small_turn(const Eigen::Matrix<S, 3, 1>& theta) {
  const S q = theta.dot(theta);
  S sine(1.0), half(0.5), sixth(1.0 / 6.0);  // sin(a)/a, (1 - cos a)/a^2, (a - sin a)/a^3
  S power(1.0);
  double f1 = 1.0, f2 = 2.0, f3 = 6.0;
  for (int k = 1; k <= 8; ++k) {
    power = S(power * q) * -1.0;
    f1 *= (2.0 * k) * (2.0 * k + 1.0);
    f2 *= (2.0 * k + 1.0) * (2.0 * k + 2.0);
    f3 *= (2.0 * k + 2.0) * (2.0 * k + 3.0);
    sine += power * (1.0 / f1);
    half += power * (1.0 / f2);
    sixth += power * (1.0 / f3);
  }
  Eigen::Matrix<S, 3, 3> cross;
  cross << S(0.0), S(-theta[2]), theta[1], theta[2], S(0.0), S(-theta[0]), S(-theta[1]), theta[0],
      S(0.0);
  const Eigen::Matrix<S, 3, 3> twice = cross * cross;
  const Eigen::Matrix<S, 3, 3> one = Mat3::Identity().template cast<S>();
  return {one + cross * sine + twice * half, one + cross * half + twice * sixth};
}

/// Bending modes of a uniform free beam along x, its mass centre in the middle: Euler and
/// Bernoulli's theory without shear and without the inertia of turning cross sections (which would
/// lower the frequencies of a car body by some per cent), in one plane. The neutral axis passes
/// through the mass centre.
struct BeamBending {
  enum class Plane { vertical, lateral };  ///< displacement along z; along y
  double length = 0.0;                     ///< [m]
  double mass = 0.0;                       ///< [kg]
  double stiffness = 0.0;                  ///< E I [N m^2]
  double damping_ratio = 0.0;              ///< of each mode, to critical [1]
  Plane plane = Plane::vertical;
  int count = 2;  ///< of modes, up to 10
};
/// Each mode is 2 at the front end, so that its modal mass is the beam's:
///   even  w = cosh(beta x) / cosh(beta L/2) + cos(beta x) / cos(beta L/2)
///   odd   w = sinh(beta x) / sinh(beta L/2) + sin(beta x) / sin(beta L/2)
///   cosh(beta L) cos(beta L) = 1,  omega^2 = beta^4 E I L / m
Modes make_beam_modes(const BeamBending& beam);
/// The first natural frequency and those after it [rad/s].
std::vector<double> calc_beam_frequencies(const BeamBending& beam);

}  // namespace fourfoot::multibody
