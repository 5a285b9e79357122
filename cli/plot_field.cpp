// Pictures of a figure over several parameters: contour map, tornado, parallel coordinates.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "cli/picture_text.h"
#include "cli/plot_page.h"

namespace fourfoot::cli {

namespace {

constexpr double map_width = 800.0, map_left = 78.0, map_top = 40.0, map_side = 120.0;

/// From pale yellow to dark blue, even in lightness, told apart by colour-blind readers.
Colour shade(double part) {
  static constexpr std::array<std::array<double, 3>, 5> stops{
      {{255, 247, 200}, {190, 222, 180}, {95, 180, 190}, {40, 120, 180}, {20, 50, 110}}};
  const double at = std::clamp(part, 0.0, 1.0) * (stops.size() - 1);
  const auto k = std::min<std::size_t>(stops.size() - 2, static_cast<std::size_t>(at));
  const auto mix = [&](std::size_t i) {
    return (stops[k][i] + (stops[k + 1][i] - stops[k][i]) * (at - static_cast<double>(k))) / 255.0;
  };
  return {mix(0), mix(1), mix(2)};
}

struct Range {
  double low = std::numeric_limits<double>::infinity(), high = -low;
};

Range find_field_range(const FieldPlot& plot) {
  Range range;
  for (const auto& row : plot.z)
    for (const double value : row)
      if (std::isfinite(value)) range = {std::min(range.low, value), std::max(range.high, value)};
  if (!(range.low <= range.high)) range = {0.0, 1.0};
  return range;
}

/// Halfway between the values; the first and the last reach as far outward as inward.
std::vector<double> list_edges(const std::vector<double>& values) {
  if (values.size() < 2) return {values.front() - 0.5, values.front() + 0.5};
  std::vector<double> edges{values.front()};
  for (std::size_t i = 1; i < values.size(); ++i)
    edges.push_back(0.5 * (values[i - 1] + values[i]));
  edges.push_back(values.back());
  return edges;
}

void draw_cells(cairo_t* c, const Frame& f, const FieldPlot& plot, Range range) {
  const std::vector<double> across = list_edges(plot.x), up = list_edges(plot.y);
  for (std::size_t r = 0; r < plot.y.size(); ++r) {
    for (std::size_t k = 0; k < plot.x.size(); ++k) {
      const double value = plot.z[r][k];
      if (!std::isfinite(value)) continue;
      const double part =
          range.high > range.low ? (value - range.low) / (range.high - range.low) : 0.0;
      const Colour colour = shade(part);
      cairo_set_source_rgb(c, colour.r, colour.g, colour.b);
      const double x0 = f.place_x(across[k]), x1 = f.place_x(across[k + 1]);
      const double y0 = f.place_y(up[r + 1]), y1 = f.place_y(up[r]);
      cairo_rectangle(c, x0, y0, x1 - x0 + 0.5, y1 - y0 + 0.5);
      cairo_fill(c);
    }
  }
}

struct Crossing {
  double x, y;
};

/// Where the level crosses the edges of the cell between rows r, r + 1 and columns k, k + 1.
std::vector<Crossing> cross_cell(const FieldPlot& p, std::size_t r, std::size_t k, double level) {
  const double a = p.z[r][k], b = p.z[r][k + 1], d = p.z[r + 1][k + 1], e = p.z[r + 1][k];
  std::vector<Crossing> found;
  if (!std::isfinite(a) || !std::isfinite(b) || !std::isfinite(d) || !std::isfinite(e))
    return found;
  const auto part = [&](double u, double v) { return (level - u) / (v - u); };
  const double x0 = p.x[k], x1 = p.x[k + 1], y0 = p.y[r], y1 = p.y[r + 1];
  if ((a < level) != (b < level)) found.push_back({x0 + part(a, b) * (x1 - x0), y0});
  if ((b < level) != (d < level)) found.push_back({x1, y0 + part(b, d) * (y1 - y0)});
  if ((e < level) != (d < level)) found.push_back({x0 + part(e, d) * (x1 - x0), y1});
  if ((a < level) != (e < level)) found.push_back({x0, y0 + part(a, e) * (y1 - y0)});
  return found;
}

// Marching squares; the level is written on the piece that comes nearest to the middle.
void draw_level(cairo_t* c, const Frame& f, const FieldPlot& plot, double level,
                const std::string& text) {
  double best = std::numeric_limits<double>::infinity(), at_x = 0.0, at_y = 0.0;
  cairo_set_source_rgb(c, 0.11, 0.14, 0.19);
  cairo_set_line_width(c, 1.1);
  for (std::size_t r = 0; r + 1 < plot.y.size(); ++r) {
    for (std::size_t k = 0; k + 1 < plot.x.size(); ++k) {
      const std::vector<Crossing> points = cross_cell(plot, r, k, level);
      for (std::size_t i = 0; i + 1 < points.size(); i += 2) {
        const double x0 = f.place_x(points[i].x), y0 = f.place_y(points[i].y);
        const double x1 = f.place_x(points[i + 1].x), y1 = f.place_y(points[i + 1].y);
        draw_line(c, x0, y0, x1, y1);
        const double x = (x0 + x1) / 2, y = (y0 + y1) / 2;
        const double far = std::hypot(x - f.x - f.w / 2, y - f.y - f.h / 2);
        if (far < best) best = far, at_x = x, at_y = y;
      }
    }
  }
  if (!std::isfinite(best)) return;
  cairo_text_extents_t size;
  cairo_text_extents(c, text.c_str(), &size);
  const double half = size.x_advance / 2 + 4;  // not over the frame
  at_x = std::clamp(at_x, f.x + half, f.x + f.w - half);
  at_y = std::clamp(at_y, f.y + 10, f.y + f.h - 9);
  cairo_set_source_rgba(c, 1, 1, 1, 0.85);
  cairo_rectangle(c, at_x - size.x_advance / 2 - 3, at_y - 8, size.x_advance + 6, 16);
  cairo_fill(c);
  cairo_set_source_rgb(c, 0.1, 0.1, 0.1);
  write(c, text, at_x, at_y + 4, Align::middle);
}

void draw_scale(cairo_t* c, const Frame& f, const FieldPlot& plot, Range range) {
  constexpr int steps = 64;
  const double x = f.x + f.w + 24, tall = f.h / steps;
  for (int i = 0; i < steps; ++i) {
    const Colour colour = shade((i + 0.5) / steps);
    cairo_set_source_rgb(c, colour.r, colour.g, colour.b);
    cairo_rectangle(c, x, f.y + f.h - (i + 1) * tall, 16, tall + 0.5);
    cairo_fill(c);
  }
  cairo_set_source_rgb(c, 0.1, 0.1, 0.1);
  write(c, set_minus(write_plain(range.high)), x + 20, f.y + 10, Align::begin);
  write(c, set_minus(write_plain(range.low)), x + 20, f.y + f.h, Align::begin);
  cairo_save(c);
  cairo_translate(c, x + 38, f.y + f.h / 2);
  cairo_rotate(c, -1.5707963);
  write(c, plot.z_label, 0.0, 0.0, Align::middle);
  cairo_restore(c);
}

Ticks make_plain_ticks(double low, double high, int wanted) {
  if (high <= low) low -= 0.5, high += 0.5;
  return choose_ticks(low, high, wanted, 1.0, false);
}

}  // namespace

void draw_field(const FieldPlot& plot, const std::filesystem::path& file) {
  PlotCanvas canvas(file, map_width, 480.0);
  cairo_t* c = canvas.get();
  cairo_set_font_size(c, 15);
  write(c, plot.title, map_left, 22, Align::begin);
  cairo_set_font_size(c, 12);
  const Frame f{map_left,
                map_top,
                map_width - map_left - map_side,
                480.0 - map_top - 56.0,
                make_plain_ticks(plot.x.front(), plot.x.back(), 8),
                make_plain_ticks(plot.y.front(), plot.y.back(), 6)};
  const Range range = find_field_range(plot);
  draw_cells(c, f, plot, range);
  const Ticks levels = choose_ticks(range.low, range.high, 6, 1.0, false);
  for (const double level : levels.values)
    if (level > range.low && level < range.high)
      draw_level(c, f, plot, level, set_minus(format_tick(level, levels, 1.0)));
  draw_grid(c, f, {"", 1.0}, {"", 1.0});
  draw_scale(c, f, plot, range);
  label_axes(c, f, plot.x_label, plot.y_label);
  canvas.finish();
}

void draw_tornado(const TornadoPlot& plot, const std::filesystem::path& file) {
  constexpr double row = 46.0, bar = 20.0;
  double low = plot.middle, high = plot.middle;
  for (const TornadoPlot::Bar& b : plot.bars) {
    low = std::min({low, b.low, b.high});
    high = std::max({high, b.low, b.high});
  }
  const double room = high > low ? 0.2 * (high - low) : 0.5;
  const double height = row * static_cast<double>(plot.bars.size()) + 12.0;
  PlotCanvas canvas(file, map_width, map_top + height + 56.0);
  cairo_t* c = canvas.get();
  cairo_set_font_size(c, 15);
  write(c, plot.title, 30.0, 22, Align::begin);
  cairo_set_font_size(c, 12);
  Frame f{30.0, map_top, map_width - 54.0, height, make_plain_ticks(low - room, high + room, 8),
          {}};
  draw_grid(c, f, {"", 1.0}, {"", 1.0});
  const double middle = f.place_x(plot.middle);
  for (std::size_t i = 0; i < plot.bars.size(); ++i) {
    const TornadoPlot::Bar& b = plot.bars[i];
    const double y = f.y + row * static_cast<double>(i) + 24.0;
    for (const bool is_high : {false, true}) {
      const double x = f.place_x(is_high ? b.high : b.low);
      const Colour& colour = get_drawing_colour(is_high ? 1 : 0);
      cairo_set_source_rgb(c, colour.r, colour.g, colour.b);
      cairo_rectangle(c, std::min(x, middle), y, std::max(1.0, std::abs(x - middle)), bar);
      cairo_fill(c);
      cairo_set_source_rgb(c, 0.1, 0.1, 0.1);
      // The smaller end stands to the left, also where the bar has no length.
      const bool is_left = (b.low <= b.high) != is_high;
      write(c, is_high ? b.high_at : b.low_at,
            is_left ? std::min(x, middle) - 5 : std::max(x, middle) + 5, y + 14,
            is_left ? Align::end : Align::begin);
    }
    write(c, b.name, f.x + 6, y - 5, Align::begin);
  }
  cairo_set_source_rgb(c, 0.2, 0.2, 0.2);
  cairo_set_line_width(c, 1.4);
  draw_line(c, middle, f.y, middle, f.y + f.h);
  write(c, plot.x_label, f.x + f.w / 2, f.y + f.h + 34, Align::middle);
  canvas.finish();
}

void draw_parallel(const ParallelPlot& plot, const std::filesystem::path& file) {
  constexpr double height = 420.0, left = 60.0, right = 80.0, top = 74.0, foot = 30.0;
  PlotCanvas canvas(file, map_width, height);
  cairo_t* c = canvas.get();
  cairo_set_font_size(c, 15);
  write(c, plot.title, 30.0, 22, Align::begin);
  cairo_set_font_size(c, 12);
  const double gap = (map_width - left - right) / static_cast<double>(plot.axes.size() - 1);
  const auto place_x = [&](std::size_t k) { return left + gap * static_cast<double>(k); };
  const auto place_y = [&](double at) { return height - foot - at * (height - top - foot); };
  for (std::size_t k = 0; k < plot.axes.size(); ++k) {
    cairo_set_source_rgb(c, 0.45, 0.45, 0.45);
    cairo_set_line_width(c, 1.0);
    draw_line(c, place_x(k), place_y(0.0), place_x(k), place_y(1.0));
  }
  const std::vector<double>& shades = plot.axes.back().at;
  cairo_set_line_width(c, 1.6);
  for (std::size_t run = 0; run < shades.size(); ++run) {
    const auto is_known = [&](const ParallelPlot::Axis& a) { return std::isfinite(a.at[run]); };
    if (!std::all_of(plot.axes.begin(), plot.axes.end(), is_known)) continue;
    const Colour colour = shade(0.25 + 0.75 * shades[run]);  // pale yellow is not seen on white
    cairo_set_source_rgb(c, colour.r, colour.g, colour.b);
    for (std::size_t k = 0; k + 1 < plot.axes.size(); ++k)
      draw_line(c, place_x(k), place_y(plot.axes[k].at[run]), place_x(k + 1),
                place_y(plot.axes[k + 1].at[run]));
  }
  for (std::size_t k = 0; k < plot.axes.size(); ++k) {
    cairo_set_source_rgb(c, 0.1, 0.1, 0.1);
    // Within the page, though the first and the last axis stand at its edges.
    cairo_text_extents_t label;
    cairo_text_extents(c, plot.axes[k].label.c_str(), &label);
    const double half = std::min(0.5 * label.x_advance, 0.5 * map_width - 8.0);
    const double middle = std::clamp(place_x(k), half + 8.0, map_width - half - 8.0);
    write(c, plot.axes[k].label, middle, top - 18.0 - (k % 2 == 1 ? 14.0 : 0.0), Align::middle);
    for (const ParallelPlot::Tick& tick : plot.axes[k].ticks) {
      cairo_text_extents_t size;
      cairo_text_extents(c, tick.text.c_str(), &size);
      cairo_set_source_rgba(c, 1, 1, 1, 0.8);
      cairo_rectangle(c, place_x(k) + 3, place_y(tick.at) - 8, size.x_advance + 4, 15);
      cairo_fill(c);
      cairo_set_source_rgb(c, 0.1, 0.1, 0.1);
      write(c, tick.text, place_x(k) + 5, place_y(tick.at) + 4, Align::begin);
    }
  }
  canvas.finish();
}

}  // namespace fourfoot::cli
