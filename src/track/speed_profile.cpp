#include "track/speed_profile.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "base/error.h"

namespace fourfoot::track {

namespace {

void check_table(const std::vector<double>& x, const std::vector<double>& v, const char* what,
                 const SourceLocation& where) {
  std::vector<Finding> findings;
  if (x.size() != v.size() || x.empty())
    findings.push_back({"speed-table", where,
                        "the speed table has " + std::to_string(x.size()) + " " + what + "s and " +
                            std::to_string(v.size()) + " speeds",
                        "give as many of each"});
  for (std::size_t i = 1; i < x.size(); ++i)
    if (!(x[i] > x[i - 1])) {
      findings.push_back({"speed-table", where,
                          std::string("the speed table's ") + what + "s must ascend, entry " +
                              std::to_string(i + 1) + " does not",
                          ""});
      break;
    }
  for (std::size_t i = 0; i < v.size(); ++i)
    if (!(v[i] >= 0.0)) {
      findings.push_back({"speed-table", where,
                          "entry " + std::to_string(i + 1) + " of the speed table is below 0",
                          "vehicles run forward; turn the track round instead"});
      break;
    }
  if (!findings.empty()) throw InputError(findings);
}

}  // namespace

SpeedProfile SpeedProfile::make(std::vector<Phase> phases) {
  SpeedProfile profile;
  profile.phases_ = std::move(phases);
  profile.list_breaks();
  return profile;
}

void SpeedProfile::append(std::vector<Phase>& phases, double t, double a) {
  const Phase& p = phases.back();
  const double dt = t - p.t;
  phases.push_back({t, p.s + (p.v + 0.5 * p.a * dt) * dt, std::max(0.0, p.v + p.a * dt), a});
}

SpeedProfile SpeedProfile::constant(double v, double s0) {
  return make({{0.0, s0, v, 0.0}});
}

SpeedProfile SpeedProfile::uniform(double v0, double a, double s0) {
  std::vector<Phase> phases{{0.0, s0, v0, a}};
  if (a < 0.0) {
    append(phases, -v0 / a, 0.0);
    phases.back().v = 0.0;
  }
  return make(std::move(phases));
}

SpeedProfile SpeedProfile::over_time(const std::vector<double>& t, const std::vector<double>& v,
                                     double s0, const SourceLocation& where) {
  check_table(t, v, "time", where);
  // Built with s = 0 at the first entry, then moved so that s(0) = s0.
  std::vector<Phase> phases{{t.front(), 0.0, v.front(), 0.0}};
  for (std::size_t i = 0; i + 1 < t.size(); ++i) {
    phases.back().a = (v[i + 1] - v[i]) / (t[i + 1] - t[i]);
    append(phases, t[i + 1], 0.0);
    phases.back().v = v[i + 1];
  }
  SpeedProfile profile = make(std::move(phases));
  const double shift = s0 - profile.calc(0.0).s;
  for (Phase& phase : profile.phases_) phase.s += shift;
  return profile;
}

SpeedProfile SpeedProfile::over_distance(const std::vector<double>& s, const std::vector<double>& v,
                                         double s0, const SourceLocation& where) {
  check_table(s, v, "distance", where);
  std::vector<Phase> phases{{0.0, s.front(), v.front(), 0.0}};
  for (std::size_t i = 0; i + 1 < s.size(); ++i) {
    if (v[i] + v[i + 1] <= 0.0)
      throw InputError({"speed-table", where,
                        "the vehicle stands at entries " + std::to_string(i + 1) + " and " +
                            std::to_string(i + 2) + " of the speed table, so it never arrives",
                        "use a table over time"});
    const double ds = s[i + 1] - s[i], time = 2.0 * ds / (v[i] + v[i + 1]);
    phases.back().a = (v[i + 1] - v[i]) / time;
    append(phases, phases.back().t + time, 0.0);
    phases.back().s = s[i + 1];
    phases.back().v = v[i + 1];
  }
  SpeedProfile profile = make(std::move(phases));
  const auto start = profile.find_time(s0);
  if (!start || (profile.calc(*start).v <= 0.0 && profile.calc(*start).a <= 0.0))
    throw InputError(
        {"speed-table", where, "the speed table never brings the vehicle past its start", ""});
  for (Phase& phase : profile.phases_) phase.t -= *start;
  profile.list_breaks();
  return profile;
}

std::size_t SpeedProfile::find_phase(double t) const {
  const auto after = std::upper_bound(phases_.begin(), phases_.end(), t,
                                      [](double x, const Phase& p) { return x < p.t; });
  return static_cast<std::size_t>(after - phases_.begin());
}

Travel SpeedProfile::calc_phase(double t, std::size_t phase) const {
  if (phase == 0) {
    const Phase& first = phases_.front();
    return {first.s + first.v * (t - first.t), first.v, 0.0};
  }
  const Phase& p = phases_[phase - 1];
  const double dt = t - p.t;
  return {p.s + (p.v + 0.5 * p.a * dt) * dt, p.v + p.a * dt, p.a};
}

Travel SpeedProfile::calc(double t) const {
  return calc_phase(t, find_phase(t));
}

Travel SpeedProfile::calc(double t, std::size_t passed) const {
  std::size_t phase = find_phase(t);
  if (passed > 0) phase = std::max(phase, break_phases_[passed - 1] + 1);
  if (passed < break_phases_.size()) phase = std::min(phase, break_phases_[passed]);
  return calc_phase(t, phase);
}

std::optional<double> SpeedProfile::find_time(double s) const {
  const Phase& first = phases_.front();
  if (s < first.s) {
    if (first.v <= 0.0) return std::nullopt;
    return first.t + (s - first.s) / first.v;
  }
  for (std::size_t i = 0; i < phases_.size(); ++i) {
    const Phase& p = phases_[i];
    const bool is_last = i + 1 == phases_.size();
    const double ds = s - p.s;
    if (!is_last && s > phases_[i + 1].s) continue;
    if (ds <= 0.0) return p.t;
    const double root = p.v * p.v + 2.0 * p.a * ds;
    if (root < 0.0 || (p.v <= 0.0 && p.a <= 0.0)) {
      if (is_last) return std::nullopt;
      return phases_[i + 1].t;  // the phase ends there, at rest, up to rounding
    }
    return p.t + 2.0 * ds / (p.v + std::sqrt(root));
  }
  return std::nullopt;
}

void SpeedProfile::list_breaks() {
  breaks_.clear();
  break_phases_.clear();
  for (std::size_t i = 0; i < phases_.size(); ++i) {
    const double before = i == 0 ? 0.0 : phases_[i - 1].a;
    if (phases_[i].a == before) continue;
    breaks_.push_back(phases_[i].t);
    break_phases_.push_back(i);
  }
}

}  // namespace fourfoot::track
