#include "analysis/settle.h"

#include <algorithm>
#include <cmath>

#include "analysis/divergence.h"
#include "analysis/observed.h"
#include "analysis/steady_motion.h"
#include "base/error.h"
#include "integrate/event_finder.h"
#include "integrate/registry.h"

namespace fourfoot::analysis {

namespace {

/// A motion that is still changing after the time given is followed up to so many times as long.
constexpr double most_extensions = 6.0;

/// A System on an endless track, with the extremes of the observed coordinate as events.
class EndlessProblem : public integrate::Problem {
 public:
  EndlessProblem(const system::System& system, const SettleOptions& options)
      : system_(system), t_(options.t), ws_(system), observed_(system, options.observed, t_) {
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
  VecX displacement;  ///< displacements, of maxima
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
      run(start, most_extensions * options_.longest, [&] { return judge(out); });
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
      extreme.displacement = motion_.calc_difference(base_, y).head(motion_.pi_count());
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
      out.reason = system::describe(system_.limits()[static_cast<std::size_t>(broken)]);
      out.largest = std::abs(now);
      return true;
    }
    if (is_at_rest(out, now) || is_periodic(out)) return true;
    if (integrator_->t() < next_conclusion_) return false;
    next_conclusion_ += options_.longest;
    return conclude(out);
  }

  /// Maxima of the second half of the motion, in two halves: has it become something that lasts?
  bool conclude(Settled& out) const {
    std::vector<std::size_t> maxima = list_maxima();
    maxima.erase(maxima.begin(), maxima.begin() + static_cast<std::ptrdiff_t>(maxima.size() / 2));
    const std::size_t n = maxima.size();
    if (n < 12) {
      out.reason = "too few cycles in the time given";
      return false;
    }
    const Range first = calc_range(maxima[0], maxima[n / 2]);
    const Range last = calc_range(maxima[n / 2], maxima[n - 1]);
    put(last, out);
    const double size = std::max(first.size(), last.size());
    const double spread = calc_spread(maxima, n / 2, n) / size;
    const double before = calc_spread(maxima, 0, n / 2) / size;
    const bool drifts = std::abs(calc_trend(maxima)) > 0.9;
    if (drifts || std::abs(last.size() - first.size()) > 0.05 * size || spread < 0.5 * before) {
      if (drifts || spread > 0.02 || last.size() < 0.95 * first.size()) {
        out.reason = "still changing in the time given";
        return false;
      }
      out.kind = MotionKind::periodic;
      const auto middle = n / 2;
      out.period = (extremes_[maxima[n - 1]].t - extremes_[maxima[middle]].t) /
                   static_cast<double>(n - 1 - middle);
      out.maxima = 1;
      out.reason = "cycles still differ, by less and less";
      return true;
    }
    // What lasts below that without being a cycle is the integrator's tolerance, fed by kinks of
    // the contact forces.
    constexpr double noise = 10.0;
    if (last.size() < noise * options_.quiet) {
      out.kind = MotionKind::stationary;
      out.peak_to_peak = 0.0;
      out.reason = "came to rest but for noise";
      return true;
    }
    std::vector<VecX> places;
    for (const std::size_t i : maxima) places.push_back(extremes_[i].displacement);
    const double per_return = calc_divergence(places);
    if (std::isnan(per_return)) {
      out.reason = "too few cycles to tell what it is";
      return false;
    }
    out.exponent = per_return * static_cast<double>(n - 1) /
                   (extremes_[maxima[n - 1]].t - extremes_[maxima[0]].t);
    out.kind = per_return > options_.chaos ? MotionKind::chaotic : MotionKind::quasi_periodic;
    out.reason = "lasts without coming to a point of the return map";
    return true;
  }

  /// Correlation of the maxima with their number: near 1 or -1 for a slow passage to somewhere
  /// else, near 0 for what comes and goes.
  double calc_trend(const std::vector<std::size_t>& maxima) const {
    const double n = static_cast<double>(maxima.size());
    double sx = 0.0, sxx = 0.0, si = 0.0, sii = 0.0, six = 0.0;
    for (std::size_t k = 0; k < maxima.size(); ++k) {
      const double i = static_cast<double>(k), x = extremes_[maxima[k]].x - extremes_[maxima[0]].x;
      sx += x;
      sxx += x * x;
      si += i;
      sii += i * i;
      six += i * x;
    }
    const double spread = (n * sxx - sx * sx) * (n * sii - si * si);
    return spread > 0.0 ? (n * six - si * sx) / std::sqrt(spread) : 0.0;
  }

  /// Largest less least of some maxima.
  double calc_spread(const std::vector<std::size_t>& maxima, std::size_t from,
                     std::size_t to) const {
    double low = 1e300, high = -1e300;
    for (std::size_t i = from; i < to; ++i) {
      low = std::min(low, extremes_[maxima[i]].x);
      high = std::max(high, extremes_[maxima[i]].x);
    }
    return high - low;
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

  struct Range {
    double low = 1e300, high = -1e300;
    double size() const { return high - low; }
  };
  /// Of the observed coordinate from extreme `first` to `last`.
  Range calc_range(std::size_t first, std::size_t last) const {
    Range range;
    for (std::size_t i = first; i <= last; ++i) {
      range.low = std::min(range.low, extremes_[i].x);
      range.high = std::max(range.high, extremes_[i].x);
    }
    return range;
  }
  static void put(const Range& range, Settled& out) {
    out.largest = std::max(std::abs(range.low), std::abs(range.high));
    out.peak_to_peak = range.size();
    out.mean = 0.5 * (range.low + range.high);
  }
  std::vector<std::size_t> list_maxima() const {
    std::vector<std::size_t> maxima;
    for (std::size_t i = 0; i < extremes_.size(); ++i) {
      if (extremes_[i].is_maximum) maxima.push_back(i);
    }
    return maxima;
  }

  bool is_periodic(Settled& out) {
    if (extremes_.empty() || !extremes_.back().is_maximum) return false;
    const std::vector<std::size_t> maxima = list_maxima();
    for (int m = 1; m <= options_.most_returns; ++m) {
      if (is_cycle(maxima, static_cast<std::size_t>(m), out)) return true;
    }
    // For one that never settles: what it does now.
    if (maxima.size() > 20) put(calc_range(maxima[maxima.size() - 20], extremes_.size() - 1), out);
    return false;
  }

  bool is_cycle(const std::vector<std::size_t>& maxima, std::size_t m, Settled& out) const {
    const std::size_t looks = 6, n = maxima.size();
    if (n < 2 * looks * m + m + 1) return false;
    const Range range = calc_range(maxima[n - 1 - m], extremes_.size() - 1);
    const double size = std::max(range.size(), options_.quiet);
    const auto change = [&](std::size_t k) {
      return (extremes_[maxima[k]].displacement - extremes_[maxima[k - m]].displacement)
                 .cwiseAbs()
                 .maxCoeff() /
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
    put(range, out);
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
  double next_conclusion_ = options_.longest;
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
    case MotionKind::unsettled:
      return "unsettled";
  }
  return "";
}

Settled settle(const system::System& system, const VecX& start, const SettleOptions& options) {
  return Settling(system, options).find(start);
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
