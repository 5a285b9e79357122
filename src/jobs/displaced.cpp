#include "jobs/displaced.h"

#include "base/error.h"

namespace fourfoot::jobs {

std::string find_displaced(const scenario::Scenario& scenario) {
  for (const scenario::InitialEntry& entry : scenario.initial) {
    for (int axis = 0; axis < 3; ++axis) {
      const auto at = static_cast<std::size_t>(axis);
      if (entry.displacement[axis] != 0.0) return entry.body + "/" + std::string(1, "xyz"[at]);
      if (entry.angles[axis] != 0.0) return entry.body + "/" + multibody::coordinate_words[at + 3];
    }
  }
  throw InputError(Finding{"missing-option",
                           {},
                           "the scenario displaces nothing at the start",
                           "say with --channel whose motion shall be compared"});
}

}  // namespace fourfoot::jobs
