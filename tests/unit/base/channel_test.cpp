#include "base/channel.h"

#include <gtest/gtest.h>

namespace fourfoot {
namespace {

// The spin creepage was called phi; phi of a body, whatever its name, is its roll and stays.
TEST(Channel, SpinCreepageHasItsNewName) {
  EXPECT_EQ(rename_channels("wheelset_1/left/patch_2/phi"), "wheelset_1/left/patch_2/spin");
  EXPECT_EQ(rename_channels("wheelset/right/phi"), "wheelset/right/spin");
  EXPECT_EQ(rename_channels("*/patch_*/phi"), "*/patch_*/spin");
  EXPECT_EQ(rename_channels("channels = [\"a/left/phi\", \"a/phi\"]"),
            "channels = [\"a/left/spin\", \"a/phi\"]");
  for (const char* same : {"wheelset_1/phi", "left/phi", "*/phi", "a/left/philip", "a/left/Y"})
    EXPECT_EQ(rename_channels(same), same);
}

TEST(Channel, AnOldNameIsAnsweredWithTheNewOne) {
  const std::vector<std::string> names{"a/phi", "a/left/patch_1/mz", "a/left/patch_1/spin"};
  EXPECT_EQ(find_closest_channel("a/left/patch_1/phi", names), "a/left/patch_1/spin");
  EXPECT_EQ(find_closest_channel("*/patch_*/phi", names), "*/patch_*/spin");
  EXPECT_EQ(find_closest_channel("a/left/patch_1/mx", names), "a/left/patch_1/mz");
  EXPECT_EQ(find_closest_channel("b/left/phi", {"a/phi"}), "");
}

}  // namespace
}  // namespace fourfoot
