#include "jobs/twist_runs.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/initial_state.h"
#include "analysis/time_run.h"
#include "base/error.h"
#include "scenario/run_options.h"

namespace fourfoot::jobs {

Trajectory run_member(const scenario::Member& member, const TwistHooks& hooks, const char* what,
                      double begin, double end) {
  Trajectory rows(member.system->channels());
  analysis::TimeRunOptions options = scenario::make_run_options(member.scenario);
  options.is_cancelled = hooks.is_cancelled;
  if (hooks.on_progress) {
    hooks.on_progress(begin, what);
    options.on_progress = [&](double t) {
      const double part = std::clamp(t / member.scenario.duration, 0.0, 1.0);
      hooks.on_progress(begin + part * (end - begin), what);
    };
  }
  const analysis::TimeRunSummary summary = analysis::run(
      *member.system, analysis::calc_initial_state(*member.system, member.scenario), options, rows);
  if (summary.fault) std::rethrow_exception(summary.fault);
  if (summary.status != RunStatus::done)
    throw RunError(fmt::format("the run {} ended at t = {:.4g} s: {}", what, summary.t,
                               summary.message.empty() ? "stopped" : summary.message));
  return rows;
}

const std::vector<double>& find_force(const Trajectory& rows, const std::string& name) {
  for (std::size_t i = 0; i < rows.channels().size(); ++i)
    if (rows.channels()[i].name == name) return rows.values(i);
  throw InputError(Finding{"missing-channel",
                           {},
                           "the run has no channel \"" + name + "\"",
                           "set contact.model = \"profiles\""});
}

double calc_mean_between(const Trajectory& rows, const std::vector<double>& x, double from,
                         double to, double* unrest) {
  const std::vector<double>& t = rows.values(0);
  double sum = 0.0, count = 0.0, low = 1e300, high = -1e300;
  for (std::size_t i = 0; i < t.size(); ++i) {
    if (t[i] < from || t[i] > to) continue;
    sum += x[i];
    count += 1.0;
    low = std::min(low, x[i]);
    high = std::max(high, x[i]);
  }
  if (unrest != nullptr) *unrest = std::max(*unrest, high - low);
  return sum / count;
}

namespace {

/// The flat curve and how it is run through: all axles are in the arc for the last metres.
struct CurveRun {
  double speed = 3.0, ahead = 20.0, transition = 30.0, judged = 10.0;  ///< [m/s], [m]
  double duration(double length) const {
    return (ahead + transition + length + 15.0 + judged) / speed;
  }
};

std::vector<Setting> list_bend_settings(const CurveRun& run, double length, double front,
                                        double radius) {
  return {{"track.horizontal",
           fmt::format("[{{type=\"line\",length={}}},{{type=\"clothoid\",length={}}},"
                       "{{type=\"circular-arc\",radius={:.9g},turn=\"left\",length=400}}]",
                       run.ahead + front, run.transition, radius)},
          {"track.cant", "[]"},
          {"track.vertical", "[]"},
          {"track.irregularity", "[]"},
          {"speed", fmt::format("{{v={},start=0}}", run.speed)},
          {"run.duration", fmt::format("{:.9g}", run.duration(length))},
          {"output.step", "0.01"}};
}

}  // namespace

CurveForces run_bend(const ReadMember& read, const std::vector<Axle>& axles,
                     const std::vector<Gear>& gears, double radius, const TwistHooks& hooks) {
  const CurveRun plan;
  const double length = axles.front().x - axles.back().x;
  const double duration = plan.duration(length);
  const scenario::Member member =
      read(list_bend_settings(plan, length, std::max(0.0, axles.front().x), radius));
  const Trajectory rows = run_member(member, hooks, "through the flat curve", rig_share, 1.0);
  const double half = 0.5 * member.scenario.track.contact_distance;
  const double from = duration - plan.judged / plan.speed;
  const auto mean = [&](const std::string& name) {
    return calc_mean_between(rows, find_force(rows, name), from, duration);
  };
  CurveForces forces{{}, std::vector<double>(gears.size(), 0.0)};
  for (const Axle& axle : axles) {
    const double left = mean(axle.name + "/left/Y"), right = mean(axle.name + "/right/Y");
    forces.outward.push_back(-right);
    double pull = 0.0;  // left less right
    for (const char* patch : {"1", "2", "3", "4"})
      pull += mean(fmt::format("{}/left/patch_{}/fx", axle.name, patch)) -
              mean(fmt::format("{}/right/patch_{}/fx", axle.name, patch));
    // The track pushes the wheels by -Y.
    forces.moment[axle.gear] -= (axle.x - gears[axle.gear].middle) * (left + right) + half * pull;
  }
  return forces;
}

}  // namespace fourfoot::jobs
