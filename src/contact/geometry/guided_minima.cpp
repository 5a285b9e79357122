#include "contact/geometry/guided_minima.h"

#include <cmath>
#include <limits>

#include "contact/geometry/separation_lanes.h"

namespace fourfoot::contact::guided {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// The separation for one pose.
class Separation {
 public:
  Separation(const GuidedPair& g, const AxleState<double>& axle)
      : wheel_(g.pair->wheel), rail_(g.pair->rail), meridian_(g.meridian), axle_(axle) {}

  std::size_t count() const { return wheel_.samples().size(); }
  double s(std::size_t i) const { return wheel_.samples()[i].s; }
  double spacing() const { return wheel_.spacing(); }
  double length() const { return wheel_.curve().length(); }

  [[gnu::always_inline]] double at_sample(std::size_t i) const {
    const WheelSurface::Sample& m = wheel_.samples()[i];
    Meridian::Jet jet{};
    jet.w = m.w;
    jet.r = m.r;
    jet.slope = m.slope;
    return calc(jet);
  }
  /// With its slope, a sine.
  [[gnu::flatten]] double at(double s, double& sine) const {
    const ContourSpot<double> c = calc_spot(meridian_.calc_for(s), axle_, 0.0);
    const RailSection::Sample* near = c.exists ? rail_.find_nearest(c.y, c.z) : nullptr;
    if (!near) return far_off;
    const RailSpot<double> rail = calc_rail_spot(*near, c.y, c.z);
    sine = calc_tangent_sine(c, axle_, rail);
    return rail.distance;
  }

 private:
  // Inline with all that it calls, whatever else is compiled with this file: the innermost of all.
  [[gnu::always_inline]] double calc(const Meridian::Jet& jet) const {
    const ContourSpot<double> c = calc_spot(jet, axle_, 0.0);
    const RailSection::Sample* near = c.exists ? rail_.find_nearest(c.y, c.z) : nullptr;
    return near ? calc_rail_spot(*near, c.y, c.z).distance : far_off;
  }

  const WheelSurface& wheel_;
  const RailSection& rail_;
  const Meridian& meridian_;
  const AxleState<double>& axle_;
};

/// Illinois between a and b, where the slope (times `sign`) goes from < 0 to > 0; slow and sure.
Stationary bisect(const Separation& d, double a, double b, double sign, Stationary best) {
  double fa = 0.0, fb = 0.0;
  if (d.at(a, fa) >= far_off || d.at(b, fb) >= far_off) return best;
  fa *= sign;
  fb *= sign;
  if (!(fa < 0.0 && fb > 0.0)) return best;
  int stuck = 0;
  for (int k = 0; k < 60 && b - a > 1e-10; ++k) {
    double s = a - fa * (b - a) / (fb - fa);
    if (!(s > a && s < b)) s = 0.5 * (a + b);
    double f = 0.0;
    const double distance = d.at(s, f);
    if (distance >= far_off) break;
    const double moved = std::abs(s - best.s);
    best.s = s;
    best.distance = distance;
    best.bend = (fb - fa) / (b - a);
    f *= sign;
    if (std::abs(f) < 1e-14 || moved < 1e-11) break;
    if (f < 0.0) {
      a = s;
      fa = f;
      if (stuck == -1) fb *= 0.5;
      stuck = -1;
    } else {
      b = s;
      fb = f;
      if (stuck == 1) fa *= 0.5;
      stuck = 1;
    }
  }
  return best;
}

/// Where wheel and rail are parallel near sample i, of the separations there and beside; sign 1: a
/// minimum, -1: a ridge. From the parabola by the secant method, within the neighbouring samples.
Stationary sharpen(const Separation& d, std::size_t i, double before, double here, double after,
                   double sign) {
  const double low = d.s(i > 0 ? i - 1 : 0), high = d.s(std::min(i + 1, d.count() - 1));
  const double h = d.spacing();
  const double slope = 0.5 * (after - before), bend = after - 2.0 * here + before;
  Stationary m{d.s(i), here, std::abs(bend) / (h * h), i};
  if (before < far_off && after < far_off && bend * sign > 0.0) {
    double s0 = m.s - slope / bend * h, f0 = 0.0, stiffness = bend / (h * h);
    double distance = s0 > low && s0 < high ? d.at(s0, f0) : far_off;
    for (int k = 0; k < 8 && distance < far_off; ++k) {
      const double step = -f0 / stiffness, s1 = s0 + step;
      // The last bit of the way without another look: an error of its third power, once the
      // stiffness is that between two points near (the samples' is a per cent off).
      if (std::abs(step) < (k == 0 ? 1e-10 : 1e-6))
        return {s1, distance + 0.5 * f0 * step, std::abs(stiffness), i};
      if (!(s1 > low && s1 < high)) break;
      double f1 = 0.0;
      distance = d.at(s1, f1);
      stiffness = (f1 - f0) / step;
      if (!(stiffness * sign > 0.0)) break;
      s0 = s1;
      f0 = f1;
    }
  }
  double f = 0.0;
  m.distance = d.at(m.s, f);
  if (m.distance >= far_off) return m;
  // On which side of the sample: beyond the other neighbour's side it may fall again.
  return sign * f < 0.0 ? bisect(d, m.s, high, sign, m) : bisect(d, low, m.s, sign, m);
}

/// Where an overlap ends, going from its minimum in the direction `way` (1 or -1) but not to
/// `bound`. With D the separation and D0 < 0 that of the minimum the distance x from it is smooth in
///
///   u = sqrt((D - D0) / -D0),    x = 0 at u = 0,    the end at u = 1
///
/// so x(1) comes from the cubic through two points with their slopes: those on both sides of where the
/// end was in a search before, else the last two points, the minimum at first. `guess`: how far away it
/// was; 0: begins where a parabola ends that is bent like the minimum.
class Border {
 public:
  static constexpr int rounds = 2;  ///< of pairs

