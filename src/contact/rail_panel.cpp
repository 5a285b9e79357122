// Whether panels fit the line and themselves.
#include "contact/rail_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "contact/geometry/rail_line_shape.h"
#include "profile/blend.h"

namespace fourfoot::contact {

namespace {

constexpr double most_step = 0.1e-3;  // where a panel's rail goes on for the line's own [m]

/// Height of a rail's top and its innermost point down to the gauge height.
struct RailHead {
  double top, edge;
};

RailHead measure_head(const profile::Curve& rail, double gauge_height) {
  const double top_s = profile::find_top(rail), top = rail.calc(top_s).z;
  double edge = rail.calc(top_s).y;
  for (double s = top_s; s > 0.0; s -= 0.05e-3) {
    const profile::CurvePoint p = rail.calc(s);
    if (p.z < top - gauge_height) break;
    edge = std::min(edge, p.y);
  }
  return {top, edge};
}

void check_line(const RailLine& line) {
  for (std::size_t k = 0; k + 1 < line.sections.size(); ++k) {
    const RailLineSection &a = line.sections[k], &b = line.sections[k + 1];
    const double apart = profile::find_largest_difference(a.shape, b.shape);
    if (apart <= most_shape_difference) continue;
    throw InputError(
        Finding{"rail-panel", b.where,
                fmt::format("the shape of \"{}\" changes by {:.1f} mm from one section to the next",
                            line.name, 1e3 * apart),
                fmt::format("add a section between them: at most {:.0f} mm from one to the next",
                            1e3 * most_shape_difference)});
  }
}

/// How far the nearest rail of the panel that begins or ends at s is from the line's own.
double find_step(const RailPanels& panels, Side side, double s, const RailHead& plain,
                 double gauge_height) {
  double least = 1.0;
  for (const RailLine& line : panels.lines) {
    if (line.side != side) continue;
    for (const RailLineSection* section : {&line.sections.front(), &line.sections.back()}) {
      if (section->s != s) continue;
      const RailHead head = measure_head(section->shape, gauge_height);
      least = std::min(least, std::max(std::abs(head.top + section->z - plain.top),
                                       std::abs(head.edge + section->y - plain.edge)));
    }
  }
  return least;
}

bool is_covered_beyond(const RailPanels& panels, Side side, double s) {
  return std::any_of(panels.lines.begin(), panels.lines.end(), [&](const RailLine& line) {
    return line.side == side && line.is_instead && line.begin() <= s && s <= line.end();
  });
}

}  // namespace

void check_rail_panels(const RailPanels& panels, const PlainRails& plain, double gauge_height) {
  constexpr double beyond = 1e-6;  // [m]
  for (const RailLine& line : panels.lines) {
    check_line(line);
    if (!line.is_instead) continue;
    const RailHead head =
        measure_head(line.side == Side::left ? plain.left : plain.right, gauge_height);
    for (const double way : {-1.0, 1.0}) {
      const RailLineSection& last = way < 0.0 ? line.sections.front() : line.sections.back();
      if (is_covered_beyond(panels, line.side, last.s + way * beyond)) continue;
      const double step = find_step(panels, line.side, last.s, head, gauge_height);
      if (step <= most_step) continue;
      throw InputError(Finding{
          "rail-panel", last.where,
          fmt::format("at the end of \"{}\" the rails of the panel are {:.2f} mm away from the "
                      "line's own rail",
                      line.name, 1e3 * step),
          "the rails of a panel must begin and end within 0.1 mm of the line's rail; for an "
          "additional rail set instead = false"});
    }
  }
}

}  // namespace fourfoot::contact
