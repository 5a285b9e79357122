#include "base/error.h"

#include <gtest/gtest.h>

namespace fourfoot {
namespace {

SourceLocation make_location(std::string text, int line, int column, int width) {
  return {std::make_shared<SourceFile>(SourceFile{"car.toml", std::move(text)}), line, column,
          width};
}

TEST(Error, ShowsFileLineCaretAndWayOut) {
  const Finding finding{"unknown-key", make_location("[a]\nmas = 1\n", 2, 1, 3),
                        "unknown key \"mas\"", "did you mean \"mass\"?"};
  EXPECT_EQ(format(finding),
            "car.toml:2:1: error[unknown-key]: unknown key \"mas\"\n"
            "  2 | mas = 1\n"
            "    | ^~~\n"
            "  did you mean \"mass\"?\n");
}

TEST(Error, CaretStandsUnderTheCharacterBehindTabsAndAccents) {
  const Finding finding{"x", make_location("\tn\xC3\xA9 = 1", 1, 5, 1), "m"};
  EXPECT_EQ(format(finding), "car.toml:1:5: error[x]: m\n  1 | \tn\xC3\xA9 = 1\n    | \t   ^\n");
}

// Of a long line the part about the caret is shown, whole characters of it.
TEST(Error, LongLinesAreCutAboutTheCaret) {
  const std::string a = "\xC3\xA9";
  std::string line;
  for (int i = 0; i < 500; ++i) line += i == 299 ? "x" : a;
  std::string part = "...";
  for (int i = 259; i < 459; ++i) part += i == 299 ? "x" : a;
  EXPECT_EQ(
      format(Finding{"x", make_location(line, 1, 300, 2), "m"}),
      "car.toml:1:300: error[x]: m\n  1 | " + part + "...\n    | " + std::string(43, ' ') + "^~\n");
  const std::string first = format(Finding{"x", make_location(line, 1, 1, 500), "m"});
  EXPECT_NE(first.find(" | ^" + std::string(199, '~') + "\n"), std::string::npos) << first;
}

TEST(Error, WithoutAPlaceItIsOneLine) {
  EXPECT_EQ(format(Finding{"x", {}, "m"}), "error[x]: m\n");
}

TEST(Suggest, FindsSlipsAndListsChoicesOtherwise) {
  EXPECT_EQ(suggest("mas", {"mass", "name"}), "did you mean \"mass\"?");
  EXPECT_EQ(suggest("amss", {"mass", "name"}), "did you mean \"mass\"?");
  EXPECT_EQ(suggest("q", {"mass", "name"}), "expected one of: mass, name");
  EXPECT_EQ(suggest("q", {}), "");
}

}  // namespace
}  // namespace fourfoot
