#include "input/ifc_alignment.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "input/alignment_choice.h"
#include "input/ifc_arguments.h"
#include "track/abscissa_choice.h"
#include "track/cant_points.h"
#include "track/profile_points.h"

namespace fourfoot::input {

namespace {

using track::HorizontalElement;
using track::HorizontalType;
using track::Vec2;

constexpr std::size_t most_segments = 10000;
constexpr double ifc_gap_to_tell = 0.01, ifc_gap_to_refuse = 1.0;  ///< [m]

const std::vector<std::string> wanted_types = {"IFCALIGNMENT",
                                               "IFCALIGNMENTHORIZONTAL",
                                               "IFCALIGNMENTVERTICAL",
                                               "IFCALIGNMENTCANT",
                                               "IFCALIGNMENTSEGMENT",
                                               "IFCALIGNMENTHORIZONTALSEGMENT",
                                               "IFCALIGNMENTCANTSEGMENT",
                                               "IFCALIGNMENTVERTICALSEGMENT",
                                               "IFCRELNESTS",
                                               "IFCCARTESIANPOINT",
                                               "IFCSIUNIT",
                                               "IFCUNITASSIGNMENT",
                                               "IFCCONVERSIONBASEDUNIT",
                                               "IFCMEASUREWITHUNIT"};

using Nesting = std::unordered_map<std::uint64_t, std::vector<std::uint64_t>>;

/// One alignment while it is read.
struct IfcLine {
  const StepFile& file;
  const Nesting& nesting;
  std::uint64_t id = 0;
  IfcUnits units;
  double length = 0.0;  ///< in plan [m]
};

/// What is nested in each instance, in the order of the file's relations.
Nesting read_nesting(const StepFile& file) {
  Nesting nesting;
  for (const std::uint64_t relation : file.list("IFCRELNESTS")) {
    const StepEntity nests = file.get(relation);
    std::vector<std::uint64_t>& nested = nesting[get_reference(nests, 4)];
    for (const std::uint64_t child : get_references(nests, 5)) nested.push_back(child);
  }
  return nesting;
}

std::vector<std::uint64_t> list_nested(const IfcLine& line, std::uint64_t id) {
  const auto found = line.nesting.find(id);
  return found == line.nesting.end() ? std::vector<std::uint64_t>() : found->second;
}

/// The layout of that type nested in the alignment; 0 if there is none.
std::uint64_t find_layout(const IfcLine& line, const char* type) {
  for (const std::uint64_t id : list_nested(line, line.id))
    if (line.file.find_type(id) == type) return id;
  return 0;
}

/// The design parameters of the segments of a layout.
std::vector<StepEntity> list_segments(const IfcLine& line, std::uint64_t layout) {
  std::vector<StepEntity> segments;
  for (const std::uint64_t id : list_nested(line, layout)) {
    if (line.file.find_type(id) != "IFCALIGNMENTSEGMENT") continue;
    segments.push_back(line.file.get(get_reference(line.file.get(id), 7)));
    if (segments.size() > most_segments)
      throw InputError(Finding{"too-many", segments.back().where,
                               "the alignment has more than 10 000 segments", ""});
  }
  return segments;
}

[[noreturn]] void refuse_segment(const StepEntity& segment, const std::string& type,
                                 const char* advice) {
  throw InputError(Finding{"alignment-element", segment.where,
                           "a segment of type ." + type + ". is not read here", advice});
}

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
    refuse_segment(segment, type, "describe this part of the line by [[horizontal]] elements");
  e.type = HorizontalType::transition;
  e.shape = kind->shape;
  e.start_curvature = read_curvature(line, segment, 4);
  e.end_curvature = read_curvature(line, segment, 5);
  e.centre_height = find_number(segment, 7).value_or(0.0) * line.units.length;
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
      // Of two points at one place the first ends a ramp, the second begins the next.
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

void tell_ifc_gap(const track::PointCheck& check, track::Alignment& alignment) {
  if (check.largest_gap < ifc_gap_to_tell) return;
  const std::size_t i = std::min(check.at, alignment.horizontal.size() - 1);
  Finding finding{
      "alignment-gap", alignment.horizontal[i].where,
      fmt::format("lengths, radii and types of the segments lead {:.3g} m past the points "
                  "stored in the file",
                  check.largest_gap),
      "the line follows the segments"};
  if (check.largest_gap > ifc_gap_to_refuse) throw InputError(std::move(finding));
  alignment.warnings.push_back(std::move(finding));
}

void read_plan(IfcLine& line, const std::vector<track::CantPoint>& cants,
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
  tell_ifc_gap(track::meet_points(alignment.horizontal, points, track::standard_gauge, start,
                                  alignment.heading),
               alignment);
  alignment.position = Vec3(start.x(), start.y(), 0.0);
  line.length = track::calc_plan_length(alignment.horizontal);
}

void read_profile(const IfcLine& line, track::Alignment& alignment) {
  const std::uint64_t layout = find_layout(line, "IFCALIGNMENTVERTICAL");
  if (layout == 0) return;
  std::vector<track::PlacedGradient> gradients;
  for (const StepEntity& segment : list_segments(line, layout)) {
    const double begin = get_number(segment, 2) * line.units.length;
    const double length = get_number(segment, 3) * line.units.length;
    track::PlacedGradient g{segment.where,
                            track::VerticalType::constant_gradient,
                            begin,
                            begin + length,
                            get_number(segment, 5),
                            get_number(segment, 6)};
    const std::string type = get_word(segment, 8);
    if (type == "PARABOLICARC")
      g.type = track::VerticalType::parabolic_arc;
    else if (type == "CIRCULARARC")
      g.type = track::VerticalType::circular_arc;
    else if (type == "CONSTANTGRADIENT")
      g.g1 = g.g0;
    else
      refuse_segment(segment, type, "give this part of the profile as [[vertical]] elements");
    if (gradients.empty() && alignment.position)
      alignment.position->z() = get_number(segment, 4) * line.units.length - g.g0 * begin;
    if (length > 0.0) gradients.push_back(g);
  }
  alignment.vertical = track::cut_profile(gradients, line.length);
}

/// Two points for a segment: where it begins and where it ends.
std::vector<track::CantPoint> read_cants(const IfcLine& line, track::Alignment& alignment) {
  const std::uint64_t layout = find_layout(line, "IFCALIGNMENTCANT");
  std::vector<track::CantPoint> points;
  if (layout == 0) return points;
  if (const auto distance = find_number(line.file.get(layout), 7); distance && *distance > 0.0)
    alignment.contact_distance = *distance * line.units.length;
  for (const StepEntity& segment : list_segments(line, layout)) {
    const double begin = get_number(segment, 2) * line.units.length;
    const double length = get_number(segment, 3) * line.units.length;
    if (!(length > 0.0)) continue;
    const double left0 = get_number(segment, 4), right0 = get_number(segment, 6);
    const double left1 = find_number(segment, 5).value_or(left0);
    const double right1 = find_number(segment, 7).value_or(right0);
    const std::string type = get_word(segment, 8);
    track::CantPoint point{segment.where, begin, (right0 - left0) * line.units.length, {}};
    double end = (right1 - left1) * line.units.length;
    if (type == "CONSTANTCANT") {
      end = point.cant;
    } else if (const auto* kind =
                   track::find_transition_kind(&track::TransitionKind::ifc_ramp, type)) {
      point.shape = kind->shape;
    } else {
      refuse_segment(segment, type, "give the cant as [[cant]] elements");
    }
    points.push_back(point);
    points.push_back({segment.where, begin + length, end, {}});
  }
  return points;
}

std::uint64_t choose_ifc_alignment(const StepFile& file, const Nesting& nesting,
                                   const track::AlignmentRequest& request) {
  std::vector<std::uint64_t> found;
  std::vector<std::string> names;
  for (const std::uint64_t id : file.list("IFCALIGNMENT")) {
    if (find_layout({file, nesting, id, {}, 0.0}, "IFCALIGNMENTHORIZONTAL") == 0) continue;
    found.push_back(id);
    names.push_back(find_text(file.get(id), 2));
    if (names.back().empty()) names.back() = "#" + std::to_string(id);
  }
  if (found.empty())
    throw InputError(
        Finding{"track-empty", request.where,
                "\"" + file.source().name + "\" has no IfcAlignment with horizontal segments",
                "geometry alone (IfcCompositeCurve) is not read"});
  return found[choose_alignment(request, file.source().name, names)];
}

}  // namespace

track::Alignment read_ifc_alignment(const std::shared_ptr<const SourceFile>& source,
                                    const track::AlignmentRequest& request) {
  const StepFile file(source, wanted_types);
  const Nesting nesting = read_nesting(file);
  IfcLine line{file, nesting, choose_ifc_alignment(file, nesting, request), read_ifc_units(file),
               0.0};
  track::Alignment alignment;
  alignment.name = find_text(file.get(line.id), 2);
  const std::vector<track::CantPoint> cants = read_cants(line, alignment);
  read_plan(line, cants, alignment);
  read_profile(line, alignment);
  const bool has_cant =
      std::any_of(cants.begin(), cants.end(), [](const auto& point) { return point.cant != 0.0; });
  if (has_cant) alignment.cant = track::build_cant_elements(cants, line.length);
  return alignment;
}

}  // namespace fourfoot::input
