#include "analysis/equilibrium.h"
#include "analysis/steady_cause.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/line_up.h"
#include "analysis/steady_motion.h"
#include "base/error.h"
#include "base/state_out_of_range.h"
#include "math/eigenvalues.h"
#include "math/least_squares.h"
#include "math/rank_factors.h"

namespace fourfoot::analysis {

namespace {

// Pivots below this part of the largest count as none: rows and columns are in units that make
// vehicles' stiff and soft modes differ by some 1e7, rounding leaves 1e-15.
constexpr double rank_threshold = 1e-11;
constexpr int patience = 10;  // steps of the transient without progress
// All modes of rails on sleepers would take minutes; such systems stay where Newton's method ends.
constexpr int most_for_modes = 800;

class EquilibriumSearch {
 public:
  EquilibriumSearch(const system::System& system, VecX start, const EquilibriumOptions& options)
      : motion_(system, options.t), options_(options), workspace_(system), y_(std::move(start)) {
    motion_.calc_jacobian(y_, f_, jacobian_);
  }

  Equilibrium find() {
    const VecX start = y_;
    bool found = iterate_newton();
    std::string method = "newton";
    if (!found) {
      for (const double factor : {1.0, 10.0}) {
        y_ = start;
        motion_.calc_jacobian(y_, f_, jacobian_);
        found = iterate_transient(factor * options_.added_damping);
        if (found) break;
      }
      method = "pseudo-transient";
    }
    if (!found) fail();
    polish();
    if (options_.leave_saddles && motion_.size() <= most_for_modes && is_in_curve() &&
        leave_saddles())
      method = "pseudo-transient";
    check_forces();
    return {y_, calc_worst(f_), iterations_, method, list_indifferent()};
  }

 private:
  /// The largest entry of f in its own unit (1/s of displacement, speed or state).
  static double calc_worst(const VecX& f) { return f.cwiseAbs().maxCoeff(); }
  double calc_norm(const VecX& f) const {
    return (f.array() / motion_.rate_scales().array()).matrix().norm();
  }

  /// dx of least scaled norm with (J - shift) dx = -f; `damping` takes alpha pi' from u'.
  VecX solve(double inverse_step, double damping) {
    const VecX& r = motion_.rate_scales();
    scaled_ = jacobian_;
    VecX b = -f_;
    const auto n = static_cast<Eigen::Index>(motion_.size());
    if (damping > 0.0) {
      std::vector<Eigen::Triplet<double>> entries;
      for (Eigen::Index k = 0; k < n; ++k) entries.emplace_back(k, k, 1.0);
      for (int i = 0; i < motion_.pi_count(); ++i) {
        const int row = motion_.pi_count() + motion_.u_of(i);
        entries.emplace_back(row, i, -damping);
        b[row] += damping * f_[i];
      }
      SparseMat rows(n, n);
      rows.setFromTriplets(entries.begin(), entries.end());
      scaled_ = rows * jacobian_;
    }
    SparseMat shift(n, n);
    shift.setIdentity();
    scaled_ = scaled_ - inverse_step * shift;
    scale();
    const VecX right = (b.array() / r.array()).matrix();
    return RankFactors(scaled_, rank_threshold).solve(right).cwiseProduct(motion_.scales());
  }
  void scale() {
    const VecX& s = motion_.scales();
    const VecX inverse = motion_.rate_scales().cwiseInverse();
    for (Eigen::Index k = 0; k < scaled_.cols(); ++k) {
      for (SparseMat::InnerIterator it(scaled_, k); it; ++it)
        it.valueRef() = inverse[it.row()] * it.value() * s[k];
    }
  }

  double calc_limit(const VecX& dx) const {
    const auto pi = motion_.get_displacements(dx);
    const double largest = pi.size() == 0 ? 0.0 : pi.cwiseAbs().maxCoeff();
    return largest > options_.largest_move ? options_.largest_move / largest : 1.0;
  }

  /// Norm of f at y moved by dx; infinite where the model cannot say.
  double try_step(const VecX& dx, VecX& y, VecX& f) {
    try {
      y = motion_.move(y_, dx);
      if (!is_on_track(y)) return std::numeric_limits<double>::infinity();
      motion_.calc_rate(y, f);
    } catch (const StateOutOfRange&) {
      return std::numeric_limits<double>::infinity();
    }
    const double norm = calc_norm(f);
    return std::isfinite(norm) ? norm : std::numeric_limits<double>::infinity();
  }

