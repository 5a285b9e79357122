#pragma once

#include <filesystem>
#include <string>

#include "results/output_file.h"

namespace fourfoot::results {

/// By the ending of its name other programs choose how to open a file: a page that is called x.png
/// opens nowhere. Empty, or what to name it instead if the ending is that of another kind of file.
/// Endings that say nothing are left to the user, those of OutputKind::line to the verb.
std::string find_other_ending(const std::filesystem::path& path, OutputKind kind);

}  // namespace fourfoot::results
