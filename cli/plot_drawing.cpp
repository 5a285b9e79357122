#include "cli/plot_drawing.h"

#include <cairo/cairo-pdf.h>
#include <cairo/cairo-svg.h>
#include <cairo/cairo.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/error.h"
#include "results/output_file.h"

namespace fourfoot::cli {

namespace {

constexpr double page_width = 800.0, panel_height = 260.0, legend_line = 16.0;
constexpr double left = 78.0, right = 18.0, top = 30.0, bottom = 44.0;
constexpr double png_scale = 2.0;

struct Colour {
  double r, g, b;
};
// Okabe and Ito's colours, told apart by colour-blind readers, without the yellow that white hides.
constexpr Colour palette[] = {{0.00, 0.45, 0.70}, {0.84, 0.37, 0.00}, {0.00, 0.62, 0.45},
                              {0.80, 0.47, 0.65}, {0.90, 0.62, 0.00}, {0.34, 0.71, 0.91},
                              {0.00, 0.00, 0.00}};

using Surface = std::unique_ptr<cairo_surface_t, void (*)(cairo_surface_t*)>;
using Context = std::unique_ptr<cairo_t, void (*)(cairo_t*)>;

struct Frame {
  double x, y, w, h;
  Ticks across, up;
  double place_x(double v) const { return x + (v - across.min) / (across.max - across.min) * w; }
  double place_y(double v) const { return y + h - (v - up.min) / (up.max - up.min) * h; }
};

enum class Align { begin, middle, end };

void write(cairo_t* c, const std::string& text, double x, double y, Align align) {
  cairo_text_extents_t size;
  cairo_text_extents(c, text.c_str(), &size);
  const double shift = align == Align::begin    ? 0.0
                       : align == Align::middle ? size.x_advance / 2
                                                : size.x_advance;
  cairo_move_to(c, x - shift, y);
  cairo_show_text(c, text.c_str());
}

void draw_line(cairo_t* c, double x1, double y1, double x2, double y2) {
  cairo_move_to(c, x1, y1);
  cairo_line_to(c, x2, y2);
  cairo_stroke(c);
}

void draw_grid(cairo_t* c, const Frame& f, const ScaleUnit& x_unit, const ScaleUnit& y_unit) {
  cairo_set_line_width(c, 0.7);
  for (const double v : f.across.values) {
    cairo_set_source_rgb(c, 0.87, 0.87, 0.87);
    draw_line(c, f.place_x(v), f.y, f.place_x(v), f.y + f.h);
    cairo_set_source_rgb(c, 0.2, 0.2, 0.2);
    write(c, format_tick(v, f.across, x_unit.factor), f.place_x(v), f.y + f.h + 15, Align::middle);
  }
  for (const double v : f.up.values) {
    cairo_set_source_rgb(c, 0.87, 0.87, 0.87);
    draw_line(c, f.x, f.place_y(v), f.x + f.w, f.place_y(v));
    cairo_set_source_rgb(c, 0.2, 0.2, 0.2);
    write(c, format_tick(v, f.up, y_unit.factor), f.x - 6, f.place_y(v) + 4, Align::end);
  }
  cairo_set_source_rgb(c, 0.35, 0.35, 0.35);
  cairo_rectangle(c, f.x, f.y, f.w, f.h);
  cairo_stroke(c);
}

// Dense data: of the points in one column of pixels only first, least, largest and last are drawn.
void draw_curve(cairo_t* c, const Frame& f, const PlotCurve& x, const PlotCurve& y) {
  constexpr double column = 0.5;
  bool pen_down = false;
  const std::size_t n = y.values.size();
  for (std::size_t i = 0; i < n;) {
    if (!std::isfinite(y.values[i]) || !std::isfinite(x.values[i])) {
      pen_down = false;
      ++i;
      continue;
    }
    const double begin = f.place_x(x.values[i]);
    std::size_t end = i, low = i, high = i;
    while (end < n && std::isfinite(y.values[end]) &&
           std::abs(f.place_x(x.values[end]) - begin) < column) {
      if (y.values[end] < y.values[low]) low = end;
      if (y.values[end] > y.values[high]) high = end;
      ++end;
    }
    std::size_t chosen[] = {i, std::min(low, high), std::max(low, high), end - 1};
    for (const std::size_t k : chosen) {
      const double px = f.place_x(x.values[k]), py = f.place_y(y.values[k]);
      if (pen_down)
        cairo_line_to(c, px, py);
      else
        cairo_move_to(c, px, py);
      pen_down = true;
    }
    i = end;
  }
  cairo_stroke(c);
}

void draw_panel(cairo_t* c, const ChannelPlot& plot, const std::vector<const PlotCurve*>& curves,
                double y_top, std::size_t first_colour) {
  double min = 0.0, max = 0.0, x_min = 0.0, x_max = 0.0;
  if (!find_range(curves, min, max) || !find_range({&plot.x}, x_min, x_max)) return;
  const ScaleUnit unit = choose_unit(curves.front()->unit, std::max(std::abs(min), std::abs(max)));
  const ScaleUnit x_unit = choose_unit(plot.x.unit, std::max(std::abs(x_min), std::abs(x_max)));
  const double legend = legend_line * static_cast<double>(curves.size());
  const Frame f{left,
                y_top + legend,
                page_width - left - right,
                panel_height,
                choose_ticks(x_min, x_max, 8, x_unit.factor, false),
                choose_ticks(min, max, 5, unit.factor, true)};
  draw_grid(c, f, x_unit, unit);
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const Colour& colour = palette[(first_colour + i) % std::size(palette)];
    const double y = y_top + legend_line * static_cast<double>(i);
    cairo_set_source_rgb(c, colour.r, colour.g, colour.b);
    cairo_set_line_width(c, 3.0);
    draw_line(c, left, y, left + 18, y);
    cairo_set_line_width(c, 1.2);
    cairo_save(c);
    cairo_rectangle(c, f.x, f.y, f.w, f.h);
    cairo_clip(c);
    draw_curve(c, f, plot.x, *curves[i]);
    cairo_restore(c);
    cairo_set_source_rgb(c, 0.1, 0.1, 0.1);
    write(c, fmt::format("{} [{}]", curves[i]->name, unit.label), left + 24, y + 4, Align::begin);
  }
  cairo_set_source_rgb(c, 0.1, 0.1, 0.1);
  write(c, fmt::format("{} [{}]", plot.x.name, x_unit.label), f.x + f.w / 2, f.y + f.h + 33,
        Align::middle);
}

Surface make_surface(const std::string& ending, const std::string& file, double height) {
  if (ending == ".svg")
    return {cairo_svg_surface_create(file.c_str(), page_width, height), cairo_surface_destroy};
  if (ending == ".pdf")
    return {cairo_pdf_surface_create(file.c_str(), page_width, height), cairo_surface_destroy};
  return {cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(page_width * png_scale),
                                     static_cast<int>(std::ceil(height * png_scale))),
          cairo_surface_destroy};
}

}  // namespace

