#include "analysis/run_warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace fourfoot::analysis {

namespace {

constexpr double gap = 0.2;                           // [s]
constexpr double fewest_load = 0.3, most_load = 2.0;  // Q / Q0
constexpr double least_swing = 0.5;                   // of Q0, between two extremes
constexpr double small_turn = 0.1;                    // of Q0: smaller turns are no extremes
constexpr double shortest = 1e-3, longest = 12.5e-3;  // half a period [s]
constexpr int enough_swings = 10;

using EventKind = RunEvent::Kind;

std::string describe_chainages(double from, double to) {
  if (to - from < 0.01) return fmt::format("at s = {:.2f} m", from);
  return fmt::format("from s = {:.2f} to {:.2f} m", from, to);
}

}  // namespace

WheelWatch::WheelWatch(const system::System& system) : system_(system) {
  const vehicle::VehicleModel& model = system.model();
  for (std::size_t i = 0; i < system.wheels().size(); ++i) {
    const vehicle::WheelsetInstance& wheelset = model.wheelsets[system.wheels()[i].wheelset];
    const auto& given = model.bodies.body(static_cast<std::size_t>(wheelset.body)).given;
    const bool is_left = system.wheels()[i].side == contact::Side::left;
    Wheel wheel;
    wheel.name = given.name + (is_left ? "/left" : "/right");
    wheel.index = i;
    wheel.offset = given.chainage_offset;
    wheel.load = is_left ? wheelset.load_left : wheelset.load_right;
    if (!(wheel.load > 0.0))
      wheel.load = wheelset.axle_load / (wheelset.left && wheelset.right ? 2.0 : 1.0);
    if (wheel.load > 0.0) wheels_.push_back(std::move(wheel));
  }
}

void WheelWatch::extend(Spell& spell, const Wheel& wheel, double t_from, double t, double s,
                        double low, double high) const {
  if (!spell.is_open) {
    spell = {};
    spell.is_open = true;
    spell.t_begin = t_from;
    spell.s_front = s;
    spell.s_begin = s + wheel.offset;
    spell.low = low;
    spell.high = high;
  }
  spell.lasted += t - t_from;
  spell.t_last = t;
  spell.s_last = s + wheel.offset;
  spell.low = std::min(spell.low, low);
  spell.high = std::max(spell.high, high);
}

// Half periods of about the length of the contact resonance's, one after another.
void WheelWatch::add_extreme(Wheel& w, double t, double s, double Q) {
  const double half = t - w.t_extreme, swing = std::abs(Q - w.extreme);
  if (swing > least_swing * w.load && half > shortest && half < longest) {
    if (w.swings == 0) w.t_first_swing = w.t_extreme;
    ++w.swings;
    if (w.swings >= enough_swings) {
      const double from = w.swings == enough_swings ? w.t_first_swing : w.t_extreme;
      extend(w.vibration, w, from, t, s, std::min(Q, w.extreme), std::max(Q, w.extreme));
      w.vibration.swings += w.swings == enough_swings ? enough_swings : 1;
    }
  } else {
    w.swings = 0;
  }
  w.extreme = Q;
  w.t_extreme = t;
}

void WheelWatch::add(double t, const system::Workspace& ws, std::vector<RunEvent>& events) {
  const double s = system_.line().calc_travel(t).s;
  for (Wheel& w : wheels_) {
    const double Q = system_.get_Q(ws, w.index);
    if (!has_begun_) {
      w.extreme = w.candidate = Q;
      w.t_extreme = w.t_candidate = t;
      w.direction = 0;
      w.swings = 0;
    } else {
      if (Q <= 0.0) extend(w.lift, w, w.t, t, s, Q, Q);
      if (Q < fewest_load * w.load) extend(w.unloading, w, w.t, t, s, Q, Q);
      if (Q > most_load * w.load) extend(w.overload, w, w.t, t, s, Q, Q);
      const int turned = Q > w.candidate ? 1 : -1;
      if (w.direction == 0 || turned == w.direction) {
        if (w.direction == 0 && std::abs(Q - w.candidate) > small_turn * w.load)
          w.direction = turned;
        if (w.direction != 0) {
          w.candidate = Q;
          w.t_candidate = t;
        }
      } else if (std::abs(Q - w.candidate) > small_turn * w.load) {
        add_extreme(w, w.t_candidate, s, w.candidate);
        w.direction = turned;
        w.candidate = Q;
        w.t_candidate = t;
      }
      if (w.lift.is_open && t - w.lift.t_last > gap) put_lift(w, events);
      if (w.unloading.is_open && t - w.unloading.t_last > gap) put_unloading(w, events);
      if (w.overload.is_open && t - w.overload.t_last > gap) put_overload(w, events);
      if (w.vibration.is_open && t - w.vibration.t_last > gap) put_vibration(w, events);
    }
    w.Q = Q;
    w.t = t;
  }
  has_begun_ = true;
}

