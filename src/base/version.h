#pragma once

#include <string>

namespace fourfoot {

/// The program's version as in CHANGELOG.md, e.g. "0.1.0".
std::string get_version();

/// The source commit it was built from; empty outside a git checkout.
std::string get_commit();

}  // namespace fourfoot
