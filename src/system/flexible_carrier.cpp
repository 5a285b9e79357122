#include "system/flexible_carrier.h"

#include "math/dual.h"
#include "math/rotation.h"

namespace fourfoot::system {

namespace {

using multibody::BodyWorkspace;

template <class S>
using Modal = Eigen::Matrix<S, Eigen::Dynamic, 1, 0, multibody::max_modes, 1>;
template <class S>
using Felt = Eigen::Matrix<S, Eigen::Dynamic, 1, 0, 6 + multibody::max_modes, 1>;
using Block = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 6 + multibody::max_modes,
                            12 + 2 * multibody::max_modes>;

/// What the carrier's motion depends on.
template <class S>
struct BodyState {
  Vec3T<S> p, v, w;
  Mat3T<S> R;  ///< R_TC
  Modal<S> eta, eta_d;
};

/// The carrier as it moves, and what it needs to hand wrenches on.
template <class S>
struct CarrierMotion {
  Mat3T<S> R_NB;  ///< of the body
  Vec3T<S> arm;   ///< of the point from the mass centre, inertial axes
  Vec3T<S> center;
  Mat3T<S> R;  ///< of the carrier
  Vec3T<S> v, w;
  Mat3T<S> T;  ///< of SmallTurn
};

template <class S>
Vec3T<S> combine(const Eigen::Matrix3Xd& shape, const Modal<S>& eta) {
  Vec3T<S> sum = Vec3::Zero().cast<S>();
  for (Eigen::Index k = 0; k < shape.cols(); ++k) {
    for (int i = 0; i < 3; ++i) sum[i] += eta[k] * shape(i, k);
  }
  return sum;
}

template <class S>
CarrierMotion<S> calc_motion(const FlexiblePoint& point, const BodyState<S>& b,
                             const MovingFrame& frame, const Vec3& origin_N) {
  const Mat3T<S> R_NT = frame.R_NT.cast<S>();
  const Vec3T<S> omega = frame.w_NT_T.cast<S>();
  const Vec3T<S> theta = combine<S>(point.shape.rotation, b.eta);
  const multibody::SmallTurn<S> turn = multibody::calc_small_turn<S>(theta);
  CarrierMotion<S> c;
  c.R_NB = R_NT * b.R;
  const Vec3T<S> deformed = point.point.cast<S>() + combine<S>(point.shape.displacement, b.eta);
  c.arm = c.R_NB * deformed;
  c.center = Vec3(frame.p_NT - origin_N).cast<S>() + R_NT * b.p + c.arm;
  c.R = c.R_NB * turn.R;
  c.T = turn.T;
  const Vec3T<S> w_body = R_NT * omega + c.R_NB * b.w;
  const Vec3T<S> v_center = frame.v_NT_T.cast<S>() + omega.cross(b.p) + b.v;
  c.v = R_NT * v_center + w_body.cross(c.arm) +
        c.R_NB * combine<S>(point.shape.displacement, b.eta_d);
  const Vec3T<S> bending = turn.T * combine<S>(point.shape.rotation, b.eta_d);
  c.w = w_body + c.R_NB * bending;
  return c;
}

/// (force_T, torque_C, modal forces) of a wrench on the carrier; `out` has 6 + n entries.
template <class S>
void hand_on(const FlexiblePoint& point, const CarrierMotion<S>& c, const Mat3& R_NT,
             const Vec3& force, const Vec3& torque, S* out) {
  Vec3T<S> f, t;
  for (int i = 0; i < 3; ++i) {
    f[i] = S(force[i]);
    t[i] = S(torque[i]);
  }
  const Vec3 force_T = R_NT.transpose() * force;
  const Vec3T<S> about = c.arm.cross(f) + t;
  const Vec3T<S> torque_B = c.R_NB.transpose() * about;
  const Vec3T<S> f_B = c.R_NB.transpose() * f, t_B = c.R_NB.transpose() * t;
  const Vec3T<S> bends = c.T.transpose() * t_B;
  for (int i = 0; i < 3; ++i) {
    out[i] = S(force_T[i]);
    out[3 + i] = torque_B[i];
  }
  for (Eigen::Index k = 0; k < point.shape.displacement.cols(); ++k) {
    S sum(0.0);
    for (int i = 0; i < 3; ++i)
      sum += f_B[i] * point.shape.displacement(i, k) + bends[i] * point.shape.rotation(i, k);
    out[6 + k] = sum;
  }
}

BodyState<double> get_state(const BodyWorkspace& b) {
  return {b.p_TB, b.v_TB_T, b.w_TB_C, b.R_TC, b.eta, b.eta_d};
}

using D1 = Dual<1>;

/// The same, moving along direction d of x.
BodyState<D1> move_along(const BodyWorkspace& b, int d) {
  const auto n = static_cast<int>(b.eta.size());
  const auto seed = [&](double value, int direction) {
    return D1(value, Eigen::Matrix<double, 1, 1>(d == direction ? 1.0 : 0.0));
  };
  BodyState<D1> s;
  for (int i = 0; i < 3; ++i) {
    s.p[i] = seed(b.p_TB[i], i);
    s.v[i] = seed(b.v_TB_T[i], 6 + i);
    s.w[i] = seed(b.w_TB_C[i], 9 + i);
  }
  const Mat3 turned =
      d >= 3 && d < 6 ? Mat3(b.R_TC * skew<double>(Vec3(Vec3::Unit(d - 3)))) : Mat3(Mat3::Zero());
  for (int i = 0; i < 9; ++i) s.R(i) = D1(b.R_TC(i), Eigen::Matrix<double, 1, 1>(turned(i)));
  s.eta.resize(n);
  s.eta_d.resize(n);
  for (int k = 0; k < n; ++k) {
    s.eta[k] = seed(b.eta[k], 12 + k);
    s.eta_d[k] = seed(b.eta_d[k], 12 + n + k);
  }
  return s;
}

template <class Derived>
Vec3 get_slopes(const Eigen::MatrixBase<Derived>& v) {
  return {v[0].derivatives()[0], v[1].derivatives()[0], v[2].derivatives()[0]};
}

}  // namespace

Carrier make_flexible_carrier(const FlexiblePoint& point, const BodyWorkspace& body,
                              const MovingFrame& frame, const Vec3& origin_N) {
  const CarrierMotion<double> m = calc_motion(point, get_state(body), frame, origin_N);
  return {m.center, frame.R_NT, m.R, m.v, m.w, false};
}

void add_flexible_wrench(const FlexiblePoint& point, const CarrierWrench& wrench,
                         const MovingFrame& frame, BodyWorkspace& body) {
  const CarrierMotion<double> m = calc_motion(point, get_state(body), frame, frame.p_NT);
  Felt<double> felt(6 + body.eta.size());
  hand_on(point, m, frame.R_NT, wrench.force, wrench.torque, felt.data());
  body.force_T += felt.head<3>();
  body.torque_C += felt.segment<3>(3);
  body.modal += felt.tail(body.eta.size());
}

FlexibleMaps::FlexibleMaps(const FlexiblePoint& point) {
  const Eigen::Index n = point.shape.displacement.cols();
  motion.setZero(12, 12 + 2 * n);
  wrench.setZero(6 + n, 6);
  turning.setZero(6 + n, 12 + 2 * n);
}

void calc_flexible_maps(const FlexiblePoint& point, const BodyWorkspace& body,
                        const MovingFrame& frame, const CarrierWrench& sum, FlexibleMaps& maps) {
  const CarrierMotion<double> here = calc_motion(point, get_state(body), frame, frame.p_NT);
  for (int k = 0; k < 3; ++k) {
    hand_on(point, here, frame.R_NT, Vec3::Unit(k), Vec3::Zero(), maps.wrench.col(k).data());
    hand_on(point, here, frame.R_NT, Vec3::Zero(), Vec3::Unit(k), maps.wrench.col(3 + k).data());
  }
  Felt<D1> felt(maps.wrench.rows());
  for (int d = 0; d < maps.motion.cols(); ++d) {
    const CarrierMotion<D1> m = calc_motion(point, move_along(body, d), frame, frame.p_NT);
    Mat3 dR;
    for (int i = 0; i < 9; ++i) dR(i) = m.R(i).derivatives()[0];
    maps.motion.col(d) << get_slopes(m.center), axial(Mat3(dR * here.R.transpose())),
        get_slopes(m.v), get_slopes(m.w);
    hand_on(point, m, frame.R_NT, sum.force, sum.torque, felt.data());
    for (Eigen::Index k = 0; k < felt.size(); ++k) maps.turning(k, d) = felt[k].derivatives()[0];
  }
}

namespace {

Block make_motion_map(const CarrierMaps& maps) {
  Block map(12, 12);
  for (int k = 0; k < 12; ++k)
    map.row(k) = get_by_local(maps, Eigen::Matrix<double, 1, 12>::Unit(k));
  return map;
}

Block make_wrench_map(const CarrierMaps& maps) {
  Block map(6, 6);
  for (int k = 0; k < 6; ++k) map.col(k) = get_local(maps, multibody::Vec6::Unit(k));
  return map;
}

template <class Matrix>
void add_block(const Matrix& block, std::size_t i, std::size_t j,
               multibody::WrenchDerivatives& blocks) {
  blocks.at(i, j) += block.template topLeftCorner<6, 12>();
  multibody::WrenchDerivatives::ModeBlock& modes = blocks.at_modes(i, j);
  modes.by_modes += block.template topRows<6>().rightCols(modes.by_modes.cols());
  modes.forces += block.bottomRows(modes.forces.rows());
}

}  // namespace

void add_flexible_blocks(const ElementSums& sums, const std::vector<FlexiblePoint>& points,
                         const std::vector<FlexibleMaps>& maps, std::size_t first_point,
                         const std::vector<std::size_t>& carrier_bodies,
                         multibody::WrenchDerivatives& blocks) {
  const auto is_point = [&](std::size_t carrier) { return carrier >= first_point; };
  for (std::size_t i = 0; i < carrier_bodies.size(); ++i) {
    for (std::size_t j = 0; j < carrier_bodies.size(); ++j) {
      if (!(is_point(i) || is_point(j)) || !sums.blocks.has(i, j)) continue;
      const Block on =
          is_point(i) ? Block(maps[i - first_point].wrench) : make_wrench_map(sums.maps[i]);
      const Block of =
          is_point(j) ? Block(maps[j - first_point].motion) : make_motion_map(sums.maps[j]);
      const Block half = on.lazyProduct(sums.blocks.get(i, j));
      const Block whole = half.lazyProduct(of);
      add_block(whole, carrier_bodies[i], carrier_bodies[j], blocks);
    }
  }
  for (std::size_t k = 0; k < points.size(); ++k)
    add_block(maps[k].turning, points[k].body, points[k].body, blocks);
}

}  // namespace fourfoot::system
