// Which states can feel which: the places of the Jacobian that are not always zero.
#include "system/system.h"

namespace fourfoot::system {

namespace {

/// Marks blocks of bodies and of elements' own states.
class Marker {
 public:
  Marker(const multibody::Model& bodies, integrate::Pattern& pattern)
      : bodies_(bodies), pattern_(pattern), n_q_(bodies.q_count()) {}

  /// The speeds of `body` feel the motion of `cause`; -1: the track, which feels and does nothing.
  void join(int body, int cause) {
    if (body < 0 || cause < 0) return;
    const multibody::Body& b = get(body);
    mark_motion(n_q_ + b.speed_begin, b.speed_count, cause);
  }
  void join_both(int a, int b) {
    join(a, b);
    join(b, a);
  }
  /// q' = N(q) u: displacements follow their own speed alone, three free angles (or a quaternion)
  /// those of the rotation.
  void mark_kinematics(int body) {
    const multibody::Body& b = get(body);
    for (std::size_t c = 0; c < (b.angular_speeds ? 3 : 6); ++c) {
      if (b.speed_index[c] >= 0) pattern_(b.q_index[c], n_q_ + b.speed_index[c]) = true;
    }
    if (!b.angular_speeds) return;
    const int at = b.q_index[3], count = b.q_begin + b.q_count - at;
    pattern_.block(at, at, count, count) = true;
    pattern_.block(at, n_q_ + b.speed_index[3], count, 3) = true;
  }
  /// `count` own states from row `at` that feel the body and act on it.
  void join_states(int at, int count, int body) {
    if (body < 0 || count == 0) return;
    const multibody::Body& b = get(body);
    mark_motion(at, count, body);
    pattern_.block(n_q_ + b.speed_begin, at, b.speed_count, count) = true;
  }

 private:
  const multibody::Body& get(int body) const {
    return bodies_.body(static_cast<std::size_t>(body));
  }
  void mark_motion(int row, int rows, int cause) {
    const multibody::Body& c = get(cause);
    pattern_.block(row, c.q_begin, rows, c.q_count) = true;
    pattern_.block(row, n_q_ + c.speed_begin, rows, c.speed_count) = true;
  }

  const multibody::Model& bodies_;
  integrate::Pattern& pattern_;
  int n_q_;
};

}  // namespace

bool System::get_pattern(integrate::Pattern& pattern) const {
  const multibody::Model& bodies = model_->bodies;
  if (bodies.is_constrained()) return false;
  Marker marker(bodies, pattern);
  for (int i = 0; i < static_cast<int>(bodies.body_count()); ++i) {
    marker.mark_kinematics(i);
    marker.join(i, i);
  }
  for (const vehicle::ElementInstance& element : model_->elements) {
    marker.join_both(element.first, element.second);
    const int at = bodies.q_count() + bodies.u_count() + element.state_begin;
    const int count = element.law->state_count();
    marker.join_states(at, count, element.first);
    marker.join_states(at, count, element.second);
    pattern.block(at, at, count, count) = true;
  }
  for (std::size_t i = 0; i < contact_.profiles.size(); ++i) {
    const ProfileContact& contact = contact_.profiles[i];
    const int own = bodies.q_count() + bodies.u_count();
    for (const auto& states : {contact.track_place, contact.track_rate}) {
      for (const int at : states) {
        if (at < 0) continue;
        marker.join_states(own + at, 1, model_->wheelsets[i].body);
        for (const auto& others : {contact.track_place, contact.track_rate})
          for (const int other : others)
            if (other >= 0) pattern(own + at, own + other) = true;
      }
    }
    const int track[3] = {contact.lateral_body, contact.rail_body[0], contact.rail_body[1]};
    for (const int a : track) {
      marker.join_both(model_->wheelsets[i].body, a);
      for (const int b : track) marker.join(a, b);
    }
  }
  for (const std::size_t wheelset : options_.control.wheelsets)
    marker.join(model_->wheelsets[wheelset].body, options_.control.body);
  return true;
}

}  // namespace fourfoot::system
