#pragma once

#include <cairo/cairo.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "cli/plot_axis.h"
#include "results/output_file.h"

/// What pictures of several panels are drawn with: .svg, .pdf or .png by the ending of the file.
namespace fourfoot::cli {

struct Colour {
  double r, g, b;
};
/// Okabe and Ito's colours, told apart by colour-blind readers, without the yellow that white hides;
/// in turn.
const Colour& get_drawing_colour(std::size_t i);
std::size_t count_drawing_colours();  ///< after which they begin again

/// A panel on the page and its scales.
struct Frame {
  double x, y, w, h;
  Ticks across, up;
  double place_x(double v) const { return x + (v - across.min) / (across.max - across.min) * w; }
  double place_y(double v) const { return y + h - (v - up.min) / (up.max - up.min) * h; }
};

enum class Align { begin, middle, end };

/// A white page; finish() writes it. Throws RunError if that cannot be done.
class PlotCanvas {
 public:
  PlotCanvas(const std::filesystem::path& file, double width, double height);
  cairo_t* get() const { return context_.get(); }
  void finish();

 private:
  std::filesystem::path file_;
  results::OutputFile output_;
  std::unique_ptr<cairo_surface_t, void (*)(cairo_surface_t*)> surface_;
  std::unique_ptr<cairo_t, void (*)(cairo_t*)> context_;
};

/// One line of text; "_{n}" is an index (picture_text.h).
void write(cairo_t* c, const std::string& text, double x, double y, Align align);
double measure(cairo_t* c, const std::string& text);  ///< how wide write() makes it
void draw_line(cairo_t* c, double x1, double y1, double x2, double y2);
/// Grid, ticks and border.
void draw_grid(cairo_t* c, const Frame& frame, const ScaleUnit& x_unit, const ScaleUnit& y_unit);
/// A line through the points, broken where they are not finite.
void draw_curve(cairo_t* c, const Frame& frame, const PlotCurve& x, const PlotCurve& y);

}  // namespace fourfoot::cli
