#pragma once

#include <filesystem>
#include <string>

namespace fourfoot::cli {

/// Why a file could not be written, for a message: its folder does not exist, is no folder, may not
/// be written to, or else perhaps the disk is full.
std::string describe_write_fault(const std::filesystem::path& file);

}  // namespace fourfoot::cli
