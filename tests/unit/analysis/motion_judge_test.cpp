// What is said of motions near a fold of limit cycles, against amplitude equations whose passage
// time is known in closed form.
#include "analysis/motion_judge.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

namespace fourfoot::testing {
namespace {

using analysis::MotionKind;
using analysis::Settled;
using analysis::SettleOptions;

constexpr double size = 8e-3;    // [m] amplitude of the cycle at the fold
constexpr double period = 0.25;  // [s]

/// d ln(a)/dt over the relative amplitude a.
using Growth = std::function<double(double a)>;

/// The amplitude after time dt, by classical Runge-Kutta steps for ln(a).
double advance(const Growth& growth, double a, double dt) {
  constexpr int steps = 16;
  const double h = dt / steps;
  double z = std::log(a);
  for (int i = 0; i < steps; ++i) {
    const double k1 = growth(std::exp(z)), k2 = growth(std::exp(z + 0.5 * h * k1)),
                 k3 = growth(std::exp(z + 0.5 * h * k2)), k4 = growth(std::exp(z + h * k3));
    z += h * (k1 + 2.0 * k2 + 2.0 * k3 + k4) / 6.0;
  }
  return std::exp(z);
}

/// Gives the judge the extremes of a cos(2 pi t/period), as settle() does.
Settled judge(const Growth& growth, double a, const SettleOptions& options = {}) {
  analysis::MotionJudge judge(options, 1);
  Settled out;
  const double half = 0.5 * period;
  double next_look = 1.0;
  for (int k = 1; k * half < analysis::MotionJudge::most_extensions * options.longest; ++k) {
    a = advance(growth, a, half);
    out.time = k * half;
    analysis::MotionExtreme extreme;
    extreme.t = out.time;
    extreme.is_maximum = k % 2 == 0;
    extreme.x = extreme.is_maximum ? size * a : -size * a;
    if (extreme.is_maximum) extreme.displacement = Eigen::Vector2d(extreme.x, 0.2 * extreme.x);
    const std::vector<analysis::Observed::Value> now = {{extreme.x, 0.0}};
    judge.add(0, extreme);
    judge.sample(out.time, now);
    if (out.time >= next_look) {
      next_look = out.time + 1.0;
      judge.choose_lead();
    }
    if (judge.judge(out.time, now, false, out)) return out;
  }
  judge.finish(out);
  return out;
}

/// a' = -c a (e + (a^2 - 1)^2): a fold at a = 1, e = 0. For e > 0 there is no cycle, for e < 0 that
/// with a^2 = 1 + sqrt(-e) attracts.
constexpr double c = 2.0;  // [1/s]
Growth make_fold(double e) {
  return [e](double a) { return -c * (e + (a * a - 1.0) * (a * a - 1.0)); };
}

/// The time from amplitude a to b < a for e > 0: partial fractions of 1/(u (e + (u - 1)^2)),
/// u = a^2.
double calc_passage(double e, double a, double b) {
  const auto integral = [e](double x) {
    const double u = x * x, w = u - 1.0;
    return (std::log(u) - 0.5 * std::log(w * w + e) + std::atan(w / std::sqrt(e)) / std::sqrt(e)) /
           (1.0 + e);
  };
  return (integral(a) - integral(b)) / (2.0 * c);
}

TEST(MotionJudge, PassageOfTheNormalFormTakesItsClosedFormsTime) {
  for (const double e : {1e-2, 1e-4}) {
    const double t = calc_passage(e, 1.2, 0.5);
    double a = 1.2;
    const int steps = 1000;
    for (int i = 0; i < steps; ++i) a = advance(make_fold(e), a, t / steps);
    EXPECT_NEAR(a, 0.5, 1e-6) << e;
    // Nearly all of it beside the cycle that is no more.
    EXPECT_GT(t, 0.8 * std::numbers::pi / (2.0 * c * std::sqrt(e))) << e;
  }
}

// It is not called a cycle however slowly it passes, and is followed to its rest: the passage, and
// some seconds for the last part, which falls by exp(-2 t).
TEST(MotionJudge, SlowPassageByALostCycleIsNoCycle) {
  // What d r/(1 - r) makes of the distance w = a^2 - 1, (w^2 + e)/(2 w) >= sqrt(e), is a quarter of
  // that relative to peak to peak: below e = (4e-3)^2 the passage lies within the tolerance.
  for (const double e : {1e-1, 1e-2, 1e-3, 1e-4, 3e-5}) {
    const Settled found = judge(make_fold(e), 1.2);
    EXPECT_EQ(found.kind, MotionKind::stationary) << e << ": " << found.reason;
    EXPECT_GT(found.time, calc_passage(e, 1.2, 0.01)) << e;
    EXPECT_LT(found.time, calc_passage(e, 1.2, 0.001) + 4.0) << e;
  }
}

TEST(MotionJudge, CycleBesideItsFoldIsFound) {
  for (const double e : {1e-1, 1e-2, 1e-3, 1e-4, 1e-5}) {
    for (const double start : {1.2, 1.0 + 0.2 * std::sqrt(e)}) {
      const Settled found = judge(make_fold(-e), start);
      EXPECT_EQ(found.kind, MotionKind::periodic) << e << ": " << found.reason;
      // The tolerance is relative to peak to peak, twice the amplitude; and beside the fold, where
      // the distance falls as 1/t, d r/(1 - r) is half of it.
      EXPECT_NEAR(found.peak_to_peak / (2.0 * size), std::sqrt(1.0 + std::sqrt(e)),
                  4.0 * SettleOptions().tolerance)
          << e;
      EXPECT_NEAR(found.period, period, 1e-9);
    }
  }
}

/// A flange: above a = 1 the amplitude is driven back quickly; below it decays at the rate
/// k (d + b (1 - a)), b much less than 1, so the fold d = 0 is a corner and there is no bottleneck:
/// the wheelset of example 01, d in m/s.
Growth make_corner(double d, double b) {
  return [d, b](double a) {
    constexpr double k = 0.16, flange = 20.0;
    return a > 1.0 ? -k * d - flange * (a - 1.0) : -k * (d + b * (1.0 - a));
  };
}

// These end within six times the time given neither at rest nor as a cycle, and their first
// seconds, from the flange down, look like fast convergence.
TEST(MotionJudge, SlowDecayBelowAFlangeDoesNotLast) {
  for (const double b : {0.02, 0.1, 0.5}) {
    for (const double d : {0.1, 0.03, 0.01, 0.005}) {
      for (const double start : {1.001, 1.02, 1.2}) {
        const Settled found = judge(make_corner(d, b), start);
        EXPECT_FALSE(is_lasting(found.kind)) << d << ", " << b << ", " << start << ": "
                                             << get_word(found.kind) << ", " << found.reason;
        const Settled above = judge(make_corner(-d, b), start);
        EXPECT_EQ(above.kind, MotionKind::periodic) << d << ", " << b << ", " << start;
      }
    }
  }
}

// Decay towards a smaller cycle is not decay towards nothing, nor is any where steady running is
// unstable.
TEST(MotionJudge, WhatFallsTowardsASmallerCycleLasts) {
  constexpr double slow = 2e-3;  // [1/s]
  const auto to_half = [](double a) { return -slow * (a - 0.5) / a; };
  EXPECT_TRUE(is_lasting(judge(to_half, 1.0).kind));
  const auto to_nothing = [](double) { return -slow; };
  EXPECT_EQ(judge(to_nothing, 1.0).kind, MotionKind::fading);
  SettleOptions options;
  options.growth = 0.1;
  EXPECT_TRUE(is_lasting(judge(to_nothing, 1.0, options).kind));
}

// The same with an amplitude that also walks at random, by 1e-04 of itself in half a period, and the
// noise limit of the default tolerance of profiles: the line through more returns tells.
TEST(MotionJudge, ScatterHidesNoDrift) {
  SettleOptions options;
  options.integrator.rtol = 5e-4;
  for (const double d : {0.02, 0.05}) {
    const auto noisy = [&](double sign) {
      const Growth plain = make_corner(sign * d, 0.1);
      unsigned seed = 12345;
      double last = 0.0;
      return [=](double a) mutable {
        seed = seed * 1664525u + 1013904223u;
        last = static_cast<double>(seed >> 8) / (1 << 24) - 0.5;
        return plain(a) + 0.02 * last;
      };
    };
    EXPECT_FALSE(is_lasting(judge(noisy(1.0), 1.02, options).kind)) << d;
    EXPECT_TRUE(is_lasting(judge(noisy(-1.0), 1.02, options).kind)) << d;
  }
}

}  // namespace
}  // namespace fourfoot::testing
