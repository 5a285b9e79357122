// include, files that stand for tables, overrides, and the checker, on a small schema of its own.
#include "input/load.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "input/nesting.h"

namespace fourfoot::input {
namespace {

namespace fs = std::filesystem;

SchemaPtr make_schema(std::vector<Field> fields, const char* name = "thing") {
  return std::make_shared<Schema>(Schema{name, "", std::move(fields), "", {}});
}

SchemaPtr get_schema() {
  const auto part = make_schema({number("mass", "kg", "").required(), text("note", "")}, "part");
  return make_schema(
      {number("length", "m", "").by_default(1.5), integer("count", ""),
       flag("open", "").by_default_flag(true), numbers("position", "m", "").of_length(2),
       texts("words", ""), path("data", ""), nested("main", Kind::path_or_table, part, ""),
       nested("parts", Kind::dictionary, part, ""), nested("list", Kind::tables, part, "")});
}

class LoadTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("fourfoot-load-" + std::to_string(::getpid()));
    fs::create_directories(folder_ / "sub");
  }
  void TearDown() override { fs::remove_all(folder_); }
  void write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
  }
  Document load(const std::string& text, const std::vector<std::string>& set = {}) {
    write("main.toml", text);
    std::vector<Setting> overrides;
    for (const std::string& word : set) overrides.push_back(parse_override(word));
    return load_document(folder_ / "main.toml", *get_schema(), overrides);
  }
  std::vector<std::string> list_ids(const std::string& text,
                                    const std::vector<std::string>& set = {}) {
    std::vector<std::string> ids;
    try {
      load(text, set);
    } catch (const InputError& error) {
      for (const Finding& finding : error.findings()) ids.push_back(finding.id);
    }
    return ids;
  }
  fs::path folder_;
};

using Ids = std::vector<std::string>;

TEST_F(LoadTest, ConvertsAndFillsDefaults) {
  const Table t = load("position = [\"3 mm\", 2]\ncount = 7\nwords = [\"a\", \"b\"]\n").root;
  EXPECT_EQ(t.number("length"), 1.5);
  EXPECT_TRUE(t.flag("open"));
  EXPECT_EQ(t.numbers("position"), (std::vector<double>{0.003, 2.0}));
  EXPECT_EQ(t.integer("count"), 7);
  EXPECT_EQ(t.texts("words"), (Ids{"a", "b"}));
  EXPECT_FALSE(t.has("main"));
}

TEST_F(LoadTest, PathsStartAtTheFileThatNamesThem) {
  write("sub/part.toml", "data = \"x.dat\"\n");
  EXPECT_EQ(load("include = \"sub/part.toml\"\n").root.text("data"),
            (folder_ / "sub" / "x.dat").string());
}

TEST_F(LoadTest, IncludeLiesUnderTheTable) {
  write("base.toml", "length = 1\ncount = 1\n[parts.a]\nmass = 1\nnote = \"base\"\n");
  write("more.toml", "length = 2\n");
  const Document document = load(
      "include = [\"base.toml\", \"more.toml\"]\ncount = 3\n[parts.a]\nmass = 5\n[parts.b]\nmass = "
      "6\n");
  EXPECT_EQ(document.root.number("length"), 2.0);
  EXPECT_EQ(document.root.integer("count"), 3);
  const Table& a = document.root.table("parts").table("a");
  EXPECT_EQ(a.number("mass"), 5.0);
  EXPECT_EQ(a.text("note"), "base");
  EXPECT_EQ(document.root.table("parts").table("b").number("mass"), 6.0);
  ASSERT_EQ(document.sources.size(), 3u);
  EXPECT_EQ(document.sources[0]->name, (folder_ / "main.toml").string());
}

TEST_F(LoadTest, IncludeWorksInAnyTable) {
  write("part.toml", "mass = 4\n");
  const Table t =
      load("[parts.a]\ninclude = \"part.toml\"\n[[list]]\ninclude = \"part.toml\"\n").root;
  EXPECT_EQ(t.table("parts").table("a").number("mass"), 4.0);
  EXPECT_EQ(t.tables("list").at(0).number("mass"), 4.0);
}

TEST_F(LoadTest, OneFileMayBeIncludedTwice) {
  write("part.toml", "mass = 4\n");
  EXPECT_EQ(load("[parts.a]\ninclude = \"part.toml\"\n[parts.b]\ninclude = \"part.toml\"\n")
                .sources.size(),
            2u);
}

