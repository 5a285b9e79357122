#pragma once

#include <vector>

#include "integrate/problem.h"
#include "multibody/model.h"

namespace fourfoot::system {

/// Marks which states can feel which: blocks of bodies and of own states.
///
/// Of bodies that joints hold together (multibody::ConstraintGroup) a force on one moves all. The motion of
/// one is told by its own states and by those of the bodies that its dependent speeds follow
/// (multibody::ConstraintBlock): an axle box feels its wheelset, not the other box.
class PatternMarker {
 public:
  PatternMarker(const multibody::Model& bodies, integrate::Pattern& pattern);

  /// The speeds of `body` feel the motion of `cause`; -1: the track, which feels and does nothing.
  void join(int body, int cause);
  void join_both(int a, int b) {
    join(a, b);
    join(b, a);
  }
  /// `count` own states from `at` on feel the body and act on it.
  void join_states(int at, int count, int body);
  /// The speeds of `body` feel `count` own states from `at` on.
  void join_body(int body, int at, int count);
  /// Own states from `at` on feel those from `cause` on.
  void join_own(int at, int count, int cause, int cause_count) {
    pattern_.block(get_row(at), get_row(cause), count, cause_count) = true;
  }
  /// q' = N(q) speeds: displacements follow their own speed alone, three free angles (or a
  /// quaternion) those of the rotation; in a group all coordinates follow all that tells the motion.
  void mark_kinematics(int body);

 private:
  /// Where states stand.
  struct States {
    std::vector<int> q, u;
    void add(const States& more);
  };
  int get_row(int own) const { return n_q_ + bodies_.u_count() + own; }
  const States& get_moved(int body) const { return moved_[static_cast<std::size_t>(body)]; }
  States list_states(const multibody::Body& body) const;
  States list_motion(std::size_t body) const;
  void mark(int row, const States& causes);
  void mark_motion(int row, int cause) { mark(row, motion_[static_cast<std::size_t>(cause)]); }

  const multibody::Model& bodies_;
  integrate::Pattern& pattern_;
  int n_q_;
  std::vector<States> motion_;  ///< of each body: what tells its motion
  std::vector<States>
      moved_;  ///< of each body: its own states and those of all held together with it
};

}  // namespace fourfoot::system
