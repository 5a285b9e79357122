#include "scenario/scene_rails.h"

#include <algorithm>
#include <cmath>

#include "contact/geometry/rail_line_shape.h"

namespace fourfoot::scenario {

namespace {

constexpr int section_points = 24;
constexpr double longest_step = 0.5;  // between sections of a rail of a panel [m]
constexpr int change_steps = 4;       // of rails that go over into others
constexpr double check_width = 0.04, check_height = 0.06;  // drawn of a check rail [m]

struct Interval {
  double begin, end;
};

double get_outward(contact::Side side) {
  return side == contact::Side::left ? 1.0 : -1.0;
}

SceneRail begin_rail(const std::string& name, const char* kind, contact::Side side, int points) {
  return {name, side == contact::Side::left ? "left" : "right", kind, points, {}, {}, {}};
}

void add_curve(const profile::Curve& curve, double outward, SceneRail& rail) {
  for (int i = 0; i < section_points; ++i) {
    const profile::CurvePoint p = curve.calc(curve.length() * i / (section_points - 1));
    rail.y.push_back(outward * p.y);
    rail.z.push_back(p.z);
  }
}

/// What is left of the line where panels have rails instead.
std::vector<Interval> list_plain(const contact::RailPanels& panels, contact::Side side,
                                 double begin, double end) {
  std::vector<Interval> taken, left;
  for (const contact::RailLine& line : panels.lines)
    if (line.side == side && line.is_instead) taken.push_back({line.begin(), line.end()});
  std::sort(taken.begin(), taken.end(),
            [](const Interval& a, const Interval& b) { return a.begin < b.begin; });
  double from = begin;
  for (const Interval& t : taken) {
    if (t.begin > from) left.push_back({from, std::min(t.begin, end)});
    from = std::max(from, t.end);
  }
  if (from < end) left.push_back({from, end});
  return left;
}

SceneRail make_plain(const contact::RailsAlongLine& rails, contact::Side side, const Interval& at) {
  std::vector<double> chainages = {at.begin, at.end};
  for (const LineChange& change : rails.changes) {
    for (int i = 0; i <= change_steps; ++i) {
      const double s = change.s + change.length * (static_cast<double>(i) / change_steps - 0.5);
      if (s > at.begin && s < at.end) chainages.push_back(s);
    }
  }
  std::sort(chainages.begin(), chainages.end());
  SceneRail rail = begin_rail("rail", "plain", side, section_points);
  for (const double s : chainages) {
    const contact::LaidRails laid = contact::lay_rails(rails, s);
    rail.s.push_back(s);
    add_curve(side == contact::Side::left ? laid.left : laid.right, get_outward(side), rail);
  }
  return rail;
}

/// Between two sections the shape is that of both in proportion.
SceneRail make_panel_rail(const contact::RailLine& line) {
  const contact::RailLineShape shape(line);
  SceneRail rail = begin_rail(line.name, "panel", line.side, section_points);
  const double outward = get_outward(line.side);
  const auto add = [&](const contact::RailLineSection& a, const contact::RailLineSection& b,
                       double share) {
    const double s = a.s + share * (b.s - a.s);
    const contact::RailLineShape::Guide guide = shape.calc_guide(s);
    rail.s.push_back(s);
    for (int i = 0; i < section_points; ++i) {
      const double part = static_cast<double>(i) / (section_points - 1);
      const profile::CurvePoint p = a.shape.calc(part * a.shape.length());
      const profile::CurvePoint q = b.shape.calc(part * b.shape.length());
      rail.y.push_back(outward * (guide.y.value + p.y + share * (q.y - p.y)));
      rail.z.push_back(guide.z.value + p.z + share * (q.z - p.z));
    }
  };
  for (std::size_t i = 0; i + 1 < line.sections.size(); ++i) {
    const contact::RailLineSection &a = line.sections[i], &b = line.sections[i + 1];
    const double steps = std::max(1.0, std::ceil((b.s - a.s) / longest_step));
    for (double k = 0.0; k < steps; k += 1.0) add(a, b, k / steps);
  }
  const contact::RailLineSection& last = line.sections.back();
  add(last, last, 0.0);
  return rail;
}

/// Its working face looks outward.
SceneRail make_check(const contact::CheckRail& check) {
  SceneRail rail = begin_rail(check.name, "check", check.side, 4);
  const double outward = get_outward(check.side);
  for (std::size_t i = 0; i < check.s.size(); ++i) {
    rail.s.push_back(check.s[i]);
    const double face = check.y[i], back = check.y[i] - check_width;
    for (const double y : {back, back, face, face}) rail.y.push_back(outward * y);
    const double low = check.top - check_height;
    rail.z.insert(rail.z.end(), {low, check.top, check.top, low});
  }
  return rail;
}

}  // namespace

std::vector<SceneRail> list_scene_rails(const contact::RailsAlongLine& rails, double begin,
                                        double end) {
  std::vector<SceneRail> list;
  if (rails.is_uniform() && rails.panels.empty()) return list;
  for (const contact::Side side : {contact::Side::left, contact::Side::right})
    for (const Interval& at : list_plain(rails.panels, side, begin, end))
      list.push_back(make_plain(rails, side, at));
  for (const contact::RailLine& line : rails.panels.lines)
    if (line.end() > begin && line.begin() < end) list.push_back(make_panel_rail(line));
  for (const contact::CheckRail& check : rails.panels.checks)
    if (check.s.back() > begin && check.s.front() < end) list.push_back(make_check(check));
  return list;
}

}  // namespace fourfoot::scenario
