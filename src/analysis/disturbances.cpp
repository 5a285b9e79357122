#include "analysis/disturbances.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/initial_state.h"
#include "analysis/mode_names.h"
#include "analysis/observed.h"
#include "analysis/task_pool.h"

namespace fourfoot::analysis {

namespace {

/// Bodies that are shifted and turned together.
struct Gear {
  std::string name;
  double x = 0.0;
  std::vector<const ModeBody*> bodies;
};

constexpr double same_position = 0.5;  // [m] along the vehicle: a frame and its bolster
constexpr double half_gauge = 0.75;    // [m]

// Bogies, each with the wheelsets and small bodies nearest to it; else the wheelsets themselves.
std::vector<Gear> list_gears(const std::vector<ModeBody>& bodies) {
  std::vector<Gear> gears;
  for (const BodyRole role : {BodyRole::bogie, BodyRole::wheelset}) {
    if (!gears.empty()) break;
    for (const ModeBody& body : bodies) {
      if (body.role != role) continue;
      const bool is_known = std::any_of(gears.begin(), gears.end(), [&](const Gear& gear) {
        return std::abs(gear.x - body.x) < same_position;
      });
      if (!is_known) gears.push_back({body.name, body.x, {}});
    }
  }
  for (const ModeBody& body : bodies) {
    if (gears.empty() || body.role == BodyRole::car || body.role == BodyRole::track) continue;
    const auto nearest =
        std::min_element(gears.begin(), gears.end(), [&](const Gear& a, const Gear& b) {
          return std::abs(a.x - body.x) < std::abs(b.x - body.x);
        });
    nearest->bodies.push_back(&body);
  }
  return gears;
}

Disturbance shift_gear(const Gear& gear) {
  Disturbance out{gear.name + " shifted", {}, {}, 0.5};
  for (const ModeBody* body : gear.bodies) {
    scenario::InitialEntry entry;
    entry.body = body->name;
    entry.displacement.y() = 1.0;
    out.entries.push_back(entry);
  }
  return out;
}

Disturbance yaw_gear(const Gear& gear) {
  double arm = 0.0;
  for (const ModeBody* body : gear.bodies)
    if (body->role == BodyRole::wheelset) arm = std::max(arm, std::abs(body->x - gear.x));
  if (arm < same_position) arm = half_gauge;
  Disturbance out{gear.name + " yawed", {}, {}, 0.5};
  for (const ModeBody* body : gear.bodies) {
    scenario::InitialEntry entry;
    entry.body = body->name;
    entry.angles.z() = 1.0 / arm;
    entry.displacement.y() = (body->x - gear.x) / arm;
    out.entries.push_back(entry);
  }
  return out;
}

/// At the phase at which the wheelset that moves most is at its height.
Disturbance follow_mode(const OperatingPoint& operating, const Mode& mode) {
  SteadyMotion motion(*operating.system, operating.t);
  Complex largest = 0.0;
  for (const vehicle::WheelsetInstance& wheelset : operating.system->model().wheelsets) {
    const multibody::Model& bodies = operating.system->model().bodies;
    const std::string& name = bodies.body(static_cast<std::size_t>(wheelset.body)).given.name;
    for (int i = 0; i < motion.pi_count(); ++i) {
      if (motion.name(i) == name + "/v_y" && std::abs(mode.shape[i]) > std::abs(largest))
        largest = mode.shape[i];
    }
  }
  if (std::abs(largest) == 0.0) {  // a wheelset held by joints has no displacement of its own
    Eigen::Index at = 0;
    motion.get_displacements(mode.shape).cwiseAbs().maxCoeff(&at);
    largest = mode.shape[at];
  }
  return {mode.name, {}, (mode.shape / largest).real(), 1.0};
}

}  // namespace

std::vector<Disturbance> list_disturbances(const OperatingPoint& operating) {
  std::vector<Disturbance> all;
  if (!operating.equilibrium) return all;
  if (operating.hunting)
    all.push_back(follow_mode(operating, *operating.hunting));
  else if (operating.mode)
    all.push_back(follow_mode(operating, *operating.mode));
  const std::vector<ModeBody> bodies = list_mode_bodies(operating.system->model());
  const std::vector<Gear> gears = list_gears(bodies);
  for (const Gear& gear : gears) all.push_back(shift_gear(gear));
  for (const Gear& gear : gears) all.push_back(yaw_gear(gear));
  return all;
}

namespace {

Disturbance join(const std::string& name, const std::vector<Disturbance>& parts, bool alternate) {
  Disturbance out{name, {}, {}, 1.0};
  double sign = 1.0;
  for (const Disturbance& part : parts) {
    for (scenario::InitialEntry entry : part.entries) {
      entry.displacement *= sign;
      entry.angles *= sign;
      out.entries.push_back(std::move(entry));
    }
    if (alternate) sign = -sign;
  }
  return out;
}

bool runs_in_the_middle(const OperatingPoint& operating) {
  constexpr double middle = 1e-4;  // [m]
  ObservedSet watched(*operating.system, "", operating.t);
  const std::vector<Observed::Value>& at = watched.calc(operating.equilibrium->state);
  for (std::size_t i = 0; i < at.size(); ++i)
    if (watched.is_wheelset(i) && std::abs(at[i].x) > middle) return false;
  return true;
}

}  // namespace

std::vector<Disturbance> list_large_disturbances(const OperatingPoint& operating) {
  if (!operating.equilibrium) return {};
  const std::vector<ModeBody> bodies = list_mode_bodies(operating.system->model());
  std::vector<Disturbance> shifted, yawed, all;
  for (const Gear& gear : list_gears(bodies)) {
    shifted.push_back(shift_gear(gear));
    yawed.push_back(yaw_gear(gear));
  }
  if (shifted.size() > 1) {
    all.push_back(join("all shifted", shifted, false));
    all.push_back(join("neighbours shifted apart", shifted, true));
    all.push_back(join("all yawed", yawed, false));
  }
  for (std::vector<Disturbance>* each : {&shifted, &yawed}) {
    for (Disturbance& one : *each) {
      one.share = 1.0;
      all.push_back(std::move(one));
    }
  }
  if (runs_in_the_middle(operating)) return all;
  const std::size_t count = all.size();
  for (std::size_t i = 0; i < count; ++i) {
    all.push_back(all[i]);
    all.back().share = -1.0;
  }
  return all;
}

VecX put(const OperatingPoint& operating, const Disturbance& disturbance, double size) {
  const VecX& steady = operating.equilibrium->state;
  size *= disturbance.share;
  if (disturbance.entries.empty()) {
    SteadyMotion motion(*operating.system, operating.t);
    return motion.move(steady, size * disturbance.direction);
  }
  return put_disturbance(*operating.system, disturbance.entries, steady, operating.t, size);
}

namespace {

struct OneTried {
  Settled motion;
  std::string name;
  int trials = 0;
  double simulated = 0.0;
  bool lasts() const { return is_lasting(motion.kind); }
};

OneTried try_one(const OperatingPoint& operating, const Disturbance& disturbance, double size,
                 const SettleOptions& prepared) {
  OneTried out;
  for (const double part : {1.0, 0.5, 0.25}) {
    out.name = fmt::format("{} {:.3g} mm", disturbance.name, 1e3 * part * size * disturbance.share);
    out.motion = settle(*operating.system, put(operating, disturbance, part * size), prepared);
    ++out.trials;
    out.simulated += out.motion.time;
    if (!is_lost(out.motion.kind)) break;
  }
  return out;
}

}  // namespace

DisturbedMotion try_disturbances(const OperatingPoint& operating, const DisturbanceOptions& options,
                                 const SettleOptions& settle_options) {
  const SettleOptions prepared = operating.prepare(settle_options);
  std::vector<Disturbance> shapes = list_disturbances(operating);
  if (shapes.size() > options.most) shapes.resize(options.most);
  if (options.with_large) {
    for (Disturbance& large : list_large_disturbances(operating))
      shapes.push_back(std::move(large));
  }
  std::vector<OneTried> tried(shapes.size());
  if (options.is_proof) {
    run_tasks(
        shapes.size(), options.threads, make_counter(shapes.size()),
        [&](std::size_t i) { tried[i] = try_one(operating, shapes[i], options.size, prepared); },
        settle_options.is_cancelled);
  } else {
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      tried[i] = try_one(operating, shapes[i], options.size, prepared);
      if (tried[i].lasts()) tried.resize(i + 1);
      if (i + 1 >= tried.size()) break;
    }
  }
  DisturbedMotion out;
  for (OneTried& one : tried) {
    out.trials += one.trials;
    out.simulated += one.simulated;
    out.tried += (out.tried.empty() ? "" : "; ") + one.name;
    if (!out.chosen.empty()) continue;
    if (one.lasts()) out.chosen = one.motion.disturbance = one.name;
    // What derails even by the smallest is told only where nothing else is known.
    const bool tells_more = one.lasts() || !is_lost(one.motion.kind);
    if (tells_more || out.motion.kind != MotionKind::stationary) out.motion = std::move(one.motion);
  }
  return out;
}

