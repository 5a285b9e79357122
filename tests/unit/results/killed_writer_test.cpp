// A program that is killed stops between two of its writes, or between two pages of a write. Here all
// writes of a results file are recorded, and the file is read as each page of them leaves it: no kill
// makes it unreadable, and no row that could be read once is lost.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <vector>

#include "results/results_file.h"
#include "results/results_writer.h"

namespace {

struct Write {
  std::size_t size;  ///< of the file before it
  std::size_t at;
  std::vector<char> bytes;
  bool has_name;
};
std::vector<Write>* recorded = nullptr;
const fourfoot::results::ResultsWriter* writer_now = nullptr;

long write_and_record(int file, const void* data, std::size_t size, off_t at) {
  if (recorded != nullptr) {
    struct stat status {};
    fstat(file, &status);
    const char* begin = static_cast<const char*>(data);
    recorded->push_back({static_cast<std::size_t>(status.st_size),
                         static_cast<std::size_t>(at),
                         {begin, begin + size},
                         writer_now != nullptr && writer_now->has_name()});
  }
  return syscall(SYS_pwrite64, file, data, size, at);
}

}  // namespace

// HDF5 and we write by these; the program's own come before those of the C library.
extern "C" ssize_t pwrite(int file, const void* data, std::size_t size, off_t at) {
  return write_and_record(file, data, size, at);
}
extern "C" ssize_t pwrite64(int file, const void* data, std::size_t size, off64_t at) {
  return write_and_record(file, data, size, at);
}

namespace fourfoot::results {
namespace {

namespace fs = std::filesystem;

double get_value(std::size_t row, std::size_t channel) {
  return 1e-3 * static_cast<double>(row) + static_cast<double>(channel);
}

class KilledWriter : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("fourfoot-killed-" + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override {
    recorded = nullptr;
    fs::remove_all(folder_);
  }

  std::vector<Write> record(std::size_t rows, std::size_t expected_rows) {
    std::vector<Channel> channels;
    for (const char* name : {"time", "s", "wheelset/y", "wheelset/psi", "car_body/z"})
      channels.push_back({name, "1", "", ""});
    std::vector<Write> writes;
    recorded = &writes;
    {
      ResultsWriter writer(folder_ / "r.h5", channels, {}, expected_rows);
      writer_now = &writer;
      for (std::size_t row = 0; row < rows; ++row) {
        std::vector<double> values;
        for (std::size_t i = 0; i < channels.size(); ++i) values.push_back(get_value(row, i));
        writer.append(values);
      }
      writer.finish({});
      writer_now = nullptr;
    }
    recorded = nullptr;
    return writes;
  }

  // Reads the file as each write from `first_row` on leaves it.
  void read_all_states(const std::vector<Write>& writes, std::size_t first_row) {
    std::vector<char> image;
    std::size_t most = 0;
    for (std::size_t i = 0; i < writes.size(); ++i) {
      const Write& write = writes[i];
      image.resize(std::max({image.size(), write.size, write.at + write.bytes.size()}));
      for (std::size_t begin = 0, end; begin < write.bytes.size(); begin = end) {
        end = std::min(write.bytes.size(), begin + page - (write.at + begin) % page);
        std::memcpy(image.data() + write.at + begin, write.bytes.data() + begin, end - begin);
        // Behind values alone all is as before them: the last page of them will do.
        const bool is_values = write.bytes.size() > 4 * page && end < write.bytes.size();
        if (is_values || !write.has_name || image.size() < first_row * 5 * sizeof(double)) continue;
        SCOPED_TRACE("write " + std::to_string(i) + " of " + std::to_string(writes.size()));
        most = std::max(most, check_state(image, most));
        ++states_;
      }
    }
    EXPECT_GT(most, first_row);
  }

  std::size_t check_state(const std::vector<char>& image, std::size_t least) {
    const fs::path path = folder_ / "state.h5";
    const int file = open(path.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600);
    EXPECT_EQ(write(file, image.data(), image.size()), static_cast<ssize_t>(image.size()));
    close(file);
    try {
      const ResultsFile results(path);
      EXPECT_GE(results.size(), least);
      std::size_t channel = 0;
      for (const char* name : {"time", "s", "wheelset/y", "wheelset/psi", "car_body/z"}) {
        const std::vector<double> values = results.read(name);
        for (std::size_t row = 0; row < values.size(); ++row) {
          if (values[row] == get_value(row, channel)) continue;
          ADD_FAILURE() << name << " differs in row " << row;
          break;
        }
        ++channel;
      }
      return results.size();
    } catch (const std::exception& fault) {
      ADD_FAILURE() << fault.what();
    }
    return 0;
  }

  static constexpr std::size_t page = 4096;
  fs::path folder_;
  int states_ = 0;
};

TEST_F(KilledWriter, LeavesAReadableFileAtAnyTime) {
  read_all_states(record(4000, 4000), 0);
  EXPECT_GT(states_, 20);
}

// Chunks grow with the run, so that one node of the index holds all of them.
TEST_F(KilledWriter, LeavesAReadableFileBehind65536Rows) {
  read_all_states(record(68'000, 68'000), 63'000);
  EXPECT_GT(states_, 40);
}

}  // namespace
}  // namespace fourfoot::results
