#include "track/fit_alignment.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "math/dense.h"
#include "track/fit_segments.h"

namespace fourfoot::track {

namespace {

constexpr std::size_t most_rows = 200000, most_compared = 4000, most_fitted = 120;
constexpr double least_noise = 1e-9;   ///< of curvature [1/m]
constexpr double window_noise = 4e-6;  ///< that a window leaves of the noise of points [1/m]

/// Numbers that the search moves: begin, end and curvature of each element (outer ends are fixed,
/// straights keep 0), then the offset of the start and the heading.
class FitModel {
 public:
  FitModel(const MeasuredLine& line, std::vector<FittedElement> elements)
      : line_(&line), elements_(std::move(elements)) {
    const std::size_t n = line.s.size(), stride = (n + most_compared - 1) / most_compared;
    for (std::size_t i = 0; i < n; i += stride) rows_.push_back(i);
    if (line.has_points()) {
      first_ = Vec2(line.x[0], line.y[0]);
      const std::size_t k = std::min<std::size_t>(n - 1, 5);
      heading_ = std::atan2(line.y[k] - line.y[0], line.x[k] - line.x[0]);
      across_ = Vec2(-std::sin(heading_), std::cos(heading_));
    }
  }

  std::size_t count() const {
    std::size_t curved = 0;
    for (const FittedElement& e : elements_) curved += e.curvature != 0.0 ? 1 : 0;
    return 2 * (elements_.size() - 1) + curved + (line_->has_points() ? 2 : 0);
  }

  /// Calls `use(number, typical change)` for each that may move.
  template <class Use>
  void each(const Use& use) {
    for (std::size_t i = 0; i < elements_.size(); ++i) {
      FittedElement& e = elements_[i];
      if (i > 0) use(e.begin, 1e-3);
      if (i + 1 < elements_.size()) use(e.end, 1e-3);
      if (e.curvature != 0.0) use(e.curvature, 1e-9);
    }
    if (!line_->has_points()) return;
    // Along the line the start may not move: the first element's end does that.
    use(offset_, 1e-4);
    use(heading_, 1e-7);
  }

  /// Ends stay in order.
  void keep_order() {
    for (std::size_t i = 0; i < elements_.size(); ++i) {
      FittedElement& e = elements_[i];
      if (i > 0) e.begin = std::max(e.begin, elements_[i - 1].end);
      e.end = std::clamp(e.end, e.begin, line_->s.back());
    }
    elements_.back().end = line_->s.back();
  }

  VecX calc_residuals() const {
    VecX r(static_cast<Eigen::Index>(rows_.size()));
    FittedLine fitted;
    fitted.elements = elements_;
    if (!line_->has_points()) {
      for (std::size_t k = 0; k < rows_.size(); ++k)
        r[static_cast<Eigen::Index>(k)] =
            line_->curvature[rows_[k]] - fitted.calc_curvature(line_->s[rows_[k]]);
      return r;
    }
    Walker walker(elements_, start(), heading_);
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      walker.go(line_->s[rows_[k]]);
      const double dx = line_->x[rows_[k]] - walker.x, dy = line_->y[rows_[k]] - walker.y;
      r[static_cast<Eigen::Index>(k)] =
          std::cos(walker.heading) * dy - std::sin(walker.heading) * dx;
    }
    return r;
  }

  const std::vector<FittedElement>& elements() const { return elements_; }
  /// Start and heading stay.
  void replace(std::vector<FittedElement> elements) { elements_ = std::move(elements); }
  const std::vector<std::size_t>& rows() const { return rows_; }
  Vec2 start() const { return first_ + offset_ * across_; }
  double heading() const { return heading_; }

 private:
  /// Goes along the line, from corner to corner; within each the heading is a parabola.
  struct Walker {
    Walker(const std::vector<FittedElement>& all, const Vec2& start, double begin_heading)
        : elements(all), x(start.x()), y(start.y()), heading(begin_heading) {}

    void go(double to) {
      while (s < to) {
        const FittedElement& e = elements[i];
        const bool is_last = i + 1 == elements.size();
        if (s < e.end || is_last) {
          advance(is_last ? to : std::min(to, e.end), e.curvature, 0.0);
        } else if (const FittedElement& next = elements[i + 1]; s < next.begin) {
          const double slope = (next.curvature - e.curvature) / (next.begin - e.end);
          advance(std::min(to, next.begin), e.curvature + slope * (s - e.end), slope);
        } else {
          ++i;
        }
      }
    }
    /// Simpson's rule over pieces of 5 m: 1e-9 m at a radius of 100 m.
    void advance(double to, double k, double slope) {
      const int pieces = std::max(1, static_cast<int>(std::ceil((to - s) / 5.0)));
      const double h = (to - s) / pieces;
      for (int p = 0; p < pieces; ++p) {
        const double h0 = heading, hm = h0 + 0.5 * h * (k + 0.25 * slope * h),
                     h1 = h0 + h * (k + 0.5 * slope * h);
        x += h / 6.0 * (std::cos(h0) + 4.0 * std::cos(hm) + std::cos(h1));
        y += h / 6.0 * (std::sin(h0) + 4.0 * std::sin(hm) + std::sin(h1));
        heading = h1;
        k += slope * h;
      }
      s = to;
    }
    const std::vector<FittedElement>& elements;
    double x, y, heading, s = 0.0;
    std::size_t i = 0;
  };

  const MeasuredLine* line_;
  std::vector<FittedElement> elements_;
  std::vector<std::size_t> rows_;
  Vec2 first_ = Vec2::Zero(), across_ = Vec2::Zero();  ///< first point; to the left of the line
  double offset_ = 0.0, heading_ = 0.0;
};

/// Levenberg and Marquardt's method.
void refine(FitModel& model) {
  const auto n = static_cast<Eigen::Index>(model.count());
  if (n == 0) return;
  double damping = 1e-3;
  VecX r = model.calc_residuals();
  for (int step = 0; step < 40; ++step) {
    MatX J(r.size(), n);
    Eigen::Index column = 0;
    model.each([&](double& number, double h) {
      const double old = number;
      number = old + h;
      const VecX moved = model.calc_residuals();
      number = old;
      J.col(column++) = (moved - r) / h;
    });
    MatX A(n, n);
    put_transposed_product(J, J, A);
    VecX g(n);
    put_transposed_product(J, r, g);
    bool is_better = false;
    const double before = r.squaredNorm();
    for (int trial = 0; trial < 12 && !is_better; ++trial) {
      MatX damped = A;
      for (Eigen::Index i = 0; i < n; ++i) damped(i, i) += damping * A(i, i) + 1e-30;
      const VecX move = LuFactors(damped).solve(g);
      FitModel tried = model;
      Eigen::Index i = 0;
      tried.each([&](double& number, double) { number -= move[i++]; });
      tried.keep_order();
      const VecX after = tried.calc_residuals();
      is_better = after.squaredNorm() < before;
      damping = is_better ? std::max(1e-9, 0.2 * damping) : 5.0 * damping;
      if (!is_better) continue;
      model = std::move(tried);
      r = after;
    }
    if (!is_better || before - r.squaredNorm() < 1e-9 * before) return;
  }
}

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
