#include "system/element_derivative.h"

#include <cmath>

#include "math/rotation.h"

namespace fourfoot::system {

namespace {

using Matrix6 = Eigen::Matrix<double, 6, 6>;

// A perturbation dtheta on the right of R turns its rotation vector by J_r^-1 dtheta, on the left
// by J_l^-1 dtheta = J_r^-T dtheta:  J_r^-1 = 1 + [theta]/2 + k [theta]^2.
Mat3 calc_inverse_right_jacobian(const Vec3& theta) {
  const double q = theta.squaredNorm();
  double k = 1.0 / 12.0 + q * (1.0 / 720.0);
  if (q > 1e-3) {
    const double angle = std::sqrt(q);
    k = 1.0 / q - (1.0 + std::cos(angle)) / (2.0 * angle * std::sin(angle));
  }
  const Mat3 s = skew(theta);
  return Mat3::Identity() + 0.5 * s + k * (s * s);
}

// tan(phi) of a wheelset's carrier by dtheta_C.
Eigen::RowVector3d calc_tan_roll_derivative(const Mat3& R) {
  const Vec3 row = R.row(2).transpose();
  Eigen::RowVector3d d;
  for (int k = 0; k < 3; ++k) {
    const Vec3 turned = row.cross(Vec3::Unit(k));
    d[k] = (turned[1] - R(2, 1) / R(2, 2) * turned[2]) / R(2, 2);
  }
  return d;
}

// Rows of the torque on a wheelset's carrier become those on the wheelset.
template <class Block>
void pass_bearing_rows(double tan_roll, Block& block) {
  block.row(5) += tan_roll * block.row(4);
  block.row(4).setZero();
}

// `torque`: on the carrier, before the bearing.
void pass_bearing_blocks(const EndState& end, const Vec3& torque, Matrix6x12& by_self,
                         Matrix6x12& by_other) {
  const double tan_roll = get_tan_roll(end.body->R_TC);
  pass_bearing_rows(tan_roll, by_self);
  pass_bearing_rows(tan_roll, by_other);
  by_self.block<1, 3>(5, 3) += torque[1] * calc_tan_roll_derivative(end.body->R_TC);
}

// Axes and velocities of both ends as A sees them.
struct View {
  Mat3 M_a, M_b;  ///< from the track frames' axes to A's
  Mat3 C_b;       ///< from B's carrier to A's axes
  Vec3 w_a, w_b;  ///< angular velocities, in A's axes
  Vec3 arm_a;     ///< B's point from A's mass centre, in A's axes
  Vec3 arm_b;     ///< B's point from B's mass centre, in A's axes
};

View make_view(const EndState& a, const EndState& b, const Vec3& d) {
  const Mat3 R_AN = a.carrier.R_NC.transpose();
  return {R_AN * a.carrier.R_NT,
          R_AN * b.carrier.R_NT,
          R_AN * b.carrier.R_NC,
          R_AN * a.carrier.w,
          R_AN * b.carrier.w,
          a.at + d,
          R_AN * (b.carrier.R_NC * b.at)};
}

// Angular velocity of a carrier, in its own axes, by dtheta_C: w = R^T omega + w_TC.
Mat3 calc_turn_rate(const EndState& end) {
  return end.w_turn - skew(end.w_C);
}

void fill_motion_by_b(const EndState& b, const View& view, const Vec3& theta, Matrix12& m) {
  const Mat3 arm = skew(view.arm_b), w_ab = skew<double>(view.w_b - view.w_a);
  const Mat3 at = view.C_b * skew(b.at), rate = view.C_b * calc_turn_rate(b);
  const Mat3 spin = view.C_b * b.w_map;
  m.setZero();
  m.block<3, 3>(0, 0) = view.M_b;
  m.block<3, 3>(0, 3) = -at;
  m.block<3, 3>(3, 3) = calc_inverse_right_jacobian(theta);
  m.block<3, 3>(6, 0) = view.M_b * skew(b.omega_T) - skew(view.w_a) * view.M_b;
  m.block<3, 3>(6, 3) = -arm * rate - w_ab * at;
  m.block<3, 3>(6, 6) = view.M_b;
  m.block<3, 3>(6, 9) = -arm * spin;
  m.block<3, 3>(9, 3) = rate;
  m.block<3, 3>(9, 9) = spin;
}

// A's turn also turns the axes that all is seen in.
void fill_motion_by_a(const EndState& a, const View& view,
                      const element::RelativeT<double>& relative, Matrix12& m) {
  const Mat3 arm = skew(view.arm_a), rate = calc_turn_rate(a);
  m.setZero();
  m.block<3, 3>(0, 0) = -view.M_a;
  m.block<3, 3>(0, 3) = arm;
  m.block<3, 3>(3, 3) = -calc_inverse_right_jacobian(relative.theta).transpose();
  m.block<3, 3>(6, 0) = skew(view.w_a) * view.M_a - view.M_a * skew(a.omega_T);
  m.block<3, 3>(6, 3) = arm * rate + skew(relative.v);
  m.block<3, 3>(6, 6) = -view.M_a;
  m.block<3, 3>(6, 9) = arm * a.w_map;
  m.block<3, 3>(9, 3) = skew(relative.w) - rate;
  m.block<3, 3>(9, 9) = -a.w_map;
}

// Most elements answer with a force to displacement and its rate alone.
bool is_pure_force(const Matrix6x12& law) {
  return law.bottomRows<3>().isZero(0.0) && law.block<3, 3>(0, 3).isZero(0.0) &&
         law.block<3, 3>(0, 9).isZero(0.0);
}

// The law's answer by x of one body. Products of this size go through lazyProduct: what Eigen takes
// otherwise is made for large matrices and several times slower here.
void fill_answer(const Matrix6x12& law, bool pure_force, const Matrix12& motion, Matrix6x12& by) {
  if (!pure_force) {
    by = law.lazyProduct(motion);
    return;
  }
  const Mat3 by_d = law.block<3, 3>(0, 0), by_v = law.block<3, 3>(0, 6);
  by.bottomRows<3>().setZero();
  for (int k = 0; k < 12; k += 3) {
    by.block<3, 3>(0, k) = by_v.lazyProduct(motion.block<3, 3>(6, k));
    if (k < 6) by.block<3, 3>(0, k) += by_d.lazyProduct(motion.block<3, 3>(0, k));
  }
}

// The wrench (force_T, torque_C) that force and torque in A's axes are for B, for A.
Matrix6 make_map_to_b(const EndState& b, const View& view) {
  Matrix6 map = Matrix6::Zero();
  const Mat3 to_C = view.C_b.transpose();
  map.block<3, 3>(0, 0) = view.M_b.transpose();
  map.block<3, 3>(3, 0) = skew(b.at) * to_C;
  map.block<3, 3>(3, 3) = to_C;
  return map;
}

Matrix6 make_map_to_a(const View& view) {
  Matrix6 map = Matrix6::Zero();
  map.block<3, 3>(0, 0) = -view.M_a.transpose();
  map.block<3, 3>(3, 0) = -skew(view.arm_a);
  map.block<3, 3>(3, 3) = -Mat3::Identity();
  return map;
}

void fill_wrench(const Matrix6& map, bool pure_force, const Matrix6x12& by, Matrix6x12& on) {
  if (pure_force) {
    on = map.leftCols<3>().lazyProduct(by.topRows<3>());
  } else {
    on = map.lazyProduct(by);
  }
}

// The force on A acts where B's point is, which moves.
void add_moving_arm(const Vec3& force, const Matrix12& motion, Matrix6x12& on_a) {
  const Mat3 f = skew(force);
  on_a.block<3, 3>(3, 0) += f * motion.block<3, 3>(0, 0);
  on_a.block<3, 3>(3, 3) += f * motion.block<3, 3>(0, 3);
}

void fill_state_wrenches(const EndState& a, const EndState& b, const View& view, int state_count,
                         ElementDerivative& d) {
  for (int k = 0; k < state_count; ++k) {
    const Vec3 force = d.law.block<3, 1>(0, 12 + k), torque = d.law.block<3, 1>(3, 12 + k);
    const Vec3 force_C = view.C_b.transpose() * force;
    d.b_by_z.col(k) << view.M_b.transpose() * force,
        view.C_b.transpose() * torque + b.at.cross(force_C);
    d.a_by_z.col(k) << -(view.M_a.transpose() * force), -(torque + view.arm_a.cross(force));
  }
  if (b.carrier.on_bearing) pass_bearing_rows(get_tan_roll(b.body->R_TC), d.b_by_z);
  if (a.carrier.on_bearing) pass_bearing_rows(get_tan_roll(a.body->R_TC), d.a_by_z);
}

}  // namespace

void calc_element_derivative(const EndState& a, const EndState& b, int state_count,
                             const element::RelativeT<double>& relative,
                             const element::Output& output, ElementDerivative& d) {
  const View view = make_view(a, b, relative.d);
  const Matrix6x12 law = d.law.block<6, 12>(0, 0);
  const bool pure = is_pure_force(law);
  const Matrix6 to_b = make_map_to_b(b, view);
  Matrix6x12 by;
  fill_motion_by_b(b, view, relative.theta, d.motion_by_b);
  fill_answer(law, pure, d.motion_by_b, by);
  const Vec3 force_C = view.C_b.transpose() * output.force;
  const Vec3 torque_C = view.C_b.transpose() * output.torque;
  fill_wrench(to_b, pure, by, d.b_by_b);
  d.b_by_b.block<3, 3>(3, 3) += skew(torque_C) + skew(b.at) * skew(force_C);
  if (a.body != nullptr) {
    const Matrix6 to_a = make_map_to_a(view);
    fill_wrench(to_a, pure, by, d.a_by_b);
    add_moving_arm(output.force, d.motion_by_b, d.a_by_b);
    fill_motion_by_a(a, view, relative, d.motion_by_a);
    fill_answer(law, pure, d.motion_by_a, by);
    fill_wrench(to_a, pure, by, d.a_by_a);
    add_moving_arm(output.force, d.motion_by_a, d.a_by_a);
    fill_wrench(to_b, pure, by, d.b_by_a);
    // The answer turns with A.
    Eigen::Matrix<double, 6, 3> turn;
    turn << -skew(output.force), -skew(output.torque);
    d.b_by_a.block<6, 3>(0, 3) += to_b.lazyProduct(turn);
    d.a_by_a.block<3, 3>(0, 3) += view.M_a.transpose() * skew(output.force);
    if (a.carrier.on_bearing) {
      const Vec3 torque = -(output.torque + view.arm_a.cross(output.force));
      pass_bearing_blocks(a, torque, d.a_by_a, d.a_by_b);
    }
  } else {
    d.b_by_a.setZero();
  }
  if (b.carrier.on_bearing)
    pass_bearing_blocks(b, torque_C + b.at.cross(force_C), d.b_by_b, d.b_by_a);
  fill_state_wrenches(a, b, view, state_count, d);
}

}  // namespace fourfoot::system
