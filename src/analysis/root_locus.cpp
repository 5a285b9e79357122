#include "analysis/root_locus.h"

#include <algorithm>
#include <cmath>

#include "analysis/hunting_modes.h"
#include "base/error.h"

namespace fourfoot::analysis {

namespace {

struct Point {
  double value = 0.0;
  Equilibrium equilibrium;
  std::vector<Mode> modes;
};

double calc_likeness(const Mode& a, const Mode& b) {
  const double shape = std::abs(a.left.dot(b.shape)) * std::abs(b.left.dot(a.shape));
  const double apart = std::abs(a.value - b.value) / (0.1 * std::abs(a.value) + 1.0);
  const double like = std::isfinite(shape) ? std::min(shape, 1.0) : 0.5;
  return like / (1.0 + apart);
}

/// Twins (wheelsets bouncing in step and against each other) cannot be told apart, nor need they
/// be; nor need fast creep modes.
bool is_told_apart(const std::vector<Mode>& modes, std::size_t i) {
  if (std::abs(modes[i].damping()) > 0.9) return false;
  for (std::size_t j = 0; j < modes.size(); ++j) {
    if (j != i && std::abs(modes[j].value - modes[i].value) < 0.01 * std::abs(modes[i].value))
      return false;
  }
  return true;
}

/// The modes of `next` in the order of `before`; the least likeness of any pair.
double put_in_order(const std::vector<Mode>& before, std::vector<Mode>& next) {
  struct Pair {
    double likeness;
    std::size_t from, to;
  };
  const std::size_t n = std::min(before.size(), next.size());
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) pairs.push_back({calc_likeness(before[i], next[j]), i, j});
  }
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const Pair& a, const Pair& b) { return a.likeness > b.likeness; });
  std::vector<bool> from_done(n), to_done(n);
  std::vector<Mode> ordered(n);
  double least = 1.0;
  for (const Pair& pair : pairs) {
    if (from_done[pair.from] || to_done[pair.to]) continue;
    from_done[pair.from] = to_done[pair.to] = true;
    ordered[pair.from] = std::move(next[pair.to]);
    if (is_told_apart(before, pair.from)) least = std::min(least, pair.likeness);
  }
  next = std::move(ordered);
  return least;
}

class LocusSearch {
 public:
  LocusSearch(const scenario::Family& family, const RootLocusOptions& options)
      : family_(family), options_(options) {}

  RootLocus find(const std::vector<double>& values) {
    RootLocus locus;
    std::optional<Point> now;
    for (std::size_t i = 0; i < values.size(); ++i) {
      try {
        if (now)
          advance(*now, values[i], locus);
        else
          now = calc(values[i], nullptr);
        append(locus, *now);
      } catch (const RunError& error) {
        const bool is_stopped = options_.is_cancelled && options_.is_cancelled();
        if (is_stopped || (locus.values.empty() && i + 1 == values.size())) throw;
        locus.lost.push_back({values[i], error.what()});
      }
      if (options_.on_progress && values.size() > 1) {
        options_.on_progress(static_cast<double>(i) / static_cast<double>(values.size() - 1));
      }
    }
    locus.crossings = crossings_;
    std::stable_sort(locus.crossings.begin(), locus.crossings.end(),
                     [](const Crossing& a, const Crossing& b) { return a.value < b.value; });
    find_critical(locus);
    return locus;
  }

 private:
  Point calc(double value, const Point* near) const {
    if (options_.is_cancelled && options_.is_cancelled()) throw RunError("stopped");
    const auto system = family_(value).system;
    EquilibriumOptions search;
    search.t = options_.t;
    search.is_cancelled = options_.is_cancelled;
    Point point;
    point.value = value;
    const bool reuse = near != nullptr && near->equilibrium.state.size() == system->size();
    point.equilibrium = reuse ? find_beside(*system, near->equilibrium.state, search)
                              : find_equilibrium(*system, search);
    point.modes = find_modes(*system, point.equilibrium, options_.t);
    return point;
  }

  /// From a neighbour's state. Where this fails (friction holds the vehicle in a neighbouring state), an
  /// equilibrium from the nominal state is the same steady running if it lies within 0.1 mm.
  Equilibrium find_beside(const system::System& system, const VecX& near,
                          const EquilibriumOptions& search) const {
    constexpr double same = 1e-4;
    try {
      return find_equilibrium(system, near, search);
    } catch (const RunError&) {
      Equilibrium found = find_equilibrium(system, search);
      SteadyMotion motion(system, options_.t);
      const VecX apart = motion.get_displacements(motion.calc_difference(near, found.state));
      if (!(apart.cwiseAbs().maxCoeff() < same)) throw;
      return found;
    }
  }

