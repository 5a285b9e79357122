#include "results/report_page.h"

#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>

#include <bit>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>
#include <sstream>

#include "base/error.h"
#include "results/report_pack.h"
#include "results/results_reader.h"
#include "results/results_writer.h"

namespace fourfoot::results {
namespace {

namespace fs = std::filesystem;

std::vector<std::uint8_t> decode_base64(const std::string& text) {
  static const std::string letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<std::uint8_t> bytes;
  std::uint32_t group = 0;
  int bits = 0;
  for (const char c : text) {
    if (c == '=') break;
    group = (group << 6) | static_cast<std::uint32_t>(letters.find(c));
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push_back(static_cast<std::uint8_t>(group >> bits));
  }
  return bytes;
}

// The page's way back, written once more: bytes, words, sums, numbers.
template <class Word, class Number>
std::vector<double> unpack_words(const PackedArray& packed) {
  const std::vector<std::uint8_t> deflated = decode_base64(packed.base64);
  std::vector<std::uint8_t> bytes(packed.count * sizeof(Word));
  uLongf size = bytes.size();
  EXPECT_EQ(uncompress(bytes.data(), &size, deflated.data(), deflated.size()), Z_OK);
  EXPECT_EQ(size, bytes.size());
  std::vector<Word> words(packed.count, 0);
  for (std::size_t b = 0; b < sizeof(Word); ++b)
    for (std::size_t i = 0; i < packed.count; ++i)
      words[i] |= static_cast<Word>(bytes[b * packed.count + i]) << (8 * b);
  for (int k = 0; k < packed.order; ++k)
    for (std::size_t i = 1; i < packed.count; ++i)
      words[i] = static_cast<Word>(words[i] + words[i - 1]);
  std::vector<double> values;
  for (const Word w : words) values.push_back(static_cast<double>(std::bit_cast<Number>(w)));
  return values;
}

TEST(ReportPack, SinglePrecisionComesBackToTheBit) {
  std::mt19937 random(7);
  std::normal_distribution<double> noise;
  std::vector<double> smooth, rough;
  for (int i = 0; i < 5000; ++i) {
    smooth.push_back(0.01 * std::sin(1e-3 * i) * std::exp(1e-4 * i));
    rough.push_back(1e5 * noise(random));
  }
  rough[17] = std::numeric_limits<double>::quiet_NaN();
  rough[18] = -std::numeric_limits<double>::infinity();
  for (const auto& values : {smooth, rough}) {
    const PackedArray packed = pack(values, Precision::single_is_enough);
    ASSERT_EQ(packed.form, PackedArray::Form::f32);
    const std::vector<double> back = unpack_words<std::uint32_t, float>(packed);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto wanted = static_cast<float>(values[i]);
      EXPECT_EQ(std::bit_cast<std::uint32_t>(static_cast<float>(back[i])),
                std::bit_cast<std::uint32_t>(wanted));
    }
  }
  EXPECT_EQ(pack(smooth, Precision::single_is_enough).order, 2);
  EXPECT_LT(pack(smooth, Precision::single_is_enough).base64.size(), 2 * smooth.size());
}

TEST(ReportPack, WhatSinglePrecisionCannotHoldIsKeptWhole) {
  const std::vector<double> values = {1.0, 1e300, -2.5e-310, 3.0};
  const PackedArray packed = pack(values, Precision::single_is_enough);
  ASSERT_EQ(packed.form, PackedArray::Form::f64);
  EXPECT_EQ((unpack_words<std::uint64_t, double>(packed)), values);
}

TEST(ReportPack, AxesAreExactOrLinear) {
  std::vector<double> even, uneven;
  for (int i = 0; i <= 60000; ++i) {
    even.push_back(0.001 * i);
    uneven.push_back(0.001 * i + 1e-9 * (i % 2));
  }
  const PackedArray line = pack(even, Precision::exact);
  ASSERT_EQ(line.form, PackedArray::Form::linear);
  EXPECT_NEAR(line.first + 12345 * line.step, 12.345, 1e-12);
  EXPECT_TRUE(line.base64.empty());
  const PackedArray whole = pack(uneven, Precision::exact);
  ASSERT_EQ(whole.form, PackedArray::Form::f64);
  EXPECT_EQ((unpack_words<std::uint64_t, double>(whole)), uneven);
  EXPECT_EQ(pack({}, Precision::exact).count, 0u);
  EXPECT_EQ(pack({3.0}, Precision::exact).form, PackedArray::Form::linear);
}

TEST(ReportPack, SummaryLeavesOutWhatIsNotFinite) {
  const ArraySummary s = summarise({NAN, 3.0, -4.0, INFINITY, 0.0});
  EXPECT_EQ(s.min, -4.0);
  EXPECT_EQ(s.min_at, 2u);
  EXPECT_EQ(s.max, 3.0);
  EXPECT_EQ(s.not_finite, 2u);
  EXPECT_DOUBLE_EQ(s.mean, -1.0 / 3.0);
  EXPECT_DOUBLE_EQ(s.rms, std::sqrt(25.0 / 3.0));
  EXPECT_TRUE(summarise({NAN}).empty);
}

class ReportPageTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("fourfoot-report-" + std::to_string(::getpid()));
    fs::create_directory(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path write_results(const std::string& title) {
    const fs::path file = folder_ / "r.h5";
    ResultsWriter writer(file, {{"time", "s", "", ""}, {"s", "m", "", ""}, {"a/b", "N", "", ""}},
                         {title, {}, {}}, 0);
    writer.write_table({"track",
                        {{"name", "line"}},
                        {{"gauge", 1.435}},
                        {{"s", "m", "along", {0.0, 1.0}, {}}, {"who", "", "", {}, {"x", "yy"}}}});
    for (int i = 0; i < 10; ++i) writer.append({0.1 * i, 2.0 * i, 1.0});
    writer.finish({RunStatus::done, "", 1.0, {{"steps", 5.0}}});
    return file;
  }
  std::string read(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
  }
  void write(const fs::path& path, const std::string& text) { std::ofstream(path) << text; }
  std::string get_fault(const fs::path& input) {
    try {
      write_report({input}, folder_ / "r.html");
    } catch (const InputError& error) {
      return error.findings().front().id;
    }
    return "";
  }
  fs::path folder_;
};

TEST_F(ReportPageTest, TablesReadBack) {
  const ResultsReader reader(write_results("t"));
  const ResultsTable table = reader.read_table("track");
  EXPECT_EQ(table.texts.at("name"), "line");
  EXPECT_EQ(table.numbers.at("gauge"), 1.435);
  ASSERT_NE(table.find("s"), nullptr);
  EXPECT_EQ(table.find("s")->values, (std::vector<double>{0.0, 1.0}));
  EXPECT_EQ(table.find("s")->unit, "m");
  EXPECT_EQ(table.find("who")->texts, (std::vector<std::string>{"x", "yy"}));
  EXPECT_TRUE(reader.read_table("model/bodies").columns.empty());
  EXPECT_TRUE(reader.list_groups("profiles").empty());
  EXPECT_EQ(reader.read_numbers().at("statistics/steps"), 5.0);
}

TEST_F(ReportPageTest, NothingInTheDataCanEndItsElement) {
  const fs::path page = folder_ / "r.html";
  write_report({write_results("</script><script>alert(1)</script><!--")}, page);
  const std::string text = read(page);
  const std::size_t begin = text.find("id=\"fourfoot-report\">");
  ASSERT_NE(begin, std::string::npos);
  const std::string data = text.substr(begin, text.find("</script>", begin) - begin);
  EXPECT_NE(data.find("\\u003c/script>\\u003cscript>alert(1)"), std::string::npos);
  EXPECT_NE(data.find("statistics/steps"), std::string::npos)
      << "the element goes on after the title";
  EXPECT_EQ(text.find("<!--fourfoot-data-->"), std::string::npos);
}

TEST_F(ReportPageTest, RefusesWhatIsNoResult) {
  write(folder_ / "a.json", "{\"points\": []}");
  write(folder_ / "b.json", "{\"points\": [{\"value\": 1, \"modes\": [}");
  write(folder_ / "c.csv", "a,b\n1,2\n");
  write(folder_ / "d.h5", "no HDF5");
  for (const char* name : {"a.json", "b.json", "c.csv", "d.h5"})
    EXPECT_EQ(get_fault(folder_ / name), "not-results") << name;
  EXPECT_EQ(get_fault(folder_ / "none.h5"), "file-not-found");
  EXPECT_FALSE(fs::exists(folder_ / "r.html"));
  EXPECT_FALSE(fs::exists(folder_ / "r.html.part"));
}

TEST_F(ReportPageTest, TakesWhatTheStabilityVerbsWrite) {
  write(folder_ / "eigen.json", "{\"points\": [{\"value\": 1, \"modes\": []}]}");
  write(folder_ / "sweep.json", "{\"points\": [{\"value\": 1, \"motion\": \"periodic\"}]}");
  write(folder_ / "map.csv",
        "radius,speed,sweep,motion,max_abs,peak_to_peak\n600,10,up,periodic,1,2\n");
  write_report({folder_ / "eigen.json", folder_ / "sweep.json", folder_ / "map.csv"},
               folder_ / "r.html");
  const std::string text = read(folder_ / "r.html");
  for (const char* kind : {"\"eigen\"", "\"bifurcation\"", "\"map\""})
    EXPECT_NE(text.find(std::string("\"kind\":") + kind), std::string::npos);
}

}  // namespace
}  // namespace fourfoot::results
