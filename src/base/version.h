#pragma once

#include <string>

namespace fourfoot {

/// The program's version as in CHANGELOG.md, e.g. "0.1.0".
std::string get_version();

}  // namespace fourfoot
