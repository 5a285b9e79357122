#pragma once

#include <array>
#include <cstdint>

#include "math/moving_frame.h"
#include "math/types.h"

namespace fourfoot::multibody {

/// The imaginary (inertia) forces that a body feels because its coordinates are relative to a
/// moving frame, in the groups of [Zboinski2016, Table 1]:
///
///   group        force [N], axes T                   torque [N m], axes C (B, or S of a wheelset)
///   translation  -m (a_o - omega x v_o)              0
///   rotation     -m epsilon x r                      -J epsilon
///   centrifugal  -m (omega x v_o + omega x (omega x r))  -omega x J omega
///   gyroscopic   -2 m omega x v                      -2 w x (J - tr(J)/2 E) omega
///
/// r, v, w: position, velocity, angular velocity of the body relative to T. The normal acceleration
/// omega x v_o of the frame's origin (v^2 kappa in a curve) is booked under centrifugal, once.
/// Sources: [Zboinski2012, Eqs. 45-46] with the normal part that Eq. (67) omits and the sign of
/// Eq. (9) set right; [Zboinski2016, Eq. 24] with the order of the last product set right.
enum class ImaginaryGroup { translation, rotation, centrifugal, gyroscopic };
inline constexpr std::array<const char*, 4> imaginary_group_words = {"translation", "rotation",
                                                                     "centrifugal", "gyroscopic"};
enum class WrenchKind { force, torque };

/// Which imaginary terms of a body are left out. Nothing by default.
class ImaginaryMask {
 public:
  void omit(ImaginaryGroup group, WrenchKind kind, int axis) {
    omitted_ |= 1u << bit(static_cast<int>(group), static_cast<int>(kind), axis);
  }
  void omit_all() { omitted_ = ~0u; }
  bool keeps(int group, int kind, int axis) const {
    return (omitted_ >> bit(group, kind, axis) & 1u) == 0;
  }
  bool keeps_all() const { return omitted_ == 0; }

 private:
  static int bit(int group, int kind, int axis) { return (group * 2 + kind) * 3 + axis; }
  std::uint32_t omitted_ = 0;
};

/// Imaginary forces of one body, by group; terms left out are zero here.
struct ImaginaryWrench {
  std::array<Vec3, 4> force;
  std::array<Vec3, 4> torque;
  Vec3 total_force() const { return force[0] + force[1] + force[2] + force[3]; }
  Vec3 total_torque() const { return torque[0] + torque[1] + torque[2] + torque[3]; }
};

/// What the imaginary forces of a body depend on.
struct ImaginaryInput {
  double mass;
  const Mat3& inertia;
  const MovingFrame& frame;
  const Mat3& R_TC;  ///< axes of the angular speeds
  const Vec3& r;     ///< p_TB, in T
  const Vec3& v;     ///< relative velocity, in T
  const Vec3& w;     ///< relative angular velocity, in C
};
void calc_imaginary(const ImaginaryInput& in, const ImaginaryMask& mask, ImaginaryWrench& out);

using Matrix6x12 = Eigen::Matrix<double, 6, 12>;

/// Adds d(force, torque)/d(dp_T, dtheta_C, dv_T, dw_C), dtheta_C the right perturbation
/// R_TC exp(dtheta_C).
void add_imaginary_derivative(const ImaginaryInput& in, const ImaginaryMask& mask, Matrix6x12& d);

}  // namespace fourfoot::multibody
