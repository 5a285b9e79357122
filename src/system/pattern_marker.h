#pragma once

#include "integrate/problem.h"
#include "multibody/model.h"

namespace fourfoot::system {

/// Marks which states can feel which: blocks of bodies and of own states.
class PatternMarker {
 public:
  PatternMarker(const multibody::Model& bodies, integrate::Pattern& pattern)
      : bodies_(bodies), pattern_(pattern), n_q_(bodies.q_count()) {}

  /// The speeds of `body` feel the motion of `cause`; -1: the track, which feels and does nothing.
  void join(int body, int cause) {
    if (body < 0 || cause < 0) return;
    const multibody::Body& b = get(body);
    mark_motion(n_q_ + b.speed_begin, b.speed_count, cause);
    mark_motion(n_q_ + b.mode_speed_begin, b.mode_count, cause);
  }
  void join_both(int a, int b) {
    join(a, b);
    join(b, a);
  }
  /// `count` own states from `at` on feel the body and act on it.
  void join_states(int at, int count, int body) {
    if (body < 0 || count == 0) return;
    mark_motion(get_row(at), count, body);
    join_body(body, at, count);
  }
  /// The speeds of `body` feel `count` own states from `at` on.
  void join_body(int body, int at, int count) {
    const multibody::Body& b = get(body);
    pattern_.block(n_q_ + b.speed_begin, get_row(at), b.speed_count, count) = true;
    pattern_.block(n_q_ + b.mode_speed_begin, get_row(at), b.mode_count, count) = true;
  }
  /// Own states from `at` on feel those from `cause` on.
  void join_own(int at, int count, int cause, int cause_count) {
    pattern_.block(get_row(at), get_row(cause), count, cause_count) = true;
  }
  /// q' = N(q) u: displacements follow their own speed alone, three free angles (or a quaternion)
  /// those of the rotation.
  void mark_kinematics(int body) {
    const multibody::Body& b = get(body);
    for (int k = 0; k < b.mode_count; ++k)
      pattern_(b.mode_q_begin + k, n_q_ + b.mode_speed_begin + k) = true;
    for (std::size_t c = 0; c < (b.angular_speeds ? 3 : 6); ++c) {
      if (b.speed_index[c] >= 0) pattern_(b.q_index[c], n_q_ + b.speed_index[c]) = true;
    }
    if (!b.angular_speeds) return;
    const int at = b.q_index[3], count = b.q_begin + b.q_count - at;
    pattern_.block(at, at, count, count) = true;
    pattern_.block(at, n_q_ + b.speed_index[3], count, 3) = true;
  }

 private:
  int get_row(int own) const { return n_q_ + bodies_.u_count() + own; }
  const multibody::Body& get(int body) const {
    return bodies_.body(static_cast<std::size_t>(body));
  }
  void mark_motion(int row, int rows, int cause) {
    const multibody::Body& c = get(cause);
    pattern_.block(row, c.q_begin, rows, c.q_count) = true;
    pattern_.block(row, n_q_ + c.speed_begin, rows, c.speed_count) = true;
    pattern_.block(row, c.mode_q_begin, rows, c.mode_count) = true;
    pattern_.block(row, n_q_ + c.mode_speed_begin, rows, c.mode_count) = true;
  }

  const multibody::Model& bodies_;
  integrate::Pattern& pattern_;
  int n_q_;
};

}  // namespace fourfoot::system
