// A scenario in memory, of any bytes: read, checked, built into a system with its initial state. It
// may be refused with an InputError; nothing else may come out, and nothing may crash or hang.
#include <cstdint>

#include "analysis/scenario.h"
#include "base/error.h"
#include "io/load.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fourfoot;
  const auto source = std::make_shared<SourceFile>(
      SourceFile{"fuzz.toml", std::string(reinterpret_cast<const char*>(data), size)});
  try {
    const io::Document document =
        io::load_document(source, "/no/such/folder", *analysis::get_scenario_schema());
    const analysis::Scenario scenario = analysis::read_scenario(document.root);
    const auto system = analysis::build_system(scenario);
    analysis::calc_initial_state(*system, scenario);
  } catch (const InputError&) {
  }
  return 0;
}
