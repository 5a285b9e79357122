#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "multibody/jacobian.h"
#include "system/channel_table.h"
#include "system/pattern_marker.h"
#include "system/provider.h"
#include "track/support.h"

namespace fourfoot::system {

/// "track_1" for y of both rails under the first wheelset, "rail_1_left" and "rail_1_right" for z.
std::string get_track_name(std::size_t wheelset, std::size_t coordinate);

/// State of the track under one wheelset, what the wheels do to it, derivatives.
struct TrackSlice {
  Vec3 position = Vec3::Zero(), rate = Vec3::Zero();  ///< y, z_l, z_r [m], [m/s]
  Vec3 acceleration = Vec3::Zero();                   ///< [m/s^2]
  track::SupportAlongLine::Laws laws;                 ///< at the wheelset's chainage
  Eigen::Matrix<double, 6, 6> wrench;                 ///< on the wheelset, by position and rate
  Eigen::Matrix<double, 3, 12> by_local;  ///< of the acceleration, by the wheelset's motion
  Eigen::Matrix<double, 3, 6> by_state;   ///< of the acceleration, by position and rate
};

/// The co-running track under one wheelset (equations: track/support.h): y of both rails, z of the
/// left, z of the right one. Its positions, then their rates, are own states, so that it needs
/// neither bodies nor frames and runs in every formulation.
class CoRunningTrack {
 public:
  static constexpr std::size_t coordinates = track::SupportAlongLine::coordinates;

  /// Rigid where there is no support. Takes its states from `state_count` on, which grows.
  CoRunningTrack(std::shared_ptr<const track::SupportAlongLine> support, int& state_count);

  bool exists() const { return coordinate_count() > 0; }
  int coordinate_count() const;
  bool has(std::size_t c) const { return position_[c] >= 0; }
  int position(std::size_t c) const { return position_[c]; }
  int rate(std::size_t c) const { return rate_[c]; }

  void list_states(std::size_t wheelset, std::vector<OwnState>& states) const;
  void set(const integrate::ConstVecRef& z, TrackSlice& w) const;
  /// What the rails lie on at this chainage.
  void set_chainage(double s, TrackSlice& w) const;
  /// From the forces on the rails: y of both, z of the left, z of the right one [N].
  void calc_accelerations(const Vec3& force, TrackSlice& w) const;
  void get_rates(const TrackSlice& w, integrate::VecRef rates) const;
  void begin_derivatives(TrackSlice& w) const;
  /// One wheel's part: wrench on the wheelset by the rail (y, z, v_y, v_z), force by local motion.
  void add_derivatives(std::size_t side, const Eigen::Matrix<double, 6, 4>& by_rail,
                       const multibody::Matrix6x12& by_local, TrackSlice& w) const;
  /// Rows and columns from `own` on; the wheelset's body.
  void add_state_derivatives(const multibody::Model& model,
                             const multibody::MotionWorkspace& bodies,
                             const multibody::JacobianWorkspace& jacobians, std::size_t body,
                             int own, const TrackSlice& w, MatX& jacobian) const;
  void mark(int state_begin, int body, PatternMarker& marker) const;
  /// `get` finds the slice of a moment.
  void list_channels(std::size_t wheelset,
                     const std::function<const TrackSlice&(const Moment&)>& get,
                     ChannelTable& table) const;

 private:
  std::shared_ptr<const track::SupportAlongLine> support_;
  std::array<int, coordinates> position_ = {-1, -1, -1};  ///< among the own states; -1: rigid
  std::array<int, coordinates> rate_ = {-1, -1, -1};
};

}  // namespace fourfoot::system
