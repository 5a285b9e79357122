#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "results/output_file.h"

namespace fourfoot::cli {

/// The kind of an exported or drawn file by the ending of its name; `otherwise` where it tells
/// nothing.
results::OutputKind find_output_kind(const std::string& file, results::OutputKind otherwise);

/// All files that a scenario is read from, itself first. A scenario that is wrong in some entry
/// throws InputError as it would later.
std::vector<std::filesystem::path> list_inputs(const std::string& scenario,
                                               const std::vector<std::string>& set);

/// A picture (SVG) of a verb that reads a scenario: to be called before any work.
void check_picture(const std::string& option, const std::string& file,
                   const std::vector<std::filesystem::path>& inputs, bool force);

}  // namespace fourfoot::cli
