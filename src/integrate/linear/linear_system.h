#pragma once

#include "math/types.h"

namespace fourfoot::integrate::linear {

/// M x'' + B x' + K x = f with constant matrices [Lack2017, Eq. 12].
struct LinearSystem {
  MatX mass, damping, stiffness;
  Eigen::Index get_size() const { return mass.rows(); }
};

/// One mass: x'' + 2 zeta omega x' + omega^2 x = 0.
LinearSystem make_oscillator(double omega, double zeta);

/// The matrix S of s' = S s, s = [x, x'].
MatX calc_state_matrix(const LinearSystem& system);

/// exp(S dt): carries [x, x'] of the free motion over dt without error.
MatX calc_exact_propagator(const LinearSystem& system, double dt);

/// x'' from the equation of motion.
VecX calc_acceleration(const LinearSystem& system, const VecX& x, const VecX& v, const VecX& f);

}  // namespace fourfoot::integrate::linear
