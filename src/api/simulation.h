#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/channel.h"

namespace fourfoot {

/// What came out of a run: how it ended, and its rows.
struct Outcome {
  RunStatus status = RunStatus::done;
  std::string message;     ///< why it ended early; empty if done
  double t = 0.0;          ///< reached [s]
  double wall_time = 0.0;  ///< [s]
  std::map<std::string, double> statistics;
  Trajectory rows;  ///< "time" first; SI
};

/// A scenario file with changes. Nothing is read before it is asked for; then faults of the input
/// are an InputError with file, line and hint (base/error.h).
class Simulation {
 public:
  explicit Simulation(std::filesystem::path scenario);
  /// One of Fourfoot's examples by its name: "coach-curve".
  static Simulation from_example(const std::string& name);

  /// As --set of the command line: set("speed.v", "60 km/h"). A number is in SI.
  Simulation& set(const std::string& key, const std::string& value);
  Simulation& set(const std::string& key, double value);

  /// Reads and checks everything, and builds the vehicle.
  std::vector<Channel> list_channels() const;

  /// Simulates in memory. `on_progress` gets the part that is done, 0 to 1, after each step; the
  /// run stops early where it returns false.
  Outcome run(const std::function<bool(double done)>& on_progress = {}) const;

 private:
  std::filesystem::path scenario_;
  std::vector<std::pair<std::string, std::string>> settings_;
};

/// The rows of a results file.
Trajectory read_results(const std::filesystem::path& file);

}  // namespace fourfoot
