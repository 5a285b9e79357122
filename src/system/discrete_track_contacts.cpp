#include "system/discrete_track_contacts.h"

#include "math/rotation.h"
#include "multibody/row_reduction.h"
#include "system/rail_slopes.h"
#include "system/workspace.h"

namespace fourfoot::system {

namespace {

using track::DiscreteTrack;
using Axis = DiscreteTrack::Axis;

constexpr double rail_rate_scale = 0.1;            // [m/s, rad/s], as of the co-running track
constexpr Axis rail_axes[2] = {Axis::y, Axis::z};  // in the order of the contact's derivatives

// The base class moves rails of its own where there are some; here there are none.
std::vector<CoRunningTrack> make_no_tracks(std::size_t count) {
  const auto rigid = std::make_shared<const track::SupportAlongLine>();
  int states = 0;
  return std::vector<CoRunningTrack>(count, CoRunningTrack(rigid, states));
}

}  // namespace

/// A rail under a wheel.
struct DiscreteTrackContacts::RailMotion {
  double position = 0.0, slope = 0.0;  ///< w [m], dw/ds [1]
  double rate = 0.0;                   ///< of its material [m/s]
};

struct DiscreteTrackContacts::DiscreteSlice : ElasticSlice {
  VecX position, rate;                       ///< of all coordinates
  std::vector<DiscreteTrack::Laws> laws;     ///< of each sleeper
  std::vector<DiscreteTrack::Shape> shapes;  ///< under each wheelset
  struct Wheel {
    Eigen::Matrix<double, 6, 6> by_rail;    ///< wrench on the wheelset by y, z, v_y, v_z, dy, dz
    Eigen::Matrix<double, 2, 12> by_local;  ///< force y, z by the wheelset's motion
  };
  std::vector<std::array<Wheel, 2>> wheels;
  mutable MatX accelerations;  ///< of the bodies by y, z, v_y, v_z, dy, dz; scratch
  std::unique_ptr<Slice> clone() const override { return std::make_unique<DiscreteSlice>(*this); }
};

DiscreteTrackContacts::DiscreteTrackContacts(std::vector<ProfileContact> contacts,
                                             FrictionAlongLine friction, track::DiscreteTrack track)
    : ElasticContacts(std::move(contacts), std::move(friction), {}, 0), track_(std::move(track)) {
  set_tracks(make_no_tracks(this->contacts().size()));
}

std::unique_ptr<Slice> DiscreteTrackContacts::make_slice() const {
  auto slice = std::make_unique<DiscreteSlice>();
  fill_slice(*slice);
  slice->position = slice->rate = VecX::Zero(track_.coordinate_count());
  slice->laws = track_.make_laws();
  slice->shapes.resize(contacts().size());
  slice->wheels.resize(contacts().size());
  slice->accelerations = MatX::Zero(model().bodies.u_count(), 6);
  return slice;
}

DiscreteTrackContacts::DiscreteSlice& DiscreteTrackContacts::get_discrete(Workspace& ws) const {
  return ws.slices.get<DiscreteSlice>(index());
}
const DiscreteTrackContacts::DiscreteSlice& DiscreteTrackContacts::get_discrete(
    const Workspace& ws) const {
  return ws.slices.get<DiscreteSlice>(index());
}

void DiscreteTrackContacts::list_states(std::vector<OwnState>& states) const {
  const std::vector<std::string> positions = track_.list_names();
  for (const std::string& name : positions) states.push_back({name});
  for (const std::string& name : positions) {
    const std::size_t slash = name.find('/');
    states.push_back(
        {name.substr(0, slash + 1) + "v_" + name.substr(slash + 1), rail_rate_scale, true});
  }
}

void DiscreteTrackContacts::begin_forces(const integrate::ConstVecRef& z, Workspace& ws) const {
  DiscreteSlice& w = get_discrete(ws);
  w.position = z.head(track_.coordinate_count());
  w.rate = z.tail(track_.coordinate_count());
  if (!track_.is_uniform()) track_.calc_laws(ws.travel.s, w.laws);
}

DiscreteTrackContacts::RailMotion DiscreteTrackContacts::calc_rail(const DiscreteSlice& w,
                                                                   std::size_t i, std::size_t k,
                                                                   Axis axis) const {
  const DiscreteTrack::Shape& shape = w.shapes[i];
  const int begin = track_.rail(k, axis);
  RailMotion motion;
  for (int a = 0; a < 4; ++a) {
    const int at = begin + shape.at[static_cast<std::size_t>(a)];
    motion.position += shape.value[a] * w.position[at];
    motion.slope += shape.slope[a] * w.position[at];
    motion.rate += shape.value[a] * w.rate[at];
  }
  return motion;
}

void DiscreteTrackContacts::move_rails(std::size_t i, Workspace& ws) const {
  DiscreteSlice& w = get_discrete(ws);
  w.shapes[i] = track_.calc_shape(get_chainage(i, ws));
  for (std::size_t k = 0; k < 2; ++k) {
    contact::RailUnderWheel& rail = w.wheelsets[i].rails[k];
    const RailMotion y = calc_rail(w, i, k, Axis::y), z = calc_rail(w, i, k, Axis::z);
    rail.y += y.position;
    rail.dy += y.slope;
    rail.v_y = y.rate;
    rail.z += z.position;
    rail.dz += z.slope;
    rail.v_z = z.rate;
  }
}

double DiscreteTrackContacts::put_sag(std::size_t i, double s, double load, integrate::VecRef own,
                                      Workspace&) const {
  double sag = 0.0;
  for (std::size_t k = 0; k < 2; ++k)
    if (contacts()[i].has_wheel[k])
      sag = -track_.add_sag(s, k, load, own.head(track_.coordinate_count()));
  return sag;
}

void DiscreteTrackContacts::get_state_rates(const Workspace& ws, integrate::VecRef rates) const {
  const DiscreteSlice& w = get_discrete(ws);
  const int n = track_.coordinate_count();
  rates.head(n) = w.rate;
  auto acceleration = rates.tail(n);
  track_.calc_accelerations(w.laws, w.position, w.rate, acceleration);
  for (std::size_t i = 0; i < contacts().size(); ++i) {
    for (std::size_t k = 0; k < 2; ++k) {
      if (!contacts()[i].has_wheel[k]) continue;
      const Vec3& force = w.wheelsets[i].wheels[k].force;
      for (const Axis axis : rail_axes) {
        const double load = axis == Axis::y ? force.y() : force.z();
        for (int a = 0; a < 4; ++a) {
          const int at = track_.rail(k, axis) + w.shapes[i].at[static_cast<std::size_t>(a)];
          acceleration[at] -= w.shapes[i].value[a] * load / track_.masses()[at];
        }
      }
    }
  }
}

void DiscreteTrackContacts::add_derivative_stage(std::size_t stage, double t,
                                                 const integrate::ConstVecRef& z,
                                                 Workspace& ws) const {
  for (auto& wheels : get_discrete(ws).wheels)
    for (DiscreteSlice::Wheel& wheel : wheels) wheel.by_rail.setZero(), wheel.by_local.setZero();
  ElasticContacts::add_derivative_stage(stage, t, z, ws);
}

void DiscreteTrackContacts::keep_blocks(std::size_t i, std::size_t k, const WheelBlocks& blocks,
                                        Workspace& ws) const {
  DiscreteSlice::Wheel& wheel = get_discrete(ws).wheels[i][k];
  wheel.by_local = blocks.in_T.middleRows<2>(1);
  wheel.by_rail.leftCols<4>() = blocks.by_rail;
  const ProfileContact& contact = contacts()[i];
  const WheelsetSlice& w = get_profiles(ws)[i];
  const Mat3 R_CT = ws.bodies.bodies[get_body(i)].R_TC.transpose();
  const contact::Side side = k == 0 ? contact::Side::left : contact::Side::right;
  const auto by_slope =
      calc_slope_derivative(contact.wheels.first().wheelset().side(side), k == 0 ? 1.0 : -1.0,
                            w.motion, w.rails[k], w.wheels[k], w.jacobians[k].leftCols<10>());
  wheel.by_rail.topRightCorner<3, 2>() = by_slope.topRows<3>();
  wheel.by_rail.bottomRightCorner<3, 2>() =
      R_CT * by_slope.bottomRows<3>() + skew(contact.middle_C) * (R_CT * by_slope.topRows<3>());
}

void DiscreteTrackContacts::add_state_derivatives(const Workspace& ws, MatX& jacobian) const {
  const DiscreteSlice& w = get_discrete(ws);
  const int own = model().bodies.q_count() + model().bodies.u_count() + state_begin();
  const int n = track_.coordinate_count();
  for (int i = 0; i < n; ++i) jacobian(own + i, own + n + i) = 1.0;
  track_.for_derivatives(w.laws, w.position, [&](int row, int column, double by_q, double by_v) {
    jacobian(own + n + row, own + column) += by_q;
    jacobian(own + n + row, own + n + column) += by_v;
  });
  for (std::size_t i = 0; i < contacts().size(); ++i)
    for (std::size_t k = 0; k < 2; ++k)
      if (contacts()[i].has_wheel[k]) add_wheel_derivatives(i, k, own, ws, jacobian);
}

// Columns: bodies by the rail's coordinates. Rows: the rail's by the wheelset's motion and by its own.
void DiscreteTrackContacts::add_wheel_derivatives(std::size_t i, std::size_t k, int own,
                                                  const Workspace& ws, MatX& jacobian) const {
  const multibody::Model& bodies = model().bodies;
  const DiscreteSlice& w = get_discrete(ws);
  const DiscreteSlice::Wheel& wheel = w.wheels[i][k];
  const DiscreteTrack::Shape& shape = w.shapes[i];
  const int n = track_.coordinate_count(), n_q = bodies.q_count(), n_u = bodies.u_count();
  w.accelerations.setZero();
  multibody::add_wrench_sensitivity(bodies, ws.bodies, ws.jacobian, get_body(i), wheel.by_rail,
                                    w.accelerations);
  const auto at = [&](Eigen::Index axis, int a) {
    return track_.rail(k, rail_axes[axis]) + shape.at[static_cast<std::size_t>(a)];
  };
  for (Eigen::Index c = 0; c < 2; ++c) {
    for (int a = 0; a < 4; ++a) {
      const int column = own + at(c, a);
      jacobian.col(column).segment(n_q, n_u) +=
          shape.value[a] * w.accelerations.col(c) + shape.slope[a] * w.accelerations.col(4 + c);
      jacobian.col(column + n).segment(n_q, n_u) += shape.value[a] * w.accelerations.col(2 + c);
      const int coordinate = at(c, a), row = own + n + coordinate;
      const double load = -shape.value[a] / track_.masses()[coordinate];
      const Eigen::Matrix<double, 1, 12> by_local = load * wheel.by_local.row(c);
      multibody::add_local_rows(bodies, ws.bodies, ws.jacobian, get_body(i), by_local,
                                jacobian.block(row, 0, 1, n_q + n_u));
      for (Eigen::Index d = 0; d < 2; ++d) {
        const double by_place = wheel.by_rail(1 + c, d), by_rate = wheel.by_rail(1 + c, 2 + d);
        const double by_slope = wheel.by_rail(1 + c, 4 + d);
        for (int b = 0; b < 4; ++b) {
          const int other = own + at(d, b);
          jacobian(row, other) += load * (by_place * shape.value[b] + by_slope * shape.slope[b]);
          jacobian(row, other + n) += load * by_rate * shape.value[b];
        }
      }
    }
  }
}

// In the course of a run a wheel comes to every element of its rail.
void DiscreteTrackContacts::mark(PatternMarker& marker) const {
  const int n = track_.coordinate_count(), begin = state_begin();
  const auto join = [&](int row, int column) {
    marker.join_own(begin + n + row, 1, begin + column, 1);
    marker.join_own(begin + n + row, 1, begin + n + column, 1);
  };
  for (int i = 0; i < n; ++i) marker.join_own(begin + i, 1, begin + n + i, 1);
  const VecX nothing = VecX::Zero(n);
  track_.for_derivatives(track_.make_laws(), nothing,
                         [&](int row, int column, double, double) { join(row, column); });
  const double element = track_.ring_length() / track_.node_count();
  for (std::size_t k = 0; k < 2; ++k) {
    for (int e = 0; e < track_.node_count(); ++e) {
      const DiscreteTrack::Shape shape = track_.calc_shape((e + 0.5) * element);
      for (const Axis c : rail_axes)
        for (const Axis d : rail_axes)
          for (const int a : shape.at)
            for (const int b : shape.at) join(track_.rail(k, c) + a, track_.rail(k, d) + b);
    }
    for (std::size_t i = 0; i < contacts().size(); ++i) {
      if (!contacts()[i].has_wheel[k]) continue;
      for (const Axis axis : rail_axes)
        mark_wheel(track_.rail(k, axis), model().wheelsets[i].body, marker);
    }
  }
}

// Speeds feel positions and rates of the rail, rates of the rail feel the wheelset.
void DiscreteTrackContacts::mark_wheel(int rail, int body, PatternMarker& marker) const {
  const int n = track_.coordinate_count(), count = 2 * track_.node_count();
  marker.join_body(body, state_begin() + rail, count);
  marker.join_states(state_begin() + n + rail, count, body);
}

void DiscreteTrackContacts::list_channels(ChannelTable& table) const {
  ElasticContacts::list_channels(table);
  for (std::size_t i = 0; i < contacts().size(); ++i) {
    for (std::size_t k = 0; k < 2; ++k) {
      if (!contacts()[i].has_wheel[k]) continue;
      const std::string base = get_track_name(i, 1 + k) + "/";
      for (const Axis axis : rail_axes) {
        const bool is_up = axis == Axis::z;
        const std::string way =
            is_up ? " of the rail under the wheel up" : " of the rail under the wheel to the left";
        table.add({base + (is_up ? "z" : "y"), "m", "track", "displacement" + way},
                  [this, i, k, axis](const Moment& m) {
                    return calc_rail(get_discrete(m.ws), i, k, axis).position;
                  });
        table.add({base + (is_up ? "v_z" : "v_y"), "m/s", "track",
                   "velocity" + way + ", at the place that moves with the wheel"},
                  [this, i, k, axis](const Moment& m) {
                    const RailMotion rail = calc_rail(get_discrete(m.ws), i, k, axis);
                    return rail.rate + m.ws.travel.v * rail.slope;
                  });
      }
    }
  }
  list_sleepers(table);
}

// Zero while the vehicle is far from the sleeper.
void DiscreteTrackContacts::list_sleepers(ChannelTable& table) const {
  const std::vector<double>& chainages = track_.support().recorded;
  for (std::size_t i = 0; i < chainages.size(); ++i) {
    const DiscreteTrack::NumberedSleeper sleeper = track_.find_sleeper(chainages[i]);
    const std::string base = "sleeper_" + std::to_string(i + 1) + "/";
    for (std::size_t k = 0; k < 2; ++k) {
      const std::string side = k == 0 ? "left" : "right";
      table.add({base + side + "/seat", "N", "track",
                 "force of the " + side + " rail on the sleeper, downward"},
                [this, sleeper, k](const Moment& m) {
                  const DiscreteSlice& w = get_discrete(m.ws);
                  if (!track_.is_in_ring(sleeper, m.ws.travel.s)) return 0.0;
                  return track_.calc_seat(k, sleeper.j, w.position, w.rate);
                });
      table.add({base + side + "/z", "m", "track", "displacement of this half of the sleeper up"},
                [this, sleeper, k](const Moment& m) {
                  const DiscreteSlice& w = get_discrete(m.ws);
                  if (!track_.is_in_ring(sleeper, m.ws.travel.s)) return 0.0;
                  return w.position[track_.sleeper(1 + k, sleeper.j)];
                });
    }
  }
}

}  // namespace fourfoot::system
