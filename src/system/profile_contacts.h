#pragma once

#include <array>
#include <limits>
#include <memory>
#include <vector>

#include "contact/contact_along_line.h"
#include "contact/geometry/flange_clearance.h"
#include "multibody/jacobian.h"
#include "system/friction.h"
#include "system/provider.h"

namespace fourfoot::system {

/// How one wheelset meets its rails by real profiles.
struct ProfileContact {
  contact::ContactAlongLine wheels;
  std::array<bool, 2> has_wheel = {true, true};  ///< left, right; a half axle has one
  Vec3 middle_C = Vec3::Zero();  ///< the axle's middle from the mass centre, carrier's axes [m]
  double axle_height = 0.0;      ///< nominal height of the axle's middle [m]
};

/// Where a wheel's contact was linearised.
struct ContactOrigin {
  contact::WheelsetMotion motion;
  contact::RailUnderWheel rail;
  Vec3 force = Vec3::Zero();
  std::size_t patches = 0;
};

/// How the rails lie at one chainage, before they give way.
struct RailsAt {
  double s = std::numeric_limits<double>::quiet_NaN();  ///< [m]
  std::size_t passed = 0;                               ///< of the line's breaks
  std::array<contact::RailUnderWheel, 2> rails;
  std::array<Eigen::Vector2d, 2> bends;  ///< as in WheelsetSlice
};

/// What was computed for one wheelset.
struct WheelsetSlice {
  contact::WheelsetMotion motion;
  std::array<contact::RailUnderWheel, 2> rails;
  /// Second derivatives of the rail's position along s: y, z [1/m].
  std::array<Eigen::Vector2d, 2> bends = {Eigen::Vector2d::Zero(), Eigen::Vector2d::Zero()};
  RailsAt laid;  ///< asked for last: events are looked for where a step's last rate was
  std::array<contact::WheelForce, 2> wheels;
  std::array<contact::WheelForceJacobian, 2> jacobians;  ///< of the last linearisation
  std::array<ContactOrigin, 2> origins;                  ///< and where that was
  contact::ContactAlongLine::Scratch scratch;
  double t_forces = std::numeric_limits<double>::quiet_NaN();  ///< of the forces [s]
  /// Patches of the last two steps, where rows of results between them are computed.
  std::array<contact::PatchPath, 2> paths;
};
struct ProfileSlice : Slice {
  std::vector<WheelsetSlice> wheelsets;
};

/// Wheelsets on real profiles, one contact of each from the front: where the rails are under the
/// wheels, what is recorded, watched and limited. How wheel and rail press on each other is for
/// those that derive from it. Limits: a wheelset leaves its rails, a body rolls over.
class ProfileContacts : public Provider {
 public:
  const std::vector<ProfileContact>& contacts() const { return contacts_; }
  const contact::WheelForce& get_force(const Workspace& ws, std::size_t wheelset,
                                       std::size_t side) const {
    return get_profiles(ws)[wheelset].wheels[side];
  }

  void keep_linearisation(const Workspace& made, Workspace& ws) const override;
  double calc_linearisation_misfit(const Workspace& ws) const override;
  void list_channels(ChannelTable& table) const override;
  std::vector<LimitRow> list_limits() const override;
  std::vector<WatchRow> list_watches() const override;
  void begin_limits(const integrate::ConstVecRef& z, Workspace& ws) const override;
  std::vector<WheelOnRail> list_wheels() const override;
  double get_Q(const Workspace& ws, const WheelOnRail& wheel) const override {
    return get_force(ws, wheel.wheelset, wheel.side == contact::Side::left ? 0 : 1).force.z();
  }
  std::string explain_unsteadiness() const override;

 protected:
  ProfileContacts(std::vector<ProfileContact> contacts, FrictionAlongLine friction)
      : contacts_(std::move(contacts)), friction_(std::move(friction)) {}

  void prepare() override;
  /// Adds what the track gives way to the rails under a wheelset.
  virtual void move_rails(std::size_t wheelset, Workspace& ws) const = 0;
  /// How far the force of a wheel is from what its linearisation predicts, of what may be.
  virtual double calc_misfit(const WheelsetSlice& w, std::size_t side) const = 0;

  std::vector<WheelsetSlice>& get_profiles(Workspace& ws) const;
  const std::vector<WheelsetSlice>& get_profiles(const Workspace& ws) const;
  std::size_t get_body(std::size_t wheelset) const {
    return static_cast<std::size_t>(model().wheelsets[wheelset].body);
  }
  const std::string& get_name(std::size_t wheelset) const {
    return model().bodies.body(get_body(wheelset)).given.name;
  }
  void set_rails(std::size_t wheelset, Workspace& ws) const;
  void widen_rails(double s, RailsAt& laid) const;
  void lay_rails(std::size_t wheelset, Workspace& ws) const;
  /// Arc length under the wheelset [m].
  double get_chainage(std::size_t wheelset, const Workspace& ws) const;
  contact::ContactFriction calc_friction(std::size_t wheelset, const Workspace& ws) const;
  const contact::ContactFriction& nominal_friction() const { return friction_.nominal; }

  /// Derivatives of a wheel's wrench, rows in T about the axle's middle, by the wheelset's local
  /// motion and by the rail (y, z, v_y, v_z); both as the wheelset's wrench.
  struct WheelBlocks {
    multibody::Matrix6x12 in_T;           ///< by the local motion, in T
    Eigen::Matrix<double, 6, 4> by_rail;  ///< by the rail, on the wheelset
  };
  /// Adds the wheelset's own block.
  WheelBlocks add_wheel_block(std::size_t wheelset, std::size_t side,
                              const Eigen::Matrix<double, 10, 12>& by_local, Workspace& ws) const;

 private:
  std::vector<ProfileContact> contacts_;
  FrictionAlongLine friction_;
  /// Clearances along the line: linear between chainages.
  struct FlangeSample {
    double s;
    contact::FlangeClearance clearance;
  };
  std::vector<std::vector<FlangeSample>> flanges_;  ///< of each wheelset
  contact::FlangeClearance find_clearance(std::size_t wheelset, double s) const;
  /// 1 in the middle of the rails, 0 where the wheelset has left them.
  double calc_guidance(std::size_t wheelset, const Workspace& ws) const;
  /// Way of the axle's middle until the flange touches [m].
  double calc_flange_gap(std::size_t wheelset, std::size_t side, const Workspace& ws) const;
};

}  // namespace fourfoot::system
