#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/channel.h"

namespace fourfoot {

/// Result of a run: how it ended, and its rows.
struct Outcome {
  RunStatus status = RunStatus::done;        ///< how the run ended
  std::string message;                       ///< why it ended early; empty if done
  double t = 0.0;                            ///< simulated time that was reached [s]
  double wall_time = 0.0;                    ///< computing time [s]
  std::map<std::string, double> statistics;  ///< steps, evaluations and others, by name
  Trajectory rows;                           ///< channels over time, "time" first; SI
};

/// A scenario file with changes. The file is read by list_channels() and run(). They throw InputError
/// for faults of the input, with file, line and hint (base/error.h).
class Simulation {
 public:
  /// From a scenario file.
  explicit Simulation(std::filesystem::path scenario);
  /// From one of Fourfoot's examples, by its name: "coach-curve".
  static Simulation from_example(const std::string& name);

  /// Changes an entry, as --set of the command line does: set("speed.v", "60 km/h").
  Simulation& set(const std::string& key, const std::string& value);
  /// The same with a number in SI.
  Simulation& set(const std::string& key, double value);

  /// The channels that a run records. Reads and checks the input, and builds the vehicle.
  std::vector<Channel> list_channels() const;

  /// Simulates in memory. `on_progress` is called after each step with the part that is done, 0 to 1.
  /// Where it returns false, the run stops.
  Outcome run(const std::function<bool(double done)>& on_progress = {}) const;

 private:
  std::filesystem::path scenario_;
  std::vector<std::pair<std::string, std::string>> settings_;
};

/// Reads all channels of a results file.
Trajectory read_results(const std::filesystem::path& file);

}  // namespace fourfoot
