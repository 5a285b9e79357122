#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "cli/svg_plot.h"

/// Plots of what optimise, critical-speed, wear and track wrote, from the content that
/// results::describe_study gives of their files. A file that lacks an entry throws the exception of
/// nlohmann::json.
namespace fourfoot::cli {

/// With two objectives the front between them; with one its value over the evaluations, which stand
/// in the CSV file beside the JSON file. InputError bad-study-plot where there is neither.
std::vector<Plot> plot_optimum(const nlohmann::json& content, const std::filesystem::path& file);

/// The values that each method tried, and its bracket.
std::vector<Plot> plot_critical_speed(const nlohmann::json& content);

/// Conicity and depth over the mileage, depth across the profile at the end.
std::vector<Plot> plot_wear(const nlohmann::json& content);

/// Curvature, cant, gradient and irregularities over the chainage; what is zero all along is left
/// out.
std::vector<Plot> plot_line(const nlohmann::json& content);

}  // namespace fourfoot::cli
