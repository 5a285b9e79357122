#include "system/pattern_marker.h"

#include <algorithm>

namespace fourfoot::system {

PatternMarker::PatternMarker(const multibody::Model& bodies, integrate::Pattern& pattern)
    : bodies_(bodies), pattern_(pattern), n_q_(bodies.q_count()) {
  for (std::size_t j = 0; j < bodies.body_count(); ++j) {
    const multibody::Body& body = bodies.body(j);
    motion_.push_back(list_motion(j));
    moved_.emplace_back();
    if (body.group < 0) {
      moved_.back() = list_states(body);
      continue;
    }
    for (std::size_t member : bodies.groups()[static_cast<std::size_t>(body.group)].bodies)
      moved_.back().add(list_states(bodies.body(member)));
  }
}

void PatternMarker::States::add(const States& more) {
  q.insert(q.end(), more.q.begin(), more.q.end());
  u.insert(u.end(), more.u.begin(), more.u.end());
}

PatternMarker::States PatternMarker::list_motion(std::size_t index) const {
  const multibody::Body& body = bodies_.body(index);
  States states = list_states(body);
  if (body.group < 0) return states;
  const auto is_in = [&](const std::vector<int>& list, const std::vector<int>& packed,
                         const multibody::Body& of) {
    return std::any_of(list.begin(), list.end(), [&](int k) {
      const int speed = packed[static_cast<std::size_t>(k)];
      return speed >= of.packed_begin && speed < of.packed_begin + of.speed_count;
    });
  };
  const multibody::ConstraintGroup& group = bodies_.groups()[static_cast<std::size_t>(body.group)];
  for (const multibody::ConstraintBlock& block : group.blocks) {
    if (!is_in(block.dependent, bodies_.dependent(), body)) continue;
    for (const std::size_t j : group.bodies) {
      const multibody::Body& other = bodies_.body(j);
      if (is_in(block.dependent, bodies_.dependent(), other) ||
          is_in(block.independent, bodies_.independent(), other))
        states.add(list_states(other));
    }
  }
  return states;
}

PatternMarker::States PatternMarker::list_states(const multibody::Body& body) const {
  States states;
  const auto add = [&](int q, int q_count, int speed, int speed_count) {
    for (int k = 0; k < q_count; ++k) states.q.push_back(q + k);
    for (int k = 0; k < speed_count; ++k) {
      const int u = bodies_.u_of_speed()[static_cast<std::size_t>(speed + k)];
      if (u >= 0) states.u.push_back(n_q_ + u);
    }
  };
  add(body.q_begin, body.q_count, body.speed_begin, body.speed_count);
  add(body.mode_q_begin, body.mode_count, body.mode_speed_begin, body.mode_count);
  return states;
}

void PatternMarker::mark(int row, const States& causes) {
  for (int q : causes.q) pattern_(row, q) = true;
  for (int u : causes.u) pattern_(row, u) = true;
}

void PatternMarker::join(int body, int cause) {
  if (body < 0 || cause < 0) return;
  for (int row : get_moved(body).u) mark_motion(row, cause);
}

void PatternMarker::join_states(int at, int count, int body) {
  if (body < 0) return;
  for (int k = 0; k < count; ++k) mark_motion(get_row(at) + k, body);
  join_body(body, at, count);
}

void PatternMarker::join_body(int body, int at, int count) {
  for (int row : get_moved(body).u) pattern_.row(row).segment(get_row(at), count) = true;
}

void PatternMarker::mark_kinematics(int body) {
  const multibody::Body& b = bodies_.body(static_cast<std::size_t>(body));
  if (b.group >= 0) {
    for (int k = 0; k < b.q_count; ++k) mark_motion(b.q_begin + k, body);
    for (int row : list_states(b).u) mark(row, get_moved(body));  // joints between them
    return;
  }
  const auto get_u = [&](int speed) {
    return n_q_ + bodies_.u_of_speed()[static_cast<std::size_t>(speed)];
  };
  for (int k = 0; k < b.mode_count; ++k)
    pattern_(b.mode_q_begin + k, get_u(b.mode_speed_begin + k)) = true;
  for (std::size_t c = 0; c < (b.angular_speeds ? 3 : 6); ++c) {
    if (b.speed_index[c] >= 0) pattern_(b.q_index[c], get_u(b.speed_index[c])) = true;
  }
  if (!b.angular_speeds) return;
  const int at = b.q_index[3], count = b.q_begin + b.q_count - at;
  pattern_.block(at, at, count, count) = true;
  pattern_.block(at, get_u(b.speed_index[3]), count, 3) = true;
}

}  // namespace fourfoot::system
