#include "base/error.h"
#include "input/ifc_line.h"
#include "track/profile_points.h"

namespace fourfoot::input {

void read_ifc_profile(const IfcLine& line, track::Alignment& alignment) {
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
      refuse_segment(segment, "vertical", type,
                     "give this part of the profile as [[vertical]] elements");
    if (gradients.empty() && alignment.position)
      alignment.position->z() = get_number(segment, 4) * line.units.length - g.g0 * begin;
    if (length > 0.0) gradients.push_back(g);
  }
  alignment.vertical = track::cut_profile(gradients, line.length);
}

std::vector<track::CantPoint> read_ifc_cants(const IfcLine& line, track::Alignment& alignment) {
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
      refuse_segment(segment, "cant", type, "give the cant as [[cant]] elements");
    }
    points.push_back(point);
    points.push_back({segment.where, begin + length, end, {}});
  }
  return points;
}

}  // namespace fourfoot::input
