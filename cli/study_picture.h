#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/plot_terminal.h"

namespace fourfoot::cli {

struct StudyPictureOptions {
  std::string kind;  ///< of a sweep: lines, contour, tornado, parallel; empty: lines
  std::vector<std::string> figures;  ///< of a sweep; empty: the first
};

/// Draws what a study or an analysis wrote to a picture (.svg, .png, .pdf). InputError not-results,
/// unknown-figure, bad-study-plot.
void draw_study(const std::filesystem::path& study, const StudyPictureOptions& options,
                const std::filesystem::path& picture);

/// The same with letters; lines only.
std::string draw_study_in_terminal(const std::filesystem::path& study,
                                   const StudyPictureOptions& options, const TerminalStyle& style);

}  // namespace fourfoot::cli
