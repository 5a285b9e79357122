#include "jobs/twist_test.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "input/scenario_family.h"
#include "jobs/twist_runs.h"

namespace fourfoot::jobs {

namespace {

using evaluate::Figure;

/// A cycle of the rig as the wheelsets meet it: up, hold, down, and the same the other way.
struct RigCycle {
  double ramp, hold, lead, speed, duration;  ///< [m], [m/s], [s]
  explicit RigCycle(double spacing)
      : ramp(0.14 * spacing),
        hold(0.18 * spacing),
        lead(0.02 * spacing),
        speed(0.96 * spacing / 36.0),
        duration(36.0) {}
  /// When the twist has held for half its time, and when it ends.
  double hold_from(int way) const {
    return (lead + ramp + way * (2.0 * ramp + hold) + 0.5 * hold) / speed;
  }
  double hold_to(int way) const { return hold_from(way) + 0.45 * hold / speed; }
};

constexpr double rig_start = 1000.0;  // in the middle of the line

std::vector<Setting> list_rig_settings(const std::vector<Axle>& axles,
                                       const std::vector<double>& levels, const RigCycle& cycle) {
  std::string faults;
  for (std::size_t i = 0; i < axles.size(); ++i) {
    for (int way = 0; way < 2; ++way) {
      const double at = rig_start + axles[i].x + cycle.lead + way * (2.0 * cycle.ramp + cycle.hold);
      faults += fmt::format(
          "{}{{type=\"twist\",at={:.9g},length={:.9g},plateau={:.9g},"
          "amplitude={:.9g}}}",
          faults.empty() ? "" : ",", at, cycle.ramp, cycle.hold, way == 0 ? levels[i] : -levels[i]);
    }
  }
  return {{"track.horizontal", "[{type=\"line\",length=2000}]"},
          {"track.cant", "[]"},
          {"track.vertical", "[]"},
          {"track.irregularity", "[" + faults + "]"},
          {"speed", fmt::format("{{v={:.9g},start={}}}", cycle.speed, rig_start)},
          {"run.duration", fmt::format("{}", cycle.duration)},
          {"output.step", "0.02"}};
}

/// Cross level of each wheelset: half the body's twist to either side of the middle, and half the
/// bogie's twist on its outer axles.
std::vector<double> list_levels(const std::vector<Axle>& axles, const std::vector<Gear>& gears,
                                const TwistRig& rig) {
  std::vector<double> levels;
  const double middle = 0.5 * (gears.front().middle + gears.back().middle);
  for (const Axle& axle : axles) {
    const Gear& gear = gears[axle.gear];
    const double far = rig.pivot_distance > 0.0 ? (gear.middle - middle) / rig.pivot_distance : 0.0;
    const double near = gear.wheelbase > 0.0 ? (axle.x - gear.middle) / gear.wheelbase : 0.0;
    levels.push_back(rig.body_twist * far + rig.bogie_twist * near);
  }
  return levels;
}

TwistRig run_rig(const ReadMember& read, const std::vector<Axle>& axles,
                 const std::vector<Gear>& gears, const evaluate::TwistTest& test,
                 const TwistHooks& hooks) {
  TwistRig rig;
  rig.pivot_distance = gears.front().middle - gears.back().middle;
  rig.wheelbase = gears.front().wheelbase;
  if (rig.pivot_distance > 0.0)
    rig.body_twist = std::max(0.0, test.body_offset + test.body_rate * rig.pivot_distance);
  if (rig.wheelbase > 0.0)
    rig.bogie_twist = std::max(0.0, test.bogie_offset + test.bogie_rate * rig.wheelbase);
  double spacing = 1e300;
  for (std::size_t i = 1; i < axles.size(); ++i)
    spacing = std::min(spacing, axles[i - 1].x - axles[i].x);
  const RigCycle cycle(spacing);
  const scenario::Member member =
      read(list_rig_settings(axles, list_levels(axles, gears, rig), cycle));
  const Trajectory rows = run_member(member, hooks, "on the rig", 0.0, rig_share);
  for (const Axle& axle : axles) {
    for (const char* side : {"/left", "/right"}) {
      const std::vector<double>& Q = find_force(rows, axle.name + side + "/Q");
      TwistRig::Wheel wheel{axle.name + side, Q.front(), 0.0, 0.0, 0.0};
      wheel.forth = calc_mean_between(rows, Q, cycle.hold_from(0), cycle.hold_to(0), &wheel.unrest);
      wheel.back = calc_mean_between(rows, Q, cycle.hold_from(1), cycle.hold_to(1), &wheel.unrest);
      rig.wheels.push_back(wheel);
    }
  }
  return rig;
}

Figure make_twist_figure(const char* name, const std::string& subject, double value, double limit,
                         const std::string& trust) {
  Figure figure{.norm = "twist", .name = name, .subject = subject};
  figure.value = value;
  figure.unit = "1";
  figure.limit = limit;
  figure.filter = figure.percentile = "none";
  figure.trust = trust;
  return figure;
}

void report_rig(const TwistRig& rig, const evaluate::Limits& limits, evaluate::Evaluation& out) {
  const evaluate::Quantity& q = limits.quantity("twist_unloading");
  for (const TwistRig::Wheel& wheel : rig.wheels) {
    Figure figure =
        make_twist_figure("rig_unloading", wheel.name, 1.0 - wheel.least() / wheel.level,
                          q.calc_limit(0.0, 0.0), q.trust);
    figure.window = "mean while the twist holds";
    figure.note = fmt::format("from {:.4g} to {:.4g} kN; changes by {:.2g} kN while it holds",
                              1e-3 * wheel.level, 1e-3 * wheel.least(), 1e-3 * wheel.unrest);
    out.figures.push_back(figure);
  }
}

void report_bend(const TwistRig& rig, const CurveForces& forces, const std::vector<Axle>& axles,
                 const std::vector<Gear>& gears, const evaluate::Limits& limits,
                 evaluate::Evaluation& out) {
  const evaluate::Quantity& q = limits.quantity("twist_Y_Q");
  for (std::size_t g = 0; g < gears.size(); ++g) {
    const std::size_t leading = gears[g].first;
    const TwistRig::Wheel& wheel = rig.wheels[2 * leading + 1];
    // Right and left wheels take turns on the rig, so the smaller Q of both ways is this wheel's.
    Figure figure =
        make_twist_figure("rig_Y_Q", wheel.name, forces.outward[leading] / wheel.least(),
                          q.calc_limit(0.0, 0.0), q.trust);
    figure.window = "mean of the last 10 m of the curve";
    figure.note =
        fmt::format("Y {:.4g} kN in the flat curve of {:g} m, Q {:.4g} kN on the rig",
                    1e-3 * forces.outward[leading], limits.twist.radius, 1e-3 * wheel.least());
    out.figures.push_back(figure);
    if (gears[g].wheelbase <= 0.0) continue;
    const double load = 0.5 * (axles[gears[g].first].load + axles[gears[g].last].load);
    const double M = std::abs(forces.moment[g]);
    Figure yaw = make_twist_figure(
        "yaw_resistance", axles[gears[g].first].name + " to " + axles[gears[g].last].name,
        M / (gears[g].wheelbase * load), limits.twist.yaw_resistance, limits.twist.trust);
    yaw.window = figure.window;
    yaw.note = fmt::format("moment {:.4g} kN m", 1e-3 * M);
    out.figures.push_back(yaw);
  }
}

}  // namespace

TwistTestResult run_twist_test(const input::ScenarioSource& source, const std::vector<Setting>& set,
                               const LimitsFile& limits, const TwistHooks& hooks) {
  const auto read = [&](std::vector<Setting> more) {
    more.insert(more.begin(), set.begin(), set.end());
    return input::read_member(source, more);
  };
  const std::vector<Axle> axles = list_axles(read({}), limits.limits.running_gear);
  if (axles.size() < 2)
    throw InputError(Finding{"bad-twist-test",
                             {},
                             "a vehicle with one wheelset cannot be twisted",
                             "take one with two wheelsets or more"});
  const std::vector<Gear> gears = list_gears(axles);
  TwistTestResult result;
  result.rig = run_rig(read, axles, gears, limits.limits.twist, hooks);
  const CurveForces forces = run_bend(read, axles, gears, limits.limits.twist.radius, hooks);
  const TwistRig& rig = result.rig;
  result.evaluation.notes.push_back(
      fmt::format("rig: 2a* = {:.4g} m twisted by {:.3g} mm, 2a+ = {:.4g} m by {:.3g} mm ({})",
                  rig.pivot_distance, 1e3 * rig.body_twist, rig.wheelbase, 1e3 * rig.bogie_twist,
                  limits.limits.twist.trust.empty() ? "defaults" : limits.limits.twist.trust));
  report_rig(rig, limits.limits, result.evaluation);
  report_bend(rig, forces, axles, gears, limits.limits, result.evaluation);
  return result;
}

}  // namespace fourfoot::jobs
