#include "track/meet_points.h"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "track/checks.h"
#include "track/track.h"

namespace fourfoot::track {

namespace {

constexpr double point_rounding = 0.3e-3;    ///< standard deviation of a point's x and y [m]
constexpr double length_rounding = 0.3e-3;   ///< of a length [m]
constexpr double heading_guess = 1e-2;       ///< of the first heading [rad]
constexpr double largest_correction = 0.02;  ///< [m]

/// The state of the filter: x, y off the stored point, heading off the leg's own.
struct Estimate {
  Vec3 mean;
  Mat3 covariance;
};

Vec2 rotate(double angle, const Vec2& v) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {c * v.x() - s * v.y(), s * v.x() + c * v.y()};
}

double calc_angle(const Vec2& v) {
  return std::atan2(v.y(), v.x());
}

double wrap(double angle) {
  return std::remainder(angle, 2.0 * std::numbers::pi);
}

/// What one element does to the state: x' = A x + b + G (change of length).
struct Step {
  Mat3 A = Mat3::Identity();
  Vec3 b = Vec3::Zero();
  Vec3 G = Vec3::Zero();
};

/// The heading at the start of each leg that leads along its two points.
std::vector<double> find_headings(const std::vector<Leg>& legs, const std::vector<Vec2>& points) {
  std::vector<double> headings;
  for (std::size_t i = 0; i < legs.size(); ++i)
    headings.push_back(calc_angle(points[i + 1] - points[i]) - calc_angle(legs[i].chord));
  headings.push_back(headings.back() + legs.back().turn);
  return headings;
}

Step make_step(const Leg& leg, const Vec2& from, const Vec2& to, double heading, double next,
               double length) {
  const Vec2 way = to - from;
  Step step;
  step.A(0, 2) = -way.y();
  step.A(1, 2) = way.x();
  step.b.head<2>() = rotate(heading, leg.chord) - way;
  step.b[2] = wrap(heading + leg.turn - next);
  step.G.head<2>() = way.normalized();
  step.G[2] = leg.turn / length;
  return step;
}

void take_point(Estimate& e) {
  // The stored point is at 0: gain of a measurement of x and y.
  Eigen::Matrix2d S = e.covariance.topLeftCorner<2, 2>();
  S.diagonal().array() += point_rounding * point_rounding;
  const Eigen::Matrix<double, 3, 2> K = e.covariance.leftCols<2>() * S.inverse();
  e.mean -= K * e.mean.head<2>();
  e.covariance -= K * e.covariance.topRows<2>();
  e.covariance = 0.5 * (e.covariance + e.covariance.transpose()).eval();
}

/// Changes of the lengths; `first` becomes the state at the start.
std::vector<double> find_changes(const std::vector<Step>& steps, Vec3& first) {
  constexpr double q = length_rounding * length_rounding;
  Estimate now{Vec3::Zero(), Mat3::Zero()};
  now.covariance.diagonal() << q, q, heading_guess * heading_guess;
  take_point(now);
  std::vector<Estimate> filtered{now}, predicted;
  for (const Step& step : steps) {
    now.mean = (step.A * now.mean + step.b).eval();
    now.covariance =
        (step.A * now.covariance * step.A.transpose() + q * step.G * step.G.transpose()).eval();
    predicted.push_back(now);
    take_point(now);
    filtered.push_back(now);
  }
  std::vector<double> changes(steps.size());
  Vec3 smoothed = filtered.back().mean;
  for (std::size_t i = steps.size(); i-- > 0;) {
    const Vec3 miss = predicted[i].covariance.ldlt().solve(smoothed - predicted[i].mean);
    changes[i] = q * steps[i].G.dot(miss);
    smoothed = filtered[i].mean + filtered[i].covariance * steps[i].A.transpose() * miss;
  }
  first = smoothed;
  return changes;
}

PointCheck measure_gaps(const std::vector<HorizontalElement>& elements,
                        const std::vector<Vec2>& points, double gauge, Vec2 at, double heading) {
  PointCheck check;
  for (std::size_t i = 0; i <= elements.size(); ++i) {
    const double gap = (at - points[i]).norm();
    if (gap > check.largest_gap) {
      check.largest_gap = gap;
      check.at = i;
    }
    if (i == elements.size()) break;
    const Leg leg = calc_leg(elements[i], gauge);
    at += rotate(heading, leg.chord);
    heading += leg.turn;
  }
  return check;
}

}  // namespace

Leg calc_leg(const HorizontalElement& element, double gauge) {
  // Before the many spans of such a track are made.
  constexpr double largest_turn = 50.0;  // rad
  const double k =
      std::max({std::abs(element.curvature), std::abs(element.start_curvature.value_or(0.0)),
                std::abs(element.end_curvature.value_or(0.0))});
  if (!(k * element.length < largest_turn))
    throw InputError(Finding{"track-too-long", element.where,
                             "the element turns by " + describe_number(k * element.length) + " rad",
                             "are its length and its radius right?"});
  TrackDescription d;
  d.gauge = gauge;
  d.contact_distance = gauge + rail_head_width;
  d.horizontal = {element};
  const Track track(d);
  Cursor cursor;
  const Vec3 end = track.calc_frame(track.length(), 1.0, 0.0, cursor).p_NT;
  return {end.head<2>(), track.calc_geometry(track.length(), cursor).heading};
}

PointCheck meet_points(std::vector<HorizontalElement>& elements, const std::vector<Vec2>& points,
                       double gauge, Vec2& start, double& heading) {
  std::vector<Leg> legs;
  for (const HorizontalElement& e : elements) legs.push_back(calc_leg(e, gauge));
  const std::vector<double> headings = find_headings(legs, points);
  std::vector<Step> steps;
  for (std::size_t i = 0; i < legs.size(); ++i)
    steps.push_back(make_step(legs[i], points[i], points[i + 1], headings[i], headings[i + 1],
                              elements[i].length));
  Vec3 first;
  const std::vector<double> changes = find_changes(steps, first);
  double largest = 0.0;
  for (const double change : changes) largest = std::max(largest, std::abs(change));
  start = points[0];
  heading = headings[0];
  if (!(largest <= largest_correction))
    return measure_gaps(elements, points, gauge, start, heading);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    elements[i].length += changes[i];
    if (elements[i].arc_length > 0.0) elements[i].arc_length += changes[i];
  }
  start += first.head<2>();
  heading += first[2];
  PointCheck check = measure_gaps(elements, points, gauge, start, heading);
  check.largest_change = largest;
  return check;
}

}  // namespace fourfoot::track
