#include "input/landxml.h"

#include <fmt/format.h>

#include <algorithm>

#include "input/alignment_choice.h"
#include "input/landxml_parts.h"

namespace fourfoot::input {

namespace {

constexpr std::size_t most_points_by_name = 100000;

/// Length of the file's unit; metres if it does not say.
double read_unit(const XmlDocument& xml) {
  static const std::map<std::string, double> units = {{"meter", 1.0},
                                                      {"metre", 1.0},
                                                      {"millimeter", 1e-3},
                                                      {"centimeter", 1e-2},
                                                      {"kilometer", 1e3},
                                                      {"foot", 0.3048},
                                                      {"USSurveyFoot", 1200.0 / 3937.0},
                                                      {"inch", 0.0254},
                                                      {"mile", 1609.344}};
  const pugi::xml_node node = find_child(xml.root(), "Units").first_child();
  const std::string unit = node.attribute("linearUnit").value();
  if (unit.empty()) return 1.0;
  if (const auto found = units.find(unit); found != units.end()) return found->second;
  std::vector<std::string> names;
  for (const auto& entry : units) names.push_back(entry.first);
  throw InputError(Finding{"unknown-unit", xml.locate(node), "unknown linearUnit \"" + unit + "\"",
                           suggest(unit, names)});
}

std::string trim_name(std::string name) {
  name.erase(0, name.find_first_not_of(' '));
  name.erase(name.find_last_not_of(' ') + 1);
  return name;
}

pugi::xml_node choose_landxml_alignment(const XmlDocument& xml, track::AlignmentRequest request) {
  std::vector<pugi::xml_node> found;
  std::vector<std::string> names;
  for (const pugi::xml_node group : xml.root().children()) {
    if (!is_named(group, "Alignments")) continue;
    for (const pugi::xml_node node : group.children()) {
      if (!is_named(node, "Alignment") || !find_child(node, "CoordGeom")) continue;
      found.push_back(node);
      names.push_back(trim_name(node.attribute("name").value()));
    }
  }
  if (found.empty())
    throw InputError(Finding{"track-empty", request.where,
                             "\"" + xml.source().name + "\" has no alignment with a CoordGeom",
                             ""});
  request.name = trim_name(request.name);
  return found[choose_alignment(request, xml.source().name, names)];
}

void collect_points(LandXmlLine& line) {
  for (const pugi::xml_node group : line.xml.root().children()) {
    if (!is_named(group, "CgPoints")) continue;
    for (const pugi::xml_node node : group.children()) {
      if (!is_named(node, "CgPoint") || line.points.size() >= most_points_by_name) continue;
      const std::vector<double> values = read_numbers(line.xml, node);
      if (values.size() >= 2)
        line.points[node.attribute("name").value()] = {values[0] * line.metre,
                                                       values[1] * line.metre};
    }
  }
}

/// Station equations: from each on, the chainage counts anew.
void read_equations(const LandXmlLine& line, track::Alignment& alignment) {
  constexpr std::size_t most = 10000;
  alignment.chainages = {{0.0, line.start, 1.0}};
  for (const pugi::xml_node node : line.node.children()) {
    if (!is_named(node, "StaEquation") || alignment.chainages.size() >= most) continue;
    const auto internal = read_number(line.xml, node, "staInternal");
    const auto ahead = read_number(line.xml, node, "staAhead");
    if (!internal || !ahead) continue;
    const double along = *internal * line.metre - line.start;
    if (along < 0.0 || along > line.length) continue;
    const bool falls = std::string(node.attribute("staIncrement").value()) == "decreasing";
    alignment.chainages.push_back({along, *ahead * line.metre, falls ? -1.0 : 1.0});
  }
  std::stable_sort(alignment.chainages.begin(), alignment.chainages.end(),
                   [](const auto& a, const auto& b) { return a.along < b.along; });
}

}  // namespace

track::Alignment read_landxml(const std::shared_ptr<const SourceFile>& source,
                              const track::AlignmentRequest& request) {
  const XmlDocument xml(source);
  if (!is_named(xml.root(), "LandXML"))
    throw InputError(Finding{"alignment-format", xml.locate(xml.root()),
                             "the file is XML, but not LandXML", ""});
  LandXmlLine line{xml, choose_landxml_alignment(xml, request), read_unit(xml)};
  line.start = read_number(xml, line.node, "staStart").value_or(0.0) * line.metre;
  track::Alignment alignment;
  alignment.name = trim_name(line.node.attribute("name").value());
  collect_points(line);
  read_landxml_plan(line, alignment);
  read_landxml_profile(line, alignment);
  read_landxml_cant(line, request, alignment);
  read_equations(line, alignment);
  return alignment;
}

}  // namespace fourfoot::input