  /// A wheelset under its rails rests as well as one on them; it is not what is looked for.
  bool is_on_track(const VecX& y) {
    const system::System& system = motion_.system();
    if (system.limit_count() == 0) return true;
    calc_limits(y);
    return (limits_.head(system.position_limit_count()).array() > 0.0).all();
  }
  void calc_limits(const VecX& y) {
    const system::System& system = motion_.system();
    limits_.resize(system.limit_count());
    system.set_time(options_.t, workspace_);
    system.calc_limits(options_.t, y, workspace_, limits_);
  }
  /// Forces that would end a run at once.
  void check_forces() {
    const system::System& system = motion_.system();
    if (system.limit_count() == system.position_limit_count()) return;
    calc_limits(y_);
    for (int k = system.position_limit_count(); k < system.limit_count(); ++k) {
      if (!(limits_[k] > 0.0))
        throw RunError("in steady running " +
                       system::describe(system.limits()[static_cast<std::size_t>(k)].limit) +
                       describe_steady_cause(system, ""));
    }
  }

  void accept(const VecX& y) {
    y_ = y;
    motion_.calc_jacobian(y_, f_, jacobian_);
    ++iterations_;
    if (options_.is_cancelled && options_.is_cancelled()) throw RunError("stopped");
  }

  bool iterate_newton() {
    VecX y, f;
    for (int i = 0; i < options_.newton_iterations; ++i) {
      if (calc_worst(f_) < options_.tolerance) return true;
      const VecX dx = solve(0.0, 0.0);
      const double now = calc_norm(f_);
      double step = 1.0;  // unlimited: |f| must fall, and a sagging body may have far to go
      bool better = false;
      for (int k = 0; k < 10 && !better; ++k, step *= 0.5) {
        better = try_step(step * dx, y, f) < (1.0 - 1e-4 * step) * now;
      }
      if (!better) return false;
      accept(y);
    }
    return calc_worst(f_) < options_.tolerance;
  }

  bool iterate_transient(double damping) {
    VecX y, f, last = VecX::Zero(motion_.size());
    double h = 1e-3, best = std::numeric_limits<double>::infinity();
    int since_best = 0, turns = 0;
    for (int i = 0; i < options_.transient_iterations; ++i) {
      if (calc_worst(f_) < options_.tolerance) return true;
      const VecX dx = solve(1.0 / h, damping);
      const double limit = calc_limit(dx);
      const double before = calc_norm(f_);
      const double after = try_step(limit * dx, y, f);
      // A growing residual is no fault on the way (a wheel meets the rail), one that leaps is.
      if (after > 1e3 * (before + 1.0)) {
        h *= 0.25;
        if (h < 1e-9) return false;
        continue;
      }
      accept(y);
      const double growth =
          std::clamp(before / std::max(after, 1e-300), after < before ? 1.2 : 0.5, 4.0);
      h = std::min(limit < 1.0 ? h * limit * 1.5 : h * growth, 1e9);
      h = std::max(h, 1e-6);
      // Steps too long for a law's bend (saturated creep at low speed) swing about it for ever;
      // steps that go on the same way with an unchanged residual (a sliding wheel speeds up) do
      // not.
      const VecX way = (dx.array() / motion_.scales().array()).matrix();
      since_best = after < 0.99 * best ? 0 : since_best + 1;
      turns = since_best == 0 ? 0 : turns + (way.dot(last) < 0.0 ? 1 : 0);
      best = since_best == 0 ? after : best;
      last = way;
      if (since_best < patience || 3 * turns < patience) continue;
      h = std::max(1e-6, 0.1 * std::min(h, 1.0));
      best = after;
      since_best = turns = 0;
      if (after < 10.0 && iterate_newton()) return true;
    }
    return calc_worst(f_) < options_.tolerance;
  }

  // The tolerance is met; further steps cost little and serve derivatives taken here.
  void polish() {
    VecX y, f;
    for (int i = 0; i < 5; ++i) {
      const VecX dx = solve(0.0, 0.0);
      if (!(try_step(dx, y, f) < 0.5 * calc_norm(f_))) return;
      accept(y);
    }
  }

