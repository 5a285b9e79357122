#pragma once

#include <array>

#include "contact/constraint_wheel.h"
#include "contact/contact_along_line.h"

namespace fourfoot::contact {

/// What a gap that depends on s has beside its derivatives by the pose.
struct TreadAlong {
  double gap_s = 0.0, gap_ss = 0.0;  ///< [1], [1/m]
  TreadContact::Vec4 gradient_s = TreadContact::Vec4::Zero();
  TreadContact::Vec4 gradient_ss = TreadContact::Vec4::Zero();
  TreadContact::Mat4 hessian_s = TreadContact::Mat4::Zero();
};

/// Rigid treads along a line whose rails change. Gaps G_k are those of the rails at the samples of
/// contact_along_line.h, and
///
///   G(pose, s) = sum_k w_k(s) G_k(pose),    sum_k w_k = 1
///
/// w_k is linear in s, as with elastic wheels, but a rigid wheel would strike the corners at the
/// samples: the speed of the axle would jump. So corners are rounded where s is within l = half of
/// the shorter neighbouring piece of a sample; with x = s - s_k, t = x / l the slope turns by
///
///   r'' = 15/16 (1 - t^2)^2 / l,     G = G_k + G'_before (x - r) + G'_behind r
///
/// which is twice continuously differentiable in s: what constraints by acceleration need. The
/// neighbours' rails differ by 0.04 mm at most, so G is linear between them to a micrometre.
/// Patches of the flange have the same weights. Position, radius and curvatures are means.
/// Left out, as with elastic wheels: the slope dG/ds does not turn the contact axes (1 mm over 10 m
/// would turn them by 1e-4).
class ConstraintAlongLine {
 public:
  struct Sample {
    double s = 0.0;  ///< [m]
    std::shared_ptr<const ConstraintWheel> wheel;
  };

  ConstraintAlongLine() = default;
  /// s grows; samples that meet at one s have the same rails.
  explicit ConstraintAlongLine(const std::vector<Sample>& samples);

  /// The one at the beginning of the line; wheel, laws and material are those of all.
  const ConstraintWheel& first() const { return *samples_.front().wheel; }

  /// As those of ConstraintWheel, at s.
  TreadContact find_tread(double s, Side side, const WheelsetPose& relative,
                          ConstraintWheel::Scratch& scratch, TreadAlong& along) const;
  TreadGradient find_gradient(double s, Side side, const WheelsetPose& relative,
                              ConstraintWheel::Scratch& scratch) const;
  void add_flange(double s, Side side, const WheelsetMotion& motion, const RailUnderWheel& rail,
                  const ContactFriction& friction, ContactAlongLine::Scratch& scratch,
                  WheelForce& out) const;
  void add_flange_jacobian(double s, Side side, const WheelsetMotion& motion,
                           const RailUnderWheel& rail, const ContactFriction& friction,
                           ContactAlongLine::Scratch& scratch, WheelForceJacobian& jacobian) const;

  /// A sample that counts at s, with its weight and the weight's derivatives by s.
  struct Share {
    const ConstraintWheel* wheel = nullptr;
    double w = 0.0, d1 = 0.0, d2 = 0.0;
  };
  struct Shares {
    std::array<Share, 3> list;
    std::size_t count = 0;
    void add(const Share& share);
  };
  Shares find(double s) const;

 private:
  std::vector<Sample> samples_;
};

}  // namespace fourfoot::contact
