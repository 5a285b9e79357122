#include "contact/geometry/rigid.h"

#include <Eigen/LU>
#include <cmath>

#include "contact/geometry/soft_gap.h"

namespace fourfoot::contact {

namespace {

using Vec5 = Eigen::Matrix<double, 5, 1>;
using Mat5 = Eigen::Matrix<double, 5, 5>;
using Mat45 = Eigen::Matrix<double, 4, 5>;

/// Mirrored pose (y, z, roll, yaw) by (y, z, roll, yaw, gauge variation) of the wheelset.
Mat45 make_chain(Side side) {
  const double sign = side == Side::left ? 1.0 : -1.0;
  Mat45 chain = Mat45::Zero();
  chain(0, 0) = sign;
  chain(0, 4) = -0.5;
  chain(1, 1) = 1.0;
  chain(2, 2) = sign;
  chain(3, 3) = sign;
  return chain;
}

struct Sides {
  Gap gap[2];
  AxleFrame axle[2];
};

constexpr Side both[2] = {Side::left, Side::right};
constexpr double out_of_reach = 1e9;

// The two wheels as a pose has them.
template <class CalcGap>
class Measure {
 public:
  Measure(const WheelsetOnTrack& wheelset, const RailShifts& shifts, const CalcGap& calc)
      : wheelset_(wheelset), shifts_(shifts), calc_(calc) {}

  // The larger gap of the two.
  double operator()(const WheelsetPose& at, Sides& s) const {
    double norm = 0.0;
    for (int k = 0; k < 2; ++k) {
      s.axle[k] = make_axle_frame(wheelset_.side(both[k]), both[k], at, shifts_);
      s.gap[k] = calc_(wheelset_.side(both[k]), s.axle[k]);
      if (!s.gap[k].exists) return out_of_reach;
      norm = std::max(norm, std::abs(s.gap[k].value));
    }
    return norm;
  }

 private:
  const WheelsetOnTrack& wheelset_;
  const RailShifts& shifts_;
  const CalcGap& calc_;
};

// Newton's method for z and roll. A step is halved while it does not bring both wheels nearer to
// touching: jumps of the contact point make corners that a full step may cross to and fro.
template <class CalcGap>
double close_gaps(const Measure<CalcGap>& measure, const Mat45 (&chain)[2], double norm,
                  WheelsetPose& pose, Sides& sides) {
  for (int i = 0; i < 25 && norm > 1e-12; ++i) {
    Eigen::Matrix2d m;
    Eigen::Vector2d g;
    for (int k = 0; k < 2; ++k) {
      const Eigen::Matrix<double, 1, 5> row = sides.gap[k].gradient.transpose() * chain[k];
      m.row(k) << row(1), row(2);
      g(k) = sides.gap[k].value;
    }
    const Eigen::Vector2d step = m.inverse() * g;
    double share = 1.0, next = out_of_reach;
    WheelsetPose trial = pose;
    Sides found;
    const int tries = norm < 1e-10 ? 1 : 7;  // below, only rounding is left to gain
    for (int h = 0; h < tries; ++h, share *= 0.5) {
      trial.z = pose.z - share * step(0);
      trial.roll = pose.roll - share * step(1);
      next = measure(trial, found);
      if (next < norm) break;
    }
    if (!(next < norm)) break;
    pose = trial;
    norm = next;
    sides = found;
  }
  return norm;
}

// Derivatives of z and roll by y, yaw and gauge variation.
void fill_derivatives(const Mat45 (&chain)[2], const Sides& sides, RigidContact& out) {
  Eigen::Matrix2d m;
  Eigen::Matrix<double, 2, 3> rhs;
  for (int k = 0; k < 2; ++k) {
    const Eigen::Matrix<double, 1, 5> row = sides.gap[k].gradient.transpose() * chain[k];
    m.row(k) << row(1), row(2);
    rhs.row(k) << row(0), row(3), row(4);
  }
  const Eigen::Matrix2d inverse = m.inverse();
  const Eigen::Matrix<double, 2, 3> first = -inverse * rhs;
  out.dz = first.row(0);
  out.droll = first.row(1);
  // Second derivatives: along the solution, d2G = 0. u maps (y, yaw, g) to all five.
  Eigen::Matrix<double, 5, 3> u = Eigen::Matrix<double, 5, 3>::Zero();
  u(0, 0) = u(3, 1) = u(4, 2) = 1.0;
  u.row(1) = first.row(0);
  u.row(2) = first.row(1);
  Mat3 bend[2];
  for (int k = 0; k < 2; ++k)
    bend[k] = u.transpose() * chain[k].transpose() * sides.gap[k].hessian * chain[k] * u;
  out.ddz = -(inverse(0, 0) * bend[0] + inverse(0, 1) * bend[1]);
  out.ddroll = -(inverse(1, 0) * bend[0] + inverse(1, 1) * bend[1]);
}

template <class CalcGap>
RigidContact solve(const WheelsetOnTrack& wheelset, double y, double yaw, const RailShifts& shifts,
                   const WheelsetPose& start, const CalcGap& calc) {
  const Mat45 chain[2] = {make_chain(Side::left), make_chain(Side::right)};
  const Measure<CalcGap> measure(wheelset, shifts, calc);
  RigidContact out;
  WheelsetPose pose{y, start.z, start.roll, yaw};
  Sides sides;
  double norm = measure(pose, sides);
  // Out of the map's reach: come from above, where every profile is in reach of its rail.
  for (int k = 0; k < 40 && norm >= out_of_reach; ++k) {
    const int rung = k / 2 + 1;
    pose.z = start.z + (k % 2 == 0 ? 1.0 : -1.0) * 1e-3 * rung;
    norm = measure(pose, sides);
  }
  if (norm >= out_of_reach) return out;
  norm = close_gaps(measure, chain, norm, pose, sides);
  out.converged = norm < 1e-9;
  out.z = pose.z;
  out.roll = pose.roll;
  fill_derivatives(chain, sides, out);
  for (int k = 0; k < 2; ++k) {
    Patch& patch = k == 0 ? out.left : out.right;
    fill_point(wheelset.side(both[k]), sides.axle[k], sides.gap[k].s, patch);
    restore_side(both[k], shifts, patch);
  }
  return out;
}

}  // namespace

RigidContact solve_rigid(const WheelsetOnTrack& wheelset, double y, double yaw,
                         const RailShifts& shifts, SearchScratch& scratch,
                         const WheelsetPose& start) {
  return solve(wheelset, y, yaw, shifts, start,
               [&](const WheelRailPair& p, const AxleFrame& a) { return calc_gap(p, a, scratch); });
}

RigidContact solve_soft(const WheelsetOnTrack& wheelset, double y, double yaw,
                        const RailShifts& shifts, double softness, SearchScratch& scratch,
                        const WheelsetPose& start) {
  return solve(wheelset, y, yaw, shifts, start, [&](const WheelRailPair& p, const AxleFrame& a) {
    return calc_soft_gap(p, a, softness, scratch);
  });
}

}  // namespace fourfoot::contact