  Border() = default;
  Border(const Stationary& m, double way, double bound, double guess)
      : middle_(m.s),
        way_(way),
        low_(0.0),
        high_(std::abs(bound - m.s)),
        d0_(m.distance),
        u0_(0.0),
        x0_(0.0),
        count_(0) {
    slope0_ = std::sqrt(-2.0 * m.distance / std::max(m.bend, 0.1));
    has_guess_ = guess > 0.0 && 1.02 * guess < high_;
    width_ = has_guess_ ? guess : std::min(slope0_, high_);
    is_done_ = !(high_ > 1e-9);
  }
  bool is_done() const { return is_done_; }
  /// Whether the end is near position(), so that a pair tells it.
  bool has_guess() const { return has_guess_; }
  double position() const { return middle_ + way_ * width_; }

  /// Points before and behind position().
  void list_pair(int round, double* s) const {
    constexpr double apart[rounds] = {0.003, 0.0005};
    s[0] = middle_ + way_ * (1.0 - apart[round]) * width_;
    s[1] = middle_ + way_ * (1.0 + apart[round]) * width_;
  }
  /// Goes on, of the separations there and their slopes by s. What is no rising way out of the overlap
  /// tells nothing.
  void step_pair(const double* s, const double* here, const double* by_s) {
    double x[2], u[2], slope[2];
    has_guess_ = false;
    for (int i = 0; i < 2; ++i) {
      x[i] = way_ * (s[i] - middle_);
      const double steep = way_ * by_s[i], rise = here[i] - d0_;
      if (!(here[i] < far_off && steep > 0.0 && rise > 0.0)) return;
      u[i] = std::sqrt(rise / -d0_);
      slope[i] = -2.0 * d0_ * u[i] / steep;  // dx/du
    }
    const double way = u[1] - u[0], a = 1.0 - u[0], b = 1.0 - u[1];
    if (!(way > 0.0 && a < 0.2 && b > -0.2)) return;
    const double inverse = 1.0 / way, chord = (x[1] - x[0]) * inverse;
    const double second = (chord - slope[0]) * inverse;
    const double third = ((slope[1] - chord) * inverse - second) * inverse;
    const double next = x[0] + a * (slope[0] + a * (second + third * b));
    if (!(next > low_ && next < high_)) return;
    has_guess_ = true;
    width_ = next;
    u0_ = u[1];
    x0_ = x[1];
    slope0_ = slope[1];
    // The end is near the pair and the cubic's own term small: so is what it leaves out, and the
    // curvature does not jump there.
    const double far = a * a + b * b;
    is_done_ = far < 6.0 * way * way && std::abs(third) * far * way < 1e-8;
  }

