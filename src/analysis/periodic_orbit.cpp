#include "analysis/periodic_orbit.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include "analysis/observed.h"
#include "analysis/tangent_flow.h"
#include "base/error.h"
#include "math/dense.h"
#include "math/eigenvalues.h"

namespace fourfoot::analysis {

namespace {

/// Scales of x along a branch. Wheels that spin faster because the vehicle runs faster are no
/// progress along it: with the scale of other speeds they would outweigh all else, and steps would
/// be steps of the speed, which end at a fold.
VecX make_scales(const SteadyMotion& motion) {
  VecX scales = motion.scales();
  std::vector<bool> has_place(static_cast<std::size_t>(motion.u_count()), false);
  for (int i = 0; i < motion.pi_count(); ++i)
    has_place[static_cast<std::size_t>(motion.u_of(i))] = true;
  for (int k = 0; k < motion.u_count(); ++k) {
    if (!has_place[static_cast<std::size_t>(k)]) scales[motion.pi_count() + k] *= 1e4;
  }
  return scales;
}

/// A point of the branch and the direction in which it goes on, in scaled unknowns.
struct BranchPoint {
  double value = 0.0;
  VecX state;
  double period = 0.0;
  VecX tangent;    ///< (x, T, p), of norm 1
  MatX monodromy;  ///< dx(T)/dx
};

class OrbitSearch {
 public:
  OrbitSearch(const scenario::Family& family, const ContinuationOptions& options)
      : family_(family),
        options_(options),
        mesh_(VecX::Constant(options.steps, 1.0 / options.steps)) {}

  /// Newton from `point` with corrections orthogonal to its tangent; the number of iterations, or
  /// nothing. `fixed`: the parameter stays.
  std::optional<int> correct(BranchPoint& point, bool fixed) {
    constexpr int most = 10;
    double before = 1e300;
    for (int i = 0; i < most; ++i) {
      if (options_.is_cancelled && options_.is_cancelled()) throw RunError("stopped");
      build(point, fixed, i == 0);
      const double size = residual_.cwiseAbs().maxCoeff();
      // Corners of the laws make single steps worse, a run away does it again and again.
      if (!std::isfinite(size) || (i > 3 && size > 4.0 * before)) return std::nullopt;
      before = size;
      const VecX step = LuFactors(matrix_).solve(VecX(-residual_));
      const double length = step.cwiseAbs().maxCoeff();
      if (!std::isfinite(length) || length > 50.0) return std::nullopt;
      move(point, step);
      if (length < 1e-4 || (size < 1e-8 && i > 0)) return i + 1;
    }
    return std::nullopt;
  }

  /// The direction of the branch at the point corrected last, on from the direction it has; the
  /// last step of the correction was so small that its matrix serves.
  void find_tangent(BranchPoint& point) {
    VecX right = VecX::Zero(matrix_.rows());
    right[right.size() - 1] = 1.0;
    point.tangent = LuFactors(matrix_).solve(right).normalized();
  }

  void move(BranchPoint& point, const VecX& step) {
    const int n = static_cast<int>(step.size()) - 2;
    const auto system = get_system(point.value);
    SteadyMotion motion(*system, options_.t);
    const VecX dx = step.head(n).cwiseProduct(make_scales(motion));
    point.state = motion.move(point.state, dx);
    point.period *= std::exp(step[n] * period_scale);
    point.value += step[n + 1] * options_.parameter_scale;
  }

  PeriodicOrbit describe(const BranchPoint& point) {
    const auto system = get_system(point.value);
    Observed observed(*system, options_.observed, options_.t);
    TangentFlow flow(*system, options_.t);
    PeriodicOrbit orbit;
    orbit.value = point.value;
    orbit.state = point.state;
    orbit.period = point.period;
    put_multipliers(point.monodromy, orbit);
    const VecX scales = system->get_scales();
    std::vector<double> t, x;
    std::vector<VecX> rates;
    VecX y = point.state;
    MatX none;
    flow.carry(point.period, mesh_, y, none, [&](double at, const VecX& state) {
      t.push_back(at);
      x.push_back(observed.calc(state).x);
      rates.push_back(flow.calc_rate(state).cwiseQuotient(scales));
    });
    const auto [low, high] = find_extremes(t, x);
    orbit.largest = std::max(std::abs(low), std::abs(high));
    orbit.peak_to_peak = high - low;
    adapt_mesh(rates);
    return orbit;
  }

