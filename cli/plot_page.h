#pragma once

#include <filesystem>

#include "cli/plot_canvas.h"
#include "cli/svg_plot.h"

namespace fourfoot::cli {

/// Titles of both scales of a panel.
void label_axes(cairo_t* c, const Frame& frame, const std::string& x, const std::string& y);

/// Draws plots below each other to a file by its ending: .svg, .png or .pdf. Throws RunError if it
/// cannot be written.
void draw_plots(const std::vector<Plot>& plots, const std::filesystem::path& file);

/// A quantity over two parameters, on the grid of their values.
struct FieldPlot {
  std::string title, x_label, y_label, z_label;
  std::vector<double> x, y;            ///< ascending
  std::vector<std::vector<double>> z;  ///< z[row of y][column of x]; nan: not known
};
/// Cells in colour with lines of equal value, and their scale.
void draw_field(const FieldPlot& plot, const std::filesystem::path& file);

/// How much a figure changes from the lowest to the highest value of each input.
struct TornadoPlot {
  struct Bar {
    std::string name, low_at, high_at;
    double low = 0.0, high = 0.0;  ///< mean of the figure there
  };
  std::string title, x_label;
  double middle = 0.0;    ///< mean of all
  std::vector<Bar> bars;  ///< the longest first
};
void draw_tornado(const TornadoPlot& plot, const std::filesystem::path& file);

/// A line for each run across an axis for each input and figure (parallel coordinates).
struct ParallelPlot {
  struct Tick {
    double at = 0.0;  ///< 0 at the foot of the axis, 1 at its top
    std::string text;
  };
  struct Axis {
    std::string label;
    std::vector<double> at;  ///< of each run, 0 to 1; nan: the run is not drawn
    std::vector<Tick> ticks;
  };
  std::string title;
  std::vector<Axis> axes;  ///< the last one colours the lines
};
void draw_parallel(const ParallelPlot& plot, const std::filesystem::path& file);

}  // namespace fourfoot::cli
