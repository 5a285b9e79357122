#include "analysis/mode_names.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "analysis/modes.h"

namespace fourfoot::analysis {

namespace {

enum Direction { along, across, up, roll, pitch, yaw };
constexpr const char* direction_words[6] = {"fore-and-aft", "lateral", "bounce",
                                            "roll",         "pitch",   "yaw"};

constexpr double heavy = 0.4;    // of the heaviest: a car
constexpr double follows = 0.5;  // wheelsets move at least so far: the motion is guided by wheels
constexpr double mostly = 0.75;  // of the energy
constexpr double hardly = 0.03;  // of the energy
constexpr double alike = 0.5;    // cosine of the phase between two bodies
constexpr double overdamped = 0.9995;

// --- roles ---

using Neighbours = std::vector<std::set<std::size_t>>;

Neighbours list_neighbours(const vehicle::VehicleModel& model) {
  Neighbours joined(model.bodies.body_count());
  const auto join = [&](std::size_t a, std::size_t b) {
    joined[a].insert(b);
    joined[b].insert(a);
  };
  for (const vehicle::ElementInstance& element : model.elements) {
    if (element.first >= 0)
      join(static_cast<std::size_t>(element.first), static_cast<std::size_t>(element.second));
  }
  for (const multibody::Joint& joint : model.bodies.joints())
    if (!joint.given.a_on_track) join(joint.a, joint.b);
  return joined;
}

std::vector<bool> find_held_by_track(const vehicle::VehicleModel& model) {
  std::vector<bool> held(model.bodies.body_count(), false);
  for (const vehicle::ElementInstance& element : model.elements)
    if (element.first < 0) held[static_cast<std::size_t>(element.second)] = true;
  return held;
}

std::vector<BodyRole> find_roles(const vehicle::VehicleModel& model) {
  const std::vector<multibody::Body>& bodies = model.bodies.bodies();
  std::vector<BodyRole> roles(bodies.size(), BodyRole::other);
  for (const vehicle::WheelsetInstance& wheelset : model.wheelsets)
    roles[static_cast<std::size_t>(wheelset.body)] = BodyRole::wheelset;
  double heaviest = 0.0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies[i].is_wheelset()) roles[i] = BodyRole::wheelset;
    if (bodies[i].given.is_track_part) roles[i] = BodyRole::track;
    if (roles[i] == BodyRole::other) heaviest = std::max(heaviest, bodies[i].given.mass);
  }
  const std::vector<bool> held = find_held_by_track(model);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (roles[i] == BodyRole::other && !held[i] && bodies[i].given.mass >= heavy * heaviest)
      roles[i] = BodyRole::car;
  }
  const Neighbours joined = list_neighbours(model);
  const auto count = [&](std::size_t i, BodyRole role) {
    return std::count_if(joined[i].begin(), joined[i].end(),
                         [&](std::size_t j) { return roles[j] == role; });
  };
  std::vector<BodyRole> found = roles;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (roles[i] != BodyRole::other) continue;
    const auto wheelsets = count(i, BodyRole::wheelset);
    const bool carries = held[i] || count(i, BodyRole::car) > 0;
    const bool rests = count(i, BodyRole::other) > 0;
    if (wheelsets >= 2 || (wheelsets == 0 && carries && rests)) found[i] = BodyRole::bogie;
  }
  return found;
}

// --- what moves ---

using Amplitudes = std::array<Complex, 6>;

struct Moving {
  const ModeBody* body;
  Amplitudes amplitude{};
  double energy(int d) const {
    const auto k = static_cast<std::size_t>(d);
    return body->inertia[k] * std::norm(amplitude[k]);
  }
};

using Group = std::vector<Moving>;

Group select(const Group& all, BodyRole role) {
  Group group;
  std::copy_if(all.begin(), all.end(), std::back_inserter(group),
               [&](const Moving& m) { return m.body->role == role; });
  return group;
}

double sum(const Group& group, std::initializer_list<int> directions) {
  double energy = 0.0;
  for (const Moving& m : group)
    for (const int d : directions) energy += m.energy(d);
  return energy;
}

double sum(const Group& group) {
  return sum(group, {along, across, up, roll, pitch, yaw});
}

int find_leading(const Group& group) {
  int best = 0;
  for (int d = 1; d < 6; ++d)
    if (sum(group, {d}) > sum(group, {best})) best = d;
  return best;
}

Complex get(const Moving& m, int direction) {
  return m.amplitude[static_cast<std::size_t>(direction)];
}

double find_largest(const Group& group, int direction) {
  double largest = 0.0;
  for (const Moving& m : group) largest = std::max(largest, std::abs(get(m, direction)));
  return largest;
}

