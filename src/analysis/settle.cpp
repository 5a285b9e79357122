#include "analysis/settle.h"

#include <algorithm>
#include <cmath>

#include "analysis/observed.h"
#include "analysis/steady_motion.h"
#include "base/error.h"
#include "integrate/event_finder.h"
#include "integrate/registry.h"

namespace fourfoot::analysis {

namespace {

/// A System on an endless track, with the extremes of the observed coordinate as events.
class EndlessProblem : public integrate::Problem {
 public:
  EndlessProblem(const system::System& system, const SettleOptions& options)
      : system_(system),
        t_(options.t),
        ws_(system.model()),
        observed_(system, options.observed, t_) {
    system.set_time(t_, ws_);
  }
  int get_size() const override { return system_.size(); }
  integrate::Partition get_partition() const override { return system_.partition(); }
  void calc_rate(double, const integrate::ConstVecRef& y, integrate::VecRef ydot) override {
    system_.calc_rate(t_, y, ws_, ydot);
  }
  bool calc_jacobian(double, const integrate::ConstVecRef& y, MatX& jacobian) override {
    system_.calc_jacobian(t_, y, ws_, jacobian);
    return true;
  }
  void get_scales(integrate::VecRef scales) const override { scales = system_.get_scales(); }
  int get_event_count() const override { return 1; }
  void calc_events(double, const integrate::ConstVecRef& y, integrate::VecRef g) override {
    g[0] = observed_.calc(y).rate;
  }
  double get_observed(const VecX& y) { return observed_.calc(y).x; }
  /// A limit of the System that the state is beyond; -1: none.
  int find_broken_limit(const VecX& y) {
    if (system_.limit_count() == 0) return -1;
    limits_.resize(system_.limit_count());
    system_.calc_limits(t_, y, ws_, limits_);
    for (int i = 0; i < limits_.size(); ++i) {
      if (limits_[i] <= 0.0) return i;
    }
    return -1;
  }

 private:
  const system::System& system_;
  double t_;
  system::Workspace ws_;
  Observed observed_;
  VecX limits_;
};

struct Extreme {
  double t = 0.0, x = 0.0;
  bool is_maximum = false;
  VecX place;  ///< displacements, of maxima
};

class Settling {
 public:
  Settling(const system::System& system, const SettleOptions& options)
      : system_(system),
        options_(options),
        motion_(system, options.t),
        problem_(system, options),
        integrator_(
            integrate::make_integrator(options.integrator.method, problem_, options.integrator)),
        finder_(problem_, 2) {}

