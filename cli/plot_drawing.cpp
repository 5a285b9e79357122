#include "cli/plot_drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/plot_canvas.h"

namespace fourfoot::cli {

namespace {

constexpr double page_width = 800.0, panel_height = 260.0, legend_line = 16.0;
constexpr double dashes[] = {6.0, 4.0};  ///< where the colours begin again
constexpr double left = 78.0, right = 18.0, top = 30.0, bottom = 44.0;

void draw_panel(cairo_t* c, const ChannelPlot& plot, const std::vector<const PlotCurve*>& curves,
                double y_top, std::size_t first_colour) {
  double min = 0.0, max = 0.0, x_min = 0.0, x_max = 0.0;
  if (!find_range(curves, min, max) || !find_range({&plot.x}, x_min, x_max)) return;
  const auto choose = [&](const std::string& unit, double low, double high) {
    return plot.is_log ? ScaleUnit{unit, 1.0}
                       : choose_unit(unit, std::max(std::abs(low), std::abs(high)));
  };
  const ScaleUnit unit = choose(curves.front()->unit, min, max);
  const ScaleUnit x_unit = choose(plot.x.unit, x_min, x_max);
  const double legend = legend_line * static_cast<double>(curves.size());
  const Frame f{
      left,
      y_top + legend,
      page_width - left - right,
      panel_height,
      plot.is_log ? choose_decades(x_min, x_max)
                  : choose_ticks(x_min, x_max, 8, x_unit.factor, false),
      plot.is_log ? choose_decades(min, max) : choose_ticks(min, max, 5, unit.factor, true)};
  draw_grid(c, f, x_unit, unit);
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const Colour& colour = get_drawing_colour(first_colour + i);
    const double y = y_top + legend_line * static_cast<double>(i);
    cairo_set_source_rgb(c, colour.r, colour.g, colour.b);
    const bool is_again = (first_colour + i) / count_drawing_colours() % 2 == 1;
    if (is_again) cairo_set_dash(c, dashes, 2, 0.0);
    cairo_set_line_width(c, 3.0);
    draw_line(c, left, y, left + 18, y);
    cairo_set_line_width(c, 1.2);
    cairo_save(c);
    cairo_rectangle(c, f.x, f.y, f.w, f.h);
    cairo_clip(c);
    draw_curve(c, f, plot.x, *curves[i]);
    cairo_restore(c);
    cairo_set_dash(c, nullptr, 0, 0.0);
    cairo_set_source_rgb(c, 0.1, 0.1, 0.1);
    write(c, fmt::format("{} [{}]", curves[i]->name, unit.label), left + 24, y + 4, Align::begin);
  }
  cairo_set_source_rgb(c, 0.1, 0.1, 0.1);
  write(c, fmt::format("{} [{}]", plot.x.name, x_unit.label), f.x + f.w / 2, f.y + f.h + 33,
        Align::middle);
}

}  // namespace

void draw_to_file(const ChannelPlot& plot, const std::filesystem::path& file) {
  const auto groups = group_by_unit(plot);
  const double height = top + static_cast<double>(groups.size()) * (panel_height + bottom) +
                        static_cast<double>(plot.curves.size()) * legend_line + 8.0;
  PlotCanvas canvas(file, page_width, height);
  cairo_t* c = canvas.get();
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
  canvas.finish();
}

}  // namespace fourfoot::cli
