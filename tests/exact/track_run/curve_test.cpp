#include <gtest/gtest.h>

#include <cmath>

#include "analysis/initial_state.h"
#include "analysis/time_run.h"
#include "input/scenario_file.h"
#include "scenario/run_options.h"

namespace fourfoot {
namespace {

/// The largest of a channel during each curve of examples/05-line-3km.
class LargestInCurves : public TrajectorySink {
 public:
  explicit LargestInCurves(std::size_t channel) : channel_(channel) {}
  void append(const std::vector<double>& row) override {
    // Curve i begins at 150 m + 475 m i and is 350 m long, transitions included.
    const double along = row[1] - 150;
    if (along < 0) return;
    const auto curve = static_cast<std::size_t>(along / 475);
    if (curve < 6 && along - 475 * static_cast<double>(curve) < 350)
      largest[curve] = std::max(largest[curve], std::abs(row[channel_]));
  }
  double largest[6] = {};

 private:
  std::size_t channel_;
};

// On a straight nothing moves, so an integrator's steps grow to many seconds: it must not leap over
// the curves that follow. In each, the outer flange of the wheelset guides.
TEST(LongLine, NoCurveIsLeaptOver) {
  const input::ScenarioFile file = input::read_scenario_file(std::string(FOURFOOT_SOURCE_DIR) +
                                                             "/examples/05-line-3km/scenario.toml");
  const auto system = scenario::build_system(file.scenario);
  const analysis::TimeRunOptions options = scenario::make_run_options(file.scenario);
  std::size_t channel = 0;
  while (channel < system->channels().size() && system->channels()[channel].name != "wheelset/y")
    ++channel;
  ASSERT_LT(channel, system->channels().size());
  LargestInCurves sink(channel);
  const auto summary =
      analysis::run(*system, analysis::calc_initial_state(*system, file.scenario), options, sink);
  EXPECT_EQ(summary.status, RunStatus::done);
  for (const double y : sink.largest) EXPECT_GT(y, 0.004);
}

}  // namespace
}  // namespace fourfoot
