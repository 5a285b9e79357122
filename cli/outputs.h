#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "results/output_file.h"

namespace fourfoot::cli {

/// SVG, PNG or PDF by the ending of its name. Throws InputError ("unknown-format").
results::OutputKind find_picture_kind(const std::string& file);

/// A picture of such a kind: to be called before any work.
void check_drawing(const std::string& option, const std::string& file,
                   const std::vector<std::filesystem::path>& inputs, bool force);

/// All files that a scenario is read from, itself first. A scenario that is wrong in some entry
/// throws InputError as it would later.
std::vector<std::filesystem::path> list_inputs(const std::string& scenario,
                                               const std::vector<std::string>& set);

/// A picture (SVG) of a verb that reads a scenario: to be called before any work.
void check_picture(const std::string& option, const std::string& file,
                   const std::vector<std::filesystem::path>& inputs, bool force);

}  // namespace fourfoot::cli