  /// Goes on, of the separation at position() and its slope by s.
  void step(double here, double by_s) {
    double next = 0.5 * (low_ + width_);
    bool is_short = false, is_near = false;
    if (here >= far_off) {
      high_ = width_;
    } else {
      (here < 0.0 ? low_ : high_) = width_;
      const double x = width_, steep = way_ * by_s, rise = here - d0_;
      if (steep > 0.0 && rise > 0.0) {
        const double u = std::sqrt(rise / -d0_), rest = 1.0 - u;
        const double slope = -2.0 * d0_ * u / steep;  // dx/du
        const double inverse = 1.0 / (u - u0_);
        const double chord = (x - x0_) * inverse;
        const double second = (slope - chord) * inverse;
        const double third = (second - (chord - slope0_) * inverse) * inverse;
        // Bent to the cubic where it is one: a small correction, not another way.
        const double way = slope * rest;
        const double bend = (second + third * (1.0 - u0_)) * rest * rest;
        const double bent = std::abs(bend);
        const bool is_bent = bent < 0.3 * std::abs(way);
        next = x + way + (is_bent ? bend : 0.0);
        // What is left of a short step is no more than its bend where the curvature jumps.
        is_near = is_bent && std::abs(next - x) < 1e-6 && bent < 3e-9;
        u0_ = u;
        x0_ = x;
        slope0_ = slope;
      } else {
        next = 2.0 * x;  // behind a ridge, or flat: between the bounds
      }
      // Of the first width there may be nothing left where the slope jumps at the minimum, so that its
      // bend says nothing: a step that was shortened is no sign of having arrived.
      is_short = next > 2.0 * x;
      if (is_short) next = 2.0 * x;
      if (!(next > low_ && next < high_)) {
        next = 0.5 * (low_ + high_);
        is_near = false;
      }
    }
    const bool has_arrived = is_near || std::abs(next - width_) < 3e-8;
    is_done_ = (!is_short && has_arrived) || ++count_ == 40;
    width_ = next;
    if (!is_done_ && !(high_ - low_ > 1e-9)) {
      is_done_ = true;
      width_ = low_;
    }
  }

 private:
  double middle_, way_, low_, high_, width_, d0_;
  double u0_, x0_, slope0_;  ///< of the last point: u, x, dx/du
  int count_;
  bool has_guess_, is_done_;
};

/// How far the end of an overlap was from its minimum, of the patches whose outermost minimum was near
/// this one; 0: there are none.
double find_before(const PatchList* before, double s, double Patch::*minimum, double Patch::*end) {
  constexpr double near = 2e-3;
  if (!before) return 0.0;
  for (const Patch& patch : *before)
    if (std::abs(patch.*minimum - s) < near) return std::abs(patch.*end - patch.*minimum);
  return 0.0;
}

/// An end of an overlap that is looked for, and where it goes.
struct OpenEnd {
  Border border;
  double* found;
};

/// One end or two, two points of each in the lanes of one look; what is left one by one, step by step
/// together, so that the processor has two independent computations at hand.
void find_ends(const GuidedPair& guided, const AxleState<double>& axle, OpenEnd* ends,
               std::size_t count) {
  Border &a = ends[0].border, &b = ends[count - 1].border;
  const auto is_near = [](const Border& border) { return border.has_guess() && !border.is_done(); };
  for (int round = 0; round < Border::rounds && (is_near(a) || is_near(b)); ++round) {
    const bool steps_a = is_near(a), steps_b = is_near(b) && count > 1;
    double s[4], here[4], slope[4];
    a.list_pair(round, s);
    b.list_pair(round, s + 2);
    get_lanes().look(guided, axle, s, here, slope);
    if (steps_a) a.step_pair(s, here, slope);
    if (steps_b) b.step_pair(s + 2, here + 2, slope + 2);
  }
  const Separation d(guided, axle);
  while (count > 1 && !a.is_done() && !b.is_done()) {
    double a_slope = 0.0, b_slope = 0.0;
    const double at_a = d.at(a.position(), a_slope), at_b = d.at(b.position(), b_slope);
    a.step(at_a, a_slope);
    b.step(at_b, b_slope);
  }
  for (std::size_t k = 0; k < count; ++k) {
    Border& border = ends[k].border;
    while (!border.is_done()) {
      double by_s = 0.0;
      const double here = d.at(border.position(), by_s);
      border.step(here, by_s);
    }
    *ends[k].found = border.position();
  }
}

/// Separations at samples on the way to the right, computed some together.
class ForwardScan {
 public:
  ForwardScan(const GuidedPair& guided, const AxleState<double>& axle)
      : guided_(guided), axle_(axle), count_(guided.pair->wheel.samples().size()) {}
  /// At sample i; those to `last` will be asked for as well.
  double at(std::size_t i, std::size_t last) {
    if (i < begin_ || i >= end_) fill(i, last);
    return values_[i - begin_];
  }

 private:
  void fill(std::size_t i, std::size_t last) {
    begin_ = i;
    end_ = std::min({std::max(last + 1, i + 4), i + values_.size(), count_});
    get_lanes().calc_samples(guided_, axle_, i, end_ - i, values_.data());
  }

  const GuidedPair& guided_;
  const AxleState<double>& axle_;
  std::size_t count_, begin_ = 0, end_ = 0;
  std::array<double, 16> values_;
};

}  // namespace

