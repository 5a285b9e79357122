#pragma once

#include "multibody/workspace.h"
#include "system/constraint_contacts.h"
#include "system/workspace.h"

/// What contact by constraints computes and keeps; used by this room only.
namespace fourfoot::system {

/// Of one tread.
struct TreadSlice {
  contact::TreadContact contact;  ///< (t, q)
  contact::TreadAlong along;      ///< where rails change
  double normal = 0.0;            ///< N [N]
  contact::TreadForce force;      ///< beside N dG
};

/// The treads as surfaces that hold the bodies of one workspace.
class TreadSurfaces : public multibody::SurfaceSource {
 public:
  void attach(const ConstraintContacts& contacts, Workspace& ws) {
    contacts_ = &contacts;
    ws_ = &ws;
  }
  void calc_position_terms(multibody::MotionWorkspace&) override {
    contacts_->calc_positions(*ws_);
  }
  void calc_bias(multibody::MotionWorkspace&) override { contacts_->calc_biases(*ws_); }

 private:
  const ConstraintContacts* contacts_ = nullptr;
  Workspace* ws_ = nullptr;
};

struct ConstraintSlice : ProfileSlice {
  std::vector<std::array<TreadSlice, 2>> treads;  ///< of each wheelset
  contact::ConstraintWheel::Scratch scratch;
  TreadSurfaces surfaces;  ///< of the workspace that was used last
  VecX open, normal;       ///< N of each tread without creep forces, and with them [N]
  VecX residual, step;     ///< of Newton's method [N]
  VecX packed;             ///< generalised creep forces of all treads
  std::unique_ptr<Slice> clone() const override { return std::make_unique<ConstraintSlice>(*this); }
};

/// The parts of the track that move with a tread's surface; axis y or z of their motion.
struct TrackEnd {
  int body, axis;
};
inline std::array<TrackEnd, 2> get_track_ends(const RigidTread& tread, std::size_t side) {
  return {{{tread.lateral_body, 1}, {tread.rail_body[side], 2}}};
}

/// Rate and second derivative of the pose against the rail, at the bodies' present accelerations
/// or at none.
struct MotionAgainstRail {
  contact::TreadContact::Vec4 rate, second;
};
MotionAgainstRail calc_against_rail(const ProfileContact& contact, const RigidTread& tread,
                                    const WheelsetSlice& w, std::size_t side,
                                    std::size_t wheelset_body, const Workspace& ws,
                                    bool with_accelerations);

}  // namespace fourfoot::system
