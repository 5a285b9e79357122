#include "system/element_derivative.h"

#include <cmath>

#include "math/rotation.h"

namespace fourfoot::system {

namespace {

using multibody::Vec6;
template <int Rows>
using Columns3 = Eigen::Matrix<double, Rows, 3>;
template <int Rows>
using Columns12 = Eigen::Matrix<double, Rows, 12>;

// A perturbation dtheta on the left of R turns its rotation vector by J_l^-1 dtheta:
// J_l^-1 = 1 - [theta]/2 + k [theta]^2.
Mat3 calc_inverse_left_jacobian(const Vec3& theta) {
  const double q = theta.squaredNorm();
  double k = 1.0 / 12.0 + q * (1.0 / 720.0);
  if (q > 1e-3) {
    const double angle = std::sqrt(q);
    k = 1.0 / q - (1.0 + std::cos(angle)) / (2.0 * angle * std::sin(angle));
  }
  const Mat3 s = skew(theta);
  return Mat3::Identity() - 0.5 * s + k * (s * s);
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

// K [w]: what K makes of w x (...).
template <int Rows>
Columns3<Rows> times_skew(const Columns3<Rows>& K, const Vec3& w) {
  Columns3<Rows> out;
  out.col(0) = K.col(1) * w[2] - K.col(2) * w[1];
  out.col(1) = K.col(2) * w[0] - K.col(0) * w[2];
  out.col(2) = K.col(0) * w[1] - K.col(1) * w[0];
  return out;
}

// The element as the inertial frame sees it.
struct View {
  const Mat3& R;  ///< A's axes
  const Vec3 &w_a, &w_b;
  const Vec3 &r_a, &r_b;  ///< B's point from both mass centres
  Vec3 v;                 ///< of B's point as seen from A's axes
  Vec3 force, torque;     ///< on B
  Mat3 turn;              ///< rotation vector (A's axes) by dtheta of B, minus by that of A
  bool by_rate, by_turn;  ///< the law depends on v and w; on theta and w
};

// d(answer), in A's axes, by e of both ends; the law's rows by (d, theta, v, w):
//   R d(d)  = dx_b + dtheta_b x r_b - dx_a - dtheta_a x r_a
//   R d(v)  = dv_b + dw_b x r_b + w_b x (dtheta_b x r_b) - dv_a - dw_a x r_a
//             - w_a x (dx_b + dtheta_b x r_b - dx_a) - dtheta_a x v
//   R d(w)  = dw_b - dw_a - dtheta_a x (w_b - w_a)
template <int Rows>
void fill_answer(const Columns12<Rows>& law, const View& view, Columns12<Rows>& by_b,
                 Columns12<Rows>& by_a) {
  const Mat3 R_AN = view.R.transpose();
  const Columns3<Rows> d = law.template leftCols<3>().lazyProduct(R_AN);
  Columns3<Rows> x = d, turn_b = d, turn_a = times_skew<Rows>(d, view.r_a);
  if (view.by_rate) {
    const Columns3<Rows> v = law.template middleCols<3>(6).lazyProduct(R_AN);
    x -= times_skew<Rows>(v, view.w_a);
    turn_b = x + times_skew<Rows>(v, view.w_b);
    turn_a += times_skew<Rows>(v, view.v);
    by_b.template middleCols<3>(6) = v;
    by_a.template middleCols<3>(6) = -v;
    by_b.template middleCols<3>(9) = -times_skew<Rows>(v, view.r_b);
    by_a.template middleCols<3>(9) = times_skew<Rows>(v, view.r_a);
  }
  by_b.template leftCols<3>() = x;
  by_a.template leftCols<3>() = -x;
  by_b.template middleCols<3>(3) = -times_skew<Rows>(turn_b, view.r_b);
  by_a.template middleCols<3>(3) = turn_a;
  if (!view.by_turn) return;
  const Columns3<Rows> theta = law.template middleCols<3>(3).lazyProduct(view.turn);
  const Columns3<Rows> w = law.template rightCols<3>().lazyProduct(R_AN);
  by_b.template middleCols<3>(3) += theta;
  by_a.template middleCols<3>(3) += times_skew<Rows>(w, view.w_b - view.w_a) - theta;
  by_b.template rightCols<3>() += w;
  by_a.template rightCols<3>() -= w;
}

// Adds force and torque, d by the columns of one carrier, to the wrenches on B and on A.
void add_wrenches(const Columns12<3>& force, const Columns12<3>* torque, int columns,
                  const View& view, Matrix6x12& on_b, Matrix6x12* on_a) {
  for (int c = 0; c < columns; ++c) {
    const Vec3 f = force.col(c);
    Vec3 at_b = view.r_b.cross(f);
    if (torque) at_b += torque->col(c);
    on_b.col(c).head<3>() += f;
    on_b.col(c).tail<3>() += at_b;
    if (!on_a) continue;
    Vec3 at_a = view.r_a.cross(f);
    if (torque) at_a += torque->col(c);
    on_a->col(c).head<3>() -= f;
    on_a->col(c).tail<3>() -= at_a;
  }
}

// The law depends on the three quantities that begin with column `first`. (All rows: what the law
// does not have is zero.)
bool depends_on(const element::Derivative& law, int first) {
  return law.middleCols<3>(first).cwiseAbs().sum() != 0.0;
}

View make_view(const LinearisedElement& e) {
  const bool by_turn = depends_on(e.law, 3) || depends_on(e.law, 9);
  const bool by_rate = by_turn || depends_on(e.law, 6);
  const Mat3& R = e.a.R_NC;
  View view{R,
            e.a.w,
            e.b.w,
            e.arms.a,
            e.arms.b,
            R * e.relative.v,
            R * e.output.force,
            R * e.output.torque,
            Mat3::Zero(),
            by_rate,
            by_turn};
  if (by_turn) view.turn = calc_inverse_left_jacobian(e.relative.theta) * R.transpose();
  return view;
}

// Three rows of the law, from `first`, turned out of A's axes; columns that are zero are left out.
Columns12<3> turn_rows(const View& view, const element::Derivative& law, int first) {
  Columns12<3> rows;
  rows.leftCols<3>() = view.R.lazyProduct(law.block<3, 3>(first, 0));
  if (view.by_rate) rows.middleCols<3>(6) = view.R.lazyProduct(law.block<3, 3>(first, 6));
  if (view.by_turn) {
    rows.middleCols<3>(3) = view.R.lazyProduct(law.block<3, 3>(first, 3));
    rows.rightCols<3>() = view.R.lazyProduct(law.block<3, 3>(first, 9));
  }
  return rows;
}

void fill_states(const LinearisedElement& e, const View& view, StateDerivative& s) {
  for (int k = 0; k < e.state_count; ++k) {
    const Vec3 force = view.R * e.law.block<3, 1>(0, 12 + k);
    const Vec3 torque = view.R * e.law.block<3, 1>(3, 12 + k);
    s.b_by_z.col(k) << force, torque + view.r_b.cross(force);
    s.a_by_z.col(k) << -force, -(torque + view.r_a.cross(force));
    Columns12<1> by_b = Columns12<1>::Zero(), by_a = by_b;
    fill_answer<1>(e.law.block<1, 12>(6 + k, 0), view, by_b, by_a);
    s.z_by_b.row(k) = by_b;
    s.z_by_a.row(k) = by_a;
    for (int j = 0; j < e.state_count; ++j) s.z_by_z(k, j) = e.law(6 + k, 12 + j);
  }
}

}  // namespace

CarrierMaps make_carrier_maps(const Carrier& carrier, const Mat3& R_TC, const Vec3& omega_T,
                              const Vec3& w_C, const Mat3& w_map, const Mat3& w_turn) {
  CarrierMaps m;
  m.R_NT = carrier.R_NT;
  m.R_NC = carrier.R_NC;
  m.sway = times_skew<3>(carrier.R_NT, omega_T);
  m.turn_rate = carrier.R_NC * w_turn - times_skew<3>(carrier.R_NC, w_C);
  m.spin = carrier.R_NC * w_map;
  m.on_bearing = carrier.on_bearing;
  if (m.on_bearing) {
    m.tan_roll = get_tan_roll(R_TC);
    m.tan_roll_turn = calc_tan_roll_derivative(R_TC);
  }
  return m;
}

void add_element(const LinearisedElement& e, ElementSums& sums, StateDerivative& states) {
  const View view = make_view(e);
  const int columns = view.by_rate ? 12 : 6;
  const auto b = static_cast<std::size_t>(e.second);
  const bool has_a = e.first >= 0;
  const auto a = static_cast<std::size_t>(has_a ? e.first : 0);
  const Mat3 F = skew(view.force);
  Columns12<3> force_b, force_a, torque_b, torque_a;
  fill_answer<3>(turn_rows(view, e.law, 0), view, force_b, force_a);
  force_a.middleCols<3>(3) -= F;  // the answer turns with A
  const bool has_torque = !e.output.torque.isZero(0.0) || !e.law.block<3, 12>(3, 0).isZero(0.0);
  if (has_torque) {
    fill_answer<3>(turn_rows(view, e.law, 3), view, torque_b, torque_a);
    torque_a.middleCols<3>(3) -= skew(view.torque);
  }
  const Columns12<3>* const by_b = has_torque ? &torque_b : nullptr;
  const Columns12<3>* const by_a = has_torque ? &torque_a : nullptr;
  Matrix6x12& b_by_b = sums.blocks.at(b, b);
  Matrix6x12* const a_by_b = has_a ? &sums.blocks.at(a, b) : nullptr;
  add_wrenches(force_b, by_b, columns, view, b_by_b, a_by_b);
  const Mat3 arm_turns = times_skew<3>(F, view.r_b);
  b_by_b.block<3, 3>(3, 3) += arm_turns;
  if (has_a) {
    // The force on A acts where B's point is, which moves.
    Matrix6x12& a_by_a = sums.blocks.at(a, a);
    add_wrenches(force_a, by_a, columns, view, sums.blocks.at(b, a), &a_by_a);
    a_by_b->block<3, 3>(3, 0) += F;
    a_by_b->block<3, 3>(3, 3) -= arm_turns;
    a_by_a.block<3, 3>(3, 0) -= F;
  }
  fill_states(e, view, states);
}

Vec6 get_local(const CarrierMaps& maps, const Vec6& wrench_N) {
  Vec6 local;
  local.head<3>() = maps.R_NT.transpose() * wrench_N.head<3>();
  local.tail<3>() = maps.R_NC.transpose() * wrench_N.tail<3>();
  if (maps.on_bearing) local.tail<3>() = pass_bearing(maps.tan_roll, local.tail<3>());
  return local;
}

Columns12<1> get_by_local(const CarrierMaps& maps, const Columns12<1>& by_e) {
  Columns12<1> by;
  const auto v = by_e.segment<3>(6), w = by_e.segment<3>(9);
  by.head<3>() = by_e.head<3>() * maps.R_NT + v * maps.sway;
  by.segment<3>(3) = by_e.segment<3>(3) * maps.R_NC + w * maps.turn_rate;
  by.segment<3>(6) = v * maps.R_NT;
  by.segment<3>(9) = w * maps.spin;
  return by;
}

void add_local_blocks(const ElementSums& sums, const std::vector<CarrierWrench>& wrenches,
                      std::size_t body_count, multibody::WrenchDerivatives& blocks) {
  const std::size_t n = 2 * body_count;  // those behind are points of bodies with modes
  for (std::size_t i = 0; i < n; ++i) {
    const CarrierMaps& on = sums.maps[i];
    const Mat3 R_TN = on.R_NT.transpose(), R_CN = on.R_NC.transpose();
    const Vec3 torque = R_CN * wrenches[i].torque;
    for (std::size_t j = 0; j < n; ++j) {
      if (!sums.blocks.has(i, j)) continue;
      const Matrix6x12& by_e = sums.blocks.get(i, j);
      const CarrierMaps& of = sums.maps[j];
      const auto v = by_e.middleCols<3>(6), w = by_e.rightCols<3>();
      Matrix6x12 by, local;
      by.leftCols<3>() = by_e.leftCols<3>().lazyProduct(of.R_NT) + v.lazyProduct(of.sway);
      by.middleCols<3>(3) =
          by_e.middleCols<3>(3).lazyProduct(of.R_NC) + w.lazyProduct(of.turn_rate);
      by.middleCols<3>(6) = v.lazyProduct(of.R_NT);
      by.rightCols<3>() = w.lazyProduct(of.spin);
      local.topRows<3>() = R_TN.lazyProduct(by.topRows<3>());
      local.bottomRows<3>() = R_CN.lazyProduct(by.bottomRows<3>());
      // The axes that the torque is seen in turn with the carrier.
      if (i == j) local.block<3, 3>(3, 3) += skew(torque);
      if (on.on_bearing) {
        local.row(5) += on.tan_roll * local.row(4);
        local.row(4).setZero();
        if (i == j) local.block<1, 3>(5, 3) += torque[1] * on.tan_roll_turn;
      }
      blocks.at(i % body_count, j % body_count) += local;
    }
  }
}

}  // namespace fourfoot::system