  std::shared_ptr<const system::System> get_system(double value) {
    if (!system_ || value != system_value_) {
      system_ = family_(value).system;
      system_value_ = value;
    }
    return system_;
  }

 private:
  static constexpr double period_scale = 0.01;

  /// Extremes of samples over one period, by the parabola through three of them; the last sample
  /// is the first one again.
  static std::pair<double, double> find_extremes(const std::vector<double>& t,
                                                 const std::vector<double>& x) {
    double low = 1e300, high = -1e300;
    const std::size_t n = x.size() - 1;
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t before = i > 0 ? i - 1 : n - 1;
      const double left = t[before + 1] - t[before], right = t[i + 1] - t[i];
      const double s1 = (x[i] - x[before]) / left, s2 = (x[i + 1] - x[i]) / right;
      double top = x[i];
      if (s1 * s2 < 0.0) {
        const double bend = (s2 - s1) / (left + right), slope = s1 + bend * left;
        top -= 0.25 * slope * slope / bend;
      }
      low = std::min(low, top);
      high = std::max(high, top);
    }
    return {low, high};
  }

  /// Steps for the next orbits: half of them evenly, half where rates change fast (a flange that
  /// strikes), so that the square root of the change is the same in each.
  void adapt_mesh(const std::vector<VecX>& rates) {
    const Eigen::Index n = mesh_.size();
    VecX share(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      const auto k = static_cast<std::size_t>(i);
      share[i] = std::sqrt((rates[k + 1] - rates[k]).cwiseAbs().maxCoeff());
    }
    share = 0.5 * mesh_ + 0.5 * share / std::max(share.sum(), 1e-300);
    VecX mesh(n);
    Eigen::Index at = 0;
    double used = 0.0, left = share[0];  // of the old step `at`: part of its length, of its share
    for (Eigen::Index i = 0; i < n; ++i) {
      double wanted = 1.0 / static_cast<double>(n);
      mesh[i] = 0.0;
      while (wanted > left && at + 1 < n) {
        mesh[i] += (1.0 - used) * mesh_[at];
        wanted -= left;
        used = 0.0;
        left = share[++at];
      }
      const double part = std::min(wanted / share[at], 1.0 - used);
      mesh[i] += part * mesh_[at];
      used += part;
      left -= part * share[at];
    }
    mesh_ = mesh / mesh.sum();
  }

  static void put_multipliers(const MatX& monodromy, PeriodicOrbit& orbit) {
    Eigen::VectorXcd values = calc_eigenvalues(monodromy);
    std::sort(values.begin(), values.end(),
              [](const Complex& a, const Complex& b) { return std::abs(a) > std::abs(b); });
    Eigen::Index trivial = 0;
    (values.array() - Complex(1.0)).abs().minCoeff(&trivial);
    orbit.multipliers = values;
    orbit.largest_multiplier = 0.0;
    for (Eigen::Index i = 0; i < values.size(); ++i) {
      if (i != trivial)
        orbit.largest_multiplier = std::max(orbit.largest_multiplier, std::abs(values[i]));
    }
  }

