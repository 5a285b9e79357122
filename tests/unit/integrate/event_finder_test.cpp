#include "integrate/event_finder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "integrate/registry.h"
#include "unit/integrate/problems.h"

namespace fourfoot::integrate {
namespace {

/// A state that stays, and one event function of time.
class Clock : public Problem {
 public:
  explicit Clock(std::function<double(double)> function) : function_(std::move(function)) {}
  int get_size() const override { return 1; }
  void calc_rate(double, const ConstVecRef&, VecRef ydot) override { ydot.setZero(); }
  int get_event_count() const override { return 1; }
  void calc_events(double t, const ConstVecRef&, VecRef g) override {
    ++looks;
    g[0] = function_(t);
  }
  int looks = 0;

 private:
  std::function<double(double)> function_;
};

/// One that knows its function nearby, off by a little, where that is not near zero.
class KnowingClock : public Clock {
 public:
  explicit KnowingClock(const std::function<double(double)>& function)
      : Clock(function), function_(function) {}
  bool get_events_nearby(double t, const ConstVecRef&, VecRef g) override {
    g[0] = function_(t) + 1e-7;
    return std::abs(g[0]) > 1e-4;
  }

 private:
  std::function<double(double)> function_;
};

struct Found {
  int events = 0, looks = 0;
  double t = 0.0;  ///< of the last event
};

/// Steps of 10 ms up to 100 ms, each searched at five times.
template <class AnyClock = Clock>
Found search(const std::function<double(double)>& function, int samples) {
  AnyClock clock(function);
  Options options;
  options.step = 0.01;
  auto integrator = make_integrator("rk4", clock, options);
  integrator->start(0.0, make_state({0.0}));
  EventFinder finder(clock, samples, 2.1e-3);
  finder.start(0.0, make_state({0.0}));
  clock.looks = 0;
  Found found;
  Event event;
  while (integrator->t() < 0.1) {
    integrator->step(0.1);
    while (finder.find_next(*integrator, event)) {
      ++found.events;
      found.t = event.t;
    }
  }
  found.looks = clock.looks;
  return found;
}

TEST(EventFinder, LooksOnceWhereNothingComesNearZero) {
  const auto far = [](double t) { return 1.0 + 0.1 * std::sin(100.0 * t); };
  EXPECT_EQ(search(far, 1).looks, 14);  // the first step as finely as others, to know the rates
  EXPECT_EQ(search(far, 2).looks, 50);
  EXPECT_EQ(search(far, 1).events, 0);
}

// Below zero for 4 ms in the middle of a step, with the same sign at its two ends.
TEST(EventFinder, SeesWhatGoesAndComesWithinAStepNearZero) {
  const auto dip = [](double t) { return (t - 0.043) * (t - 0.047); };
  ASSERT_LT(dip(0.044), 0.0);
  ASSERT_GT(dip(0.04) * dip(0.05), 0.0);
  EXPECT_EQ(search(dip, 1).events, search(dip, 5).events);
  EXPECT_EQ(search(dip, 1).events, 2);
}

TEST(EventFinder, LooksOnceWhereAFunctionRunsStraightToZero) {
  const auto line = [](double t) { return 1.0 - 8.0 * t; };
  EXPECT_EQ(search(line, 1).events, 0);
  EXPECT_EQ(search(line, 1).looks, 14);  // the first step as finely as others
}

TEST(EventFinder, NearbyFunctionsSaveLooksAndFindTheSame) {
  const auto swing = [](double t) { return std::cos(50.0 * t); };
  const Found known = search<KnowingClock>(swing, 1), plain = search(swing, 1);
  EXPECT_LT(known.looks, plain.looks);
  EXPECT_EQ(known.events, plain.events);
  EXPECT_NEAR(known.t, 1.5 * M_PI / 50.0, 1e-15);
  EXPECT_NEAR(plain.t, 1.5 * M_PI / 50.0, 1e-15);
  const auto dip = [](double t) { return (t - 0.043) * (t - 0.047); };
  EXPECT_EQ(search<KnowingClock>(dip, 1).events, 2);
}

}  // namespace
}  // namespace fourfoot::integrate
