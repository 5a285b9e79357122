// Loads a scenario, changes it, runs it and reads channels: how far the first wheelset of a vehicle
// is displaced at three speeds.
#include <fourfoot/simulation.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <string>

namespace {

double find_largest(const std::vector<double>& values) {
  double largest = 0.0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

// The first channel whose name ends like this.
std::string find_channel(const fourfoot::Trajectory& rows, const std::string& ending) {
  for (const fourfoot::Channel& channel : rows.channels())
    if (channel.name.ends_with(ending)) return channel.name;
  return rows.channels().back().name;
}

}  // namespace

int main(int argc, char** argv) try {
  fourfoot::Simulation simulation =
      argc > 1 ? fourfoot::Simulation(argv[1]) : fourfoot::Simulation::from_example("coach-curve");
  const std::string duration = argc > 2 ? argv[2] : "10 s";
  simulation.set("run.duration", duration);
  for (const char* speed : {"40 km/h", "55 km/h", "70 km/h"}) {
    const fourfoot::Outcome outcome = simulation.set("speed.v", speed).run();
    if (outcome.status != fourfoot::RunStatus::done) {
      std::fprintf(stderr, "%s: %s\n", speed, outcome.message.c_str());
      return 1;
    }
    const std::string name = find_channel(outcome.rows, "/y");
    std::printf("%s: %zu rows, largest %s = %.3g\n", speed, outcome.rows.size(), name.c_str(),
                find_largest(outcome.rows.values(name)));
  }
  return 0;
} catch (const std::exception& error) {  // of a fault in the input: file, line and what to do
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
