#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "input/load.h"
#include "vehicle/model.h"
#include "vehicle/schema.h"

namespace fourfoot::vehicle {

/// Vehicle files in a folder of the test's own.
class VehicleTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        std::filesystem::temp_directory_path() / ("fourfoot-vehicle-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  void write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
  }
  VehicleDescription read(const std::string& text, const std::vector<std::string>& set = {}) {
    write("vehicle.toml", text);
    return read_file(folder_ / "vehicle.toml", set);
  }
  static VehicleDescription read_file(const std::filesystem::path& path,
                                      const std::vector<std::string>& set = {}) {
    std::vector<Setting> overrides;
    for (const std::string& word : set) overrides.push_back(input::parse_override(word));
    VehicleDescription description =
        read_description(input::load_document(path, *get_vehicle_schema(), overrides).root);
    check_description(description);
    return description;
  }
  /// The message of the first finding with its place: "bogie.toml:3: there is no body".
  std::string get_fault(const std::string& text) {
    try {
      build(read(text));
    } catch (const InputError& error) {
      const Finding& finding = error.findings().at(0);
      return std::filesystem::path(finding.where.name()).filename().string() + ":" +
             std::to_string(finding.where.line) + ": " + finding.message;
    }
    return "no fault";
  }
  static std::filesystem::path get_model(const std::string& name) {
    return std::filesystem::path(FOURFOOT_SOURCE_DIR) / "models/vehicles" / name / "vehicle.toml";
  }
  std::filesystem::path folder_;
};

inline std::size_t find(const VehicleModel& model, const std::string& element) {
  for (std::size_t i = 0; i < model.elements.size(); ++i) {
    if (model.elements[i].name == element) return i;
  }
  ADD_FAILURE() << "no element " << element;
  return 0;
}

/// What an element answers in the nominal position.
inline element::Output calc_nominal(const ElementInstance& element) {
  element::Input in;
  in.d = element.nominal_d;
  in.theta = in.v = in.w = Vec3::Zero();
  element.law->calc_rest(in, in.z);
  element::Output out;
  element.law->calc(in, out);
  return out;
}

}  // namespace fourfoot::vehicle
