#include "cli/plot_canvas.h"

#include <cairo/cairo-pdf.h>
#include <cairo/cairo-svg.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "cli/picture_text.h"

namespace fourfoot::cli {

namespace {

constexpr double png_scale = 2.0;

constexpr Colour palette[] = {{0.00, 0.45, 0.70}, {0.84, 0.37, 0.00}, {0.00, 0.62, 0.45},
                              {0.80, 0.47, 0.65}, {0.90, 0.62, 0.00}, {0.34, 0.71, 0.91},
                              {0.00, 0.00, 0.00}};

cairo_surface_t* make_surface(const std::string& ending, const std::string& file, double width,
                              double height) {
  if (ending == ".svg") return cairo_svg_surface_create(file.c_str(), width, height);
  if (ending == ".pdf") return cairo_pdf_surface_create(file.c_str(), width, height);
  return cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(width * png_scale),
                                    static_cast<int>(std::ceil(height * png_scale)));
}

}  // namespace

const Colour& get_drawing_colour(std::size_t i) {
  return palette[i % std::size(palette)];
}

std::size_t count_drawing_colours() {
  return std::size(palette);
}

PlotCanvas::PlotCanvas(const std::filesystem::path& file, double width, double height)
    : file_(file),
      output_(file),
      surface_(make_surface(file.extension().string(), output_.draft().string(), width, height),
               cairo_surface_destroy),
      context_(cairo_create(surface_.get()), cairo_destroy) {
  cairo_t* c = get();
  if (file.extension() == ".png") cairo_scale(c, png_scale, png_scale);
  cairo_set_source_rgb(c, 1, 1, 1);
  cairo_paint(c);
  cairo_select_font_face(c, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_source_rgb(c, 0.1, 0.1, 0.1);
}

void PlotCanvas::finish() {
  bool is_good = false;
  if (file_.extension() == ".png") {
    cairo_surface_flush(surface_.get());
    is_good =
        cairo_surface_write_to_png(surface_.get(), output_.draft().c_str()) == CAIRO_STATUS_SUCCESS;
  } else {
    cairo_surface_finish(surface_.get());
    is_good = cairo_surface_status(surface_.get()) == CAIRO_STATUS_SUCCESS;
  }
  if (!is_good) throw RunError("\"" + file_.string() + "\" could not be written (disk full?)");
  output_.commit();
}

namespace {

/// Calls back with each piece and where it begins; returns the advance of all. Indices are smaller.
template <typename Visit>
double walk_pieces(cairo_t* c, const std::vector<TextPiece>& pieces, Visit visit) {
  cairo_matrix_t font;
  cairo_get_font_matrix(c, &font);
  double at = 0.0;
  for (const TextPiece& piece : pieces) {
    if (piece.is_lowered) cairo_set_font_size(c, 0.75 * font.yy);
    visit(piece, at, 0.25 * font.yy);
    cairo_text_extents_t size;
    cairo_text_extents(c, piece.text.c_str(), &size);
    at += size.x_advance;
    cairo_set_font_matrix(c, &font);
  }
  return at;
}

}  // namespace

double measure(cairo_t* c, const std::string& text) {
  return walk_pieces(c, split_indices(text), [](const TextPiece&, double, double) {});
}

void write(cairo_t* c, const std::string& text, double x, double y, Align align) {
  const double wide = align == Align::begin ? 0.0 : measure(c, text);
  const double begin = x - (align == Align::middle ? wide / 2 : wide);
  walk_pieces(c, split_indices(text), [&](const TextPiece& piece, double at, double lower) {
    cairo_move_to(c, begin + at, piece.is_lowered ? y + lower : y);
    cairo_show_text(c, piece.text.c_str());
  });
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
    write(c, set_minus(format_tick(v, f.across, x_unit.factor)), f.place_x(v), f.y + f.h + 15,
          Align::middle);
  }
  for (const double v : f.up.values) {
    cairo_set_source_rgb(c, 0.87, 0.87, 0.87);
    draw_line(c, f.x, f.place_y(v), f.x + f.w, f.place_y(v));
    cairo_set_source_rgb(c, 0.2, 0.2, 0.2);
    write(c, set_minus(format_tick(v, f.up, y_unit.factor)), f.x - 6, f.place_y(v) + 4, Align::end);
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

}  // namespace fourfoot::cli
