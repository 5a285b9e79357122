#include "multibody/reference/absolute_constraints.h"

#include <cmath>
#include <stdexcept>

#include "math/dual.h"
#include "multibody/body_motion.h"
#include "multibody/constraint_motion.h"
#include "multibody/orientation.h"
#include "multibody/reference/taylor.h"

namespace fourfoot::multibody {
namespace {

using Vec3t = Vec3T<Taylor>;
using Mat3t = Mat3T<Taylor>;
using D6 = Dual<6>;
using D12 = Dual<12>;

Vec3t expand(const Vec3& p, const Vec3& v, const Vec3& a) {
  Vec3t out;
  for (int c = 0; c < 3; ++c) out[c] = Taylor(p[c], v[c], a[c]);
  return out;
}

/// R(t) with angular velocity and acceleration in N's axes.
Mat3t expand_rotation(const Mat3& R, const Vec3& w, const Vec3& alpha) {
  const Mat3 first = skew<double>(w) * R;
  const Mat3 second = skew<double>(alpha) * R + skew<double>(w) * first;
  Mat3t out;
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) out(i, k) = Taylor(R(i, k), first(i, k), second(i, k));
  }
  return out;
}

/// Only position and orientation matter for violation; the rest is zero.
template <class T>
EndMotion<T> make_end(const Vec3T<T>& p, const Mat3T<T>& R) {
  const Vec3T<T> zero = Vec3T<T>::Zero();
  return {p, zero, zero, R, zero, zero};
}

template <class D>
void seed(const Vec3& p, const Mat3& R, int size, int first, Vec3T<D>& p_out, Mat3T<D>& R_out) {
  Vec3T<D> turn;
  for (int c = 0; c < 3; ++c) {
    p_out[c] = D(p[c], size, first + c);
    turn[c] = D(0.0, size, first + 3 + c);
  }
  R_out = R.cast<D>() + skew<D>(turn) * R.cast<D>();
}

/// violation of a coordinate held at g, from the pose relative to T. Angles by equations without
/// singularity of their own: sin(angle - g) times the cosine of another angle.
template <class T>
T held_equation(const Body& body, int c, const Vec3T<T>& p_TB, const Mat3T<T>& R, const T& g,
                const T& sin_g, const T& cos_g) {
  if (c < 3) return p_TB[c] - T(body.given.nominal[c]) - g;
  if (body.is_wheelset()) {
    if (c == 3) return R(2, 1) - sin_g;
    if (c == 4) return -R(2, 0) * cos_g - R(2, 2) * sin_g;
    return -R(0, 1) * cos_g - R(1, 1) * sin_g;
  }
  if (c == 3) return R(2, 1) * cos_g - R(2, 2) * sin_g;
  if (c == 4) return -R(2, 0) - sin_g;
  return R(1, 0) * cos_g - R(0, 0) * sin_g;
}

}  // namespace

AbsoluteConstraints::AbsoluteConstraints(const Model& model) : model_(model) {
  for (std::size_t j = 0; j < model.body_count(); ++j) {
    for (int c = 0; c < 6; ++c) {
      if (!model.body(j).is_free(c)) held_.push_back({j, c});
    }
  }
  const int m = count();
  violation.setZero(m);
  violation_d.setZero(m);
  violation_dd.setZero(m);
  J.setZero(m, 6 * static_cast<int>(model.body_count()));
}

void AbsoluteConstraints::calc(double t, Frames frames, const std::vector<AbsoluteBody>& bodies) {
  J.setZero();
  int row = 0;
  for (std::size_t k = 0; k < model_.rows().size(); ++k, ++row) calc_joint_row(k, frames, bodies);
  for (const Relation& relation : model_.relations())
    calc_relation(row++, relation, frames, bodies);
  for (const Held& held : held_) calc_held_row(row++, held, t, frames, bodies[held.body]);
}

void AbsoluteConstraints::calc_joint_row(std::size_t index, Frames frames,
                                         const std::vector<AbsoluteBody>& bodies) {
  const ConstraintRow& equation = model_.rows()[index];
  const Joint& joint = model_.joints()[equation.joint];
  const auto row = static_cast<Eigen::Index>(index);
  const AbsoluteBody& b = bodies[joint.b];
  const MovingFrame& f = frames[joint.a];
  AbsoluteBody a = bodies[joint.a];
  if (joint.given.a_on_track) {
    a = {f.p_NT, f.R_NT * f.v_NT_T, f.R_NT * f.a_NT_T,
         f.R_NT, f.R_NT * f.w_NT_T, f.R_NT * f.alpha_NT_T};
  }
  RowTerms<Taylor> series;
  JointMotion<Taylor> motion;
  move_joint(joint, make_end<Taylor>(expand(a.p, a.V, a.A), expand_rotation(a.R, a.W, a.alpha)),
             make_end<Taylor>(expand(b.p, b.V, b.A), expand_rotation(b.R, b.W, b.alpha)), motion);
  calc_row_rate(equation, joint.given.length, motion, series);
  violation[row] = series.violation.v;
  violation_d[row] = series.violation.d;
  violation_dd[row] = series.violation.dd;
  Vec3T<D12> pa, pb;
  Mat3T<D12> Ra, Rb;
  seed<D12>(a.p, a.R, 12, 0, pa, Ra);
  seed<D12>(b.p, b.R, 12, 6, pb, Rb);
  RowTerms<D12> gradient;
  JointMotion<D12> placed;
  move_joint(joint, make_end<D12>(pa, Ra), make_end<D12>(pb, Rb), placed);
  calc_row_rate(equation, joint.given.length, placed, gradient);
  if (!joint.given.a_on_track) {
    J.block<1, 6>(row, static_cast<Eigen::Index>(6 * joint.a)) +=
        gradient.violation.derivatives().head<6>().transpose();
  }
  J.block<1, 6>(row, static_cast<Eigen::Index>(6 * joint.b)) +=
      gradient.violation.derivatives().tail<6>().transpose();
}

