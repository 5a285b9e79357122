// A scenario in memory, of any bytes: read, checked, built into a system with its initial state. It
// may be refused with an InputError, or have no initial state (RunError: a rigid tread that does not
// press on its rail); nothing else may come out, and nothing may crash or hang.
#include "analysis/initial_state.h"
#include "base/error.h"
#include "fuzz_text.h"
#include "scenario/scenario.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fourfoot;
  try {
    const input::Document document = fuzz::load_bytes(data, size, *scenario::get_scenario_schema());
    const scenario::Scenario scenario = scenario::read_scenario(document.root);
    const auto system = scenario::build_system(scenario);
    analysis::calc_initial_state(*system, scenario);
  } catch (const InputError&) {
  } catch (const RunError&) {
  }
  return 0;
}
