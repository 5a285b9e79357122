#pragma once

#include <filesystem>

#include "cli/plot_axis.h"

namespace fourfoot::cli {

/// Draws to a file by its ending: .svg, .png or .pdf; a panel for each unit. Throws RunError if it
/// cannot be written.
void draw_to_file(const ChannelPlot& plot, const std::filesystem::path& file);

}  // namespace fourfoot::cli