void AbsoluteConstraints::calc_held_row(int row, const Held& held, double t, Frames frames,
                                        const AbsoluteBody& b) {
  const Body& body = model_.body(held.body);
  const MovingFrame& f = frames[held.body];
  const PrescribedValue given =
      get_given(body.given.coordinates[static_cast<std::size_t>(held.coordinate)], t);
  const Taylor g(given.value, given.rate, given.acceleration);
  const Mat3t R_TN = expand_rotation(f.R_NT, f.R_NT * f.w_NT_T, f.R_NT * f.alpha_NT_T).transpose();
  const Vec3t d = expand(b.p - f.p_NT, b.V - f.R_NT * f.v_NT_T, b.A - f.R_NT * f.a_NT_T);
  const Vec3t p_TB = R_TN * d;
  const Mat3t R_TB = R_TN * expand_rotation(b.R, b.W, b.alpha);
  const Taylor value = held_equation<Taylor>(body, held.coordinate, p_TB, R_TB, g, sin(g), cos(g));
  violation[row] = value.v;
  violation_d[row] = value.d;
  violation_dd[row] = value.dd;
  Vec3T<D6> p;
  Mat3T<D6> R;
  seed<D6>(b.p, b.R, 6, 0, p, R);
  const Vec3T<D6> offset = p - f.p_NT.cast<D6>();
  const Mat3T<D6> turn = f.R_NT.transpose().cast<D6>();
  const Vec3T<D6> p_dual = turn * offset;
  const Mat3T<D6> R_dual = turn * R;
  const D6 gradient = held_equation<D6>(body, held.coordinate, p_dual, R_dual, D6(given.value),
                                        D6(std::sin(given.value)), D6(std::cos(given.value)));
  J.block<1, 6>(row, static_cast<Eigen::Index>(6 * held.body)) +=
      gradient.derivatives().transpose();
}

void AbsoluteConstraints::calc_relation(int row, const Relation& relation, Frames frames,
                                        const std::vector<AbsoluteBody>& bodies) {
  violation[row] = violation_dd[row] = 0.0;
  violation_d[row] = -relation.given.value;
  for (const Relation::Term& term : relation.terms) {
    const Body& body = model_.body(term.body);
    const AbsoluteBody& b = bodies[term.body];
    const MovingFrame& f = frames[term.body];
    const int c = term.component;
    if (body.is_wheelset() && (c == 3 || c == 5)) {
      throw std::invalid_argument(
          "a relation with the roll or yaw rate of a wheelset has no absolute form here");
    }
    const Vec3 omega = f.R_NT * f.w_NT_T, epsilon = f.R_NT * f.alpha_NT_T;
    const Vec3 d = b.p - f.p_NT, d_d = b.V - f.R_NT * f.v_NT_T, d_dd = b.A - f.R_NT * f.a_NT_T;
    // axis: direction of the component; x: the relative velocity of the kind asked for.
    const Vec3 axis = c < 3 ? Vec3(f.R_NT.col(c)) : Vec3(b.R.col(c - 3));
    const Vec3 axis_d = c < 3 ? omega.cross(axis) : b.W.cross(axis);
    const Vec3 x = c < 3 ? Vec3(d_d - omega.cross(d)) : Vec3(b.W - omega);
    const Vec3 x_d =
        c < 3 ? Vec3(d_dd - epsilon.cross(d) - omega.cross(d_d)) : Vec3(b.alpha - epsilon);
    violation_d[row] += term.coefficient * axis.dot(x);
    violation_dd[row] += term.coefficient * (axis_d.dot(x) + axis.dot(x_d));
    J.block<1, 3>(row, static_cast<Eigen::Index>(6 * term.body) + (c < 3 ? 0 : 3)) +=
        term.coefficient * axis.transpose();
  }
}

void put_relative(const Body& body, const MovingFrame& frame, const AbsoluteBody& absolute,
                  BodyWorkspace& b) {
  const Mat3 R_TN = frame.R_NT.transpose();
  b.p_TB = R_TN * (absolute.p - frame.p_NT);
  b.R_TB = R_TN * absolute.R;
  b.R_TC = b.R_TB;
  b.angles = body.is_wheelset() ? find_wheelset_angles(b.R_TB) : find_cardan_angles(b.R_TB);
  if (body.is_wheelset()) {
    b.R_TC = wheelset_rotation(b.angles);
    b.rate_map = wheelset_rate_map(b.angles);
    b.carrier_map << 1.0, 0.0, 0.0, 0.0, 0.0, std::tan(b.angles[0]), 0.0, 0.0, 1.0;
  } else {
    b.rate_map = cardan_rate_map(b.angles);
  }
  b.v_TB_T = R_TN * absolute.V - frame.v_NT_T - frame.w_NT_T.cross(b.p_TB);
  b.w_TB_C = b.R_TC.transpose() * (R_TN * absolute.W - frame.w_NT_T);
  b.w_TC_C = b.carrier_map * b.w_TB_C;
}

AbsoluteBody calc_absolute(const MovingFrame& frame, const BodyWorkspace& b) {
  const EndMotion<double> end = move_end<double>(frame, b.p_TB, b.R_TB, b.R_TC, b.v_TB_T, b.w_TB_C,
                                                 b.w_TC_C, b.a_T, b.alpha_C);
  return {end.p, end.V, end.A, end.R, end.W, end.alpha};
}

}  // namespace fourfoot::multibody