  bool is_in_curve() const {
    const system::Line& line = motion_.system().line();
    system::FrameCursor cursor;
    MovingFrame frame;
    const track::Travel travel = line.calc_travel(options_.t);
    line.calc_frame(travel, 0.0, cursor, frame);
    return std::abs(frame.w_NT_T.z()) > 1e-6 * std::abs(travel.v);
  }

  /// Newton's method stops at any state of rest. If small motions grow there without swinging, they
  /// are followed to where they end, in steps that are short against their growth (longer ones of
  /// implicit Euler would lead back). True if that is another state of rest.
  bool leave_saddles() {
    const VecX saddle = y_;
    const Eigenpairs pairs = calc_eigenpairs(MatX(jacobian_));
    Eigen::Index worst = -1;
    for (Eigen::Index i = 0; i < pairs.values.size(); ++i) {
      const bool is_real = pairs.values[i].imag() == 0.0;
      if (is_real && pairs.values[i].real() > (worst < 0 ? 0.1 : pairs.values[worst].real()))
        worst = i;
    }
    if (worst < 0) return false;
    const double growth = pairs.values[worst].real();
    const VecX shape = pairs.vectors.col(worst).real();
    const double size = motion_.get_displacements(shape).cwiseAbs().maxCoeff();
    for (const double way : {0.1e-3, -0.1e-3}) {
      VecX y, f;
      y_ = saddle;
      if (!std::isfinite(try_step(way / size * shape, y, f))) continue;
      accept(y);
      if (follow(0.2 / growth)) return true;
    }
    y_ = saddle;
    motion_.calc_jacobian(y_, f_, jacobian_);
    return false;
  }

  /// Implicit Euler with the step h until the motion has died down, then Newton's method.
  bool follow(double h) {
    VecX y, f;
    const double start = calc_norm(f_);
    double most = start;
    for (int i = 0; i < options_.transient_iterations; ++i) {
      const VecX dx = solve(1.0 / h, 0.0);
      if (!std::isfinite(try_step(calc_limit(dx) * dx, y, f))) return false;
      accept(y);
      const double now = calc_norm(f_);
      most = std::max(most, now);
      if (now < 0.05 * most && most > 10.0 * start && iterate_newton()) {
        polish();
        return true;
      }
    }
    return false;
  }

  /// A basis of what J does not see, told by the freedoms that stand out in it.
  std::vector<std::string> list_indifferent() {
    scaled_ = jacobian_;
    scale();
    const RankFactors factors(scaled_, rank_threshold);
    const Eigen::Index rank = factors.rank(), n = scaled_.cols();
    if (rank == n) return {};
    const std::vector<int> pivots = order_columns(factors.calc_null_space().transpose());
    std::vector<std::string> names;
    for (Eigen::Index k = 0; k < n - rank; ++k) {
      names.push_back(motion_.name(pivots[static_cast<std::size_t>(k)]));
    }
    std::sort(names.begin(), names.end());
    return names;
  }

  [[noreturn]] void fail() const {
    Eigen::Index worst = 0;
    (f_.array() / motion_.rate_scales().array()).abs().maxCoeff(&worst);
    const int i = static_cast<int>(worst);
    const char* kind = motion_.part(i) == SteadyMotion::Part::displacement ? "speed"
                       : motion_.part(i) == SteadyMotion::Part::speed      ? "acceleration"
                                                                           : "rate";
    throw RunError(fmt::format(
        "no steady running state was found at t = {:.6g} s, v = {:.6g} m/s: the {} along "
        "\"{}\" is still {:.3g} (SI) after {} iterations{}",
        options_.t, motion_.system().line().calc_travel(options_.t).v, kind, motion_.name(i),
        f_[worst], iterations_, describe_steady_cause(motion_.system(), motion_.name(i))));
  }

  SteadyMotion motion_;
  const EquilibriumOptions& options_;
  system::Workspace workspace_;
  VecX y_, f_, limits_;
  SparseMat jacobian_, scaled_;
  int iterations_ = 0;
};

}  // namespace

Equilibrium find_equilibrium(const system::System& system, const VecX& start,
                             const EquilibriumOptions& options) {
  return EquilibriumSearch(system, start, options).find();
}

Equilibrium find_equilibrium(const system::System& system, const EquilibriumOptions& options) {
  system::Workspace ws(system);
  EquilibriumOptions lasting = options;
  lasting.leave_saddles = true;
  return find_equilibrium(system, line_up(system, options.t, system.calc_nominal_state(ws)),
                          lasting);
}

}  // namespace fourfoot::analysis
