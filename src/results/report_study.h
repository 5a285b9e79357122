#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace fourfoot::results {

/// Whether a file is text that a stability verb may have written (JSON or CSV), by its first
/// letter.
bool is_study_file(const std::filesystem::path& path);

/// What a report needs of it: {"file", "kind", "content"}; kind is "eigen" (root locus or modes),
/// "bifurcation", "limits", "critical", "map", "sweep", "optimum", "evaluation", "comparison", "wear"
/// or "track". Throws InputError ("not-results") if it is none of
/// these. `page`: the page that shows it; the kept runs of a sweep are named as seen from there.
nlohmann::json describe_study(const std::filesystem::path& path,
                              const std::filesystem::path& page = {});

/// Results files that the table of a sweep names and that are there: its runs that were kept.
/// Empty for any other file.
std::vector<std::filesystem::path> list_kept_runs(const std::filesystem::path& path);

}  // namespace fourfoot::results
