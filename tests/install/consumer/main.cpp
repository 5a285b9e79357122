// Somebody else's program: reads a scenario, builds the vehicle's system, says how large it is.
#include <fourfoot/analysis/scenario.h>
#include <fourfoot/io/scenario_file.h>
#include <cstdio>

int main(int, char** argv) {
  const auto file = fourfoot::io::read_scenario_file(argv[1], {});
  const auto system = fourfoot::analysis::build_system(file.scenario);
  std::printf("%s: %d states\n", file.scenario.title.c_str(), static_cast<int>(system->size()));
  return system->size() > 0 ? 0 : 1;
}
