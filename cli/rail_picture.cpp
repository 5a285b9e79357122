#include "cli/rail_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "cli/plot_canvas.h"

namespace fourfoot::cli {

namespace {

using scenario::SceneRail;

constexpr const char* sides[] = {"left", "right"};
constexpr std::size_t most_sections = 30;
constexpr double chainage_width = 60.0, sides_gap = 40.0, names_height = 24.0, scale_height = 26.0;
constexpr double lean = 0.35;  // of the height, to the right: seen from the front and from the left

/// Chainages with a section of some rail, thinned evenly to what can be told apart.
std::vector<double> choose_chainages(const std::vector<SceneRail>& rails) {
  std::vector<double> all;
  for (const SceneRail& rail : rails) all.insert(all.end(), rail.s.begin(), rail.s.end());
  std::sort(all.begin(), all.end());
  constexpr double same = 1e-3;  // [m]
  all.erase(std::unique(all.begin(), all.end(), [](double a, double b) { return b - a < same; }),
            all.end());
  if (all.size() <= most_sections) return all;
  std::vector<double> chosen;
  for (std::size_t i = 0; i < most_sections; ++i)
    chosen.push_back(all[i * (all.size() - 1) / (most_sections - 1)]);
  return chosen;
}

/// Points of a rail's section at `s`, between its own ones in proportion.
struct Section {
  std::vector<double> y, z;
};

bool take_section(const SceneRail& rail, double s, Section& section) {
  constexpr double slack = 1e-3;  // [m]
  if (rail.s.size() < 2 || s < rail.s.front() - slack || s > rail.s.back() + slack) return false;
  const auto after = std::upper_bound(rail.s.begin() + 1, rail.s.end() - 1, s);
  const auto k = static_cast<std::size_t>(after - rail.s.begin());
  const double length = rail.s[k] - rail.s[k - 1];
  const double share = length > 0.0 ? std::clamp((s - rail.s[k - 1]) / length, 0.0, 1.0) : 0.0;
  const auto count = static_cast<std::size_t>(rail.points);
  section.y.resize(count);
  section.z.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t a = (k - 1) * count + i, b = k * count + i;
    section.y[i] = rail.y[a] + share * (rail.y[b] - rail.y[a]);
    section.z[i] = rail.z[a] + share * (rail.z[b] - rail.z[a]);
  }
  return true;
}

struct Extent {
  double min = std::numeric_limits<double>::infinity(), max = -min;
  void add(double v) {
    min = std::min(min, v);
    max = std::max(max, v);
  }
};

/// One side's rails: where they are on the page.
struct Panel {
  double x, y, width, height;
  Extent across, up;
  double scale, step_x, step_y;  // pixels a metre; from a section to the next