TEST_F(LoadTest, AFileMayStandForATable) {
  write("part.toml", "mass = \"2 t\"\n");
  const Document document = load("main = \"part.toml\"\n", {"main.note=heavy"});
  EXPECT_EQ(document.root.table("main").number("mass"), 2000.0);
  EXPECT_EQ(document.root.table("main").text("note"), "heavy");
  EXPECT_EQ(load("[main]\nmass = 3\n").root.table("main").number("mass"), 3.0);
}

TEST_F(LoadTest, OverridesReachEverything) {
  const Table t = load("position = [1, 2]\n[[list]]\nmass = 1\n[[list]]\nmass = 2\n",
                       {"length=20 mm", "position.2=5 mm", "list.2.mass=7", "parts.new.mass=3",
                        "open=false", "words=[\"x\"]", "parts.new.note=\"in quotes\""})
                      .root;
  EXPECT_EQ(t.number("length"), 0.02);
  EXPECT_EQ(t.numbers("position")[1], 0.005);
  EXPECT_EQ(t.tables("list")[1].number("mass"), 7.0);
  EXPECT_EQ(t.table("parts").table("new").number("mass"), 3.0);
  EXPECT_EQ(t.table("parts").table("new").text("note"), "in quotes");
  EXPECT_FALSE(t.flag("open"));
  EXPECT_EQ(t.texts("words"), Ids{"x"});
}

TEST_F(LoadTest, TheLastOverrideWins) {
  EXPECT_EQ(load("", {"length=1", "length=2"}).root.number("length"), 2.0);
}

TEST_F(LoadTest, FindsAllFaultsAtOnce) {
  EXPECT_EQ(list_ids("length = \"3 kg\"\ncount = 1.5\nposition = [1]\ncolour = 1\n[parts.a]\n"),
            (Ids{"wrong-unit", "wrong-type", "wrong-count", "unknown-key", "missing-key"}));
}

TEST_F(LoadTest, OverridesThatFitNowhere) {
  EXPECT_EQ(list_ids("position = [1, 2]\n", {"position.3=1"}), Ids{"bad-override"});
  EXPECT_EQ(list_ids("length = 1\n", {"length.x=1"}), Ids{"bad-override"});
  EXPECT_EQ(list_ids("[parts.wheelset]\nmass = 1\n", {"parts.weelset.note=x"}),
            Ids{"unknown-name"});
  EXPECT_THROW(parse_override("no equals"), InputError);
}

TEST_F(LoadTest, LinesAndColumnsCountFromOne) {
  try {
    load("length = 1\n  count = \"x\"\n");
    FAIL();
  } catch (const InputError& error) {
    const SourceLocation& where = error.findings().at(0).where;
    EXPECT_EQ(where.line, 2);
    EXPECT_EQ(where.column, 11);
    EXPECT_EQ(where.width, 3);
    EXPECT_EQ(where.get_line_text(), "  count = \"x\"");
  }
}

TEST_F(LoadTest, WindowsLineEndsAndByteOrderMarkAreFine) {
  EXPECT_EQ(load("\xEF\xBB\xBFlength = 3\r\ncount = 2\r\n").root.integer("count"), 2);
}

TEST(Nesting, CountsBracketsAndDotsOutsideStringsAndComments) {
  const std::string many(100, '.'), open(100, '[');
  EXPECT_FALSE(find_too_deep("a = \"" + many + open + "\" # " + many + open + "\n"));
  EXPECT_FALSE(find_too_deep("a = '''" + many + "\n" + open + "''' "));
  EXPECT_FALSE(find_too_deep("a = \"\\\"" + many + "\"\n"));
  EXPECT_FALSE(find_too_deep("[a.b.c]\nx = [[1.5, 2.5], [3.5]]\n"));
  EXPECT_TRUE(find_too_deep("a = " + open));
  EXPECT_TRUE(find_too_deep("[a" + many + "]"));
  EXPECT_TRUE(find_too_deep("a = \"unclosed\n" + open));
  const auto position = find_too_deep("x = 1\n" + open);
  ASSERT_TRUE(position);
  EXPECT_EQ(position->line, 2);
  EXPECT_EQ(position->column, max_nesting + 1);
}

}  // namespace
}  // namespace fourfoot::input
