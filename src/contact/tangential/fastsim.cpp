#include "contact/tangential/fastsim.h"

namespace fourfoot::contact {

TangentialForce scale_fastsim(const TangentialInput& in, double force, const FastsimSums& sums) {
  return {force * sums.fx, force * sums.fy, force * (in.a * sums.my - in.b * sums.mx),
          std::min(1.0, sums.slip / std::numbers::pi)};
}

TangentialForce scale_fastsim(const FastsimScaling<Dual<6>>& s, const TangentialInput& in,
                              const FastsimSums& sums, const FastsimDerivatives& d,
                              TangentialJacobian& jacobian) {
  Eigen::Matrix<double, 4, 6> inner;  // of A, B, Cx, Cy
  inner.row(0) = s.A.derivatives().transpose();
  inner.row(1) = s.B.derivatives().transpose();
  inner.row(2) = s.Cx.derivatives().transpose();
  inner.row(3) = s.Cy.derivatives().transpose();
  const Eigen::Map<const Eigen::Matrix<double, 4, 4, Eigen::RowMajor>> outer(&d.d[0][0]);
  const Eigen::Matrix<double, 4, 6> chain = outer * inner;  // of fx, fy, mx, my
  const double force = s.force.value();
  const double moment = in.a * sums.my - in.b * sums.mx;
  const Eigen::Matrix<double, 1, 6> by_force = s.force.derivatives().transpose();
  jacobian.row(0) = force * chain.row(0) + sums.fx * by_force;
  jacobian.row(1) = force * chain.row(1) + sums.fy * by_force;
  jacobian.row(2) = force * (in.a * chain.row(3) - in.b * chain.row(2)) + moment * by_force;
  jacobian(2, 4) += force * sums.my;
  jacobian(2, 5) -= force * sums.mx;
  return scale_fastsim(in, force, sums);
}

TangentialForce FastsimLaw::do_calc(const TangentialInput& in) const {
  if (!(in.friction > 0.0)) return {};
  const auto s =
      FastsimScaling<double>::make(kalker(), material().shear_modulus, make_arguments(in), blend_);
  return scale_fastsim(in, s.force, grid_.run({s.A, s.B, s.Cx, s.Cy}));
}

TangentialForce FastsimLaw::do_calc(const TangentialInput& in, TangentialJacobian& jacobian) const {
  if (!(in.friction > 0.0)) {
    jacobian.setZero();
    return {};
  }
  const auto s = FastsimScaling<Dual<6>>::make(kalker(), material().shear_modulus,
                                               make_dual_arguments(in), blend_);
  FastsimDerivatives d;
  const FastsimSums sums = grid_.run({s.A.value(), s.B.value(), s.Cx.value(), s.Cy.value()}, d);
  return scale_fastsim(s, in, sums, d, jacobian);
}

}  // namespace fourfoot::contact