void draw_to_file(const ChannelPlot& plot, const std::filesystem::path& file) {
  const auto groups = group_by_unit(plot);
  const double height = top + static_cast<double>(groups.size()) * (panel_height + bottom) +
                        static_cast<double>(plot.curves.size()) * legend_line + 8.0;
  const std::string ending = file.extension().string();
  results::OutputFile output(file);
  const Surface surface = make_surface(ending, output.draft().string(), height);
  const Context context(cairo_create(surface.get()), cairo_destroy);
  cairo_t* c = context.get();
  if (ending == ".png") cairo_scale(c, png_scale, png_scale);
  cairo_set_source_rgb(c, 1, 1, 1);
  cairo_paint(c);
  cairo_select_font_face(c, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_source_rgb(c, 0.1, 0.1, 0.1);
  cairo_set_font_size(c, 14);
  write(c, plot.title, left, 18, Align::begin);
  cairo_set_font_size(c, 12);
  double y = top + 6;
  std::size_t colour = 0;
  for (const auto& group : groups) {
    draw_panel(c, plot, group, y, colour);
    y += panel_height + bottom + legend_line * static_cast<double>(group.size());
    colour += group.size();
  }
  if (ending == ".png") {
    cairo_surface_flush(surface.get());
    if (cairo_surface_write_to_png(surface.get(), output.draft().c_str()) == CAIRO_STATUS_SUCCESS)
      return output.commit();
    throw RunError("\"" + file.string() + "\" could not be written (disk full?)");
  }
  cairo_surface_finish(surface.get());
  if (cairo_surface_status(surface.get()) != CAIRO_STATUS_SUCCESS)
    throw RunError("\"" + file.string() + "\" could not be written (disk full?)");
  output.commit();
}

}  // namespace fourfoot::cli
