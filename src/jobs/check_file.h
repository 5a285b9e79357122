#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/setting.h"

namespace fourfoot::jobs {

/// What is found on the way and is no fault; each may be empty.
struct CheckHooks {
  std::function<void(const std::string& note)> on_note;
  std::function<void(const std::vector<Finding>& warnings)> on_warnings;
};

/// Reads a file of any kind and all that it names, and builds what it describes, with each of its
/// load cases. Throws InputError with all that is wrong. Returns what it is: "a good scenario
/// file".
std::string check_file(const std::string& file, const std::vector<Setting>& overrides,
                       const CheckHooks& hooks);

}  // namespace fourfoot::jobs
