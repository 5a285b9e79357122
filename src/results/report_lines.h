#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace fourfoot::results {

/// A table of a verb, with the comments at its head.
struct StudyLines {
  std::vector<std::string> head, notes;
  std::vector<std::vector<std::string>> rows;
};

/// Columns of the CSV of `track` that a page draws, as numbers: {"columns": {"s": […], …}, "every": n}.
/// Of a long line every n-th row is taken, so that no more than 20 000 remain; of irregularities the
/// largest values between are kept.
nlohmann::json describe_line(const StudyLines& table);

/// The wheels beside wear.csv after the last update:
/// {"profile": {"y": […], "z": […]}, "wheels": [{"wheelset", "side", "y": […], "depth": […]}, …]};
/// side is "left", "right", or "both" where both wore alike. Wheels whose file cannot be read are
/// left out; without the profile of new wheels "profile" is null.
nlohmann::json describe_worn_wheels(const StudyLines& table, const std::filesystem::path& folder);

}  // namespace fourfoot::results
