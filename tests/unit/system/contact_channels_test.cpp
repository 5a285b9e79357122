#include "system/contact_channels.h"

#include <gtest/gtest.h>

#include <map>

#include "support/wheelset_case.h"

namespace fourfoot::system {
namespace {

// Five patches on the left wheel, two of them growing together: every newton is in a channel.
TEST(ContactChannels, PatchesAddUpToTheWheel) {
  const auto system = scenario::build_system(
      testing::read_scenario_text(testing::make_wheelset(testing::cone, 1e6, 1e6, 4e4, 10.0)));
  const Workspace ws(*system);
  const VecX none;
  const integrate::ConstVecRef z = none;
  WheelsetSlice w;
  contact::WheelForce& wheel = w.wheels[0];
  const double loads[] = {30e3, 9e3, 4e3, 2451.0, 700.0}, weights[] = {0.6, 1.0, 0.4, 0.4, 1.0};
  for (int i = 0; i < 5; ++i) {
    wheel.patches[i].normal = loads[i];
    wheel.patches[i].patch.weight = weights[i];
  }
  wheel.patches[1].patch.zone = contact::Zone::flange;
  for (std::size_t count = 1; count <= 5; ++count) {
    wheel.count = count;
    ChannelTable table;
    list_wheel_channels(
        "ws/left/", 0, [&](const Moment&) -> const WheelsetSlice& { return w; }, table);
    const std::vector<Channel>& channels = table.channels();
    std::vector<double> row(channels.size());
    table.record({0.0, z, ws}, row.data());
    std::map<std::string, double> at;
    for (std::size_t i = 0; i < channels.size(); ++i) at[channels[i].name] = row[i];
    double sum = at["ws/left/N_other"];
    for (const char* patch : {"patch_1", "patch_2", "patch_3", "patch_4"})
      sum += at[std::string("ws/left/") + patch + "/N"];
    EXPECT_NEAR(sum, at["ws/left/N"], 1e-9) << count;
    EXPECT_EQ(at["ws/left/patches"], static_cast<double>(count));
    EXPECT_EQ(at["ws/left/patch_1/weight"], 0.6);
    if (count < 5) {
      EXPECT_EQ(at["ws/left/N_other"], 0.0);
    }
  }
}

}  // namespace
}  // namespace fourfoot::system
