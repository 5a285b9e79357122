#include "cli/track_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/plot_canvas.h"
#include "cli/rail_picture.h"
#include "track/line_measure.h"

namespace fourfoot::cli {

namespace {

constexpr double strip_width = 900.0, strip_left = 84.0, strip_right = 18.0, strip_top = 34.0;
constexpr double plan_height = 300.0, strip_height = 120.0, strip_gap = 30.0;

/// A panel over s.
struct Strip {
  std::vector<PlotCurve> curves;
  const std::vector<double>* s;
};

/// What is drawn, sampled.
struct Sampled {
  std::vector<double> s;
  PlotCurve x{"x", "m", {}}, y{"y", "m", {}};
  std::vector<std::vector<PlotCurve>> strips;
};

Sampled sample_track(const track::Track& track, double from, double to) {
  // A sample for each quarter of a metre or each fiftieth of a pixel shows all there is to see.
  constexpr double most = 40000.0;
  const double count = std::clamp(std::ceil((to - from) / 0.25), 1.0, most);
  Sampled out;
  out.strips = {{{"curvature", "1/m", {}}},
                {{"cant, > 0: right rail raised", "m", {}}},
                {{"gradient", "1", {}}}};
  if (track.has_irregularity())
    out.strips.insert(out.strips.end(), {{{"alignment", "m", {}}, {"vertical", "m", {}}},
                                         {{"gauge", "m", {}}, {"cross level", "m", {}}}});
  track::Cursor cursor;
  for (double i = 0.0; i <= count; i += 1.0) {
    const double s = from + (to - from) * i / count;
    const track::Geometry g = track.calc_geometry(s, cursor);
    Vec3 p, tangent, bend;
    track.calc_centre_line(s, cursor, p, tangent, bend);
    out.s.push_back(s);
    out.x.values.push_back(p.x());
    out.y.values.push_back(p.y());
    out.strips[0][0].values.push_back(g.curvature);
    out.strips[1][0].values.push_back(g.cant);
    out.strips[2][0].values.push_back(std::tan(g.gradient));
    if (!track.has_irregularity()) continue;
    const track::RailDeviations d = track.calc_irregularity(s);
    out.strips[3][0].values.push_back(d.alignment.value);
    out.strips[3][1].values.push_back(d.vertical.value);
    out.strips[4][0].values.push_back(d.gauge.value);
    out.strips[4][1].values.push_back(d.cross_level.value);
  }
  return out;
}

/// A level line needs no panel of its gradient.
bool is_all_zero(const std::vector<PlotCurve>& curves) {
  return std::all_of(curves.begin(), curves.end(), [](const PlotCurve& curve) {
    return std::all_of(curve.values.begin(), curve.values.end(),
                       [](double value) { return value == 0.0; });
  });
}

/// "12+345": kilometres and metres.
std::string format_chainage(double chainage) {
  const double whole = std::round(chainage);
  const double km = std::floor(std::abs(whole) / 1000.0);
  return fmt::format("{}{:.0f}+{:03.0f}", whole < 0.0 ? "-" : "", km,
                     std::abs(whole) - 1000.0 * km);
}

/// Equal scales on both axes, the line in the middle.
Frame frame_plan(const std::vector<const PlotCurve*>& xs, const std::vector<const PlotCurve*>& ys) {
  double x0 = 0.0, x1 = 1.0, y0 = 0.0, y1 = 1.0;
  find_range(xs, x0, x1);
  find_range(ys, y0, y1);
  const double w = strip_width - strip_left - strip_right;
  const double scale = 1.2 * std::max({(x1 - x0) / w, (y1 - y0) / plan_height, 1e-6});
  const double mx = 0.5 * (x0 + x1), my = 0.5 * (y0 + y1);
  Frame f{
      strip_left,
      strip_top,
      w,
      plan_height,
      choose_ticks(mx - 0.5 * scale * w, mx + 0.5 * scale * w, 8, 1.0, false),
      choose_ticks(my - 0.5 * scale * plan_height, my + 0.5 * scale * plan_height, 4, 1.0, false)};
  return f;
}

void set_colour(cairo_t* c, std::size_t i) {
  const Colour& colour = get_drawing_colour(i);
  cairo_set_source_rgb(c, colour.r, colour.g, colour.b);
}

void draw_plan(cairo_t* c, const Sampled& line, const TrackPicture& picture,
               const track::Track& track, const track::LineMeasure& measure,
               const std::vector<double>& marks) {
  const PlotCurve mx{"x", "m", picture.measured_x}, my{"y", "m", picture.measured_y};
  const Frame f = frame_plan({&line.x, &mx}, {&line.y, &my});
  draw_grid(c, f, {"m", 1.0}, {"m", 1.0});
  cairo_save(c);
  cairo_rectangle(c, f.x, f.y, f.w, f.h);
  cairo_clip(c);
  set_colour(c, 1);
  for (std::size_t i = 0; i < mx.values.size(); ++i) {
    cairo_arc(c, f.place_x(mx.values[i]), f.place_y(my.values[i]), 1.6, 0.0, 6.2832);
    cairo_fill(c);
  }
  set_colour(c, 0);
  cairo_set_line_width(c, 1.6);
  for (std::size_t i = 0; i < line.s.size(); ++i) {
    const double x = f.place_x(line.x.values[i]), y = f.place_y(line.y.values[i]);
    if (i == 0)
      cairo_move_to(c, x, y);
    else
      cairo_line_to(c, x, y);
  }
  cairo_stroke(c);
  cairo_restore(c);
  track::Cursor cursor;
  cairo_set_source_rgb(c, 0.1, 0.1, 0.1);
  cairo_set_line_width(c, 1.0);
  for (const double s : marks) {
    Vec3 p, tangent, bend;
    track.calc_centre_line(s, cursor, p, tangent, bend);
    const double x = f.place_x(p.x()), y = f.place_y(p.y());
    // Across the line; y of the page goes down.
    const double nx = -tangent.y(), ny = -tangent.x();
    draw_line(c, x - 5 * nx, y - 5 * ny, x + 5 * nx, y + 5 * ny);
    const bool is_left = nx < -0.3;
    write(c, format_chainage(measure.calc_chainage(s)), x + (is_left ? 10 * nx : 8.0 * nx),
          y + 12 * ny + 4,
          nx < -0.3  ? Align::end
          : nx > 0.3 ? Align::begin
                     : Align::middle);
  }
  write(c, "plan: y over x [m]", f.x + 6, f.y + 14, Align::begin);
}

void draw_strip(cairo_t* c, const Strip& strip, double from, double to, double y_top,
                const std::vector<double>& marks) {
  std::vector<const PlotCurve*> curves;
  for (const PlotCurve& curve : strip.curves) curves.push_back(&curve);
  double min = 0.0, max = 0.0;
  if (!find_range(curves, min, max)) return;
  min = std::min(min, 0.0);
  max = std::max(max, 0.0);
  const bool is_gradient = curves.front()->name == "gradient";
  ScaleUnit unit = choose_unit(curves.front()->unit, std::max(std::abs(min), std::abs(max)));
  if (is_gradient) unit = {"\u2030", 1e3};
  if (curves.front()->unit == "1/m") unit = {"1/km", 1e3};
  if (curves.front()->unit == "m" && std::max(max, -min) < 1.0) unit = {"mm", 1e3};
  const Frame f{strip_left,
                y_top,
                strip_width - strip_left - strip_right,
                strip_height,
                choose_ticks(from, to, 8, 1.0, false),
                choose_ticks(min, max, 3, unit.factor, true)};
  draw_grid(c, f, {"m", 1.0}, unit);
  cairo_set_source_rgb(c, 0.6, 0.6, 0.6);
  for (const double s : marks) draw_line(c, f.place_x(s), f.y + f.h - 5, f.place_x(s), f.y + f.h);
  const PlotCurve x{"s", "m", *strip.s};
  cairo_save(c);
  cairo_rectangle(c, f.x, f.y, f.w, f.h);
  cairo_clip(c);
  for (std::size_t i = 0; i < curves.size(); ++i) {
    set_colour(c, i);
    cairo_set_line_width(c, 1.1);
    draw_curve(c, f, x, *curves[i]);
  }
  cairo_restore(c);
  double label = f.x + 6;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const std::string text = fmt::format("{} [{}]", curves[i]->name, unit.label);
    set_colour(c, i);
    write(c, text, label, f.y - 4, Align::begin);
    label += measure(c, text) + 24.0;
  }
}

}  // namespace

