#include "track/checks.h"

#include <cmath>
#include <numeric>
#include <sstream>

namespace fourfoot::track {

namespace {

/// A frame of rails this much tighter than its gauge is a slip of the keyboard, not a track (the
/// sharpest tram curves are at about eight gauges).
constexpr double least_radius_in_gauges = 5.0;
constexpr double largest_cant_angle = 0.35;  ///< [rad], 20 degrees
constexpr std::size_t largest_degree = 12;
constexpr std::size_t most_points = 5000;  ///< of a surveyed curve

}  // namespace

std::string describe_number(double value) {
  std::ostringstream out;
  out.precision(6);
  out << value;
  return out.str();
}

std::string describe_curvature(double curvature) {
  if (curvature == 0.0) return "straight";
  return "R = " + describe_number(1.0 / std::abs(curvature)) + " m " +
         (curvature > 0 ? "left" : "right");
}

std::string describe_cant(double cant) {
  if (cant == 0.0) return "0";
  return describe_number(std::abs(cant) * 1e3) + " mm (" + (cant > 0 ? "right" : "left") +
         " rail raised)";
}

void check_length(double length, const SourceLocation& where, std::vector<Finding>& findings) {
  if (!(length > 0.0) || !std::isfinite(length))
    findings.push_back(
        {"track-length", where,
         "an element must have a length above 0, not " + describe_number(length) + " m",
         "leave the element out or give its length"});
}

void check_radius(const TrackDescription& d, double curvature, const SourceLocation& where,
                  std::vector<Finding>& findings) {
  const double least = least_radius_in_gauges * d.gauge;
  if (!(std::abs(curvature) * least <= 1.0))
    findings.push_back({"track-radius", where,
                        "a radius of " + describe_number(1.0 / std::abs(curvature)) +
                            " m is too small for a gauge of " + describe_number(d.gauge * 1e3) +
                            " mm",
                        "it must be at least " + describe_number(least) + " m"});
}

void check_cant(const TrackDescription& d, double cant, const SourceLocation& where,
                std::vector<Finding>& findings) {
  if (!(std::abs(cant) <= largest_cant_angle * d.contact_distance))
    findings.push_back({"track-cant", where,
                        "a cant of " + describe_number(cant * 1e3) + " mm is more than 20 degrees",
                        "it is a height in metres, or text with a unit: \"150 mm\""});
}

void check_points(const HorizontalElement& e, std::vector<Finding>& findings) {
  if (e.x.size() != e.y.size() || e.x.size() < 4) {
    findings.push_back({"track-points", e.where,
                        "a curve from points has " + std::to_string(e.x.size()) + " x and " +
                            std::to_string(e.y.size()) + " y",
                        "give at least four points, as many x as y"});
    return;
  }
  if (e.x.size() > most_points) {
    findings.push_back({"track-points", e.where,
                        "a curve from points has " + std::to_string(e.x.size()) + " of them",
                        "give at most " + std::to_string(most_points) + ", or several curves"});
    return;
  }
  for (std::size_t i = 1; i < e.x.size(); ++i) {
    if (std::hypot(e.x[i] - e.x[i - 1], e.y[i] - e.y[i - 1]) > 1e-3) continue;
    findings.push_back({"track-points", e.where,
                        "points " + std::to_string(i) + " and " + std::to_string(i + 1) +
                            " are the same to a millimetre",
                        "leave one out"});
    return;
  }
}

void check_polynomial(const std::vector<double>& c, const SourceLocation& where,
                      std::vector<Finding>& findings) {
  const double end = std::accumulate(c.begin(), c.end(), 0.0);
  if (c.empty() || c.size() > largest_degree)
    findings.push_back({"track-polynomial", where,
                        "a transition polynomial of degree " + std::to_string(c.size()),
                        "give the coefficients of u, u^2, ... up to u^" +
                            std::to_string(largest_degree) + " at the most"});
  else if (std::abs(end - 1.0) > 1e-9)
    findings.push_back({"track-polynomial", where,
                        "the transition polynomial ends at " + describe_number(end) + ", not at 1",
                        "its coefficients must add up to 1"});
}

}  // namespace fourfoot::track
