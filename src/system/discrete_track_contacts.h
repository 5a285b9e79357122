#pragma once

#include "system/elastic_contacts.h"
#include "track/discrete_track.h"

namespace fourfoot::system {

/// Wheels that press elastically on two rails that lie on sleepers (equations:
/// track/discrete_track.h). Positions of rails and sleepers, then their rates, are own states. A wheel
/// at chainage s(t) sees its rail at w(s, t) = N(s) q with the velocity of the place it is at,
///
///   w'(t) = N(s) q' + v dN/ds(s) q
///
/// and loads it by -N(s)^T F. The slope of the bent rail enters only so: it turns the contact's
/// normal by less than 1e-3 rad, which is left out.
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
                       track::DiscreteTrack::Axis axis, double v) const;
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
