#include "track/fit_alignment.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "track/fit_model.h"
#include "track/fit_segments.h"

namespace fourfoot::track {

namespace {

constexpr std::size_t most_rows = 200000, most_fitted = 120;
constexpr double least_noise = 1e-9;   ///< of curvature [1/m]
constexpr double window_noise = 4e-6;  ///< that a window leaves of the noise of points [1/m]

/// Pieces that hardly rise are constant; what lies between constants is a ramp.
std::vector<FittedElement> find_constants(const std::vector<double>& s,
                                          const std::vector<FitSegment>& segments, double noise,
                                          const FitOptions& o) {
  std::vector<FittedElement> elements;
  const double least = std::max(o.caution * noise, 1.0 / o.straight_radius);
  for (const FitSegment& segment : segments) {
    const double begin = s[segment.first], end = s[segment.last - 1];
    if (std::abs(segment.slope) * (end - begin) > 2.0 * least) continue;
    const double level = std::abs(segment.level) < 1.0 / o.straight_radius ? 0.0 : segment.level;
    if (!elements.empty() && std::abs(elements.back().curvature - level) < least) {
      elements.back().end = end;
      continue;
    }
    elements.push_back({begin, end, level});
  }
  // A ramp that turns round has a short arc at its top.
  for (std::size_t i = 1; i < segments.size(); ++i) {
    const FitSegment &a = segments[i - 1], &b = segments[i];
    if (a.slope * b.slope >= 0.0) continue;
    const double at = s[b.first];
    const bool is_inside = std::any_of(elements.begin(), elements.end(), [&](const auto& e) {
      return at >= e.begin - 1e-9 && at <= e.end + 1e-9;
    });
    const double top = a.level + a.slope * (at - a.middle);
    if (!is_inside && std::abs(top) > 1.0 / o.straight_radius) elements.push_back({at, at, top});
  }
  std::sort(elements.begin(), elements.end(),
            [](const auto& a, const auto& b) { return a.begin < b.begin; });
  return elements;
}

/// Two constants that touch get a short ramp to begin with, which the search may shorten.
void open_ramps(std::vector<FittedElement>& elements, double window) {
  for (std::size_t i = 1; i < elements.size(); ++i) {
    FittedElement &a = elements[i - 1], &b = elements[i];
    const double gap = b.begin - a.end, wanted = std::max(2.0, 0.5 * window);
    if (gap >= wanted) continue;
    const double lack = 0.5 * (wanted - gap);
    a.end = std::max(a.end - std::min(lack, 0.4 * (a.end - a.begin)), a.begin);
    b.begin = std::min(b.begin + std::min(lack, 0.4 * (b.end - b.begin)), b.end);
  }
}

/// Noise of curvature: of one row, and how many rows share it.
struct FitNoise {
  double row = 0.0, rows_in_window = 1.0, spacing = 1.0;

