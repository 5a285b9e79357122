#include "analysis/settle.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/endless_problem.h"
#include "analysis/motion_judge.h"
#include "analysis/steady_motion.h"
#include "base/error.h"
#include "integrate/event_finder.h"
#include "integrate/registry.h"

namespace fourfoot::analysis {

namespace {

class Settling {
 public:
  Settling(const system::System& system, const SettleOptions& options)
      : options_(options),
        motion_(system, options.t),
        problem_(system, options.observed, options.t),
        judge_(options, problem_.watched().size()),
        integrator_(
            integrate::make_integrator(options.integrator.method, problem_, options.integrator)),
        finder_(problem_, 2) {
    if (options.steady.size() == system.size())
      judge_.set_steady(problem_.watched().calc(options.steady));
  }

  /// Simulates up to `until`; `is_done` is asked after each extreme of what leads and each second.
  void run(const VecX& start, double until, const std::function<bool()>& is_done) {
    base_ = start;
    integrator_->start(0.0, start);
    finder_.start(0.0, start);
    double next_look = 1.0;
    VecX y(start.size());
    while (integrator_->t() < until) {
      if (options_.is_cancelled && options_.is_cancelled()) throw RunError("stopped");
      integrator_->step(until);
      integrate::Event event;
      while (finder_.find_next(*integrator_, event)) {
        integrator_->interpolate(event.t, y);
        note(event, y);
        if (static_cast<std::size_t>(event.index) == judge_.lead() && is_done()) return;
      }
      sample();
      if (integrator_->t() < next_look) continue;
      next_look = integrator_->t() + 1.0;
      judge_.choose_lead();
      if (is_done()) return;
    }
  }

  Settled find(const VecX& start) {
    Settled out;
    try {
      bool is_settled = false;
      run(start, MotionJudge::most_extensions * options_.longest,
          [&] { return is_settled = judge(out); });
      if (!is_settled) judge_.finish(out);
    } catch (const InputError&) {
      throw;
    } catch (const RunError& error) {
      if (options_.is_cancelled && options_.is_cancelled()) throw;
      out.kind = MotionKind::diverged;
      out.reason = error.what();
    }
    out.time = integrator_->t();
    out.state = integrator_->y();
    name_wheelset(out);
    return out;
  }

  const MotionTrack& observed() const { return judge_.tracks().front(); }

 private:
  void note(const integrate::Event& event, const VecX& y) {
    MotionExtreme extreme;
    extreme.t = event.t;
    extreme.x = problem_.watched().calc(y)[static_cast<std::size_t>(event.index)].x;
    extreme.is_maximum = event.direction < 0;
    if (extreme.is_maximum)
      extreme.displacement = motion_.get_displacements(motion_.calc_difference(base_, y));
    judge_.add(static_cast<std::size_t>(event.index), std::move(extreme));
  }

  void sample() { judge_.sample(integrator_->t(), problem_.watched().calc(integrator_->y())); }

  /// What the wheelsets did in the last cycle, or in the last seconds.
  void name_wheelset(Settled& out) const {
    const ObservedSet& watched = problem_.watched();
    for (std::size_t i = 0; i < judge_.tracks().size(); ++i) {
      if (!watched.is_wheelset(i)) continue;
      const MotionTrack& track = judge_.tracks()[i];
      const double range = out.period > 0.0
                               ? track.calc_range_since(out.time - 1.01 * out.period).size()
                               : track.calc_recent(4).size();
      if (!out.wheelset.empty() && range <= out.wheelset_range) continue;
      out.wheelset = watched.name(i).substr(0, watched.name(i).rfind('/'));
      out.wheelset_range = range;
    }
    if (out.kind == MotionKind::stationary) out.wheelset_range = 0.0;
  }

  bool judge(Settled& out) {
    const std::vector<Observed::Value> now = problem_.watched().calc(integrator_->y());
    for (const Observed::Value& value : now) {
      if (std::abs(value.x) <= options_.largest && integrator_->y().allFinite()) continue;
      out.kind = MotionKind::diverged;
      out.reason = "a wheelset or the observed coordinate went beyond its limit";
      out.largest = std::abs(value.x);
      return true;
    }
    if (const system::Limit* broken = problem_.find_broken_limit(integrator_->y())) {
      out.kind = broken->kind == system::Limit::Kind::roll_over    ? MotionKind::overturned
                 : broken->kind == system::Limit::Kind::derailment ? MotionKind::derailed
                                                                   : MotionKind::diverged;
      out.reason = system::describe(*broken);
      out.largest = std::abs(now.front().x);
      return true;
    }
    VecX f;
    motion_.calc_rate(integrator_->y(), f);
    const double moving = (f.array() / motion_.rate_scales().array()).abs().maxCoeff();
    return judge_.judge(integrator_->t(), now, moving < 1e-4, out);
  }

  const SettleOptions& options_;
  SteadyMotion motion_;
  EndlessProblem problem_;
  MotionJudge judge_;
  std::unique_ptr<integrate::Integrator> integrator_;
  integrate::EventFinder finder_;
  VecX base_;
};

}  // namespace

const char* get_word(MotionKind kind) {
  switch (kind) {
    case MotionKind::stationary:
      return "stationary";
    case MotionKind::periodic:
      return "periodic";
    case MotionKind::quasi_periodic:
      return "quasi-periodic";
    case MotionKind::chaotic:
      return "chaotic";
    case MotionKind::diverged:
      return "diverged";
    case MotionKind::derailed:
      return "derailed";
    case MotionKind::overturned:
      return "overturned";
    case MotionKind::fading:
      return "fading";
    case MotionKind::unsettled:
      return "unsettled";
  }
  return "";
}

std::string describe_outcome(const Settled& motion) {
  std::string text = get_word(motion.kind);
  if (is_lost(motion.kind)) return text + ": " + motion.reason;
  if (motion.kind == MotionKind::stationary || motion.wheelset.empty()) return text;
  text += fmt::format(", {} {:.3g} mm peak to peak", motion.wheelset, 1e3 * motion.wheelset_range);
  if (motion.period > 0.0)
    text += fmt::format(", {:.3g} Hz", static_cast<double>(motion.maxima) / motion.period);
  return text;
}

Settled settle(const system::System& system, const VecX& start, const SettleOptions& options) {
  return Settling(system, options).find(start);
}

double measure_growth(const system::System& system, const VecX& start, double from, double to,
                      const SettleOptions& options) {
  Settling settling(system, options);
  settling.run(start, to, [] { return false; });
  const std::vector<MotionExtreme>& e = settling.observed().extremes();
  double n = 0.0, st = 0.0, sl = 0.0, stt = 0.0, stl = 0.0;
  for (std::size_t i = 1; i < e.size(); ++i) {
    const double t = 0.5 * (e[i].t + e[i - 1].t), spread = std::abs(e[i].x - e[i - 1].x);
    if (t < from || spread <= 0.0) continue;
    const double l = std::log(spread);
    n += 1.0;
    st += t;
    sl += l;
    stt += t * t;
    stl += t * l;
  }
  if (n < 3.0) throw RunError("the motion does not oscillate: no growth can be measured");
  return (n * stl - st * sl) / (n * stt - st * st);
}

}  // namespace fourfoot::analysis
