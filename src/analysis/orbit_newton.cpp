#include "analysis/orbit_newton.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "math/dense.h"

namespace fourfoot::analysis {

OrbitNewton::OrbitNewton(FlowFamily family, OrbitNewtonOptions options)
    : family_(std::move(family)), options_(std::move(options)) {}

OrbitFlow& OrbitNewton::build_flow(double value) {
  if (!flow_ || value != flow_value_) {
    flow_ = family_(value);
    flow_value_ = value;
  }
  return *flow_;
}

bool OrbitNewton::shoot(OrbitPoint& point) {
  if (options_.is_cancelled && options_.is_cancelled()) throw RunError("stopped");
  ++passages_;
  try {
    OrbitFlow& flow = build_flow(point.value);
    point.passage =
        run_passage(flow, point.state, point.period, options_.tolerance, options_.intervals);
    const VecX gap = flow.calc_difference(point.state, point.passage.end());
    point.closing = flow.calc_displacement(gap);
    point.gap = gap.cwiseQuotient(flow.scales());
    VecX rate(point.state.size());
    flow.problem().calc_rate(0.0, point.state, rate);
    const VecX reduced = flow.calc_difference(point.state, point.state + rate);
    point.rate = reduced.cwiseQuotient(flow.scales());
    point.extent = flow.calc_displacement(reduced) * point.period / (2.0 * std::numbers::pi);
  } catch (const InputError& error) {
    fault_ = error.what();  // a value that the scenario does not allow
    return false;
  } catch (const RunError& error) {
    fault_ = error.what();
    return false;
  }
  if (point.gap.allFinite()) return true;
  fault_ = "the motion does not stay finite";
  return false;
}

void OrbitNewton::linearise(OrbitPoint& point) {
  OrbitFlow& flow = build_flow(point.value);
  const double dp = 1e-3 * options_.parameter_scale;
  const auto moved = family_(point.value + dp);
  const VecX shift = (moved->calc_reference() - flow.calc_reference()) / dp;
  const Sensitivity found =
      calc_sensitivity(flow, point.passage, options_.intervals, *moved, dp, shift);
  const VecX& s = flow.scales();
  const int n = flow.size();
  const auto reduce = [&](const VecX& change) {
    return VecX(flow.calc_difference(point.state, point.state + change).cwiseQuotient(s));
  };
  point.monodromy.resize(n, n);
  for (int j = 0; j < n; ++j) point.monodromy.col(j) = s[j] * reduce(found.by_start.col(j));
  VecX rate(point.state.size());
  flow.problem().calc_rate(0.0, point.passage.end(), rate);
  point.by_period = reduce(rate) * point.period * period_scale;
  point.by_parameter = reduce(found.by_parameter) * options_.parameter_scale;
  // x' comes back as the rate at the end, exactly; this direction is the one Newton divides by least.
  const VecX miss = reduce(rate) - multiply(point.monodromy, point.rate);
  point.monodromy += miss * point.rate.transpose() / point.rate.squaredNorm();
}

bool OrbitNewton::factorise(const OrbitPoint& point, bool is_fixed) {
  const Eigen::Index n = point.monodromy.rows();
  MatX matrix = MatX::Zero(n + 2, n + 2);
  matrix.topLeftCorner(n, n) = point.monodromy;
  matrix.topLeftCorner(n, n).diagonal().array() -= 1.0;
  matrix.block(0, n, n, 1) = point.by_period;
  matrix.block(n, 0, 1, n) = point.rate.normalized().transpose();
  if (is_fixed) {
    matrix(n + 1, n + 1) = 1.0;
  } else {
    matrix.block(0, n + 1, n, 1) = point.by_parameter;
    matrix.row(n + 1) = point.tangent.transpose();
  }
  steps_.clear();
  if (!matrix.allFinite()) {
    fault_ = "derivatives along the motion do not stay finite";
    return false;
  }
  factors_ = std::make_unique<OrthogonalFactors>(matrix, 1e-9);
  return true;
}

void OrbitNewton::find_tangent(OrbitPoint& point) {
  factorise(point, false);
  VecX right = VecX::Zero(point.gap.size() + 2);
  right[right.size() - 1] = 1.0;
  point.tangent = factors_->solve(right).normalized();
}

void OrbitNewton::move(OrbitPoint& point, const VecX& step) {
  OrbitFlow& flow = build_flow(point.value);
  const Eigen::Index n = step.size() - 2;
  point.state = flow.move(point.state, step.head(n).cwiseProduct(flow.scales()));
  point.period *= std::exp(step[n] * period_scale);
  if (step[n + 1] == 0.0) return;
  const VecX before = flow.calc_reference();
  point.value += step[n + 1] * options_.parameter_scale;
  point.state += build_flow(point.value).calc_reference() - before;
}

VecX OrbitNewton::calc_step(const VecX& gap) const {
  VecX right = VecX::Zero(gap.size() + 2);
  right.head(gap.size()) = -gap;
  VecX step = factors_->solve(right);
  // Broyden's updates, by the steps alone [Kelley1995, 7.3].
  for (std::size_t j = 0; j + 1 < steps_.size(); ++j)
    step += steps_[j + 1] * (steps_[j].dot(step) / steps_[j].squaredNorm());
  return step;
}

/// One step; false if no length of it comes nearer to an orbit.
bool OrbitNewton::improve(OrbitPoint& point, bool is_fixed) {
  const bool is_fresh = steps_.empty();
  VecX step = calc_step(point.gap);
  if (!is_fresh) step /= 1.0 - steps_.back().dot(step) / steps_.back().squaredNorm();
  const double length = step.norm();
  if (!std::isfinite(length)) {
    fault_ = "Newton's step is not finite";
    return false;
  }
  double factor = std::min(1.0, options_.longest_step / length);
  steps_.push_back(step);
  while (passages_ < options_.most_passages) {
    OrbitPoint trial = point;
    move(trial, factor * step);
    const bool is_there = shoot(trial);
    // What the same matrix would do next.
    const double next = is_there ? calc_step(trial.gap).norm() / length : 1e300;
    if (next < 1.0 - 0.25 * factor) {
      point = std::move(trial);
      if (factor == 1.0 && next < 0.5) return true;
      if (is_found(point)) return true;
      linearise(point);
      return factorise(point, is_fixed);
    }
    if (!is_fresh) {  // an old matrix: make it anew before steps are shortened
      linearise(point);
      return factorise(point, is_fixed);
    }
    factor *= 0.5;
    if (factor < 0.02) break;
  }
  if (fault_.empty())
    fault_ = fmt::format("no step comes nearer than {:.3g} mm to an orbit", length);
  return false;
}

double OrbitNewton::calc_distance(const OrbitPoint& a, const OrbitPoint& b) {
  const VecX before = build_flow(a.value).calc_reference();
  OrbitFlow& flow = build_flow(b.value);
  const VecX moved = b.state - flow.calc_reference() + before;
  return flow.calc_difference(a.state, moved).cwiseQuotient(flow.scales()).norm();
}

bool OrbitNewton::is_closed(const OrbitPoint& point) const {
  const double small = std::min(1.0, point.extent / 3e-3);
  return point.closing < options_.closing * small &&
         point.gap.cwiseAbs().maxCoeff() < options_.scaled_closing * small;
}

bool OrbitNewton::is_found(const OrbitPoint& point) const {
  const double small = std::min(1.0, point.extent / 3e-3);
  return is_closed(point) && calc_step(point.gap).norm() < options_.distance * small;
}

int OrbitNewton::correct(OrbitPoint& point, bool is_fixed) {
  passages_ = 0;
  fault_.clear();
  if (!shoot(point)) return 0;
  try {
    if (point.monodromy.size() == 0) linearise(point);
    if (!factorise(point, is_fixed)) return 0;
    // An orbit that closes is made better as long as that is quick: amplitudes near a Hopf point
    // are far more sensitive than the gap. Corners end it soon.
    double before = 1e300;
    while (passages_ < 2 || !is_found(point)) {
      if (is_closed(point) && point.closing > 0.3 * before) break;
      before = point.closing;
      if (passages_ >= options_.most_passages) {
        if (is_closed(point)) break;
        fault_ =
            fmt::format("{} passages leave a gap of {:.3g} um", passages_, 1e6 * point.closing);
        return 0;
      }
      fault_.clear();
      // Corners may leave an orbit that closes and cannot be told from its neighbours.
      if (!improve(point, is_fixed)) return is_closed(point) ? passages_ : 0;
    }
  } catch (const InputError& error) {
    fault_ = error.what();
    return 0;
  } catch (const RunError& error) {
    if (options_.is_cancelled && options_.is_cancelled()) throw;
    fault_ = error.what();
    return 0;
  }
  return passages_;
}

}  // namespace fourfoot::analysis
