// The co-running track under elastic wheels (equations: track/support.h) as own states of the
// system, so that it needs neither bodies nor frames and runs in every formulation.
#include "multibody/jacobian.h"
#include "multibody/row_reduction.h"
#include "system/system.h"

namespace fourfoot::system {

namespace {

constexpr std::size_t coordinates = 3;  // y of both rails, z of the left, z of the right one

struct TrackWords {
  const char* body;
  const char* end;
  const char* place;
  const char* rate;
  const char* what;
};
constexpr TrackWords track_words[coordinates] = {
    {"track_", "/", "y", "v_y", " of both rails under the wheelset to the left"},
    {"rail_", "_left/", "z", "v_z", " of the rail under the wheel up"},
    {"rail_", "_right/", "z", "v_z", " of the rail under the wheel up"}};

std::string make_base(std::size_t wheelset, std::size_t coordinate) {
  const TrackWords& words = track_words[coordinate];
  return words.body + std::to_string(wheelset + 1) + words.end;
}

Eigen::Index get_row(std::size_t coordinate) {
  return static_cast<Eigen::Index>(coordinate);
}

}  // namespace

void System::list_track_states(std::vector<std::string>& names) const {
  for (std::size_t i = 0; i < contact_.profiles.size(); ++i) {
    const ProfileContact& contact = contact_.profiles[i];
    for (std::size_t c = 0; c < coordinates; ++c)
      if (contact.track_place[c] >= 0) names.push_back(make_base(i, c) + track_words[c].place);
    for (std::size_t c = 0; c < coordinates; ++c)
      if (contact.track_place[c] >= 0) names.push_back(make_base(i, c) + track_words[c].rate);
  }
}

void System::set_track(const integrate::ConstVecRef& z, Workspace& ws) const {
  for (std::size_t i = 0; i < contact_.profiles.size(); ++i) {
    const ProfileContact& contact = contact_.profiles[i];
    TrackWorkspace& w = ws.profile_contacts[i].track;
    for (std::size_t c = 0; c < coordinates; ++c) {
      if (contact.track_place[c] < 0) continue;
      w.place[get_row(c)] = z[contact.track_place[c]];
      w.rate[get_row(c)] = z[contact.track_rate[c]];
    }
  }
}

void System::calc_track_accelerations(std::size_t i, Workspace& ws) const {
  const ProfileContact& contact = contact_.profiles[i];
  TrackWorkspace& w = ws.profile_contacts[i].track;
  Vec3 force = Vec3::Zero();
  for (std::size_t k = 0; k < 2; ++k) {
    if (!contact.has_wheel[k]) continue;
    force[0] -= ws.profile_contacts[i].wheels[k].force.y();
    force[get_row(1 + k)] = -ws.profile_contacts[i].wheels[k].force.z();
  }
  for (std::size_t c = 0; c < coordinates; ++c) {
    if (contact.track_place[c] < 0) continue;
    const track::Support& s = contact.supports[c];
    const Eigen::Index r = get_row(c);
    w.acceleration[r] = (force[r] - s.stiffness * w.place[r] - s.damping * w.rate[r]) / s.mass;
  }
}

void System::get_track_rates(const Workspace& ws, integrate::VecRef rates) const {
  for (std::size_t i = 0; i < contact_.profiles.size(); ++i) {
    const ProfileContact& contact = contact_.profiles[i];
    const TrackWorkspace& w = ws.profile_contacts[i].track;
    for (std::size_t c = 0; c < coordinates; ++c) {
      if (contact.track_place[c] < 0) continue;
      rates[contact.track_place[c]] = w.rate[get_row(c)];
      rates[contact.track_rate[c]] = w.acceleration[get_row(c)];
    }
  }
}

void System::begin_track_derivatives(std::size_t i, Workspace& ws) const {
  const ProfileContact& contact = contact_.profiles[i];
  TrackWorkspace& w = ws.profile_contacts[i].track;
  w.wrench.setZero();
  w.by_local.setZero();
  w.by_state.setZero();
  for (std::size_t c = 0; c < coordinates; ++c) {
    if (contact.track_place[c] < 0) continue;
    const track::Support& s = contact.supports[c];
    w.by_state(get_row(c), get_row(c)) = -s.stiffness / s.mass;
    w.by_state(get_row(c), get_row(c + 3)) = -s.damping / s.mass;
  }
}

void System::add_track_derivatives(std::size_t i, std::size_t side,
                                   const Eigen::Matrix<double, 6, 4>& by_rail,
                                   const Eigen::Matrix<double, 6, 12>& by_local,
                                   Workspace& ws) const {
  const ProfileContact& contact = contact_.profiles[i];
  TrackWorkspace& w = ws.profile_contacts[i].track;
  const Eigen::Index at[2] = {0, get_row(1 + side)};  // y, and z of this rail
  for (Eigen::Index c = 0; c < 2; ++c) {
    w.wrench.col(at[c]) += by_rail.col(c);
    w.wrench.col(3 + at[c]) += by_rail.col(2 + c);
    const double mass = contact.supports[static_cast<std::size_t>(at[c])].mass;
    if (!(mass > 0.0)) continue;
    w.by_local.row(at[c]) -= by_local.row(1 + c) / mass;
    for (Eigen::Index d = 0; d < 2; ++d) {
      w.by_state(at[c], at[d]) -= by_rail(1 + c, d) / mass;
      w.by_state(at[c], 3 + at[d]) -= by_rail(1 + c, 2 + d) / mass;
    }
  }
}

void System::add_track_states(const Workspace& ws, MatX& jacobian) const {
  const multibody::Model& bodies = model_->bodies;
  const int n_q = bodies.q_count(), n_u = bodies.u_count(), own = n_q + n_u;
  for (std::size_t i = 0; i < contact_.profiles.size(); ++i) {
    const ProfileContact& contact = contact_.profiles[i];
    const TrackWorkspace& w = ws.profile_contacts[i].track;
    const auto body = static_cast<std::size_t>(model_->wheelsets[i].body);
    for (std::size_t c = 0; c < coordinates; ++c) {
      if (contact.track_place[c] < 0) continue;
      const int place = own + contact.track_place[c], rate = own + contact.track_rate[c];
      const Eigen::Index r = get_row(c);
      multibody::add_wrench_sensitivity(bodies, ws.bodies, ws.jacobian, body, w.wrench.col(r),
                                        jacobian.block(n_q, place, n_u, 1));
      multibody::add_wrench_sensitivity(bodies, ws.bodies, ws.jacobian, body, w.wrench.col(3 + r),
                                        jacobian.block(n_q, rate, n_u, 1));
      const Eigen::Matrix<double, 1, 12> by_local = w.by_local.row(r);
      multibody::add_local_rows(bodies, ws.bodies, ws.jacobian, body, by_local,
                                jacobian.block(rate, 0, 1, own));
      jacobian(place, rate) = 1.0;
      for (std::size_t d = 0; d < coordinates; ++d) {
        if (contact.track_place[d] < 0) continue;
        jacobian(rate, own + contact.track_place[d]) = w.by_state(r, get_row(d));
        jacobian(rate, own + contact.track_rate[d]) = w.by_state(r, 3 + get_row(d));
      }
    }
  }
}

void System::list_track_channels() {
  for (std::size_t i = 0; i < contact_.profiles.size(); ++i) {
    for (std::size_t c = 0; c < coordinates; ++c) {
      if (contact_.profiles[i].track_place[c] < 0) continue;
      const TrackWords& words = track_words[c];
      const std::string base = make_base(i, c);
      channels_.push_back(
          {base + words.place, "m", "track", std::string("displacement") + words.what});
      channels_.push_back(
          {base + words.rate, "m/s", "track", std::string("velocity") + words.what});
    }
  }
}

void System::record_track(const Workspace& ws, std::vector<double>& row, std::size_t& i) const {
  for (std::size_t k = 0; k < contact_.profiles.size(); ++k) {
    const TrackWorkspace& w = ws.profile_contacts[k].track;
    for (std::size_t c = 0; c < coordinates; ++c) {
      if (contact_.profiles[k].track_place[c] < 0) continue;
      row[i++] = w.place[get_row(c)];
      row[i++] = w.rate[get_row(c)];
    }
  }
}

}  // namespace fourfoot::system