  /// x(T) - x and its derivatives, the phase and the arclength rows, all scaled. d/dp changes
  /// little while a point is corrected: taken `anew` once.
  void build(BranchPoint& point, bool fixed, bool anew) {
    const auto system = get_system(point.value);
    SteadyMotion motion(*system, options_.t);
    TangentFlow flow(*system, options_.t);
    const VecX s = make_scales(motion);
    const int n = motion.size();
    const MatX basis = motion.calc_basis(point.state);
    VecX end = point.state;
    MatX tangent = basis;
    flow.carry(point.period, mesh_, end, tangent);
    const VecX gap = motion.calc_difference(point.state, end);
    MatX reduced(n, n + 1);
    // Columns and the final rate, seen in the coordinates at the start.
    for (int j = 0; j <= n; ++j) {
      const VecX moved = point.state + (j < n ? VecX(tangent.col(j)) : VecX(flow.calc_rate(end)));
      reduced.col(j) = motion.calc_difference(point.state, moved);
    }
    point.monodromy = reduced.leftCols(n);
    matrix_.setZero(n + 2, n + 2);
    residual_.setZero(n + 2);
    residual_.head(n) = gap.cwiseQuotient(s);
    matrix_.topLeftCorner(n, n) =
        s.cwiseInverse().asDiagonal() * (point.monodromy - MatX::Identity(n, n)) * s.asDiagonal();
    matrix_.block(0, n, n, 1) = reduced.col(n).cwiseQuotient(s) * point.period * period_scale;
    VecX rate;
    motion.calc_rate(point.state, rate);
    matrix_.block(n, 0, 1, n) = rate.cwiseQuotient(s).normalized().transpose();
    if (fixed) {
      matrix_(n + 1, n + 1) = 1.0;
      return;
    }
    if (anew) put_parameter_column(point, end);
    matrix_.block(0, n + 1, n, 1) = by_parameter_;
    matrix_.row(n + 1) = point.tangent.transpose();
  }

  void put_parameter_column(const BranchPoint& point, const VecX& end) {
    const double dp = 1e-4 * options_.parameter_scale;
    const auto other = family_(point.value + dp).system;
    TangentFlow flow(*other, options_.t);
    VecX moved_end = point.state;
    MatX none;
    flow.carry(point.period, mesh_, moved_end, none);
    SteadyMotion motion(*other, options_.t);
    const VecX change = motion.calc_difference(end, moved_end).cwiseQuotient(make_scales(motion));
    by_parameter_ = change / 1e-4;
  }

  const scenario::Family& family_;
  const ContinuationOptions& options_;
  std::shared_ptr<const system::System> system_;
  double system_value_ = 0.0;
  MatX matrix_;
  VecX residual_, by_parameter_;
  VecX mesh_;  ///< parts of a period
};

/// A small orbit about the equilibrium, in the plane of the mode that neither grows nor decays.
BranchPoint start_at_hopf(OrbitSearch& search, double value, const ContinuationOptions& options,
                          Branch& branch) {
  const auto system = search.get_system(value);
  EquilibriumOptions at_rest;
  at_rest.t = options.t;
  const Equilibrium equilibrium = find_equilibrium(*system, at_rest);
  const std::vector<Mode> modes = find_modes(*system, equilibrium, options.t);
  const Mode* hopf = nullptr;
  for (const Mode& mode : modes) {
    if (mode.value.imag() < 1e-3) continue;
    if (hopf == nullptr || std::abs(mode.damping()) < std::abs(hopf->damping())) hopf = &mode;
  }
  if (hopf == nullptr) throw RunError("no mode oscillates where the branch should start");
  branch.hopf = value;
  branch.hopf_frequency = hopf->frequency();
  SteadyMotion motion(*system, options.t);
  const double largest = motion.get_displacements(hopf->shape).cwiseAbs().maxCoeff();
  const VecX shape = (hopf->shape / largest).real();
  BranchPoint point;
  point.value = value;
  point.state = motion.move(equilibrium.state, options.start_amplitude * shape);
  point.period = 2.0 * std::numbers::pi / hopf->value.imag();
  point.tangent = VecX::Zero(motion.size() + 2);
  point.tangent.head(motion.size()) = shape.cwiseQuotient(make_scales(motion));
  point.tangent.normalize();
  return point;
}

class BranchWalk {
 public:
  BranchWalk(const scenario::Family& family, const ContinuationOptions& options)
      : options_(options), search_(family, options) {}

