#pragma once

#include "system/co_running_track.h"
#include "system/profile_contacts.h"

namespace fourfoot::system {

/// Wheels that press elastically on their rails (contact/wheel_contact.h), with a co-running track
/// under every wheelset where there is one.
class ElasticContacts : public ProfileContacts {
 public:
  /// Tracks: one of each wheelset.
  ElasticContacts(std::vector<ProfileContact> contacts, FrictionAlongLine friction,
                  std::vector<CoRunningTrack> tracks, int state_count)
      : ProfileContacts(std::move(contacts), std::move(friction)),
        tracks_(std::move(tracks)),
        state_count_(state_count) {}

  std::unique_ptr<Slice> make_slice() const override;
  int state_count() const override { return state_count_; }
  int coordinate_count() const override;
  void list_states(std::vector<OwnState>& states) const override;
  void put_nominal(integrate::State& all, Workspace& ws) const override;
  void begin_forces(const integrate::ConstVecRef& z, Workspace& ws) const override;
  void add_forces(double t, const integrate::ConstVecRef& z, Workspace& ws) const override;
  void get_state_rates(const Workspace& ws, integrate::VecRef rates) const override;
  std::vector<Work> list_force_stages() const override;
  void add_force_stage(std::size_t stage, double t, const integrate::ConstVecRef& z,
                       Workspace& ws) const override;
  std::vector<Work> list_derivative_stages() const override { return {Work::small}; }
  void add_derivative_stage(std::size_t stage, double t, const integrate::ConstVecRef& z,
                            Workspace& ws) const override;
  void add_state_derivatives(const Workspace& ws, MatX& jacobian) const override;
  void mark(PatternMarker& marker) const override;
  void list_channels(ChannelTable& table) const override;
  void follow(double t, const Workspace& step, Workspace& ws) const override;
  void forget_steps(Workspace& ws) const override;
  void begin_stages(const Workspace& latest, Workspace& ws) const override;

 protected:
  struct ElasticSlice : ProfileSlice {
    std::vector<TrackSlice> tracks;
    std::unique_ptr<Slice> clone() const override { return std::make_unique<ElasticSlice>(*this); }
  };
  void set_tracks(std::vector<CoRunningTrack> tracks) { tracks_ = std::move(tracks); }
  void fill_slice(ElasticSlice& slice) const;
  void move_rails(std::size_t wheelset, Workspace& ws) const override;
  /// Lets the rails sag under a load on each wheel. Returns how far the wheelset goes down with
  /// them, < 0 [m].
  virtual double put_sag(std::size_t wheelset, double s, double load, integrate::VecRef own,
                         Workspace& ws) const;
  /// What one wheel's forces depend on, for a track that is not co-running.
  virtual void keep_blocks(std::size_t /*wheelset*/, std::size_t /*side*/, const WheelBlocks&,
                           Workspace&) const {}

 private:
  std::vector<TrackSlice>& get_tracks(Workspace& ws) const;
  const std::vector<TrackSlice>& get_tracks(const Workspace& ws) const;
  double calc_misfit(const WheelsetSlice& w, std::size_t side) const override;
  /// With `linearise` the contacts' derivatives are found in the same pass.
  void add_wheelset(std::size_t wheelset, double t, Workspace& ws, bool linearise) const;

  std::vector<CoRunningTrack> tracks_;
  int state_count_;
};

}  // namespace fourfoot::system
