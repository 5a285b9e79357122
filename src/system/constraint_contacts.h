#pragma once

#include "contact/constraint_along_line.h"
#include "system/profile_contacts.h"
#include "track/support.h"

namespace fourfoot::system {

/// A wheelset whose treads are rigid and whose flanges are elastic.
struct RigidTread {
  contact::ConstraintAlongLine wheels;
  std::array<int, 2> surface = {-1, -1};  ///< of each wheel among the model's surfaces
  /// Masses of the track under it (held_track.h): both rails sideways, each rail up and down; -1:
  /// rigid.
  int lateral_body = -1;
  std::array<int, 2> rail_body = {-1, -1};
};

struct ConstraintSlice;

/// Wheels whose treads are held on their rails by constraints (contact/constraint_wheel.h): the
/// gap is a surface of the bodies, and the loop from its normal force to creep forces and back is
/// closed after all other forces are known. Limit: a tread would have to pull.
class ConstraintContacts : public ProfileContacts {
 public:
  ConstraintContacts(std::vector<ProfileContact> contacts, FrictionAlongLine friction,
                     std::vector<RigidTread> treads, track::SupportAlongLine support)
      : ProfileContacts(std::move(contacts), std::move(friction)),
        treads_(std::move(treads)),
        support_(std::move(support)) {}

  std::unique_ptr<Slice> make_slice() const override;
  void attach(Workspace& ws) const override;
  void add_forces(double t, const integrate::ConstVecRef& z, Workspace& ws) const override;
  void close_forces(Workspace& ws) const override;
  std::vector<Work> list_force_stages() const override;
  void add_force_stage(std::size_t stage, double t, const integrate::ConstVecRef& z,
                       Workspace& ws) const override;
  std::vector<Work> list_derivative_stages() const override;
  void add_derivative_stage(std::size_t stage, double t, const integrate::ConstVecRef& z,
                            Workspace& ws) const override;
  void close_derivatives(Workspace& ws) const override;
  void mark(PatternMarker& marker) const override;
  std::vector<LimitRow> list_force_limits() const override;
  bool are_forces_far_from_limits(const Workspace& ws) const override;

 private:
  friend class TreadSurfaces;

  ConstraintSlice& get(Workspace& ws) const;
  const ConstraintSlice& get(const Workspace& ws) const;
  void move_rails(std::size_t wheelset, Workspace& ws) const override;
  double calc_misfit(const WheelsetSlice& w, std::size_t side) const override;
  void add_flanges(std::size_t wheelset, Workspace& ws, bool linearise) const;
  void calc_positions(Workspace& ws) const;
  void calc_biases(Workspace& ws) const;
  /// Creep forces of all treads at their present N, as packed generalised forces and by N.
  void calc_creep_forces(Workspace& ws) const;
  void add_creep_forces(Workspace& ws) const;
  void calc_tread_jacobian(std::size_t wheelset, std::size_t side,
                           const Eigen::Matrix<double, 10, 12>& by_local, Workspace& ws) const;
  void calc_surface_derivatives(std::size_t wheelset, std::size_t side,
                                const Eigen::Matrix<double, 10, 12>& by_local,
                                const contact::TreadGradient& gradient, Workspace& ws) const;
  void add_track_blocks(std::size_t wheelset, std::size_t side, const WheelBlocks& blocks,
                        Workspace& ws) const;

  std::vector<RigidTread> treads_;
  track::SupportAlongLine support_;
};

}  // namespace fourfoot::system