  /// Moves `now` on to `value`; where steady running ends between them, to another one.
  void advance(Point& now, double value, RootLocus& locus) {
    try {
      follow(now, value, options_.most_halvings);
    } catch (const RunError&) {
      if (options_.is_cancelled && options_.is_cancelled()) throw;
      Point other = calc(value, nullptr);
      put_in_order(now.modes, other.modes);
      locus.jumps.push_back({now.value, value});
      now = std::move(other);
    }
  }

  /// Moves `now` on to `value`, by steps between where modes cannot be told apart.
  void follow(Point& now, double value, int halvings) {
    Point next = calc(value, &now);
    if (put_in_order(now.modes, next.modes) < options_.least_likeness && halvings > 0) {
      follow(now, 0.5 * (now.value + value), halvings - 1);
      follow(now, value, halvings - 1);
      return;
    }
    for (std::size_t k = 0; k < now.modes.size(); ++k) {
      const double a = now.modes[k].value.real(), b = next.modes[k].value.real();
      const bool is_upper = now.modes[k].value.imag() >= 0.0 && next.modes[k].value.imag() >= 0.0;
      const bool is_real = std::max(std::abs(a), std::abs(b)) > least_growth;
      if (a * b < 0.0 && is_real && is_upper && !is_neutral(now.modes[k].value) &&
          !is_neutral(next.modes[k].value)) {
        locate(now, next, k);
      }
    }
    now = std::move(next);
  }

  void locate(const Point& from, const Point& to, std::size_t track) {
    double a = from.value, b = to.value;
    double fa = from.modes[track].value.real(), fb = to.modes[track].value.real();
    Mode near = from.modes[track];
    int side = 0;
    for (int i = 0; i < 60 && std::abs(b - a) > options_.resolution; ++i) {
      const double c = (fa * b - fb * a) / (fa - fb);
      const Mode found = find_likest(near, calc(c, &from).modes);
      const double fc = found.value.real();
      near = found;
      if (std::abs(fc) < 1e-12) {
        a = b = c;
      } else if (fc * fb > 0.0) {
        b = c;
        fb = fc;
        if (side == -1) fa *= 0.5;
        side = -1;
      } else {
        a = c;
        fa = fc;
        if (side == +1) fb *= 0.5;
        side = +1;
      }
      if (std::abs(fc) < 1e-9) break;
    }
    const double value = std::abs(fa - fb) > 0.0 ? (fa * b - fb * a) / (fa - fb) : a;
    const bool grows_upwards = (to.modes[track].value.real() > 0.0) == (to.value > from.value);
    crossings_.push_back({value, near.frequency(), grows_upwards, moves_wheelsets(near), track,
                          near.name, near.wheelset_part});
  }

  static Mode find_likest(const Mode& mode, const std::vector<Mode>& others) {
    return *std::max_element(others.begin(), others.end(), [&](const Mode& a, const Mode& b) {
      return calc_likeness(mode, a) < calc_likeness(mode, b);
    });
  }

  static void append(RootLocus& locus, const Point& point) {
    locus.values.push_back(point.value);
    locus.modes.push_back(point.modes);
    locus.equilibria.push_back(point.equilibrium);
  }

  static void find_critical(RootLocus& locus) {
    if (locus.values.size() < 2) return;  // one value says whether it grows, not from where on
    const std::size_t lowest =
        locus.values.front() <= locus.values.back() ? 0 : locus.values.size() - 1;
    const double first = locus.values[lowest];
    for (const Mode& mode : locus.modes[lowest]) {
      if (is_growing(mode) && moves_wheelsets(mode)) {
        locus.critical = first;
        return;
      }
    }
    for (const Crossing& crossing : locus.crossings) {
      if (!crossing.destabilises || !crossing.hunts) continue;
      locus.critical = crossing.value;
      return;
    }
  }

  const scenario::Family& family_;
  const RootLocusOptions& options_;
  std::vector<Crossing> crossings_;
};

}  // namespace

RootLocus find_root_locus(const scenario::Family& family, const std::vector<double>& values,
                          const RootLocusOptions& options) {
  return LocusSearch(family, options).find(values);
}

}  // namespace fourfoot::analysis
