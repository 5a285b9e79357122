#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/setting.h"
#include "base/source_location.h"
#include "input/scenario_source.h"
#include "scenario/family.h"

namespace fourfoot::input {

/// Held while a scenario is read and built, where several threads may do so: the unit library is
/// not made for several threads, and two that build one contact table do the work twice.
[[nodiscard]] std::unique_lock<std::mutex> lock_reading();

/// A scenario file with overrides and the system it describes. Reads one at a time, whatever the
/// number of threads that call it. `texts`, if wanted: the files that were read.
scenario::Member read_member(const ScenarioSource& scenario, const std::vector<Setting>& overrides,
                             std::vector<std::shared_ptr<const SourceFile>>* texts = nullptr);

/// Members of a file with its --set overrides and one more, `key` = value; the file is read anew
/// for each value, except where that is the speed (scenario/speed_change.h).
scenario::Family make_family(const ScenarioSource& scenario, const std::vector<Setting>& overrides,
                             const std::string& key);

}  // namespace fourfoot::input