// Cosine of the phase between two; 0 where one does not move.
double compare(Complex a, Complex b) {
  const double size = std::abs(a) * std::abs(b);
  return size > 0.0 ? (a * std::conj(b)).real() / size : 0.0;
}

// "front bogie hunting", "bogie hunting, in phase": who of several takes part, and how.
std::string say_who(const Group& group, int direction, const std::string& kind,
                    const std::string& motion) {
  const double all = sum(group, {direction});
  if (group.size() < 2 || all <= 0.0) return kind + " " + motion;
  for (const Moving& m : group) {
    if (m.energy(direction) <= 0.8 * all) continue;
    if (group.size() > 2) return m.body->name + " " + motion;
    const bool front = m.body->x >= std::max(group[0].body->x, group[1].body->x);
    return (front ? "front " : "rear ") + kind + " " + motion;
  }
  std::size_t with = 0, against = 0;
  for (std::size_t i = 1; i < group.size(); ++i) {
    const Complex a = get(group[0], direction), b = get(group[i], direction);
    if (std::min(std::abs(a), std::abs(b)) < 0.1 * find_largest(group, direction)) continue;
    const double likeness = compare(a, b);
    if (likeness > alike) ++with;
    if (likeness < -alike) ++against;
  }
  if (with + 1 == group.size()) return kind + " " + motion + ", in phase";
  if (group.size() == 2 && against == 1) return kind + " " + motion + ", anti-phase";
  return kind + " " + motion;
}

// The turning point of a car that sways is where -phi z + y = 0: above its mass centre if y and
// phi go together, below it if they oppose each other.
std::string name_sway(const Group& cars) {
  const double lateral = sum(cars, {across}), rolling = sum(cars, {roll});
  if (rolling < hardly * (lateral + rolling)) return direction_words[across];
  if (lateral < hardly * (lateral + rolling)) return direction_words[roll];
  double together = 0.0;
  for (const Moving& m : cars) together += (get(m, across) * std::conj(get(m, roll))).real();
  return together > 0.0 ? "upper sway" : "lower sway";
}

// How far a car goes sideways above its wheelsets, rolling counted one metre from its mass centre.
double find_lateral(const Group& cars, const Group& wheelsets) {
  double largest = 0.0;
  for (const Moving& car : cars) {
    for (const Moving& w : wheelsets) {
      const Complex there = get(car, across) + get(car, yaw) * (w.body->x - car.body->x);
      largest = std::max(largest, std::abs(there) + std::abs(get(car, roll)));
    }
  }
  return largest;
}

// Hunting couples lateral and yawing motion; one of them alone is a vibration.
std::string name_hunting(const Group& bogies, const Group& wheelsets) {
  if (!bogies.empty()) {
    const int lead = sum(bogies, {across}) >= sum(bogies, {yaw}) ? across : yaw;
    return say_who(bogies, lead, "bogie", "hunting");
  }
  return say_who(wheelsets, across, "wheelset", "hunting");
}

std::string name_wheelset(const Group& wheelsets) {
  const double lateral = sum(wheelsets, {across}), turning = sum(wheelsets, {yaw});
  if (turning < hardly * (lateral + turning))
    return say_who(wheelsets, across, "wheelset", direction_words[across]);
  if (lateral < hardly * (lateral + turning))
    return say_who(wheelsets, yaw, "wheelset", direction_words[yaw]);
  return say_who(wheelsets, across, "wheelset", "hunting");
}

std::string name_car(const Group& cars, const Group& bogies, const Group& wheelsets) {
  const double sway = sum(cars, {across, roll});
  const double most = std::max({sum(cars, {along}), sum(cars, {up}), sum(cars, {pitch})});
  const bool is_lateral = std::max(sway, sum(cars, {yaw})) > most;
  const double of_wheelsets = find_largest(wheelsets, across),
               of_cars = find_lateral(cars, wheelsets);
  if (is_lateral && of_wheelsets >= follows * of_cars) {
    // A heavy car holds the energy even where it hardly moves.
    if (of_wheelsets > 2.0 * of_cars) return name_hunting(bogies, wheelsets);
    return say_who(cars, sum(cars, {yaw}) > sway ? yaw : across, "car body", "hunting");
  }
  if (is_lateral && sway >= sum(cars, {yaw})) {
    const int lead = sum(cars, {across}) >= sum(cars, {roll}) ? across : roll;
    return say_who(cars, lead, "car body", name_sway(cars));
  }
  const int lead = is_lateral ? static_cast<int>(yaw) : find_leading(cars);
  return say_who(cars, lead, "car body", direction_words[lead]);
}

