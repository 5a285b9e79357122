#pragma once

#include <array>
#include <memory>
#include <vector>

#include "contact/constraint_wheel.h"
#include "contact/textbook/textbook.h"
#include "contact/wheel_contact.h"
#include "track/support.h"

namespace fourfoot::system {

/// How one wheelset meets its rails by real profiles.
struct ProfileContact {
  std::shared_ptr<const contact::WheelContact> wheels;
  /// Contact by constraints: rigid tread, elastic flange; none: all elastic.
  std::shared_ptr<const contact::ConstraintWheel> tread;
  std::array<int, 2> surface = {-1, -1};         ///< of each wheel among the model's surfaces
  std::array<bool, 2> has_wheel = {true, true};  ///< left, right; a half axle has one
  Vec3 middle_C = Vec3::Zero();  ///< the axle's middle from the mass centre, carrier's axes [m]
  double axle_height = 0.0;      ///< nominal height of the axle's middle [m]
  /// The co-running track under the wheelset: y of both rails, z of the left, z of the right one.
  /// Their places, then their rates, are own states of the system.
  std::array<track::Support, 3> supports;
  std::array<int, 3> track_place = {-1, -1, -1};  ///< among the own states; -1: rigid
  std::array<int, 3> track_rate = {-1, -1, -1};
  /// With rigid treads it is bodies, which constraints can hold: both rails sideways, each rail up
  /// and down; -1: rigid.
  int lateral_body = -1;
  std::array<int, 2> rail_body = {-1, -1};

  bool has_track_states() const { return track_place[0] >= 0 || track_place[1] >= 0; }
};

/// Friction along the line: tread and flange, times a factor that is linear between stations and
/// constant beyond them.
struct FrictionAlongLine {
  contact::ContactFriction nominal;
  std::vector<double> stations, factors;

  contact::ContactFriction calc(double s) const;
};

/// The contacts of all wheelsets, from the front; of one kind for all, or none.
struct ContactModel {
  std::vector<contact::TextbookContact> textbook;
  std::vector<ProfileContact> profiles;
  FrictionAlongLine friction;
};

/// What was computed for one wheel whose tread is rigid.
struct TreadWorkspace {
  Eigen::Vector2d bend =
      Eigen::Vector2d::Zero();  ///< second derivatives of the rail's place along s: y, z [1/m]
  contact::TreadContact place;  ///< (t, q)
  double normal = 0.0;          ///< N [N]
  contact::TreadForce force;    ///< beside N dG
};

/// Where a wheel's contact was linearised.
struct ContactOrigin {
  contact::WheelsetMotion motion;
  contact::RailUnderWheel rail;
  Vec3 force = Vec3::Zero();
  std::size_t patches = 0;
};

/// The co-running track under one wheelset: its state, what the wheels do to it, derivatives.
struct TrackWorkspace {
  Vec3 place = Vec3::Zero(), rate = Vec3::Zero();  ///< y, z_l, z_r [m], [m/s]
  Vec3 acceleration = Vec3::Zero();                ///< [m/s^2]
  Eigen::Matrix<double, 6, 6> wrench;              ///< on the wheelset, by place and rate
  Eigen::Matrix<double, 3, 12> by_local;  ///< of the acceleration, by the wheelset's motion
  Eigen::Matrix<double, 3, 6> by_state;   ///< of the acceleration, by place and rate
};

/// What was computed for one wheelset on profiles.
struct ProfileContactWorkspace {
  TrackWorkspace track;
  contact::WheelsetMotion motion;
  std::array<contact::RailUnderWheel, 2> rails;
  std::array<contact::WheelForce, 2> wheels;
  std::array<contact::WheelForceJacobian, 2> jacobians;  ///< of the last linearisation
  std::array<ContactOrigin, 2> origins;                  ///< and where that was
  contact::WheelContact::Scratch scratch;
  std::array<TreadWorkspace, 2> treads;
  contact::ConstraintWheel::Scratch tread_scratch;
};

}  // namespace fourfoot::system