  double find_scale() const {
    const double wide = std::max(across.max - across.min, 0.02);
    const double high = std::max(up.max - up.min, 0.02);
    return std::min((1.0 - lean) * width / wide, 0.5 * height / high);
  }
  void fit(double common_scale, std::size_t count) {
    const double steps = count > 1 ? static_cast<double>(count - 1) : 1.0;
    scale = common_scale;
    step_x = lean * width / steps;
    step_y = (height - scale * (up.max - up.min)) / steps;
  }
  double place_x(double v, std::size_t k) const {
    return x + scale * (across.max - v) + step_x * static_cast<double>(k);  // y runs to the left
  }
  double place_y(double v, std::size_t k) const {
    return y + height - scale * (v - up.min) - step_y * static_cast<double>(k);
  }
};

void draw_section(cairo_t* c, const Panel& panel, const Section& section, std::size_t k,
                  std::size_t colour) {
  const double base = panel.place_y(panel.up.min, k);
  cairo_new_path(c);
  for (std::size_t i = 0; i < section.y.size(); ++i)
    cairo_line_to(c, panel.place_x(section.y[i], k), panel.place_y(section.z[i], k));
  cairo_line_to(c, panel.place_x(section.y.back(), k), base);
  cairo_line_to(c, panel.place_x(section.y.front(), k), base);
  cairo_close_path(c);
  const Colour& ink = get_drawing_colour(colour);  // filled, so that it hides what is behind
  cairo_set_source_rgb(c, 1 - 0.12 * (1 - ink.r), 1 - 0.12 * (1 - ink.g), 1 - 0.12 * (1 - ink.b));
  cairo_fill(c);
  cairo_set_source_rgb(c, ink.r, ink.g, ink.b);
  cairo_set_line_width(c, 0.9);
  for (std::size_t i = 0; i < section.y.size(); ++i)
    cairo_line_to(c, panel.place_x(section.y[i], k), panel.place_y(section.z[i], k));
  cairo_stroke(c);
}

/// One colour for each name.
std::size_t find_colour(const std::vector<const SceneRail*>& rails, const std::string& name) {
  std::vector<std::string> names;
  for (const SceneRail* rail : rails)
    if (std::find(names.begin(), names.end(), rail->name) == names.end())
      names.push_back(rail->name);
  return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

void draw_names(cairo_t* c, const Panel& panel, const std::vector<const SceneRail*>& rails,
                const std::string& side) {
  cairo_set_source_rgb(c, 0.1, 0.1, 0.1);
  write(c, side + ":", panel.x, panel.y - 8, Align::begin);
  double at = panel.x + 7.0 * static_cast<double>(side.size()) + 14.0;
  std::size_t said = 0;
  for (const SceneRail* rail : rails) {
    const std::size_t colour = find_colour(rails, rail->name);
    if (colour < said) continue;
    said = colour + 1;
    const Colour& ink = get_drawing_colour(colour);
    cairo_set_source_rgb(c, ink.r, ink.g, ink.b);
    write(c, rail->name, at, panel.y - 8, Align::begin);
    at += 7.0 * static_cast<double>(rail->name.size()) + 14.0;
  }
}

/// A bar of a round length, the same across and up.
void draw_scale_bar(cairo_t* c, const Panel& panel) {
  const double length = panel.scale * 0.05 < 40.0 ? 0.1 : 0.05;
  const double x = panel.x + panel.width, y = panel.y + panel.height + 12.0;
  cairo_set_source_rgb(c, 0.3, 0.3, 0.3);
  draw_line(c, x - panel.scale * length, y, x, y);
  write(c, fmt::format("{:.0f} mm", length * 1e3), x, y + 12.0, Align::end);
}

}  // namespace

void draw_rail_sections(cairo_t* c, const std::vector<SceneRail>& rails, double x, double y,
                        double width) {
  const std::vector<double> chainages = choose_chainages(rails);
  const double half = (width - chainage_width - sides_gap) / 2.0;
  const double height = rail_picture_height - names_height - scale_height;
  Panel panels[2];
  std::vector<const SceneRail*> own[2];
  double scale = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < 2; ++i) {
    const double left = x + chainage_width + static_cast<double>(i) * (half + sides_gap);
    panels[i] = {left, y + names_height, half, height, {}, {}, 1.0, 0.0, 0.0};
    for (const SceneRail& rail : rails)
      if (rail.side == sides[i]) own[i].push_back(&rail);
    for (const SceneRail* rail : own[i]) {
      for (const double v : rail->y) panels[i].across.add(v);
      for (const double v : rail->z) panels[i].up.add(v);
    }
    if (!own[i].empty()) scale = std::min(scale, panels[i].find_scale());
  }
  for (std::size_t i = 0; i < 2; ++i) {
    if (own[i].empty()) continue;
    panels[i].fit(scale, chainages.size());
    Section section;
    for (std::size_t k = chainages.size(); k-- > 0;)  // the far ones first
      for (const SceneRail* rail : own[i])
        if (take_section(*rail, chainages[k], section))
          draw_section(c, panels[i], section, k, find_colour(own[i], rail->name));
    draw_names(c, panels[i], own[i], sides[i]);
    draw_scale_bar(c, panels[i]);
  }
  const Panel& first = own[0].empty() ? panels[1] : panels[0];
  cairo_set_source_rgb(c, 0.3, 0.3, 0.3);
  const std::size_t each = std::max<std::size_t>(1, (chainages.size() + 9) / 10);
  for (std::size_t k = 0; k < chainages.size(); k += each)
    write(c, fmt::format("{:.1f} m", chainages[k]), x + chainage_width - 8.0,
          first.place_y(first.up.min, k), Align::end);
}

}  // namespace fourfoot::cli
