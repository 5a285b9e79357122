#pragma once

#include <map>
#include <string>

#include "input/xml_document.h"
#include "track/alignment.h"

namespace fourfoot::input {

/// One alignment of a LandXML file while it is read.
struct LandXmlLine {
  const XmlDocument& xml;
  pugi::xml_node node;  ///< <Alignment>
  double metre = 1.0;   ///< length of the file's unit [m]
  double start = 0.0;   ///< staStart: internal station where it begins [m]
  double length = 0.0;  ///< in plan, once the horizontal alignment is read [m]
  std::map<std::string, std::pair<double, double>> points = {};  ///< CgPoints by name: north, east
};

/// Horizontal elements, held against the points stored with them.
void read_landxml_plan(LandXmlLine& line, track::Alignment& alignment);
/// Gradients and vertical curves; the height of the start.
void read_landxml_profile(const LandXmlLine& line, track::Alignment& alignment);
/// Cant, gauge and what cant is rotated about.
void read_landxml_cant(const LandXmlLine& line, const track::AlignmentRequest& request,
                       track::Alignment& alignment);

}  // namespace fourfoot::input