std::string name_running_gear(const Group& bogies, const Group& wheelsets) {
  const double of_wheelsets = sum(wheelsets, {across, yaw});
  const double lateral = of_wheelsets + sum(bogies, {across, yaw});
  if (lateral >= 0.5 * (sum(bogies) + sum(wheelsets))) {
    if (bogies.empty() || of_wheelsets > mostly * lateral) return name_wheelset(wheelsets);
    const int lead = sum(bogies, {across}) >= sum(bogies, {yaw}) ? across : yaw;
    if (find_largest(wheelsets, across) >= follows * find_largest(bogies, across) &&
        find_largest(wheelsets, across) >= follows * find_largest(bogies, yaw))
      return name_hunting(bogies, wheelsets);
    return say_who(bogies, lead, "bogie", direction_words[lead]);
  }
  const bool of_bogies = sum(bogies) >= sum(wheelsets);
  const Group& leading = of_bogies ? bogies : wheelsets;
  const int lead = find_leading(leading);
  if (!of_bogies && lead == pitch) return say_who(wheelsets, pitch, "wheelset", "spin");
  return say_who(leading, lead, of_bogies ? "bogie" : "wheelset", direction_words[lead]);
}

std::string name_single(const Group& group) {
  const auto most =
      std::max_element(group.begin(), group.end(),
                       [](const Moving& a, const Moving& b) { return sum({a}) < sum({b}); });
  return most->body->name + " " + direction_words[find_leading({*most})];
}

Group gather(const std::vector<ModeShare>& shares, const std::vector<ModeBody>& bodies) {
  Group all;
  for (const ModeBody& body : bodies) {
    Moving moving{&body, {}};
    for (const ModeShare& share : shares) {
      if (share.body != body.name) continue;
      const auto* key = std::find(std::begin(multibody::coordinate_words),
                                  std::end(multibody::coordinate_words), share.coordinate);
      if (key == std::end(multibody::coordinate_words)) continue;
      moving.amplitude[static_cast<std::size_t>(key - std::begin(multibody::coordinate_words))] =
          std::polar(share.amplitude, share.phase);
    }
    all.push_back(moving);
  }
  return all;
}

}  // namespace

std::vector<ModeBody> list_mode_bodies(const vehicle::VehicleModel& model) {
  const std::vector<BodyRole> roles = find_roles(model);
  std::vector<ModeBody> bodies;
  for (std::size_t i = 0; i < roles.size(); ++i) {
    const multibody::BodyDescription& given = model.bodies.body(i).given;
    const Vec3 moments = given.inertia.diagonal();
    bodies.push_back({given.name,
                      roles[i],
                      given.chainage_offset + given.nominal.x(),
                      {given.mass, given.mass, given.mass, moments.x(), moments.y(), moments.z()}});
  }
  return bodies;
}

namespace {

/// "car bending": where a body deforms with more energy than all bodies move with as a whole; else
/// empty.
std::string name_deformation(const std::vector<ModeShare>& shares,
                             const std::vector<ModeBody>& bodies, double of_all) {
  double most = 0.0, sum_of_modes = 0.0;
  std::string name;
  for (const ModeShare& share : shares) {
    if (!share.coordinate.starts_with("mode_")) continue;
    const auto body = std::find_if(bodies.begin(), bodies.end(),
                                   [&](const ModeBody& b) { return b.name == share.body; });
    if (body == bodies.end()) continue;
    const double energy = body->inertia[0] * share.amplitude * share.amplitude;
    sum_of_modes += energy;
    if (energy <= most) continue;
    most = energy;
    name = share.body + " deformation, mode " + share.coordinate.substr(5);
  }
  return sum_of_modes > of_all ? name : "";
}

}  // namespace

std::string name_mode(Complex value, const std::vector<ModeShare>& shares,
                      const std::vector<ModeBody>& bodies) {
  if (is_neutral(value)) return "neutral";
  const Group all = gather(shares, bodies);
  if (std::string name = name_deformation(shares, bodies, sum(all)); !name.empty()) return name;
  if (sum(all) <= 0.0) return "suspension state";
  const Group cars = select(all, BodyRole::car), bogies = select(all, BodyRole::bogie);
  const Group wheelsets = select(all, BodyRole::wheelset);
  const Group others = select(all, BodyRole::other), pieces = select(all, BodyRole::track);
  const double of_car = sum(cars), of_gear = sum(bogies) + sum(wheelsets);
  const double of_others = sum(others), of_track = sum(pieces);
  const double most = std::max({of_car, of_gear, of_others, of_track});
  std::string name;
  if (most == of_car)
    name = name_car(cars, bogies, wheelsets);
  else if (most == of_gear)
    name = name_running_gear(bogies, wheelsets);
  else if (most == of_track)
    name = std::string("track ") + direction_words[find_leading(pieces)];
  else
    name = name_single(others);
  if (std::abs(value.real()) < overdamped * std::abs(value)) return name;
  return name + (value.real() > 0.0 ? ", diverging" : ", overdamped");
}

}  // namespace fourfoot::analysis
