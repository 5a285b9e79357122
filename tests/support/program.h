#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace fourfoot::test {

struct Outcome {
  int code;
  std::string out, err;
};

/// The built program, run in a folder of the test's own.
class ProgramTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder = std::filesystem::temp_directory_path() /
             ("fourfoot-" + std::string(test->test_suite_name()) + "-" + test->name());
    std::filesystem::create_directories(folder);
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  static std::string read(const std::filesystem::path& path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }
  Outcome run(const std::string& arguments) {
    const std::string command =
        "cd " + folder.string() + " && " + FOURFOOT_PROGRAM + " " + arguments + " >out 2>err";
    const int status = std::system(command.c_str());
    return {WEXITSTATUS(status), read(folder / "out"), read(folder / "err")};
  }
  /// Returns the name, which `run` finds.
  std::string write(const std::string& name, const std::string& text) {
    std::ofstream(folder / name) << text;
    return name;
  }
  std::filesystem::path folder;
};

/// The numbers of a CSV with a header.
inline std::vector<std::vector<double>> parse_numbers(const std::string& csv) {
  std::vector<std::vector<double>> rows;
  std::istringstream stream(csv);
  std::string line;
  std::getline(stream, line);
  while (std::getline(stream, line)) {
    rows.emplace_back();
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(std::stod(cell));
  }
  return rows;
}

}  // namespace fourfoot::test
