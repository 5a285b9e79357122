#include "integrate/linear/linear_system.h"

#include <unsupported/Eigen/MatrixFunctions>

#include "math/dense.h"

namespace fourfoot::integrate::linear {

LinearSystem make_oscillator(double omega, double zeta) {
  return {MatX::Constant(1, 1, 1.0), MatX::Constant(1, 1, 2.0 * zeta * omega),
          MatX::Constant(1, 1, omega * omega)};
}

MatX calc_state_matrix(const LinearSystem& system) {
  const auto n = system.get_size();
  MatX s = MatX::Zero(2 * n, 2 * n);
  const LuFactors mass(system.mass);
  s.topRightCorner(n, n).setIdentity();
  s.bottomLeftCorner(n, n) = -mass.solve(system.stiffness);
  s.bottomRightCorner(n, n) = -mass.solve(system.damping);
  return s;
}

MatX calc_exact_propagator(const LinearSystem& system, double dt) {
  return MatX(calc_state_matrix(system) * dt).exp();
}

VecX calc_acceleration(const LinearSystem& system, const VecX& x, const VecX& v, const VecX& f) {
  return LuFactors(system.mass)
      .solve(VecX(f - multiply(system.damping, v) - multiply(system.stiffness, x)));
}

}  // namespace fourfoot::integrate::linear
