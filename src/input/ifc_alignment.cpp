#include "input/ifc_alignment.h"

#include <algorithm>

#include "base/error.h"
#include "input/alignment_choice.h"
#include "input/ifc_line.h"

namespace fourfoot::input {

namespace {

constexpr std::size_t most_segments = 10000;

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
                                               "IFCMEASUREWITHUNIT",
                                               "IFCREFERENT",
                                               "IFCLINEARPLACEMENT",
                                               "IFCAXIS2PLACEMENTLINEAR",
                                               "IFCPOINTBYDISTANCEEXPRESSION",
                                               "IFCRELDEFINESBYPROPERTIES",
                                               "IFCPROPERTYSET",
                                               "IFCPROPERTYSINGLEVALUE"};

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

std::vector<std::uint64_t> list_nested(const IfcLine& line, std::uint64_t id) {
  const auto found = line.nesting.find(id);
  return found == line.nesting.end() ? std::vector<std::uint64_t>() : found->second;
}

std::uint64_t find_layout(const IfcLine& line, const char* type) {
  for (const std::uint64_t id : list_nested(line, line.id))
    if (line.file.find_type(id) == type) return id;
  return 0;
}

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

void refuse_segment(const StepEntity& segment, const char* layout, const std::string& type,
                    const char* advice) {
  throw InputError(Finding{
      "alignment-element", segment.where,
      "a " + std::string(layout) + " segment of type ." + type + ". is not read here", advice});
}

track::Alignment read_ifc_alignment(const std::shared_ptr<const SourceFile>& source,
                                    const track::AlignmentRequest& request) {
  const StepFile file(source, wanted_types);
  const Nesting nesting = read_nesting(file);
  IfcLine line{file, nesting, choose_ifc_alignment(file, nesting, request), read_ifc_units(file),
               0.0};
  track::Alignment alignment;
  alignment.name = find_text(file.get(line.id), 2);
  const std::vector<track::CantPoint> cants = read_ifc_cants(line, alignment);
  read_ifc_plan(line, cants, alignment);
  read_ifc_profile(line, alignment);
  read_ifc_stations(line, alignment);
  const bool has_cant =
      std::any_of(cants.begin(), cants.end(), [](const auto& point) { return point.cant != 0.0; });
  if (has_cant) alignment.cant = track::build_cant_elements(cants, line.length);
  return alignment;
}

}  // namespace fourfoot::input