bool are_different(const Settled& a, const Settled& b) {
  constexpr double alike = 1.5;
  if (a.wheelset != b.wheelset) return true;
  return std::max(a.wheelset_range, b.wheelset_range) >
         alike * std::min(a.wheelset_range, b.wheelset_range);
}

OtherMotions find_other_motions(const OperatingPoint& operating, const Settled& known,
                                const DisturbanceOptions& options,
                                const SettleOptions& settle_options) {
  constexpr std::size_t most = 3;
  SettleOptions prepared = operating.prepare(settle_options);
  // That it lasts and how large it is will do; whether it has a period need not be known.
  constexpr double longest = 5.0;
  prepared.longest = std::min(prepared.longest, longest);
  const std::vector<Disturbance> shapes = list_large_disturbances(operating);
  std::vector<OneTried> tried(shapes.size());
  run_tasks(
      shapes.size(), options.threads, make_counter(shapes.size()),
      [&](std::size_t i) { tried[i] = try_one(operating, shapes[i], options.size, prepared); },
      settle_options.is_cancelled);
  OtherMotions out;
  for (OneTried& one : tried) {
    out.trials += one.trials;
    out.simulated += one.simulated;
    one.motion.disturbance = one.name;
  }
  std::stable_sort(tried.begin(), tried.end(), [](const OneTried& a, const OneTried& b) {
    return a.motion.wheelset_range > b.motion.wheelset_range;
  });
  for (OneTried& one : tried) {
    const bool is_new = one.lasts() && are_different(one.motion, known) &&
                        std::all_of(out.motions.begin(), out.motions.end(),
                                    [&](const Settled& m) { return are_different(one.motion, m); });
    if (is_new && out.motions.size() < most) out.motions.push_back(std::move(one.motion));
  }
  return out;
}

}  // namespace fourfoot::analysis
