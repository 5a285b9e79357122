#pragma once

#include <string>

#include "evaluate/limits.h"

namespace fourfoot::jobs {

/// Limits with where they are from.
struct LimitsFile {
  evaluate::Limits limits;
  std::string name;    ///< the file, or "built in"
  std::string sha256;  ///< of its text
};

/// The file of --limits, or the program's own if it is empty.
LimitsFile load_limits(const std::string& file);

}  // namespace fourfoot::jobs
