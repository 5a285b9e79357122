#include "track/profile_points.h"

#include <algorithm>
#include <cmath>

#include "track/checks.h"

namespace fourfoot::track {

namespace {

constexpr double shortest_gradient = 1e-6;    ///< [m]
constexpr double overlap_of_rounding = 0.02;  ///< curves that touch may overlap by this [m]

double calc_gradient_sine(double gradient) {
  return gradient / std::hypot(1.0, gradient);
}

double calc_gradient_at(const PlacedGradient& g, double p) {
  const double u = (p - g.begin) / (g.end - g.begin);
  if (g.type != VerticalType::circular_arc) return g.g0 + u * (g.g1 - g.g0);
  const double sine =
      calc_gradient_sine(g.g0) + u * (calc_gradient_sine(g.g1) - calc_gradient_sine(g.g0));
  return sine / std::sqrt(1.0 - sine * sine);
}

/// How far a point's curve reaches before and after it.
struct Reach {
  double in = 0.0, out = 0.0;
};

Reach find_curve_reach(const ProfilePoint& point, double g0, double g1) {
  if (point.curve == VerticalType::parabolic_arc) return {point.length_in, point.length_out};
  if (point.curve == VerticalType::constant_gradient) return {};
  // The tangent of a circle from the intersection: R tan(turn / 2), seen in plan.
  const double turn = std::atan(g1) - std::atan(g0);
  const double tangent = std::abs(point.radius * std::tan(0.5 * turn));
  return {tangent / std::hypot(1.0, g0), tangent / std::hypot(1.0, g1)};
}

void add_curve(const ProfilePoint& point, const Reach& reach, double g0, double g1,
               std::vector<PlacedGradient>& gradients) {
  const double begin = point.along - reach.in, end = point.along + reach.out;
  if (end - begin < shortest_gradient) return;
  if (point.curve == VerticalType::parabolic_arc && reach.in != reach.out) {
    // Two parabolas that meet below the intersection with the weighted mean of both gradients.
    const double middle = (g0 * reach.in + g1 * reach.out) / (reach.in + reach.out);
    gradients.push_back({point.where, point.curve, begin, point.along, g0, middle});
    gradients.push_back({point.where, point.curve, point.along, end, middle, g1});
  } else {
    gradients.push_back({point.where, point.curve, begin, end, g0, g1});
  }
}

void check_order(const std::vector<ProfilePoint>& points) {
  for (std::size_t i = 1; i < points.size(); ++i)
    if (!(points[i].along > points[i - 1].along))
      throw InputError(Finding{"alignment-chainage", points[i].where,
                               "the profile goes back from " +
                                   describe_number(points[i - 1].along) + " to " +
                                   describe_number(points[i].along) + " m from the line's start",
                               "its points follow each other along the line"});
}

}  // namespace

std::vector<VerticalElement> cut_profile(const std::vector<PlacedGradient>& gradients,
                                         double length) {
  std::vector<VerticalElement> elements;
  if (gradients.empty()) return elements;
  double last = 0.0;
  const auto add = [&](const PlacedGradient& g, double begin, double end, double g0, double g1) {
    if (end - begin < shortest_gradient) return;
    VerticalElement e;
    e.where = g.where;
    e.length = end - last;  // what a gap of rounding left belongs to it
    e.type = g0 == g1 ? VerticalType::constant_gradient : g.type;
    e.gradient = g0;
    e.start_gradient = g0;
    e.end_gradient = g1;
    e.allow_jump = true;
    elements.push_back(std::move(e));
    last = end;
  };
  const PlacedGradient& first = gradients.front();
  add(first, 0.0, std::min(first.begin, length), first.g0, first.g0);
  for (const PlacedGradient& g : gradients) {
    const double begin = std::max(0.0, g.begin), end = std::min(length, g.end);
    if (end > begin) add(g, begin, end, calc_gradient_at(g, begin), calc_gradient_at(g, end));
  }
  return elements;
}

std::vector<VerticalElement> build_profile(const std::vector<ProfilePoint>& points, double length,
                                           double& height) {
  check_order(points);
  height = points.empty() ? 0.0 : points.front().height;
  if (points.size() < 2) return {};
  const auto gradient = [&](std::size_t i) {  // from point i to the next
    return (points[i + 1].height - points[i].height) / (points[i + 1].along - points[i].along);
  };
  std::vector<PlacedGradient> placed;
  double end = points.front().along;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const double g = gradient(i);
    const bool is_last = i + 2 == points.size();
    const double next = is_last ? g : gradient(i + 1);
    const Reach reach = is_last ? Reach{} : find_curve_reach(points[i + 1], g, next);
    const double begin_of_curve = points[i + 1].along - reach.in;
    if (begin_of_curve < end - overlap_of_rounding)
      throw InputError(Finding{"alignment-profile", points[i + 1].where,
                               "the vertical curve here begins before the one before it ends", ""});
    if (begin_of_curve - end > shortest_gradient)
      placed.push_back(
          {points[i].where, VerticalType::constant_gradient, end, begin_of_curve, g, g});
    if (!is_last) add_curve(points[i + 1], reach, g, next, placed);
    end = std::max(end, points[i + 1].along + reach.out);
  }
  height -= gradient(0) * points.front().along;
  return cut_profile(placed, length);
}

}  // namespace fourfoot::track
