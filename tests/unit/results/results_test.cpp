#include <gtest/gtest.h>
#include <hdf5.h>
#include <matio.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "results/mat_writer.h"
#include "results/results_reader.h"
#include "results/results_writer.h"

namespace fourfoot::results {
namespace {

namespace fs = std::filesystem;

const std::vector<Channel> channels = {{"time", "s", "", "time"},
                                       {"s", "m", "", "arc length"},
                                       {"body/y", "m", "track", "to the left \xE2\x86\x90"},
                                       {"body/left/fx", "N", "contact", "force"}};

class ResultsTest : public testing::Test {
 protected:
  void SetUp() override {
    file_ = fs::temp_directory_path() / ("fourfoot-results-" + std::to_string(::getpid()) + ".h5");
  }
  void TearDown() override { fs::remove(file_); }
  std::unique_ptr<ResultsWriter> open(std::uint64_t rows = 0) {
    const auto source = std::make_shared<SourceFile>(SourceFile{"a.toml", "x = 1\n"});
    return std::make_unique<ResultsWriter>(
        file_, channels, ResultsHeader{"a title", {source}, {"a=1", "b=2"}}, rows);
  }
  void append(ResultsWriter& writer, int begin, int end) {
    for (int i = begin; i < end; ++i) writer.append({0.1 * i, 1.0 * i, -1.0 * i, 1e300});
  }
  fs::path file_;
};

TEST_F(ResultsTest, ReadsBackWhatWasWritten) {
  auto writer = open();
  append(*writer, 0, 3000);
  EXPECT_EQ(writer->row_count(), 3000u);
  writer->finish({RunStatus::done, "", 1.25, {{"steps", 42.0}}});
  writer.reset();

  const ResultsReader reader(file_);
  ASSERT_EQ(reader.channels().size(), 4u);
  EXPECT_EQ(reader.channels()[0].name, "time");
  EXPECT_EQ(reader.channels()[1].name, "s");
  EXPECT_EQ(reader.channels()[2].name, "body/left/fx");
  EXPECT_EQ(reader.channels()[3].name, "body/y");
  EXPECT_EQ(reader.channels()[3].frame, "track");
  EXPECT_EQ(reader.channels()[3].description, "to the left \xE2\x86\x90");
  ASSERT_EQ(reader.size(), 3000u);
  EXPECT_EQ(reader.read("time")[2999], 0.1 * 2999);
  EXPECT_EQ(reader.read("body/y")[1500], -1500.0);
  EXPECT_EQ(reader.read_meta("status"), "done");
  EXPECT_EQ(reader.read_meta("title"), "a title");
  EXPECT_EQ(reader.read_meta("overrides"), "a=1\nb=2\n");
  EXPECT_EQ(reader.read_meta("nothing"), "");
  ASSERT_EQ(reader.read_inputs().size(), 1u);
  EXPECT_EQ(reader.read_inputs()[0].name, "a.toml");
  EXPECT_EQ(reader.read_inputs()[0].text, "x = 1\n");
  EXPECT_THROW(reader.read("body/z"), std::out_of_range);
}

TEST_F(ResultsTest, OpensWhileTheRunGoesOn) {
  auto writer = open();
  append(*writer, 0, 2500);  // two chunks are on disk, the rest is gathered
  fs::path copy = file_;
  copy += ".copy";
  fs::copy_file(file_, copy, fs::copy_options::overwrite_existing);
  {
    const ResultsReader reader(copy);
    EXPECT_EQ(reader.size(), 2048u);
    EXPECT_EQ(reader.read("body/y").size(), 2048u);
    EXPECT_EQ(reader.read_meta("status"), "running");
  }
  fs::remove(copy);
}

TEST_F(ResultsTest, KeepsRowsOfAWriterThatWasDropped) {
  auto writer = open();
  append(*writer, 0, 10);
  writer.reset();
  EXPECT_EQ(ResultsReader(file_).size(), 10u);
}

TEST_F(ResultsTest, EmptyRunIsAFileToo) {
  auto writer = open();
  writer->finish({RunStatus::failed, "no start", 0.0, {}});
  writer.reset();
  const ResultsReader reader(file_);
  EXPECT_EQ(reader.size(), 0u);
  EXPECT_TRUE(reader.read("time").empty());
  EXPECT_EQ(reader.read_meta("message"), "no start");
}

TEST_F(ResultsTest, RefusesWhatTheDiskCannotHold) {
  try {
    open(std::uint64_t{1} << 50);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.findings().at(0).id, "output-unwritable");
  }
  EXPECT_FALSE(fs::exists(file_));
}

// HDF5 keeps 280 bytes in memory for each chunk of each channel: their number must not grow with
// the length of a run.
TEST_F(ResultsTest, LongRunsHaveNotMoreChunks) {
  for (const std::uint64_t rows : {100'000ULL, 400'000ULL, 1'800'000ULL, 3'900'000ULL}) {
    auto writer = open(rows);
    append(*writer, 0, 1);
    writer->finish({RunStatus::done, "", 0.0, {}});
    writer.reset();
    const hid_t file = H5Fopen(file_.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
    const hid_t data = H5Dopen2(file, "time", H5P_DEFAULT);
    const hid_t layout = H5Dget_create_plist(data);
    hsize_t chunk = 0;
    ASSERT_EQ(H5Pget_chunk(layout, 1, &chunk), 1);
    EXPECT_LE(rows / chunk, 60u) << rows;
    H5Pclose(layout);
    H5Dclose(data);
    H5Fclose(file);
    fs::remove(file_);
  }
}

// A node of the index holds 64 chunks where nobody says how many rows will come.
TEST_F(ResultsTest, MoreRowsThanOneNodeOfTheIndexHolds) {
  constexpr int rows = 200'000;
  auto writer = open();
  append(*writer, 0, rows);
  writer->finish({RunStatus::done, "", 0.0, {}});
  writer.reset();
  const ResultsReader reader(file_);
  ASSERT_EQ(reader.size(), static_cast<std::size_t>(rows));
  const std::vector<double> y = reader.read("body/y");
  for (int i = 0; i < rows; ++i) ASSERT_EQ(y[static_cast<std::size_t>(i)], -1.0 * i) << i;
}

// HDF5 divides the names of a group among nodes: eight names each, 32 nodes, unless told otherwise.
TEST_F(ResultsTest, GroupsHoldAsManyChannelsAsThereAre) {
  std::vector<Channel> many = {{"time", "s", "", "time"}, {"s", "m", "", ""}};
  for (int i = 0; i < 1000; ++i) many.push_back({"group/c" + std::to_string(i), "N", "", ""});
  {
    ResultsWriter writer(file_, many, {}, 2);
    std::vector<double> row(many.size());
    for (std::size_t i = 0; i < row.size(); ++i) row[i] = static_cast<double>(i);
    writer.append(row);
    writer.append(row);
    writer.finish({});
  }
  const ResultsReader reader(file_);
  ASSERT_EQ(reader.channels().size(), many.size());
  for (std::size_t i = 0; i < many.size(); ++i)
    EXPECT_EQ(reader.read(many[i].name), std::vector<double>(2, static_cast<double>(i)));
}

// The file is HDF5's as if HDF5 had written it: its channels can be made longer.
TEST_F(ResultsTest, Hdf5GoesOnWithAChannel) {
  auto writer = open(3000);
  append(*writer, 0, 3000);
  writer->finish({RunStatus::done, "", 0.0, {}});
  writer.reset();
  const hid_t file = H5Fopen(file_.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  for (const char* name : {"time", "s", "channels/body/y", "channels/body/left/fx"}) {
    const hid_t data = H5Dopen2(file, name, H5P_DEFAULT);
    const hsize_t longer = 20'000, begin = 19'999, one = 1;
    EXPECT_GE(H5Dset_extent(data, &longer), 0);
    const hid_t space = H5Dget_space(data), memory = H5Screate_simple(1, &one, nullptr);
    H5Sselect_hyperslab(space, H5S_SELECT_SET, &begin, nullptr, &one, nullptr);
    const double value = 7.0;
    EXPECT_GE(H5Dwrite(data, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, &value), 0);
    H5Sclose(memory);
    H5Sclose(space);
    H5Dclose(data);
  }
  EXPECT_GE(H5Fclose(file), 0);
  const std::vector<double> y = ResultsReader(file_).read("body/y");
  ASSERT_EQ(y.size(), 20'000u);
  EXPECT_EQ(y[2999], -2999.0);
  EXPECT_TRUE(std::isnan(y[3500]));
  EXPECT_EQ(y[19'999], 7.0);
}

TEST_F(ResultsTest, TwoThingsOfOneNameAreRefused) {
  for (const char* name : {"body/y", "body/y/z", "body"}) {
    std::vector<Channel> twice = channels;
    twice.push_back({name, "m", "", ""});
    EXPECT_THROW(ResultsWriter(file_, twice, {}, 1), InputError) << name;
    EXPECT_FALSE(fs::exists(file_));
  }
}

TEST_F(ResultsTest, MatHoldsTheSameNumbers) {
  const fs::path mat = file_.string() + ".mat";
  write_mat(mat, {{"time", "s", {0.0, 1.0}},
                  {"1st/y", "m", {2.0, 3.0}},
                  {"a/b", "", {4.0, 5.0}},
                  {"a_b", "", {6.0, 7.0}}});
  mat_t* file = Mat_Open(mat.c_str(), MAT_ACC_RDONLY);
  ASSERT_NE(file, nullptr);
  const auto read = [&](const char* name) {
    matvar_t* variable = Mat_VarRead(file, name);
    const double value =
        variable == nullptr ? std::nan("") : static_cast<double*>(variable->data)[1];
    Mat_VarFree(variable);
    return value;
  };
  EXPECT_EQ(read("time"), 1.0);
  EXPECT_EQ(read("c_1st_y"), 3.0);
  EXPECT_EQ(read("a_b"), 5.0);
  EXPECT_EQ(read("a_b_2"), 7.0);
  Mat_Close(file);
  fs::remove(mat);
}

}  // namespace
}  // namespace fourfoot::results
