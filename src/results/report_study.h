#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

namespace fourfoot::results {

/// Whether a file is text that a stability verb may have written (JSON or CSV), by its first
/// letter.
bool is_study_file(const std::filesystem::path& path);

/// What a report needs of it: {"file", "kind", "content"}; kind is "eigen" (root locus or modes),
/// "bifurcation" or "map". Throws InputError ("not-results") if it is none of these.
nlohmann::json describe_study(const std::filesystem::path& path);

}  // namespace fourfoot::results