void find_minima(const GuidedPair& guided, const AxleState<double>& axle,
                 std::span<const ContactWindow> windows, double height, double margin,
                 Extents& out) {
  const Separation d(guided, axle);
  ForwardScan scan(guided, axle);
  out.count = 0;
  out.other_count = 0;
  out.clear = windows_hold;
  out.seen.clear();
  const std::size_t n = d.count();
  // Between samples the minimum can be lower than at them by curvature * spacing^2 / 8.
  constexpr double between_samples = 1e-5;
  const double limit = margin + between_samples;
  std::size_t done = 0;  // samples below are dealt with
  for (const ContactWindow& window : windows) {
    const double above = height - static_cast<double>(window.height);
    if (above > margin) {
      out.clear = std::min(out.clear, steepest * above);
      continue;
    }
    std::size_t i = std::max<std::size_t>(window.first, done);
    if (i > window.last || i >= n) continue;
    const std::size_t last = window.last + std::size_t{1};
    double before = i > 0 ? scan.at(i - 1, last) : infinite, here = scan.at(i, last);
    while (i > done && before < here) {
      here = before;
      before = --i > 0 ? d.at_sample(i - 1) : infinite;
    }
    out.seen.begin(i > 0 ? i - 1 : 0);
    if (i > 0) out.seen.add(before);
    out.seen.add(here);
    for (;;) {
      const double after = i + 1 < n ? scan.at(i + 1, last) : infinite;
      if (i + 1 < n) out.seen.add(after);
      if (here <= limit && here < before && here <= after && out.count < max_minima) {
        const Stationary m = sharpen(d, i, before, here, after, 1.0);
        if (!(m.distance < margin)) {
          out.add_other(m.s, m.distance);
        } else {
          Extent& e = out.at[static_cast<std::size_t>(out.count++)];
          e = Extent{m, m.s, m.s, false, false, {m.s, far_off, 0.0, 0}};
        }
      } else if (here < before && here <= after) {
        out.add_other(d.s(i), here - between_samples);
      }
      if (i + 1 >= n || (i >= window.last && !(after < here))) break;
      before = here;
      here = after;
      ++i;
    }
    done = i + 1;
  }
}

void find_borders(const GuidedPair& guided, const AxleState<double>& axle, const PatchList* before,
                  Extents& out) {
  const Separation d(guided, axle);
  std::array<OpenEnd, 2 * max_minima> open;
  std::size_t open_count = 0;
  const auto at_sample = [&](std::size_t i) {
    const double* const seen = out.seen.find(i);
    return seen ? *seen : d.at_sample(i);
  };
  for (int k = 0; k < out.count; ++k) {
    Extent& e = out.at[static_cast<std::size_t>(k)];
    const Stationary& m = e.minimum;
    if (!(m.distance < 0.0)) {
      e.begin = e.end = m.s;
      continue;
    }
    double lower = 0.0, upper = d.length();
    if (k > 0 && !e.begins_at_ridge) {  // the first point outside, on the way to the neighbour
      const Extent& last = out.at[static_cast<std::size_t>(k - 1)];
      lower = last.ridge.distance < far_off ? last.ridge.s : last.minimum.s;
      for (std::size_t i = m.index; i > last.minimum.index; --i)
        if (at_sample(i) > 0.0) {
          lower = std::max(lower, std::min(d.s(i), m.s));
          break;
        }
    }
    if (k + 1 < out.count) {
      Extent& next = out.at[static_cast<std::size_t>(k + 1)];
      std::size_t highest = m.index;
      double top = -infinite;
      const double* const seen = out.seen.find(m.index, next.minimum.index);
      for (std::size_t i = m.index; i <= next.minimum.index; ++i) {
        const double here = seen ? seen[i - m.index] : at_sample(i);
        if (here > top) {
          top = here;
          highest = i;
        }
        if (here > 0.0) {
          upper = std::max(d.s(i), m.s);
          break;
        }
      }
      if (!(top > 0.0) && highest > 0 && highest + 1 < d.count() && next.minimum.distance < 0.0) {
        e.ridge = sharpen(d, highest, at_sample(highest - 1), top, at_sample(highest + 1), -1.0);
        e.ridge.s = std::clamp(e.ridge.s, m.s, next.minimum.s);
        e.ends_at_ridge = next.begins_at_ridge = e.ridge.distance < 0.0;
        upper = e.ridge.s;
        if (e.ends_at_ridge) e.end = next.begin = upper;
      }
    }
    if (!e.begins_at_ridge)
      open[open_count++] = {
          Border(m, -1.0, lower, find_before(before, m.s, &Patch::s_first, &Patch::s_begin)),
          &e.begin};
    if (!e.ends_at_ridge)
      open[open_count++] = {
          Border(m, 1.0, upper, find_before(before, m.s, &Patch::s_last, &Patch::s_end)), &e.end};
  }
  for (std::size_t k = 0; k < open_count; k += 2)
    find_ends(guided, axle, &open[k], std::min<std::size_t>(2, open_count - k));
}

}  // namespace fourfoot::contact::guided
