#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace fourfoot::cli {

struct StudyPictureOptions {
  std::string kind;  ///< of a sweep: lines, contour, tornado, parallel; empty: lines
  std::vector<std::string> figures;  ///< of a sweep; empty: the first
};

/// Draws what sweep, stability-map, bifurcation or eigen wrote to a picture (.svg, .png, .pdf).
/// InputError not-results, unknown-figure, bad-study-plot.
void draw_study(const std::filesystem::path& study, const StudyPictureOptions& options,
                const std::filesystem::path& picture);

}  // namespace fourfoot::cli
