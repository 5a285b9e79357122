#pragma once

#include <string>

#include "cli/plot_axis.h"
#include "cli/svg_plot.h"

namespace fourfoot::cli {

/// How a plot is drawn with letters.
struct TerminalStyle {
  int width = 100, height = 20;  ///< of one panel [letters, lines], labels included
  /// Without, every channel has a panel of its own. Letters mark the curves of a panel where colours
  /// cannot tell them.
  bool colours = false;
};

/// Braille dots (2 x 4 a letter) with scales; a panel for each unit.
std::string draw_in_terminal(const ChannelPlot& plot, const TerminalStyle& style);

/// A plot of a study below its title: lines as lines, points as small crosses.
std::string draw_in_terminal(const Plot& plot, const TerminalStyle& style);

/// The size and colours that standard output has; 100 x 20 without colours if it is no terminal.
TerminalStyle find_terminal_style(int panels);

}  // namespace fourfoot::cli