  Branch walk(double value) {
    BranchPoint point = start_at_hopf(search_, value, options_, branch_);
    if (!search_.correct(point, false)) {
      throw RunError(
          "no periodic motion was found beside the point where steady running loses its "
          "stability");
    }
    add(point);
    double step = options_.first_step;
    while (branch_.end.empty()) {
      BranchPoint next = point;
      search_.move(next, step * point.tangent);
      const std::optional<int> iterations = try_correct(next);
      if (!iterations) {
        step *= 0.5;
        if (step < options_.smallest_step) branch_.end = "no further orbit was found";
        continue;
      }
      search_.find_tangent(next);
      locate_fold(point, next, step);
      point = next;
      add(point);
      step = std::min(*iterations <= 4  ? step * 2.0
                      : *iterations > 6 ? step * 0.7
                                        : step,
                      options_.largest_step);
    }
    return std::move(branch_);
  }

 private:
  std::optional<int> try_correct(BranchPoint& point) {
    try {
      return search_.correct(point, false);
    } catch (const InputError&) {
      return std::nullopt;  // a value that the scenario does not allow
    } catch (const RunError&) {
      if (options_.is_cancelled && options_.is_cancelled()) throw;
      return std::nullopt;
    }
  }

  void add(BranchPoint& point) {
    if (branch_.orbits.empty()) search_.find_tangent(point);
    branch_.orbits.push_back(search_.describe(point));
    const PeriodicOrbit& orbit = branch_.orbits.back();
    if (options_.on_orbit) options_.on_orbit(orbit);
    if (orbit.value < options_.value_from || orbit.value > options_.value_to) {
      branch_.end = "the parameter left its range";
    } else if (orbit.largest > options_.largest_amplitude) {
      branch_.end = "the amplitude reached its limit";
    } else if (static_cast<int>(branch_.orbits.size()) >= options_.most_orbits) {
      branch_.end = "the number of orbits reached its limit";
    }
  }

  // tau_p changes its sign along the step: false position on the length of the step.
  void locate_fold(const BranchPoint& from, const BranchPoint& to, double step) {
    const Eigen::Index p = from.tangent.size() - 1;
    double a = 0.0, b = step, fa = from.tangent[p], fb = to.tangent[p];
    if (fa * fb >= 0.0) return;
    BranchPoint found = to;
    for (int i = 0; i < 12; ++i) {
      const double c = (fa * b - fb * a) / (fa - fb);
      BranchPoint trial = from;
      search_.move(trial, c * from.tangent);
      if (!try_correct(trial)) break;
      search_.find_tangent(trial);
      const double change = std::abs(trial.value - found.value);
      found = trial;
      const double fc = trial.tangent[p];
      if (fc * fb > 0.0) {
        b = c;
        fb = fc;
        fa *= 0.5;
      } else {
        a = c;
        fa = fc;
        fb *= 0.5;
      }
      if (std::abs(fc) < 1e-4 || (i > 0 && change < 1e-5 * options_.parameter_scale)) break;
    }
    branch_.folds.push_back({found.value, search_.describe(found)});
    branch_.orbits.push_back(branch_.folds.back().orbit);
  }

  const ContinuationOptions& options_;
  OrbitSearch search_;
  Branch branch_;
};

}  // namespace

PeriodicOrbit find_orbit(const scenario::Family& family, double value, const VecX& state,
                         double period, const ContinuationOptions& options) {
  OrbitSearch search(family, options);
  BranchPoint point;
  point.value = value;
  point.state = state;
  point.period = period;
  if (!search.correct(point, true)) throw RunError("no periodic motion was found near");
  return search.describe(point);
}

Branch follow_branch(const scenario::Family& family, double value,
                     const ContinuationOptions& options) {
  return BranchWalk(family, options).walk(value);
}

}  // namespace fourfoot::analysis
