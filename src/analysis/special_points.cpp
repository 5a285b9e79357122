#include "analysis/special_points.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/branch_point.h"
#include "analysis/branch_predictor.h"
#include "analysis/floquet.h"
#include "analysis/orbit_description.h"
#include "base/error.h"
#include "math/root_bracket.h"

namespace fourfoot::analysis {

namespace {

using Kind = SpecialPoint::Kind;

/// How many real multipliers lie beyond 1 (`sign` 1) or -1.
int count_real(const Eigen::VectorXcd& multipliers, double sign) {
  int count = 0;
  for (const Complex& multiplier : multipliers)
    count += multiplier.imag() == 0.0 && sign * multiplier.real() > 1.0 ? 1 : 0;
  return count;
}

bool is_on(double value) {
  return value > 0.0;
}

std::string put(const Complex& multiplier) {
  return multiplier.imag() == 0.0 ? fmt::format("{:.4g}", multiplier.real())
                                  : fmt::format("modulus {:.4g}", std::abs(multiplier));
}

Complex find_nearest(const Eigen::VectorXcd& multipliers, double to) {
  Eigen::Index best = 0;
  (multipliers.array() - to).abs().minCoeff(&best);
  return multipliers[best];
}

}  // namespace

SpecialLocator::SpecialLocator(FlowFamily family, const OrbitNewtonOptions& newton,
                               const ContinuationOptions& options)
    : options_(options), newton_(std::move(family), newton) {}

void SpecialLocator::begin(const OrbitPoint& point, const Eigen::VectorXcd& multipliers,
                           OrbitFlow& flow) {
  watches_ = flow.get_watch_names();
  marks_ = {{point, test(point, multipliers, flow)}};
}

void SpecialLocator::go_on(const OrbitPoint& point, const Eigen::VectorXcd& multipliers,
                           OrbitFlow& flow, std::vector<SpecialPoint>& specials) {
  marks_.push_back({point, test(point, multipliers, flow)});
  std::vector<std::pair<double, SpecialPoint>> found;  // with the way along the branch
  const VecX origin = marks_.front().point.tangent;
  for (const Test& test : list_tests(marks_.front().tests, marks_.back().tests)) {
    std::string reason;
    if (test.kind != Kind::grazing) complete_all();
    const std::size_t low =
        test.kind == Kind::branch_point ? find_change(test) : narrow(test, reason);
    const VecX way = newton_.calc_way(marks_.front().point, marks_[low].point);
    found.emplace_back(way.dot(origin), test.kind == Kind::branch_point
                                            ? find_branch_point(test, low)
                                            : describe(test, low, std::move(reason)));
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (auto& [way, special] : found) specials.push_back(std::move(special));
  marks_ = {std::move(marks_.back())};
}

/// Those of the branch's own orbits are coarser than those between them: where a multiplier is near
/// to -1, an orbit could stand on the wrong side.
OrbitTests SpecialLocator::test(const OrbitPoint& point, const Eigen::VectorXcd& multipliers,
                                OrbitFlow& flow) {
  constexpr double near = 0.02, closing = 0.05;
  OrbitTests tests = calc_tests(point, multipliers, flow);
  if (!((multipliers.array() + 1.0).abs() < near).any()) return tests;
  OrbitPoint fine = point;
  try {
    if (newton_.correct(fine, true, OrbitNewton::Effort::thorough, closing) == 0) return tests;
    newton_.linearise(fine);
    tests = calc_tests(fine, calc_multipliers(fine.monodromy, fine.rate), flow);
  } catch (const RunError&) {
    if (options_.is_cancelled && options_.is_cancelled()) throw;
  }
  return tests;
}

double SpecialLocator::calc(const Test& test, const OrbitTests& tests) {
  switch (test.kind) {
    case Kind::branch_point:
      return tests.branch;
    case Kind::period_doubling:
      return tests.doubling;
    case Kind::torus:
      return std::abs(tests.multipliers[test.index]) - 1.0;
    case Kind::grazing:
      return tests.clearances[test.index];
  }
  return 0.0;
}

std::vector<SpecialLocator::Test> SpecialLocator::list_tests(const OrbitTests& from,
                                                             const OrbitTests& to) {
  std::vector<Test> tests;
  const auto add = [&](Kind kind, Eigen::Index index) {
    const Test test{kind, index};
    if (is_on(calc(test, from)) != is_on(calc(test, to))) tests.push_back(test);
  };
  add(Kind::branch_point, 0);
  add(Kind::period_doubling, 0);
  // What folds, branch points and period doublings do not explain is a pair.
  int explained = 0;
  for (const double sign : {1.0, -1.0})
    explained +=
        std::abs(count_real(from.multipliers, sign) - count_real(to.multipliers, sign)) % 2;
  if (std::abs(from.outside - to.outside) >= explained + 2) {
    const int first = std::min(from.outside, to.outside);
    const auto& beyond = from.outside > to.outside ? from.multipliers : to.multipliers;
    int rank = first;
    while (rank < std::max(from.outside, to.outside) - 1 && beyond[rank].imag() == 0.0) ++rank;
    add(Kind::torus, beyond[rank].imag() == 0.0 ? first : rank);
  }
  for (Eigen::Index k = 0; k < from.clearances.size(); ++k) add(Kind::grazing, k);
  return tests;
}

/// The first orbit behind which the function has another sign.
std::size_t SpecialLocator::find_change(const Test& test) const {
  std::size_t low = 0;
  while (low + 2 < marks_.size() &&
         is_on(calc(test, marks_[low].tests)) == is_on(calc(test, marks_[low + 1].tests)))
    ++low;
  return low;
}

/// The orbit before the point, whose successor is behind it; `reason` where it is not located.
std::size_t SpecialLocator::narrow(const Test& test, std::string& reason) {
  constexpr int most = 14, least_for_jump = 3;
  constexpr double beyond = 0.4;  // of the tolerance, to have an orbit on the other side
  std::size_t low = find_change(test);
  double s_low = calc_position(low), s_high = calc_position(low + 1);
  RootBracket bracket(s_low, calc(test, marks_[low].tests), s_high,
                      calc(test, marks_[low + 1].tests));
  for (int i = 0;; ++i) {
    const double width = calc_width(low);
    if (width <= 1.0 || (i >= least_for_jump && is_jump(test, low))) break;
    if (i == most) {
      reason = fmt::format("not nearer after {} orbits", most);
      break;
    }
    const double edge = std::min(0.5, beyond / width);
    const double guess =
        std::clamp((bracket.propose() - s_low) / (s_high - s_low), edge, 1.0 - edge);
    const double parts[] = {guess, 0.5, 0.25, 0.75};
    if (std::none_of(std::begin(parts), std::end(parts),
                     [&](double part) { return try_between(test, low, part); })) {
      reason = "no orbit was found between them";
      if (!newton_.fault().empty()) reason += ": " + newton_.fault();
      break;
    }
    const double value = calc(test, marks_[low + 1].tests), s = calc_position(low + 1);
    bracket.take(s, value);
    const bool is_before = is_on(value) == is_on(calc(test, marks_[low].tests));
    (is_before ? s_low : s_high) = s;
    if (is_before) ++low;
  }
  return low;
}

/// The search begins where false position puts the point, with derivatives of the nearer end.
SpecialPoint SpecialLocator::find_branch_point(const Test& test, std::size_t low) {
  const OrbitPoint &from = marks_[low].point, &to = marks_[low + 1].point;
  const double a = calc(test, marks_[low].tests), b = calc(test, marks_[low + 1].tests);
  const double part = a / (a - b);
  const VecX whole = newton_.calc_way(from, to);
  const VecX way = BranchPiece(from, to, whole).calc_way(part);
  const bool is_first = std::abs(a) < std::abs(b);
  OrbitPoint guess = is_first ? from : to;
  BranchPointOptions options;
  options.tolerance = options_.special_tolerance;
  options.parameter_scale = options_.parameter_scale;
  BranchPointFinder finder(newton_, options);
  std::optional<BranchPoint> found;
  try {
    newton_.move(guess, is_first ? way : VecX(way - whole));
    guess.tangent = ((1.0 - part) * from.tangent + part * to.tangent).normalized();
    found = finder.find(guess, whole.norm());
  } catch (const RunError&) {
    if (options_.is_cancelled && options_.is_cancelled()) throw;
  } catch (const InputError&) {  // a value that the scenario does not allow
  }
  if (!found) {
    return describe(test, low,
                    finder.fault().empty() ? "no orbit was found between them" : finder.fault());
  }
  SpecialPoint point;
  point.kind = Kind::branch_point;
  point.value = found->point.value;
  point.from = point.value - found->error;
  point.to = point.value + found->error;
  point.is_located = true;
  point.orbit = describe_orbit(newton_.build_flow(point.value), found->point);
  point.multiplier = find_nearest(point.orbit.multipliers, 1.0);
  point.direction = found->direction;
  return point;
}

/// Whether the function changes as much between these two as over the whole step, though they are
/// close to each other.
bool SpecialLocator::is_jump(const Test& test, std::size_t low) {
  constexpr double close = 0.02, much = 0.2;
  const auto calc_share = [&](std::size_t first, std::size_t last) {
    return std::abs(calc(test, marks_[last].tests) - calc(test, marks_[first].tests));
  };
  const double whole = newton_.calc_way(marks_.front().point, marks_.back().point).norm();
  const double piece = newton_.calc_way(marks_[low].point, marks_[low + 1].point).norm();
  return piece < close * whole &&
         calc_share(low, low + 1) > much * calc_share(0, marks_.size() - 1);
}

Complex SpecialLocator::find_multiplier(const Test& test, const OrbitTests& tests) {
  switch (test.kind) {
    case Kind::branch_point:
      return find_nearest(tests.multipliers, 1.0);
    case Kind::period_doubling:
      return find_nearest(tests.multipliers, -1.0);
    case Kind::torus:
      return tests.multipliers[test.index];
    case Kind::grazing:
      break;
  }
  return 0.0;
}

SpecialPoint SpecialLocator::describe(const Test& test, std::size_t low, std::string reason) {
  Mark &from = marks_[low], &to = marks_[low + 1];
  const double a = calc(test, from.tests), b = calc(test, to.tests);
  Mark& near = std::abs(a) < std::abs(b) ? from : to;
  try {
    complete(near);
  } catch (const RunError&) {  // its neighbour's derivatives are there
    if (options_.is_cancelled && options_.is_cancelled()) throw;
  }
  SpecialPoint point;
  point.kind = test.kind;
  point.from = from.point.value;
  point.to = to.point.value;
  point.multiplier = find_multiplier(test, near.tests);
  double part = a == b ? 0.5 : a / (a - b);
  if (reason.empty() && is_jump(test, low)) {
    part = 0.5;
    reason = test.kind == Kind::grazing
                 ? fmt::format("the clearance jumps from {:.3g} to {:.3g} m", a, b)
                 : fmt::format("the multiplier jumps from {} to {}",
                               put(find_multiplier(test, from.tests)),
                               put(find_multiplier(test, to.tests)));
  }
  point.value = point.from + part * (point.to - point.from);
  point.is_located = reason.empty();
  point.reason = std::move(reason);
  if (test.kind == Kind::torus && point.multiplier.imag() == 0.0)
    point.kind = point.multiplier.real() > 0.0 ? Kind::branch_point : Kind::period_doubling;
  if (test.kind == Kind::grazing) point.subject = watches_[static_cast<std::size_t>(test.index)];
  point.orbit = describe_orbit(newton_.build_flow(near.point.value), near.point);
  if (!point.is_located) return point;
  if (point.kind == Kind::branch_point) point.direction = find_near_null(near.point).right;
  if (point.kind == Kind::period_doubling) point.direction = find_doubling_direction(near.point);
  return point;
}

}  // namespace fourfoot::analysis