  /// Of the mean over a length [m].
  double over(double length) const {
    return row / std::sqrt(std::max(1.0, length / (spacing * rows_in_window)));
  }
};

/// Curves that are straight to their noise, short ones within a ramp, and neighbours that are one;
/// true if anything changed.
bool simplify(std::vector<FittedElement>& elements, const FitNoise& noise, const FitOptions& o) {
  const std::size_t before = elements.size();
  bool is_changed = false;
  for (FittedElement& e : elements) {
    const double least = std::max(1.0 / o.straight_radius, o.caution * noise.over(e.end - e.begin));
    if (e.curvature == 0.0 || std::abs(e.curvature) > least) continue;
    e.curvature = 0.0;
    is_changed = true;
  }
  for (std::size_t i = 1; i + 1 < elements.size();) {
    const double step_in = elements[i].curvature - elements[i - 1].curvature;
    const double step_out = elements[i + 1].curvature - elements[i].curvature;
    const bool is_short = elements[i].end - elements[i].begin < o.shortest;
    if (is_short && step_in * step_out >= 0.0)
      elements.erase(elements.begin() + static_cast<std::ptrdiff_t>(i));
    else
      ++i;
  }
  for (std::size_t i = 1; i < elements.size();) {
    FittedElement &a = elements[i - 1], &b = elements[i];
    const double shorter = std::min(a.end - a.begin, b.end - b.begin);
    const double least = std::max(o.caution * noise.over(shorter), 0.2 / o.straight_radius);
    if (std::abs(a.curvature - b.curvature) >= least) {
      ++i;
      continue;
    }
    if (b.end - b.begin > a.end - a.begin) a.curvature = b.curvature;
    a.end = b.end;
    elements.erase(elements.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return is_changed || elements.size() != before;
}

/// A window as wide as the noise of the points asks for.
double choose_window(const MeasuredLine& line, double spacing) {
  // Noise of a point across the line, from its offset to a line through its neighbours.
  std::vector<double> across;
  for (std::size_t i = 1; i + 1 < line.s.size(); ++i) {
    const double cx = line.x[i + 1] - line.x[i - 1], cy = line.y[i + 1] - line.y[i - 1];
    across.push_back((cx * (line.y[i] - line.y[i - 1]) - cy * (line.x[i] - line.x[i - 1])) /
                     std::hypot(cx, cy));
  }
  const double sigma = std::max(1e-5, estimate_noise(across) / std::sqrt(1.5));
  for (double window = std::max(6.0, 6.0 * spacing);; window *= 1.25) {
    const double n = window / spacing;
    const double noise = sigma * std::sqrt(720.0 / n) / (window * window);
    if (noise < window_noise || window > 120.0) return window;
  }
}

void check_measured(const MeasuredLine& line) {
  if (line.s.size() < 20) throw std::invalid_argument("fewer than 20 rows");
  if (line.s.size() > most_rows) throw std::invalid_argument("more than 200 000 rows");
  for (std::size_t i = 1; i < line.s.size(); ++i)
    if (!(line.s[i] > line.s[i - 1])) throw std::invalid_argument("two rows are at one position");
}

}  // namespace

double FittedLine::calc_curvature(double at) const {
  const auto after = std::upper_bound(elements.begin(), elements.end(), at,
                                      [](double x, const auto& e) { return x < e.begin; });
  if (after == elements.begin()) return elements.front().curvature;
  const FittedElement& e = *(after - 1);
  if (at <= e.end || after == elements.end()) return e.curvature;
  return e.curvature + (after->curvature - e.curvature) * (at - e.end) / (after->begin - e.end);
}

FittedLine fit_alignment(const MeasuredLine& line, const FitOptions& options) {
  check_measured(line);
  const double length = line.s.back() - line.s.front();
  const double spacing = length / static_cast<double>(line.s.size() - 1);
  FittedLine fitted;
  std::vector<double> curvature = line.curvature;
  FitNoise noise{0.0, 1.0, spacing};
  if (line.has_points()) {
    fitted.window = choose_window(line, spacing);
    curvature = estimate_curvature(line.s, line.x, line.y, fitted.window);
    noise.row = window_noise;
    noise.rows_in_window = std::max(1.0, fitted.window / spacing);
  } else {
    noise.row = estimate_noise(curvature);
  }
  noise.row = std::max(noise.row, least_noise);
  const auto stride = static_cast<std::size_t>(
      std::max({1.0, 2.0 / spacing, static_cast<double>(line.s.size()) / 3000.0}));
  // Rows within a window are not independent of each other.
  const double penalty =
      options.caution * noise.rows_in_window * std::log(static_cast<double>(line.s.size()));
  const auto segments = cut_segments(line.s, curvature, noise.row, penalty, stride);
  const double level_noise = noise.over(20.0);
  std::vector<FittedElement> elements = find_constants(line.s, segments, level_noise, options);
  if (elements.empty()) throw std::invalid_argument("no straight and no arc is found in it");
  elements.front().begin = line.s.front();
  elements.back().end = line.s.back();
  if (elements.size() > most_fitted)
    throw std::invalid_argument("more than 120 straights and arcs: fit the line in parts");
  open_ramps(elements, fitted.window);
  FitModel model(line, elements);
  refine(model);
  for (int pass = 0; pass < 3; ++pass) {
    elements = model.elements();
    if (!simplify(elements, noise, options)) break;
    model.replace(elements);
    refine(model);
  }
  elements = model.elements();
  for (std::size_t i = 1; i < elements.size(); ++i) {
    FittedElement &a = elements[i - 1], &b = elements[i];
    if (b.begin - a.end < options.shortest) a.end = b.begin = 0.5 * (a.end + b.begin);
  }
  model.replace(elements);
  fitted.elements = elements;
  fitted.start = model.start();
  fitted.heading = model.heading();
  const VecX r = model.calc_residuals();
  for (std::size_t k = 0; k < model.rows().size(); ++k) {
    const std::size_t i = model.rows()[k];
    fitted.s.push_back(line.s[i]);
    fitted.measured.push_back(curvature[i]);
    fitted.residuals.push_back(r[static_cast<Eigen::Index>(k)]);
    fitted.largest = std::max(fitted.largest, std::abs(fitted.residuals.back()));
  }
  fitted.rms = std::sqrt(r.squaredNorm() / static_cast<double>(r.size()));
  return fitted;
}

}  // namespace fourfoot::track
