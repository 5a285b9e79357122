#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "input/landxml_parts.h"
#include "track/cant_points.h"

namespace fourfoot::input {

namespace {

using track::CantPoint;
using track::CantRotation;

constexpr std::size_t most_cant_stations = 10000;

/// Horizontal element in which the middle of a ramp lies, with its shape and side.
struct Under {
  track::TransitionShape shape = track::TransitionShape::linear;
  double curvature = 0.0;
};

Under find_under(const track::Alignment& alignment, double along) {
  double begin = 0.0;
  for (const track::HorizontalElement& e : alignment.horizontal) {
    if (along < begin + e.length) {
      if (e.type != track::HorizontalType::transition) return {{}, e.curvature};
      return {e.shape, *e.start_curvature + *e.end_curvature};
    }
    begin += e.length;
  }
  return {};
}

/// The raised rail: +1 the right one, in a curve to the left.
double read_side(const LandXmlLine& line, pugi::xml_node node, const track::Alignment& alignment,
                 double along) {
  const std::string rot = node.attribute("curvature").value();
  const double curvature = rot == "ccw"  ? 1.0
                           : rot == "cw" ? -1.0
                                         : find_under(alignment, along).curvature;
  const std::string adverse = node.attribute("adverse").value();
  if (curvature == 0.0)
    throw InputError(Finding{"track-cant-side", line.xml.locate(node),
                             "the line is straight here, so no rail is the outer one",
                             "give curvature = \"cw\" or \"ccw\" with the cant"});
  return (curvature > 0.0 ? 1.0 : -1.0) * (adverse == "true" || adverse == "1" ? -1.0 : 1.0);
}

std::vector<CantPoint> read_stations(const LandXmlLine& line, pugi::xml_node cant, double unit,
                                     const track::Alignment& alignment) {
  std::vector<CantPoint> points;
  for (const pugi::xml_node node : cant.children()) {
    if (!is_named(node, "CantStation")) continue;
    if (points.size() >= most_cant_stations)
      throw InputError(
          Finding{"too-many", line.xml.locate(node), "the cant has more than 10 000 stations", ""});
    CantPoint point;
    point.where = line.xml.locate(node);
    point.along = require_number(line.xml, node, "station") * line.metre - line.start;
    point.cant = require_number(line.xml, node, "appliedCant") * unit;
    if (point.cant != 0.0) point.cant *= read_side(line, node, alignment, point.along);
    const auto* kind = track::find_transition_kind(&track::TransitionKind::landxml,
                                                   node.attribute("transitionType").value());
    if (kind != nullptr) point.shape = kind->shape;
    points.push_back(point);
    // A ramp whose own shape is not said runs as the curvature below it does.
    if (const std::size_t n = points.size(); n > 1 && kind == nullptr) {
      CantPoint& before = points[n - 2];
      before.shape = find_under(alignment, 0.5 * (before.along + point.along)).shape;
    }
  }
  return points;
}

/// The standard says millimetres or inches; some programs write metres. No line has a cant of 1 m or
/// nothing but cants below 1 mm.
double find_unit(const LandXmlLine& line, pugi::xml_node cant,
                 const track::AlignmentRequest& request, track::Alignment& alignment) {
  if (request.cant_unit) return *request.cant_unit;
  double largest = 0.0;
  for (const pugi::xml_node node : cant.children())
    if (is_named(node, "CantStation"))
      largest = std::max(largest, std::abs(require_number(line.xml, node, "appliedCant")));
  constexpr double foot = 0.3, inch = 0.0254;
  const bool is_imperial = line.metre > foot && line.metre < 1.01 * foot * 1.02;
  if (largest >= 1.0 || largest == 0.0) return is_imperial ? inch : 1e-3;
  alignment.warnings.push_back(
      {"alignment-cant", line.xml.locate(cant),
       fmt::format("cants up to {:g} are taken as lengths in the unit of the file, not as "
                   "millimetres",
                   largest),
       "alignment = { cant_unit = \"mm\" } or \"m\" says it"});
  return line.metre;
}

}  // namespace

void read_landxml_cant(const LandXmlLine& line, const track::AlignmentRequest& request,
                       track::Alignment& alignment) {
  const pugi::xml_node cant = find_child(line.node, "Cant");
  if (!cant) return;
  if (const auto gauge = read_number(line.xml, cant, "gauge"); gauge && *gauge > 0.0)
    alignment.gauge = *gauge > 100.0 ? *gauge * 1e-3 : *gauge * line.metre;
  const std::string pivot = cant.attribute("rotationPoint").value();
  if (pivot == "insideRail") alignment.cant_rotation = CantRotation::inner_rail;
  if (pivot == "outsideRail") alignment.cant_rotation = CantRotation::outer_rail;
  if (pivot == "center") alignment.cant_rotation = CantRotation::centre_line;
  if (pivot == "leftRail" || pivot == "rightRail")
    alignment.warnings.push_back(
        {"alignment-cant", line.xml.locate(cant),
         "cant about the " + pivot + " is not read: it is rotated about the centre line",
         "cant_rotation = \"inner-rail\" says otherwise"});
  const double unit = find_unit(line, cant, request, alignment);
  const std::vector<CantPoint> points = read_stations(line, cant, unit, alignment);
  const bool has_cant = std::any_of(points.begin(), points.end(),
                                    [](const CantPoint& point) { return point.cant != 0.0; });
  if (has_cant) alignment.cant = track::build_cant_elements(points, line.length);
}

}  // namespace fourfoot::input
