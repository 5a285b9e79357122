#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "input/alignment_gap.h"
#include "input/ifc_line.h"
#include "track/abscissa_choice.h"
#include "track/checks.h"

namespace fourfoot::input {

namespace {

using track::HorizontalElement;
using track::HorizontalType;
using track::Vec2;

Vec2 read_start(const IfcLine& line, const StepEntity& segment) {
  const StepEntity point = line.file.get(get_reference(segment, 2));
  const std::vector<double> values = get_numbers(point, 0);
  if (values.size() < 2)
    throw InputError(
        Finding{"wrong-count", point.where, "a point has fewer than 2 coordinates", ""});
  return Vec2(values[0], values[1]) * line.units.length;
}

/// Curvature of a radius; 0 is a straight.
double read_curvature(const IfcLine& line, const StepEntity& segment, std::size_t argument) {
  const double radius = get_number(segment, argument) * line.units.length;
  return radius == 0.0 ? 0.0 : 1.0 / radius;
}

double read_centre_height(const IfcLine& line, const StepEntity& segment) {
  const double height = find_number(segment, 7).value_or(0.0) * line.units.length;
  if (!(height >= 0.0 && height <= track::largest_centre_height))
    throw InputError(Finding{"out-of-range", segment.where,
                             "GravityCenterLineHeight is " + track::describe_number(height) +
                                 " m, beyond the range from 0 to " +
                                 track::describe_number(track::largest_centre_height) + " m",
                             "give the height of the centre of gravity above the rails"});
  return height;
}

HorizontalElement read_horizontal(const IfcLine& line, const StepEntity& segment) {
  HorizontalElement e;
  e.where = segment.where;
  e.allow_jump = true;
  e.length = get_number(segment, 6) * line.units.length;
  const std::string type = get_word(segment, 8);
  if (type == "LINE") return e;
  if (type == "CIRCULARARC") {
    e.type = HorizontalType::circular_arc;
    e.curvature = read_curvature(line, segment, 4);
    return e;
  }
  const auto* kind = track::find_transition_kind(&track::TransitionKind::ifc, type);
  if (kind == nullptr)
    refuse_segment(segment, "horizontal", type,
                   "describe this part of the line by [[horizontal]] elements");
  e.type = HorizontalType::transition;
  e.shape = kind->shape;
  e.start_curvature = read_curvature(line, segment, 4);
  e.end_curvature = read_curvature(line, segment, 5);
  e.centre_height = read_centre_height(line, segment);
  e.is_over_abscissa = kind->is_over_abscissa;
  return e;
}

/// The start of the next segment as this one's start sees it.
Vec2 see_end(const IfcLine& line, const StepEntity& segment, const StepEntity& next) {
  const double direction = get_number(segment, 3) * line.units.angle;
  const Vec2 way = read_start(line, next) - read_start(line, segment);
  const Vec2 x(std::cos(direction), std::sin(direction));
  return {x.dot(way), x.x() * way.y() - x.y() * way.x()};
}

/// Cants at the ends of a Viennese bend: its plan depends on them.
void put_cants(const std::vector<track::CantPoint>& cants, std::vector<HorizontalElement>& plan) {
  const auto find = [&](double along) {
    double cant = 0.0;
    for (const track::CantPoint& point : cants) {
      if (point.along > along + 1e-6) break;
      cant = point.cant;
    }
    return cant;
  };
  double begin = 0.0;
  for (HorizontalElement& e : plan) {
    if (e.shape == track::TransitionShape::viennese) {
      e.raised = track::RaisedRail::right;
      // Of two points at one chainage the first ends a ramp, the second begins the next.
      e.start_cant = find(begin);
      double end_cant = *e.start_cant;
      for (const track::CantPoint& point : cants)
        if (std::abs(point.along - begin - e.length) < 1e-3) {
          end_cant = point.cant;
          break;
        }
      e.end_cant = end_cant;
    }
    begin += e.length;
  }
}

}  // namespace

void read_ifc_plan(IfcLine& line, const std::vector<track::CantPoint>& cants,
                   track::Alignment& alignment) {
  const std::vector<StepEntity> segments =
      list_segments(line, find_layout(line, "IFCALIGNMENTHORIZONTAL"));
  std::vector<Vec2> points;
  std::vector<track::SeenEnd> ends;
  double direction = 0.0;
  bool is_closed = false;  // a segment without length at the end holds the last point
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const StepEntity& segment = segments[i];
    points.push_back(read_start(line, segment));
    is_closed = get_number(segment, 6) == 0.0 && !alignment.horizontal.empty();
    if (is_closed) break;
    alignment.horizontal.push_back(read_horizontal(line, segment));
    if (alignment.horizontal.back().is_over_abscissa && i + 1 < segments.size())
      ends.push_back({i, see_end(line, segment, segments[i + 1])});
    direction = get_number(segment, 3) * line.units.angle;
    if (!(alignment.horizontal.back().length > 0.0))
      throw InputError(
          Finding{"track-length", segment.where, "a segment must have a length above 0", ""});
  }
  if (alignment.horizontal.empty())
    throw InputError(Finding{"track-empty", line.file.get(line.id).where,
                             "the alignment has no horizontal segment", ""});
  track::choose_abscissa_curves(alignment.horizontal, ends);
  put_cants(cants, alignment.horizontal);
  if (!is_closed) {
    const Vec2 c = track::calc_leg(alignment.horizontal.back(), track::standard_gauge).chord;
    points.push_back(points.back() +
                     Vec2(std::cos(direction) * c.x() - std::sin(direction) * c.y(),
                          std::sin(direction) * c.x() + std::cos(direction) * c.y()));
  }
  Vec2 start;
  const track::PointCheck check = track::meet_points(
      alignment.horizontal, points, track::standard_gauge, start, alignment.heading);
  tell_gap(check, "segments", "the line follows the segments", alignment);
  alignment.position = Vec3(start.x(), start.y(), 0.0);
  line.length = track::calc_plan_length(alignment.horizontal);
}

}  // namespace fourfoot::input
