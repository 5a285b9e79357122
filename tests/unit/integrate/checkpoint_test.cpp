// A run that is cut and resumed continues bit for bit.
#include <gtest/gtest.h>

#include "integrate/drive.h"
#include "integrate/registry.h"
#include "unit/integrate/problems.h"

namespace fourfoot::integrate {
namespace {

/// The manufactured motion, disturbed where q2 crosses zero.
struct Kicked : Manufactured {
  int get_event_count() const override { return 1; }
  void calc_events(double, const ConstVecRef& y, VecRef g) override { g[0] = y[1]; }
};

struct Record {
  std::vector<double> t;
  std::vector<VecX> y;
  std::vector<RestartPoint> checkpoints;
};

Record run(const std::string& method, const DriveOptions& options, const VecX& y0) {
  Kicked problem;
  Options settings;
  settings.step = 7e-3;
  auto integrator = make_integrator(method, problem, settings);
  Record record;
  Handlers handlers;
  handlers.on_output = [&](double t, const ConstVecRef& y) {
    record.t.push_back(t);
    record.y.push_back(y);
  };
  handlers.on_event = [](const Event&, VecRef y) {
    y[2] += 0.01;
    return Action::restart;
  };
  handlers.on_stop_time = [](double, VecRef y) {
    y[2] -= 0.02;
    return Action::restart;
  };
  handlers.on_checkpoint = [&](const RestartPoint& c) { record.checkpoints.push_back(c); };
  const Summary summary = drive(*integrator, y0, options, handlers);
  EXPECT_EQ(summary.status, Status::finished) << summary.message;
  return record;
}

class Resume : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(All, Resume, ::testing::ValuesIn(get_method_names()),
                         [](const auto& param) {
                           std::string name = param.param;
                           std::erase(name, '-');
                           return name;
                         });

TEST_P(Resume, EqualsTheUninterruptedRun) {
  DriveOptions options;
  options.t_end = 5.0;
  options.stop_times = {1.3, 2.0, 4.1};
  options.checkpoint_times = {0.7, 2.0, 3.3};  // one of them at a stop time
  for (int i = 0; i <= 500; ++i) options.output_times.push_back(0.01 * i);
  const Record whole = run(GetParam(), options, Manufactured::exact(0.0));
  ASSERT_EQ(whole.checkpoints.size(), 3u);
  ASSERT_EQ(whole.t.size(), 501u);
  for (const RestartPoint& checkpoint : whole.checkpoints) {
    DriveOptions rest = options;
    rest.t_begin = checkpoint.t;
    rest.is_resumed = true;
    const Record resumed = run(GetParam(), rest, checkpoint.y);
    const std::size_t before = whole.t.size() - resumed.t.size();
    ASSERT_GT(before, 0u);
    EXPECT_LE(whole.t[before - 1], checkpoint.t);
    EXPECT_GT(whole.t[before], checkpoint.t);
    for (std::size_t i = 0; i < resumed.t.size(); ++i) {
      ASSERT_EQ(whole.t[before + i], resumed.t[i]);
      ASSERT_TRUE(whole.y[before + i] == resumed.y[i]) << resumed.t[i];
    }
  }
}

TEST(Drive, StopTimeIsKeptWhenAnEventFallsOnIt) {
  struct Timed : Oscillator {
    int get_event_count() const override { return 1; }
    void calc_events(double t, const ConstVecRef&, VecRef g) override {
      g[0] = t < 1.0 ? -1.0 : 1.0;
    }
  } problem;
  auto integrator = make_integrator("bdf", problem, Options{});
  DriveOptions options;
  options.t_end = 2.0;
  options.stop_times = {1.0};
  int stops = 0;
  int events = 0;
  Handlers handlers;
  handlers.on_event = [&](const Event& event, VecRef) {
    ++events;
    EXPECT_NEAR(event.t, 1.0, 1e-12);
    return Action::restart;
  };
  handlers.on_stop_time = [&](double, VecRef) {
    ++stops;
    return Action::restart;
  };
  drive(*integrator, make_state({1.0, 0.0}), options, handlers);
  EXPECT_EQ(events, 1);
  EXPECT_EQ(stops, 1);
}

}  // namespace
}  // namespace fourfoot::integrate