void draw_track(const track::Track& track, const track::TrackDescription& line,
                const TrackPicture& picture, const std::filesystem::path& file) {
  const track::LineMeasure measure(track, line);
  const Sampled sampled = sample_track(track, picture.from, picture.to);
  const Ticks ticks = choose_ticks(picture.from, picture.to, 8, 1.0, false);
  std::vector<Strip> strips;
  if (!picture.more.empty()) strips.push_back({picture.more, &picture.more_s});
  if (!picture.rest.empty()) strips.push_back({picture.rest, &picture.more_s});
  for (const auto& curves : sampled.strips)
    if (!is_all_zero(curves)) strips.push_back({curves, &sampled.s});
  const double rails = picture.rails.empty() ? 0.0 : rail_picture_height + strip_gap;
  const double height = strip_top + plan_height + 50.0 + rails +
                        static_cast<double>(strips.size()) * (strip_height + strip_gap + 16.0);
  PlotCanvas canvas(file, strip_width, height);
  cairo_t* c = canvas.get();
  cairo_set_font_size(c, 14);
  write(c, picture.title, strip_left, 20, Align::begin);
  cairo_set_font_size(c, 11);
  draw_plan(c, sampled, picture, track, measure, ticks.values);
  double y = strip_top + plan_height + 50.0;
  for (const Strip& strip : strips) {
    draw_strip(c, strip, picture.from, picture.to, y, ticks.values);
    y += strip_height + strip_gap + 16.0;
  }
  cairo_set_source_rgb(c, 0.1, 0.1, 0.1);
  write(c, "s [m]", strip_width - strip_right, y - 10.0, Align::end);
  if (!picture.rails.empty())
    draw_rail_sections(c, picture.rails, strip_gap, y, strip_width - strip_gap - strip_right);
  canvas.finish();
}

}  // namespace fourfoot::cli
