#pragma once

#include <string>
#include <vector>

#include "multibody/body.h"
#include "multibody/imaginary.h"

namespace fourfoot::multibody {

/// Everything a Model is built from.
struct ModelDescription {
  std::vector<BodyDescription> bodies;
};

/// One body, compiled: where its coordinates and speeds stand in the state.
struct Body {
  enum class Chart { quaternion, cardan, wheelset };

  BodyDescription given;
  Chart chart = Chart::cardan;
  /// True where all three rotations are free: the rotation's speeds are the angular velocity in C.
  /// False: they are the rates of the free angles.
  bool angular_speeds = true;
  Mat3 inertia_inverse;

  int q_begin = 0, q_count = 0;
  int u_begin = 0, u_count = 0;
  /// Place in q and in the speeds of each coordinate; -1 if it is not in the state. With a
  /// quaternion q_index[3] is the first of its four entries (e0, e1, e2, e3).
  std::array<int, 6> q_index, u_index;
  ImaginaryMask omitted;

  bool is_wheelset() const { return given.kind == BodyKind::wheelset; }
  bool is_free(int coordinate) const {
    return given.coordinates[static_cast<std::size_t>(coordinate)].kind ==
           CoordinateRule::Kind::free;
  }
};

/// Bodies and the layout of their state; immutable after it is built.
///
/// q: the free coordinates, body by body (x y z, then the rotation). u: the generalised speeds,
/// velocity of the mass centre relative to T in T's axes, then angular velocity relative to T in
/// C (or rates of the free angles where some angle is not free).
class Model {
 public:
  /// Throws InputError for a body without mass, an inertia that no body has, a name used twice, a
  /// wheelset that is not round.
  explicit Model(ModelDescription description);

  const std::vector<Body>& bodies() const { return bodies_; }
  const Body& body(std::size_t i) const { return bodies_[i]; }
  std::size_t body_count() const { return bodies_.size(); }
  /// Index of a body by its name; throws std::out_of_range if there is none.
  std::size_t find_body(const std::string& name) const;

  int q_count() const { return q_count_; }
  int u_count() const { return u_count_; }
  /// "car_body/x", "car_body/e0", and "car_body/vx", "car_body/wx" ("car_body/roll_rate").
  const std::vector<std::string>& q_names() const { return q_names_; }
  const std::vector<std::string>& u_names() const { return u_names_; }
  const std::vector<std::string>& q_units() const { return q_units_; }
  const std::vector<std::string>& u_units() const { return u_units_; }

  /// All displacements and angles zero.
  VecX nominal_q() const;
  /// Writes a body's displacement [m] and angles (roll, pitch, yaw) [rad] into q; values of
  /// coordinates that are not free are ignored.
  void put_pose(std::size_t body, const Vec3& displacement, const Vec3& angles, VecX& q) const;

  /// Leaves out one imaginary term of a body.
  void omit(std::size_t body, ImaginaryGroup group, WrenchKind kind, int axis) {
    bodies_[body].omitted.omit(group, kind, axis);
  }

 private:
  void lay_out(Body& body);

  std::vector<Body> bodies_;
  int q_count_ = 0, u_count_ = 0;
  std::vector<std::string> q_names_, u_names_, q_units_, u_units_;
};

}  // namespace fourfoot::multibody
