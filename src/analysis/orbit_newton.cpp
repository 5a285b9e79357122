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
  constexpr std::size_t most = 4;
  auto found = std::find_if(flows_.begin(), flows_.end(),
                            [&](const KeptFlow& kept) { return kept.value == value; });
  if (found == flows_.end()) {
    auto flow = family_(value);
    if (flows_.size() == most) flows_.pop_back();
    auto twin = flow->copy();
    flows_.push_back({value, std::move(flow), std::move(twin)});
    found = flows_.end() - 1;
  }
  std::rotate(flows_.begin(), found, found + 1);
  return *flows_.front().flow;
}

bool OrbitNewton::shoot(OrbitPoint& point) {
  if (options_.is_cancelled && options_.is_cancelled()) throw RunError("stopped");
  ++passages_;
  try {
    OrbitFlow& flow = build_flow(point.value);
    point.passage = run_halves(flow, *flows_.front().twin, point.state, point.middle, point.period,
                               options_.tolerance, options_.intervals);
    const VecX& s = flow.scales();
    const VecX& halfway = point.passage.y[point.passage.middle];
    point.jump = flow.calc_difference(point.middle, halfway).cwiseQuotient(s);
    point.end_gap = flow.calc_difference(point.state, point.passage.end()).cwiseQuotient(s);
    join_gaps(point);
    point.closing = std::max(flow.calc_displacement(point.gap.cwiseProduct(s)),
                             flow.calc_displacement(point.jump.cwiseProduct(s)));
    VecX rate(point.state.size());
    flow.problem().calc_rate(0.0, point.state, rate);
    const VecX reduced = flow.calc_difference(point.state, point.state + rate);
    point.rate = reduced.cwiseQuotient(s);
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

/// A flow that is there already spares the building of another one.
double OrbitNewton::choose_difference(double value) const {
  constexpr double least = 3e-4, usual = 1e-3, most = 3e-2;
  for (const KeptFlow& kept : flows_) {
    const double away = std::abs(kept.value - value) / options_.parameter_scale;
    if (away > least && away < most) return kept.value - value;
  }
  return usual * options_.parameter_scale;
}

void OrbitNewton::linearise(OrbitPoint& point) {
  const double other = point.value + choose_difference(point.value), dp = other - point.value;
  OrbitFlow& moved = build_flow(other);
  OrbitFlow& flow = build_flow(point.value);
  const VecX shift = (moved.calc_reference() - flow.calc_reference()) / dp;
  const Sensitivity found =
      calc_sensitivity(flow, point.passage, options_.intervals, moved, dp, shift);
  const VecX& s = flow.scales();
  const int n = flow.size();
  const auto inverse = s.cwiseInverse().asDiagonal();
  const VecX& halfway = point.passage.y[point.passage.middle];
  VecX rate(point.state.size());
  flow.problem().calc_rate(0.0, halfway, rate);
  const VecX middle_rate = flow.calc_differences(halfway, rate).cwiseQuotient(s);
  MatX changes(rate.size(), 2 * n + 2);
  flow.problem().calc_rate(0.0, point.passage.end(), rate);
  changes << found.by_start, found.late, rate, found.by_parameter;
  const MatX reduced = inverse * flow.calc_differences(point.state, changes);
  const VecX end_rate = reduced.col(2 * n);
  point.monodromy = reduced.leftCols(n) * s.asDiagonal();
  point.late = reduced.middleCols(n, n) * s.asDiagonal();
  point.by_period = end_rate * point.period * period_scale;
  point.by_parameter = reduced.col(2 * n + 1) * options_.parameter_scale;
  point.early.resize(n, n + 2);
  point.early.leftCols(n) = inverse * found.early.leftCols(n) * s.asDiagonal();
  point.early.col(n) = middle_rate * (0.5 * point.period * period_scale);
  point.early.col(n + 1) = inverse * found.early.col(n) * options_.parameter_scale;
  // x' comes back as the rate at the end, exactly; this direction is the one Newton divides by least.
  const VecX miss = end_rate - multiply(point.monodromy, point.rate);
  point.monodromy += miss * point.rate.transpose() / point.rate.squaredNorm();
  join_gaps(point);
}

/// The gap as it would be if the second half began where the first one ends.
void OrbitNewton::join_gaps(OrbitPoint& point) {
  point.gap = point.end_gap;
  if (point.late.size() > 0) point.gap += multiply(point.late, point.jump);
}

MatX make_newton_matrix(const OrbitPoint& point, bool is_fixed) {
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
  return matrix;
}

bool OrbitNewton::factorise(const OrbitPoint& point, bool is_fixed) {
  const MatX matrix = make_newton_matrix(point, is_fixed);
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

void OrbitNewton::move(OrbitPoint& point, const VecX& step, double part) {
  OrbitFlow& flow = build_flow(point.value);
  const Eigen::Index n = step.size() - 2;
  point.state = flow.move(point.state, step.head(n).cwiseProduct(flow.scales()));
  if (point.early.size() > 0) {
    const VecX by = part * point.jump + multiply(point.early, step);
    point.middle = flow.move(point.middle, by.cwiseProduct(flow.scales()));
  } else {
    point.middle.resize(0);
  }
  point.period *= std::exp(step[n] * period_scale);
  if (step[n + 1] == 0.0) return;
  const VecX before = flow.calc_reference();
  point.value += step[n + 1] * options_.parameter_scale;
  const VecX shift = build_flow(point.value).calc_reference() - before;
  point.state += shift;
  if (point.middle.size() > 0) point.middle += shift;
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

/// The matrix at the point itself; in quick corrections twice at most.
bool OrbitNewton::renew(OrbitPoint& point, bool is_fixed, Effort effort) {
  if (effort == Effort::quick && renewals_ >= most_renewals_) return false;
  linearise(point);
  ++renewals_;
  is_own_ = true;
  return factorise(point, is_fixed);
}

/// One step; false if no length of it comes nearer to an orbit.
bool OrbitNewton::improve(OrbitPoint& point, bool is_fixed, Effort effort) {
  VecX step = calc_step(point.gap);
  if (!steps_.empty()) step /= 1.0 - steps_.back().dot(step) / steps_.back().squaredNorm();
  const double length = step.norm();
  if (!std::isfinite(length)) {
    fault_ = "Newton's step is not finite";
    return false;
  }
  double factor = std::min(1.0, options_.longest_step / length);
  steps_.push_back(step);
  std::string fault = fmt::format("no step comes nearer than {:.3g} mm to an orbit", length);
  while (passages_ < options_.most_passages) {
    OrbitPoint trial = point;
    move(trial, factor * step, factor);
    const bool is_there = shoot(trial);
    if (!is_there) fault = fault_;
    // What the same matrix would do next.
    const double next = is_there ? calc_step(trial.gap).norm() / length : 1e300;
    const bool is_nearer = next < 1.0 - 0.25 * factor;
    if (is_nearer) {
      point = std::move(trial);
      is_own_ = false;
      contraction_ = next;
      if ((factor == 1.0 && next < 0.5) || is_found(point)) return true;
    }
    // A matrix of elsewhere is made anew before steps are shortened.
    if (!is_own_) {
      if (renew(point, is_fixed, effort)) return true;
      break;
    }
    if (effort == Effort::quick) break;
    factor *= 0.5;
    if (factor < 0.02) break;
  }
  fault_ = fault;
  return false;
}

VecX OrbitNewton::calc_way(const OrbitPoint& from, const OrbitPoint& to) {
  const VecX before = build_flow(from.value).calc_reference();
  OrbitFlow& flow = build_flow(to.value);
  const VecX moved = to.state - flow.calc_reference() + before;
  const int n = flow.size();
  VecX way(n + 2);
  way.head(n) = flow.calc_difference(from.state, moved).cwiseQuotient(flow.scales());
  way[n] = std::log(to.period / from.period) / period_scale;
  way[n + 1] = (to.value - from.value) / options_.parameter_scale;
  return way;
}

bool OrbitNewton::is_closed(const OrbitPoint& point) const {
  const double small = std::min(1.0, point.extent / 3e-3);
  return point.closing < options_.closing * small &&
         point.gap.cwiseAbs().maxCoeff() < options_.scaled_closing * small;
}

bool OrbitNewton::is_found(const OrbitPoint& point) const {
  const double small = std::min(1.0, point.extent / 3e-3);
  if (!is_closed(point)) return false;
  // Where corrections shrink quickly, an exact orbit costs one passage more.
  const bool is_slow = contraction_ > 0.3 && passages_ >= 3;
  if (is_slow && near_ > 0.0 && point.closing < options_.noise * point.extent) return true;
  const double distance = near_ > 0.0 ? options_.distance_on_branch : options_.distance;
  return calc_step(point.gap).norm() < std::max(is_slow ? near_ : 0.0, distance * small);
}

int OrbitNewton::correct(OrbitPoint& point, bool is_fixed, Effort effort, double near) {
  near_ = near;
  most_renewals_ = point.monodromy.size() == 0 ? 4 : 2;
  passages_ = renewals_ = 0;
  is_own_ = false;
  contraction_ = 1.0;
  fault_.clear();
  if (!shoot(point)) return 0;
  try {
    if (point.monodromy.size() == 0) {
      linearise(point);
      is_own_ = true;
    }
    if (!factorise(point, is_fixed)) return 0;
    // An orbit that closes is made better as long as that is quick: amplitudes near a Hopf point
    // are far more sensitive than the gap. Corners end it soon.
    double before = 1e300;
    while (passages_ < 2 || !is_found(point)) {
      if (is_closed(point) && !is_own_ && point.closing > 0.3 * before) break;
      before = point.closing;
      if (passages_ >= options_.most_passages) {
        if (is_closed(point)) break;
        fault_ =
            fmt::format("{} passages leave a gap of {:.3g} um", passages_, 1e6 * point.closing);
        return 0;
      }
      fault_.clear();
      // Corners may leave an orbit that closes and cannot be told from its neighbours.
      if (!improve(point, is_fixed, effort)) return is_closed(point) ? passages_ : 0;
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