void WheelWatch::close(std::vector<RunEvent>& events) {
  for (Wheel& w : wheels_) {
    if (w.lift.is_open) put_lift(w, events);
    if (w.unloading.is_open) put_unloading(w, events);
    if (w.overload.is_open) put_overload(w, events);
    if (w.vibration.is_open) put_vibration(w, events);
  }
  has_begun_ = false;
}

void WheelWatch::put_lift(Wheel& w, std::vector<RunEvent>& events) const {
  Spell& spell = w.lift;
  events.push_back({spell.t_begin, spell.s_front, EventKind::lift, w.name,
                    fmt::format("off its rail for {:.3g} s {}", spell.lasted,
                                describe_chainages(spell.s_begin, spell.s_last)),
                    spell.lasted});
  spell.is_open = false;
}

void WheelWatch::put_unloading(Wheel& w, std::vector<RunEvent>& events) const {
  Spell& spell = w.unloading;
  events.push_back(
      {spell.t_begin, spell.s_front, EventKind::unloading, w.name,
       fmt::format("Q down to {:.1f} kN, {:.2f} times the static load, {}", 1e-3 * spell.low,
                   spell.low / w.load, describe_chainages(spell.s_begin, spell.s_last)),
       -spell.low / w.load});
  spell.is_open = false;
}

void WheelWatch::put_overload(Wheel& w, std::vector<RunEvent>& events) const {
  Spell& spell = w.overload;
  events.push_back(
      {spell.t_begin, spell.s_front, EventKind::overload, w.name,
       fmt::format("Q up to {:.1f} kN, {:.2f} times the static load, {}", 1e-3 * spell.high,
                   spell.high / w.load, describe_chainages(spell.s_begin, spell.s_last)),
       spell.high / w.load});
  spell.is_open = false;
}

void WheelWatch::put_vibration(Wheel& w, std::vector<RunEvent>& events) const {
  Spell& spell = w.vibration;
  const double lasted = std::max(spell.lasted, shortest);
  events.push_back({spell.t_begin, spell.s_front, EventKind::vibration, w.name,
                    fmt::format("at {:.0f} Hz for {:.3g} s, Q from {:.1f} to {:.1f} kN, {}",
                                0.5 * spell.swings / lasted, lasted, 1e-3 * spell.low,
                                1e-3 * spell.high, describe_chainages(spell.s_begin, spell.s_last)),
                    spell.high - spell.low});
  spell.is_open = false;
}

std::vector<std::string> list_warnings(const std::vector<RunEvent>& events) {
  struct Warning {
    EventKind kind;
    const char* words;
  };
  constexpr Warning kinds[4] = {{EventKind::vibration, "vibrates on its contact spring"},
                                {EventKind::lift, "leaves its rail"},
                                {EventKind::unloading, "is unloaded"},
                                {EventKind::overload, "is overloaded"}};
  const auto get_wheelset = [](const std::string& wheel) {
    return wheel.substr(0, wheel.find('/'));
  };
  std::set<std::string> vibrating, lifting;  // wheelsets, wheels
  for (const RunEvent& event : events) {
    if (event.kind == EventKind::lift) lifting.insert(event.subject);
    if (event.kind == EventKind::vibration) vibrating.insert(get_wheelset(event.subject));
  }
  std::vector<std::string> warnings;
  for (const Warning& kind : kinds) {
    std::map<std::string, std::pair<const RunEvent*, int>> worst;
    for (const RunEvent& event : events) {
      if (event.kind != kind.kind) continue;
      auto& [found, count] = worst[event.subject];
      if (found == nullptr || event.size > found->size) found = &event;
      ++count;
    }
    for (const auto& [wheel, entry] : worst) {
      const auto& [event, count] = entry;
      if (kind.kind == EventKind::unloading && lifting.count(wheel) > 0) continue;  // said already
      std::string text = wheel + " " + kind.words + ": " + event->what;
      if (count > 1) text += fmt::format(" ({} more)", count - 1);
      text += kind.kind == EventKind::vibration
                  ? "; cause: friction couples its vertical and lateral vibration "
                    "(docs/theory/dry-rails.md)"
              : vibrating.count(get_wheelset(wheel)) > 0
                  ? "; cause: that vibration"
                  : "; cause: the track or the vehicle's motion";
      warnings.push_back(std::move(text));
    }
  }
  return warnings;
}

}  // namespace fourfoot::analysis
