#pragma once

#include <string>

namespace fourfoot::jobs {

/// Tells studies apart: SHA-256 of all that goes in and of the sources of this library. Rows that
/// another version computed are not taken for those of this one, whatever its version number says.
std::string calc_study_key(const std::string& inputs);

}  // namespace fourfoot::jobs
