#include <fmt/format.h>

#include "input/landxml_parts.h"
#include "track/profile_points.h"

namespace fourfoot::input {

namespace {

using track::ProfilePoint;
using track::VerticalType;

constexpr std::size_t most_profile_points = 10000;

ProfilePoint read_profile_point(const LandXmlLine& line, pugi::xml_node node) {
  const std::vector<double> values = read_numbers(line.xml, node);
  if (values.size() != 2)
    throw InputError(Finding{"wrong-count", line.xml.locate(node),
                             fmt::format("<{}> has {} numbers", node.name(), values.size()),
                             "expected station and height"});
  ProfilePoint point;
  point.where = line.xml.locate(node);
  point.along = values[0] * line.metre - line.start;
  point.height = values[1] * line.metre;
  if (is_named(node, "ParaCurve")) {
    point.curve = VerticalType::parabolic_arc;
    point.length_in = point.length_out =
        0.5 * require_number(line.xml, node, "length") * line.metre;
  } else if (is_named(node, "UnsymParaCurve")) {
    point.curve = VerticalType::parabolic_arc;
    point.length_in = require_number(line.xml, node, "lengthIn") * line.metre;
    point.length_out = require_number(line.xml, node, "lengthOut") * line.metre;
  } else if (is_named(node, "CircCurve")) {
    point.curve = VerticalType::circular_arc;
    point.radius = require_number(line.xml, node, "radius") * line.metre;
  }
  if (point.length_in < 0.0 || point.length_out < 0.0)
    throw InputError(
        Finding{"track-length", point.where, "a vertical curve has a negative length", ""});
  return point;
}

bool is_profile_point(pugi::xml_node node) {
  return is_named(node, "PVI") || is_named(node, "ParaCurve") || is_named(node, "UnsymParaCurve") ||
         is_named(node, "CircCurve");
}

}  // namespace

void read_landxml_profile(const LandXmlLine& line, track::Alignment& alignment) {
  const pugi::xml_node profile = find_child(line.node, "Profile");
  const pugi::xml_node design = find_child(profile, "ProfAlign");
  if (!design) return;
  int count = 0;
  for (const pugi::xml_node node : profile.children())
    if (is_named(node, "ProfAlign")) ++count;
  if (count > 1)
    alignment.warnings.push_back({"alignment-choice", line.xml.locate(design),
                                  fmt::format("the file has {} profiles of the line; this one, the "
                                              "first, is taken",
                                              count),
                                  ""});
  std::vector<ProfilePoint> points;
  for (const pugi::xml_node node : design.children()) {
    if (!is_profile_point(node)) continue;
    if (points.size() >= most_profile_points)
      throw InputError(Finding{"too-many", line.xml.locate(node),
                               "the profile has more than 10 000 points", ""});
    points.push_back(read_profile_point(line, node));
  }
  double height = 0.0;
  alignment.vertical = track::build_profile(points, line.length, height);
  if (alignment.position) alignment.position->z() = height;
}

}  // namespace fourfoot::input
