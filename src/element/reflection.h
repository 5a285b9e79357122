#pragma once

#include <array>
#include <string>

#include "base/value.h"

namespace fourfoot::element {

/// A part of a vehicle seen in a mirror: S = diag(x, y, 1), each +1 or -1. x = -1 mirrors fore and
/// aft, y = -1 left and right; both together are half a turn about z.
///
/// Displacements and forces (polar vectors) become S a; rotations and torques (axial vectors)
/// become det(S) S a. A law is mirrored by changing its parameters so that
///
///   law'(S d, A theta, S v, A w) = (S force, A torque),   A = det(S) S
struct Reflection {
  double x = 1.0, y = 1.0;

  bool is_none() const { return x > 0.0 && y > 0.0; }
  /// Sign of a displacement or force along axis 0, 1, 2.
  double polar(int axis) const { return axis == 0 ? x : axis == 1 ? y : 1.0; }
  /// Sign of a rotation or torque about axis 0, 1, 2.
  double axial(int axis) const { return axis == 0 ? y : axis == 1 ? x : x * y; }
  /// Signs of three displacements and three rotations.
  double six(int i) const { return i < 3 ? polar(i) : axial(i - 3); }
};

/// How the tables of the laws change; each takes the law's checked parameters.
void mirror_nothing(const Reflection& reflection, Table& table);
/// `preload` is a force per axis; stiffness and damping per axis stay.
void mirror_preload(const Reflection& reflection, Table& table);
/// 6 x 6 matrices and a preload of six.
void mirror_six(const Reflection& reflection, Table& table);
/// Curves along the direction `axis`: f'(x) = -f(-x) where the direction turns round.
void mirror_curves(const Reflection& reflection, Table& table);
/// `gap_in` and `gap_out` are exchanged where the direction turns round.
void mirror_gaps(const Reflection& reflection, Table& table);
/// Six components over time.
void mirror_components(const Reflection& reflection, Table& table);

}  // namespace fourfoot::element
