#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string_view>
#include <vector>

namespace fourfoot::results {

/// The page that viewer/ builds, without data; embedded in the library when it is built.
std::string_view get_report_template();

/// Judges the run of a results file: what the page shows as its norms' figures.
using JudgeRun = std::function<nlohmann::json(const std::filesystem::path&)>;

/// Writes one self-contained HTML page with everything that the inputs hold: results files, also of
/// runs that were cut off, and the JSON that the stability verbs print. Throws InputError
/// ("file-not-found", "not-results", "output-unwritable"), RunError if the disk takes no more.
/// `on_progress` is told how much is done, from 0 to 1; it may be empty.
void write_report(const std::vector<std::filesystem::path>& inputs,
                  const std::filesystem::path& output, const JudgeRun& judge = {},
                  const std::function<void(double)>& on_progress = {});

}  // namespace fourfoot::results
