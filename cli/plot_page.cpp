#include "cli/plot_page.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fourfoot::cli {

namespace {

constexpr double sheet_width = 800.0, box_height = 330.0, key_line = 17.0;
constexpr double sheet_left = 78.0, sheet_right = 24.0, sheet_top = 34.0, sheet_bottom = 56.0;

Colour parse_colour(const std::string& text) {
  const auto part = [&](std::size_t at) {
    return static_cast<double>(std::strtol(text.substr(at, 2).c_str(), nullptr, 16)) / 255.0;
  };
  if (text.size() != 7 || text[0] != '#') return {0.0, 0.0, 0.0};
  return {part(1), part(3), part(5)};
}

Ticks make_ticks(const Plot& plot, bool is_x) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  if (!is_x && plot.zero_line) low = high = 0.0;
  for (const Series& s : plot.series) {
    for (std::size_t i = 0; i < std::min(s.x.size(), s.y.size()); ++i) {
      if (!std::isfinite(s.x[i]) || !std::isfinite(s.y[i])) continue;
      low = std::min(low, is_x ? s.x[i] : s.y[i]);
      high = std::max(high, is_x ? s.x[i] : s.y[i]);
    }
  }
  if (!(low <= high)) low = 0.0, high = 1.0;
  return choose_ticks(low, high, is_x ? 8 : 6, 1.0, true);
}

void draw_series(cairo_t* c, const Frame& f, const Series& s) {
  const Colour colour = parse_colour(s.colour);
  cairo_set_source_rgb(c, colour.r, colour.g, colour.b);
  cairo_set_line_width(c, 1.6);
  if (s.line) {
    const double dash[] = {6.0, 4.0};
    if (s.dashed) cairo_set_dash(c, dash, 2, 0.0);
    draw_curve(c, f, {"", "", s.x}, {"", "", s.y});
    cairo_set_dash(c, nullptr, 0, 0.0);
  }
  for (std::size_t i = 0; s.marks && i < std::min(s.x.size(), s.y.size()); ++i) {
    if (!std::isfinite(s.x[i]) || !std::isfinite(s.y[i])) continue;
    cairo_new_sub_path(c);
    cairo_arc(c, f.place_x(s.x[i]), f.place_y(s.y[i]), 2.8, 0.0, 6.2832);
    if (s.open)
      cairo_stroke(c);
    else
      cairo_fill(c);
  }
}

/// Labels stand in two columns, long ones (what 340 px do not hold) below each other.
int count_columns(const Plot& plot) {
  return std::any_of(plot.series.begin(), plot.series.end(),
                     [](const Series& s) { return s.label.size() > 44; })
             ? 1
             : 2;
}

/// The labels of the series; returns their height.
double draw_key(cairo_t* c, const Plot& plot, double y) {
  int count = 0;
  const int columns = count_columns(plot);
  for (const Series& s : plot.series) {
    if (s.label.empty()) continue;
    const int row = count / columns, column = count % columns;
    const double x = sheet_left + column * 340.0, at = y + key_line * row;
    Series sample = s;
    sample.x = {0.0, 0.5, 1.0};
    sample.y = {0.5, 0.5, 0.5};
    if (!s.line) sample.x = {0.5}, sample.y = {0.5};
    Frame box{x, at - 12.0, 26.0, 16.0, {}, {}};
    draw_series(c, box, sample);
    cairo_set_source_rgb(c, 0.1, 0.1, 0.1);
    write(c, s.label, x + 32.0, at, Align::begin);
    ++count;
  }
  const int rows = (count + columns - 1) / columns;
  return key_line * rows;
}

double get_key_height(const Plot& plot) {
  const auto count = std::count_if(plot.series.begin(), plot.series.end(),
                                   [](const Series& s) { return !s.label.empty(); });
  const auto columns = count_columns(plot);
  const auto rows = (count + columns - 1) / columns;
  return key_line * static_cast<double>(rows);
}

void draw_zero_lines(cairo_t* c, const Plot& plot, const Frame& f) {
  cairo_set_source_rgb(c, 0.5, 0.5, 0.5);
  cairo_set_line_width(c, 0.9);
  if (plot.zero_line) draw_line(c, f.x, f.place_y(0.0), f.x + f.w, f.place_y(0.0));
  if (plot.zero_column && f.across.min < 0.0 && f.across.max > 0.0)
    draw_line(c, f.place_x(0.0), f.y, f.place_x(0.0), f.y + f.h);
}

}  // namespace

void label_axes(cairo_t* c, const Frame& f, const std::string& x, const std::string& y) {
  cairo_set_source_rgb(c, 0.1, 0.1, 0.1);
  write(c, x, f.x + f.w / 2, f.y + f.h + 34, Align::middle);
  cairo_save(c);
  cairo_translate(c, 18.0, f.y + f.h / 2);
  cairo_rotate(c, -1.5707963);
  write(c, y, 0.0, 0.0, Align::middle);
  cairo_restore(c);
}

void draw_plots(const std::vector<Plot>& plots, const std::filesystem::path& file) {
  double height = 8.0;
  for (const Plot& plot : plots)
    height += sheet_top + get_key_height(plot) + box_height + sheet_bottom;
  PlotCanvas canvas(file, sheet_width, height);
  cairo_t* c = canvas.get();
  double y = 0.0;
  for (const Plot& plot : plots) {
    cairo_set_source_rgb(c, 0.1, 0.1, 0.1);
    cairo_set_font_size(c, 15);
    write(c, plot.title, sheet_left, y + 20, Align::begin);
    cairo_set_font_size(c, 12);
    const double key = draw_key(c, plot, y + sheet_top + 10);
    const Frame f{sheet_left, y + sheet_top + key,    sheet_width - sheet_left - sheet_right,
                  box_height, make_ticks(plot, true), make_ticks(plot, false)};
    draw_grid(c, f, {"", 1.0}, {"", 1.0});
    draw_zero_lines(c, plot, f);
    for (const Series& s : plot.series) draw_series(c, f, s);
    label_axes(c, f, plot.x_label, plot.y_label);
    y = f.y + f.h + sheet_bottom;
  }
  canvas.finish();
}

}  // namespace fourfoot::cli
