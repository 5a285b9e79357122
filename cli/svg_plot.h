#pragma once

#include <string>
#include <vector>

namespace fourfoot::cli {

/// One set of points of a plot.
struct Series {
  std::string label;  ///< for the key; empty: none
  std::vector<double> x, y;
  std::string colour = "#1f5fa8";
  bool line = true;     ///< points joined in their order; what is not finite breaks the line
  bool dashed = false;  ///< of the line
  bool marks = false;   ///< a dot at each point
  bool open = false;    ///< dots without filling
};

/// A plot of lines and points with axes, written as SVG without help of any library.
struct Plot {
  std::string title, x_label, y_label;
  std::vector<Series> series;
  bool zero_line = false;    ///< a line at y = 0
  bool zero_column = false;  ///< a line at x = 0
};

/// One picture with the plots side by side.
std::string draw_svg(const std::vector<Plot>& plots);
/// Throws RunError if it cannot be written.
void write_svg(const std::vector<Plot>& plots, const std::string& file);

/// Colours that are told apart in print and by the colour-blind (Okabe and Ito), in turn.
const std::string& get_colour(std::size_t i);

}  // namespace fourfoot::cli
