#pragma once

#include "system/elastic_contacts.h"
#include "track/discrete_track.h"

namespace fourfoot::system {

/// Wheels that press elastically on two rails that lie on sleepers (equations:
/// track/discrete_track.h). Positions of rails and sleepers, then their rates, are own states. A wheel
/// at chainage s(t) sees its rail at w(s, t) = N(s) q with the slope dw/ds = dN/ds q, which adds to that of
/// irregularities, and its material at the velocity N(s) q'; it loads the rail by -N(s)^T F.
///
/// The wheel follows the bent line at w' = N q' + v dN/ds q, but rolls on material that moves at N q'
/// only. Slope and velocity are therefore told apart (contact/wheel_force.h): sideways, a creepage
/// made with w' would be wrong by dw/ds. The slope also tilts the contact's normal: the force
/// along the track that comes of it does the work which pads and ballast dissipate.
class DiscreteTrackContacts : public ElasticContacts {
 public:
  DiscreteTrackContacts(std::vector<ProfileContact> contacts, FrictionAlongLine friction,
                        track::DiscreteTrack track);

  std::unique_ptr<Slice> make_slice() const override;
  int state_count() const override { return 2 * track_.coordinate_count(); }
  int coordinate_count() const override { return track_.coordinate_count(); }
  void list_states(std::vector<OwnState>& states) const override;
  void begin_forces(const integrate::ConstVecRef& z, Workspace& ws) const override;
  void get_state_rates(const Workspace& ws, integrate::VecRef rates) const override;
  void add_derivative_stage(std::size_t stage, double t, const integrate::ConstVecRef& z,
                            Workspace& ws) const override;
  void add_state_derivatives(const Workspace& ws, MatX& jacobian) const override;
  void mark(PatternMarker& marker) const override;
  void list_channels(ChannelTable& table) const override;

 private:
  struct DiscreteSlice;
  struct RailMotion;
  DiscreteSlice& get_discrete(Workspace& ws) const;
  const DiscreteSlice& get_discrete(const Workspace& ws) const;
  RailMotion calc_rail(const DiscreteSlice& w, std::size_t wheelset, std::size_t side,
                       track::DiscreteTrack::Axis axis) const;
  void move_rails(std::size_t wheelset, Workspace& ws) const override;
  double put_sag(std::size_t wheelset, double s, double load, integrate::VecRef own,
                 Workspace& ws) const override;
  void keep_blocks(std::size_t wheelset, std::size_t side, const WheelBlocks& blocks,
                   Workspace& ws) const override;
  void add_wheel_derivatives(std::size_t wheelset, std::size_t side, int own, const Workspace& ws,
                             MatX& jacobian) const;
  void list_sleepers(ChannelTable& table) const;
  void mark_wheel(int rail, int body, PatternMarker& marker) const;

  track::DiscreteTrack track_;
};

}  // namespace fourfoot::system
