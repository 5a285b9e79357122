#pragma once

#include <string>

#include "system/system.h"

namespace fourfoot::analysis {

/// Why a system may have no steady running state, as a sentence that begins with "; ": what is
/// missing that holds it (gravity, drive, friction, springs). `worst` is the freedom that does not
/// come to rest. Empty if nothing is conspicuous.
std::string describe_steady_cause(const system::System& system, const std::string& worst);

}  // namespace fourfoot::analysis
