#include <fmt/format.h>

#include <cctype>
#include <cmath>
#include <numbers>

#include "input/alignment_gap.h"
#include "input/landxml_parts.h"
#include "track/abscissa_choice.h"
#include "track/abscissa_curve.h"

namespace fourfoot::input {

namespace {

using track::HorizontalElement;
using track::HorizontalType;
using track::Vec2;

constexpr std::size_t most_elements = 10000;
constexpr double change_to_tell = 5e-3;  ///< of a length [m]

/// A point "north east [height]" as x = east, y = north.
Vec2 read_point(const LandXmlLine& line, pugi::xml_node element, const char* name) {
  const pugi::xml_node node = find_child(element, name);
  if (!node)
    throw InputError(Finding{"missing-key", line.xml.locate(element),
                             fmt::format("<{}> has no <{}>", element.name(), name), ""});
  if (const pugi::xml_attribute reference = node.attribute("pntRef")) {
    const auto found = line.points.find(reference.value());
    if (found == line.points.end())
      throw InputError(Finding{"unknown-name", line.xml.locate(node),
                               fmt::format("there is no CgPoint \"{}\"", reference.value()), ""});
    return {found->second.second, found->second.first};
  }
  const std::vector<double> values = read_numbers(line.xml, node);
  if (values.size() < 2)
    throw InputError(Finding{"wrong-count", line.xml.locate(node),
                             fmt::format("<{}> has {} coordinates", name, values.size()),
                             "expected north, east and, if known, the height"});
  return Vec2(values[1], values[0]) * line.metre;
}

/// +1 to the left.
double read_turn(const LandXmlLine& line, pugi::xml_node node) {
  const std::string rot = node.attribute("rot").value();
  if (rot == "ccw") return 1.0;
  if (rot == "cw") return -1.0;
  throw InputError(Finding{"bad-choice", line.xml.locate(node),
                           fmt::format("rot of <{}> is \"{}\"", node.name(), rot),
                           "expected one of: cw, ccw"});
}

void read_curve(const LandXmlLine& line, pugi::xml_node node, HorizontalElement& e) {
  const Vec2 start = read_point(line, node, "Start"), end = read_point(line, node, "End");
  const Vec2 centre = read_point(line, node, "Center");
  const double turn = read_turn(line, node);
  const auto given = read_number(line.xml, node, "radius");
  const double radius = given ? *given * line.metre : (start - centre).norm();
  if (!(radius > 0.0))
    throw InputError(Finding{"track-radius", line.xml.locate(node),
                             "the radius of a curve must be above 0", ""});
  e.type = HorizontalType::circular_arc;
  e.curvature = turn / radius;
  if (const auto length = read_number(line.xml, node, "length")) {
    e.length = *length * line.metre;
    return;
  }
  const Vec2 a = start - centre, b = end - centre;
  double angle = turn * std::atan2(a.x() * b.y() - a.y() * b.x(), a.dot(b));
  if (angle <= 0.0) angle += 2.0 * std::numbers::pi;
  e.length = angle * radius;
}

double read_spiral_curvature(const LandXmlLine& line, pugi::xml_node node, const char* key) {
  const std::string text = node.attribute(key).value();
  if (text == "INF" || text == "inf" || text == "Infinity") return 0.0;
  const double radius = require_number(line.xml, node, key) * line.metre;
  return radius == 0.0 ? 0.0 : read_turn(line, node) / std::abs(radius);
}

std::string advise_on_spiral(const std::string& type) {
  if (type == "weinerBogen")
    return "it depends on the cant and the height of the vehicle: describe the line by "
           "[[horizontal]] "
           "elements with type = \"viennese-bend\"";
  if (type == "radioid") return "near its start it is a clothoid: spiType = \"clothoid\"";
  if (type.starts_with("rev")) {
    std::string plain = type.substr(3);
    if (!plain.empty()) plain[0] = static_cast<char>(std::tolower(plain[0]));
    return "if its radii stand in the order of the line: spiType = \"" + plain + "\"";
  }
  std::string known;
  for (const track::TransitionKind& kind : track::get_transition_kinds())
    if (*kind.landxml != 0) known += (known.empty() ? "" : ", ") + std::string(kind.landxml);
  return "known are: " + known;
}

/// The end of a spiral as its start sees it, which looks towards <PI>.
Vec2 read_spiral_end(const LandXmlLine& line, pugi::xml_node node) {
  const Vec2 start = read_point(line, node, "Start"),
             tangent = read_point(line, node, "PI") - start;
  const Vec2 way = read_point(line, node, "End") - start, x = tangent.normalized();
  return {x.dot(way), x.x() * way.y() - x.y() * way.x()};
}

void read_spiral(const LandXmlLine& line, pugi::xml_node node, HorizontalElement& e) {
  const std::string type = node.attribute("spiType").value();
  const track::TransitionKind* kind =
      track::find_transition_kind(&track::TransitionKind::landxml, type);
  if (kind == nullptr)
    throw InputError(Finding{"alignment-spiral", line.xml.locate(node),
                             "no spiral of type \"" + type + "\" is known here",
                             advise_on_spiral(type)});
  e.type = HorizontalType::transition;
  e.shape = kind->shape;
  e.length = require_number(line.xml, node, "length") * line.metre;
  e.start_curvature = read_spiral_curvature(line, node, "radiusStart");
  e.end_curvature = read_spiral_curvature(line, node, "radiusEnd");
  e.is_over_abscissa = kind->is_over_abscissa;
}

HorizontalElement read_element(const LandXmlLine& line, pugi::xml_node node) {
  HorizontalElement e;
  e.where = line.xml.locate(node);
  e.allow_jump = true;  // what the file has is meant
  if (is_named(node, "Line")) {
    const auto length = read_number(line.xml, node, "length");
    e.length = length ? *length * line.metre
                      : (read_point(line, node, "End") - read_point(line, node, "Start")).norm();
  } else if (is_named(node, "Curve")) {
    read_curve(line, node, e);
  } else if (is_named(node, "Spiral")) {
    read_spiral(line, node, e);
  } else {
    throw InputError(
        Finding{"alignment-element", e.where,
                fmt::format("<{}> is no element of an alignment that is read here", node.name()),
                "Line, Curve and Spiral are; points of a survey go to [[horizontal]] "
                "with type = \"points\""});
  }
  if (!(e.length > 0.0) || !(e.length < 1e7))
    throw InputError(Finding{"track-length", e.where,
                             fmt::format("<{}> has a length of {:g} m", node.name(), e.length),
                             "it must be above 0"});
  return e;
}

bool is_element(pugi::xml_node node) {
  return node.type() == pugi::node_element && !is_named(node, "Feature");
}

void tell_changes(const track::PointCheck& check, track::Alignment& alignment) {
  if (check.largest_change <= change_to_tell) return;
  alignment.warnings.push_back(
      {"alignment-gap", alignment.horizontal.front().where,
       fmt::format("lengths of elements are changed by up to {:.2g} mm to meet the "
                   "points stored in the file to {:.2g} mm",
                   check.largest_change * 1e3, check.largest_gap * 1e3),
       ""});
}

}  // namespace

void read_landxml_plan(LandXmlLine& line, track::Alignment& alignment) {
  const pugi::xml_node plan = find_child(line.node, "CoordGeom");
  std::vector<Vec2> points;
  std::vector<track::SeenEnd> ends;
  double jump = 0.0;
  Vec2 last = Vec2::Zero();
  for (const pugi::xml_node node : plan.children()) {
    if (!is_element(node)) continue;
    if (alignment.horizontal.size() >= most_elements)
      throw InputError(Finding{"too-many", line.xml.locate(node),
                               "the alignment has more than 10 000 elements", ""});
    alignment.horizontal.push_back(read_element(line, node));
    points.push_back(read_point(line, node, "Start"));
    if (alignment.horizontal.back().is_over_abscissa && find_child(node, "PI"))
      ends.push_back({points.size() - 1, read_spiral_end(line, node)});
    if (points.size() > 1) jump = std::max(jump, (points.back() - last).norm());
    last = read_point(line, node, "End");
  }
  if (points.empty())
    throw InputError(Finding{"track-empty", line.xml.locate(line.node),
                             "the alignment has no horizontal element", ""});
  points.push_back(last);
  track::choose_abscissa_curves(alignment.horizontal, ends);
  Vec2 start;
  track::PointCheck check =
      track::meet_points(alignment.horizontal, points,
                         alignment.gauge.value_or(track::standard_gauge), start, alignment.heading);
  check.largest_gap = std::max(check.largest_gap, jump);
  tell_changes(check, alignment);
  tell_gap(check, "elements", "the line follows the elements; is a type of spiral another one?",
           alignment);
  alignment.position = Vec3(start.x(), start.y(), 0.0);
  line.length = track::calc_plan_length(alignment.horizontal);
}

}  // namespace fourfoot::input
