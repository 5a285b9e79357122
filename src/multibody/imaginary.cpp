#include "multibody/imaginary.h"

#include "math/rotation.h"

namespace fourfoot::multibody {
namespace {

void drop_omitted(const ImaginaryMask& mask, ImaginaryWrench& out) {
  for (int g = 0; g < 4; ++g) {
    for (int axis = 0; axis < 3; ++axis) {
      const auto i = static_cast<std::size_t>(g);
      if (!mask.keeps(g, 0, axis)) out.force[i][axis] = 0.0;
      if (!mask.keeps(g, 1, axis)) out.torque[i][axis] = 0.0;
    }
  }
}

using Block = Eigen::Matrix<double, 3, 12>;

void add_kept(const Block& part, int group, int kind, const ImaginaryMask& mask, Matrix6x12& d) {
  for (int axis = 0; axis < 3; ++axis) {
    if (mask.keeps(group, kind, axis)) d.row(3 * kind + axis) += part.row(axis);
  }
}

}  // namespace

[[gnu::flatten]] void calc_imaginary(const ImaginaryInput& in, const ImaginaryMask& mask,
                                     ImaginaryWrench& out) {
  const double m = in.mass;
  const Mat3& J = in.inertia;
  const Vec3& omega = in.frame.w_NT_T;
  const Vec3 normal = omega.cross(in.frame.v_NT_T);
  const Vec3 omega_C = in.R_TC.transpose() * omega;
  const Vec3 epsilon_C = in.R_TC.transpose() * in.frame.alpha_NT_T;
  out.force[0] = -m * (in.frame.a_NT_T - normal);
  out.force[1] = -m * in.frame.alpha_NT_T.cross(in.r);
  out.force[2] = -m * (normal + omega.cross(omega.cross(in.r)));
  out.force[3] = -2.0 * m * omega.cross(in.v);
  out.torque[0].setZero();
  out.torque[1] = -(J * epsilon_C);
  out.torque[2] = -omega_C.cross(J * omega_C);
  out.torque[3] = -2.0 * in.w.cross(J * omega_C - (0.5 * J.trace()) * omega_C);
  if (!mask.keeps_all()) drop_omitted(mask, out);
}

void add_imaginary_derivative(const ImaginaryInput& in, const ImaginaryMask& mask, Matrix6x12& d) {
  const double m = in.mass;
  const Mat3& J = in.inertia;
  const Mat3 G = J - 0.5 * J.trace() * Mat3::Identity();
  const Vec3 omega_C = in.R_TC.transpose() * in.frame.w_NT_T;
  const Vec3 epsilon_C = in.R_TC.transpose() * in.frame.alpha_NT_T;
  const Mat3 omega_cross = skew<double>(in.frame.w_NT_T);
  // The components of a vector fixed in T, seen from the turned axes: d(omega_C) = omega_C x
  // dtheta.
  const Mat3 d_omega = skew<double>(omega_C);
  const auto put = [&](int group, int kind, int column, const Mat3& block) {
    if (mask.keeps_all()) {
      d.block<3, 3>(3 * kind, column) += block;
      return;
    }
    Block part = Block::Zero();
    part.middleCols<3>(column) = block;
    add_kept(part, group, kind, mask, d);
  };
  put(1, 0, 0, -m * skew<double>(in.frame.alpha_NT_T));
  put(2, 0, 0, -m * omega_cross * omega_cross);
  put(3, 0, 6, -2.0 * m * omega_cross);
  put(1, 1, 3, -J * skew<double>(epsilon_C));
  put(2, 1, 3, (skew<double>(J * omega_C) - skew<double>(omega_C) * J) * d_omega);
  put(3, 1, 3, -2.0 * skew<double>(in.w) * G * d_omega);
  put(3, 1, 9, 2.0 * skew<double>(G * omega_C));
}

}  // namespace fourfoot::multibody