  /// Simulates up to `until`; `is_done` is asked after each extreme and each second.
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
        if (is_done()) return;
      }
      if (integrator_->t() < next_look) continue;
      next_look = integrator_->t() + 1.0;
      if (is_done()) return;
    }
  }

  Settled find(const VecX& start) {
    Settled out;
    try {
      run(start, options_.longest, [&] { return judge(out); });
    } catch (const InputError&) {
      throw;
    } catch (const RunError& error) {
      if (options_.is_cancelled && options_.is_cancelled()) throw;
      out.kind = MotionKind::diverged;
      out.reason = error.what();
    }
    out.time = integrator_->t();
    out.state = integrator_->y();
    return out;
  }

  const std::vector<Extreme>& extremes() const { return extremes_; }

 private:
  void note(const integrate::Event& event, const VecX& y) {
    Extreme extreme;
    extreme.t = event.t;
    extreme.x = problem_.get_observed(y);
    extreme.is_maximum = event.direction < 0;
    if (extreme.is_maximum)
      extreme.place = motion_.calc_difference(base_, y).head(motion_.pi_count());
    extremes_.push_back(std::move(extreme));
  }

  bool judge(Settled& out) {
    const double now = problem_.get_observed(integrator_->y());
    if (std::abs(now) > options_.largest || !integrator_->y().allFinite()) {
      out.kind = MotionKind::diverged;
      out.reason = "the observed coordinate went beyond its limit";
      out.largest = std::abs(now);
      return true;
    }
    const int broken = problem_.find_broken_limit(integrator_->y());
    if (broken >= 0) {
      out.kind = MotionKind::diverged;
      out.reason = system_.describe_limit(broken);
      out.largest = std::abs(now);
      return true;
    }
    return is_at_rest(out, now) || is_periodic(out);
  }

  bool is_at_rest(Settled& out, double now) {
    VecX f;
    motion_.calc_rate(integrator_->y(), f);
    const double moving = (f.array() / motion_.rate_scales().array()).abs().maxCoeff();
    bool quiet = moving < 1e-4;
    const std::size_t n = extremes_.size();
    if (n >= 8) {
      double spread = 0.0;
      for (std::size_t i = n - 7; i < n; ++i)
        spread = std::max(spread, std::abs(extremes_[i].x - extremes_[i - 1].x));
      // Small and growing is not at rest.
      const double last = std::abs(extremes_[n - 1].x - extremes_[n - 2].x);
      const double first = std::abs(extremes_[n - 7].x - extremes_[n - 8].x);
      quiet = quiet || (spread < options_.quiet && last < first);
    }
    if (!quiet) return false;
    out.kind = MotionKind::stationary;
    out.largest = std::abs(now);
    out.mean = now;
    out.peak_to_peak = 0.0;
    out.reason = "came to rest";
    return true;
  }

  /// Extremes of the observed coordinate over the last `maxima` cycles, into `out`.
  void put_range(std::size_t first, Settled& out) const {
    double low = 1e300, high = -1e300;
    for (std::size_t i = first; i < extremes_.size(); ++i) {
      low = std::min(low, extremes_[i].x);
      high = std::max(high, extremes_[i].x);
    }
    out.largest = std::max(std::abs(low), std::abs(high));
    out.peak_to_peak = high - low;
    out.mean = 0.5 * (low + high);
  }

  bool is_periodic(Settled& out) {
    if (extremes_.empty() || !extremes_.back().is_maximum) return false;
    std::vector<std::size_t> maxima;
    for (std::size_t i = 0; i < extremes_.size(); ++i) {
      if (extremes_[i].is_maximum) maxima.push_back(i);
    }
    for (int m = 1; m <= options_.most_returns; ++m) {
      if (is_cycle(maxima, static_cast<std::size_t>(m), out)) return true;
    }
    // For one that never settles: what it does now.
    if (maxima.size() > 20) put_range(maxima[maxima.size() - 20], out);
    return false;
  }

  bool is_cycle(const std::vector<std::size_t>& maxima, std::size_t m, Settled& out) const {
    const std::size_t looks = 6, n = maxima.size();
    if (n < 2 * looks * m + m + 1) return false;
    Settled range;
    put_range(maxima[n - 1 - m], range);
    const double size = std::max(range.peak_to_peak, options_.quiet);
    const auto change = [&](std::size_t k) {
      return (extremes_[maxima[k]].place - extremes_[maxima[k - m]].place).cwiseAbs().maxCoeff() /
             size;
    };
    double now = 0.0, before = 0.0;
    for (std::size_t i = 0; i < looks; ++i) {
      now = std::max(now, change(n - 1 - i));
      before = std::max(before, change(n - 1 - looks * m - i));
    }
    if (now > options_.tolerance) return false;
    const double noise = 20.0 * std::max(options_.integrator.rtol, 1e-9);
    if (now > noise) {
      const double ratio = std::pow(now / before, 1.0 / static_cast<double>(looks));
      if (!(ratio < 1.0) || now * ratio / (1.0 - ratio) > options_.tolerance) return false;
    }
    out.kind = MotionKind::periodic;
    out.largest = range.largest;
    out.peak_to_peak = range.peak_to_peak;
    out.mean = range.mean;
    out.period = extremes_[maxima[n - 1]].t - extremes_[maxima[n - 1 - m]].t;
    out.maxima = static_cast<int>(m);
    out.reason = "the return map came to a point";
    return true;
  }

  const system::System& system_;
  const SettleOptions& options_;
  SteadyMotion motion_;
  EndlessProblem problem_;
  std::unique_ptr<integrate::Integrator> integrator_;
  integrate::EventFinder finder_;
  VecX base_;
  std::vector<Extreme> extremes_;
};

/// Largest Lyapunov exponent: a neighbour's distance, brought back to its first size each second.
double calc_exponent(const system::System& system, VecX y, const SettleOptions& options) {
  SteadyMotion motion(system, options.t);
  EndlessProblem problem(system, options);
  const auto carry = [&](const VecX& from) {
    const auto integrator =
        integrate::make_integrator(options.integrator.method, problem, options.integrator);
    integrator->start(0.0, from);
    while (integrator->t() < 1.0) {
      if (options.is_cancelled && options.is_cancelled()) throw RunError("stopped");
      integrator->step(1.0);
    }
    return VecX(integrator->y());
  };
  constexpr double apart = 1e-3;  // in units of the scales: a micrometre
  VecX dx = VecX::Constant(motion.size(), apart).cwiseProduct(motion.scales());
  const auto measure = [&](const VecX& d) {
    return (d.array() / motion.scales().array()).matrix().norm();
  };
  dx *= apart / measure(dx);
  double sum = 0.0, count = 0.0;
  const int seconds =
      std::max(4, static_cast<int>(std::min(options.exponent_time, options.longest)));
  for (int i = 0; i < seconds; ++i) {
    const VecX neighbour = carry(motion.move(y, dx));
    y = carry(y);
    dx = motion.calc_difference(y, neighbour);
    const double distance = measure(dx);
    if (i >= seconds / 4) {
      sum += std::log(distance / apart);
      count += 1.0;
    }
    dx *= apart / distance;
  }
  return sum / count;
}

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
    case MotionKind::unsettled:
      return "unsettled";
  }
  return "";
}

Settled settle(const system::System& system, const VecX& start, const SettleOptions& options) {
  Settled out = Settling(system, options).find(start);
  if (out.kind != MotionKind::unsettled) return out;
  out.exponent = calc_exponent(system, out.state, options);
  out.kind = out.exponent > options.chaos ? MotionKind::chaotic : MotionKind::quasi_periodic;
  out.reason = "did not settle to a point of the return map in the time given";
  return out;
}

double measure_growth(const system::System& system, const VecX& start, double from, double to,
                      const SettleOptions& options) {
  Settling settling(system, options);
  settling.run(start, to, [] { return false; });
  const std::vector<Extreme>& e = settling.extremes();
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
