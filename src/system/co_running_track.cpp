#include "system/co_running_track.h"

#include "multibody/row_reduction.h"

namespace fourfoot::system {

namespace {

struct TrackWords {
  const char* body;
  const char* end;
  const char* position;
  const char* rate;
  const char* what;
};
constexpr TrackWords track_words[CoRunningTrack::coordinates] = {
    {"track_", "", "y", "v_y", " of both rails under the wheelset to the left"},
    {"rail_", "_left", "z", "v_z", " of the rail under the wheel up"},
    {"rail_", "_right", "z", "v_z", " of the rail under the wheel up"}};

constexpr double rate_scale = 0.1;  // [m/s]

std::string make_base(std::size_t wheelset, std::size_t coordinate) {
  return get_track_name(wheelset, coordinate) + "/";
}

Eigen::Index get_row(std::size_t coordinate) {
  return static_cast<Eigen::Index>(coordinate);
}

}  // namespace

std::string get_track_name(std::size_t wheelset, std::size_t coordinate) {
  const TrackWords& words = track_words[coordinate];
  return words.body + std::to_string(wheelset + 1) + words.end;
}

CoRunningTrack::CoRunningTrack(std::shared_ptr<const track::SupportAlongLine> support,
                               int& state_count)
    : support_(std::move(support)) {
  for (std::array<int, coordinates>* states : {&position_, &rate_}) {
    for (std::size_t c = 0; c < coordinates; ++c)
      if (support_->has(c)) (*states)[c] = state_count++;
  }
}

int CoRunningTrack::coordinate_count() const {
  int count = 0;
  for (const int at : position_) count += at >= 0 ? 1 : 0;
  return count;
}

// A rail's rate follows every unevenness at once and matters little.
void CoRunningTrack::list_states(std::size_t wheelset, std::vector<OwnState>& states) const {
  for (std::size_t c = 0; c < coordinates; ++c)
    if (has(c)) states.push_back({make_base(wheelset, c) + track_words[c].position});
  for (std::size_t c = 0; c < coordinates; ++c)
    if (has(c)) states.push_back({make_base(wheelset, c) + track_words[c].rate, rate_scale, true});
}

void CoRunningTrack::set(const integrate::ConstVecRef& z, TrackSlice& w) const {
  for (std::size_t c = 0; c < coordinates; ++c) {
    if (!has(c)) continue;
    w.position[get_row(c)] = z[position_[c]];
    w.rate[get_row(c)] = z[rate_[c]];
  }
}

void CoRunningTrack::set_chainage(double s, TrackSlice& w) const {
  support_->calc(s, w.laws);
}

void CoRunningTrack::calc_accelerations(const Vec3& force, TrackSlice& w) const {
  for (std::size_t c = 0; c < coordinates; ++c) {
    if (!has(c)) continue;
    const Eigen::Index r = get_row(c);
    w.acceleration[r] =
        w.laws[c].calc_rest(force[r], w.position[r], w.rate[r]) / support_->get_mass(c);
  }
}

void CoRunningTrack::get_rates(const TrackSlice& w, integrate::VecRef rates) const {
  for (std::size_t c = 0; c < coordinates; ++c) {
    if (!has(c)) continue;
    rates[position_[c]] = w.rate[get_row(c)];
    rates[rate_[c]] = w.acceleration[get_row(c)];
  }
}

void CoRunningTrack::begin_derivatives(TrackSlice& w) const {
  w.wrench.setZero();
  w.by_local.setZero();
  w.by_state.setZero();
  for (std::size_t c = 0; c < coordinates; ++c) {
    if (!has(c)) continue;
    const Eigen::Index r = get_row(c);
    const double mass = support_->get_mass(c);
    w.by_state(r, r) = -w.laws[c].get_stiffness(w.position[r]) / mass;
    w.by_state(r, get_row(c + 3)) = -w.laws[c].damping / mass;
  }
}

void CoRunningTrack::add_derivatives(std::size_t side, const Eigen::Matrix<double, 6, 4>& by_rail,
                                     const multibody::Matrix6x12& by_local, TrackSlice& w) const {
  const Eigen::Index at[2] = {0, get_row(1 + side)};  // y, and z of this rail
  for (Eigen::Index c = 0; c < 2; ++c) {
    w.wrench.col(at[c]) += by_rail.col(c);
    w.wrench.col(3 + at[c]) += by_rail.col(2 + c);
    const double mass = support_->get_mass(static_cast<std::size_t>(at[c]));
    if (!(mass > 0.0)) continue;
    w.by_local.row(at[c]) -= by_local.row(1 + c) / mass;
    for (Eigen::Index d = 0; d < 2; ++d) {
      w.by_state(at[c], at[d]) -= by_rail(1 + c, d) / mass;
      w.by_state(at[c], 3 + at[d]) -= by_rail(1 + c, 2 + d) / mass;
    }
  }
}

void CoRunningTrack::add_state_derivatives(const multibody::Model& model,
                                           const multibody::MotionWorkspace& bodies,
                                           const multibody::JacobianWorkspace& jacobians,
                                           std::size_t body, int own, const TrackSlice& w,
                                           MatX& jacobian) const {
  const int n_q = model.q_count(), n_u = model.u_count();
  for (std::size_t c = 0; c < coordinates; ++c) {
    if (!has(c)) continue;
    const int position = own + position_[c], rate = own + rate_[c];
    const Eigen::Index r = get_row(c);
    multibody::add_wrench_sensitivity(model, bodies, jacobians, body, w.wrench.col(r),
                                      jacobian.block(n_q, position, n_u, 1));
    multibody::add_wrench_sensitivity(model, bodies, jacobians, body, w.wrench.col(3 + r),
                                      jacobian.block(n_q, rate, n_u, 1));
    const Eigen::Matrix<double, 1, 12> by_local = w.by_local.row(r);
    multibody::add_local_rows(model, bodies, jacobians, body, by_local,
                              jacobian.block(rate, 0, 1, n_q + n_u));
    jacobian(position, rate) = 1.0;
    for (std::size_t d = 0; d < coordinates; ++d) {
      if (!has(d)) continue;
      jacobian(rate, own + position_[d]) = w.by_state(r, get_row(d));
      jacobian(rate, own + rate_[d]) = w.by_state(r, 3 + get_row(d));
    }
  }
}

void CoRunningTrack::mark(int begin, int body, PatternMarker& marker) const {
  for (const auto& states : {position_, rate_}) {
    for (const int at : states) {
      if (at < 0) continue;
      marker.join_states(begin + at, 1, body);
      for (const auto& others : {position_, rate_})
        for (const int other : others)
          if (other >= 0) marker.join_own(begin + at, 1, begin + other, 1);
    }
  }
}

void CoRunningTrack::list_channels(std::size_t wheelset,
                                   const std::function<const TrackSlice&(const Moment&)>& get,
                                   ChannelTable& table) const {
  for (std::size_t c = 0; c < coordinates; ++c) {
    if (!has(c)) continue;
    const TrackWords& words = track_words[c];
    const std::string base = make_base(wheelset, c);
    table.add({base + words.position, "m", "track", std::string("displacement") + words.what},
              [get, c](const Moment& moment) { return get(moment).position[get_row(c)]; });
    table.add({base + words.rate, "m/s", "track", std::string("velocity") + words.what},
              [get, c](const Moment& moment) { return get(moment).rate[get_row(c)]; });
  }
}

}  // namespace fourfoot::system
