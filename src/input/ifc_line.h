#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "input/ifc_arguments.h"
#include "track/alignment.h"
#include "track/cant_points.h"

/// The parts of the IFC reader: plan, profile and cant of one alignment.
namespace fourfoot::input {

/// What is nested in each instance, in the order of the file's relations.
using Nesting = std::unordered_map<std::uint64_t, std::vector<std::uint64_t>>;

/// One alignment while it is read.
struct IfcLine {
  const StepFile& file;
  const Nesting& nesting;
  std::uint64_t id = 0;
  IfcUnits units;
  double length = 0.0;  ///< in plan [m]
};

/// Instances nested in one, in their order.
std::vector<std::uint64_t> list_nested(const IfcLine& line, std::uint64_t id);
/// The layout of that type nested in the alignment; 0 if there is none.
std::uint64_t find_layout(const IfcLine& line, const char* type);
/// The design parameters of the segments of a layout.
std::vector<StepEntity> list_segments(const IfcLine& line, std::uint64_t layout);
/// `layout`: "horizontal", "vertical" or "cant".
[[noreturn]] void refuse_segment(const StepEntity& segment, const char* layout,
                                 const std::string& type, const char* advice);

/// Elements, start and length of the plan; a Viennese bend's depends on the cants.
void read_ifc_plan(IfcLine& line, const std::vector<track::CantPoint>& cants,
                   track::Alignment& alignment);
void read_ifc_profile(const IfcLine& line, track::Alignment& alignment);
/// Marks of chainage by referents with Pset_Stationing; none if there are no such.
void read_ifc_stations(const IfcLine& line, track::Alignment& alignment);
/// Two points for a segment: where it begins and where it ends.
std::vector<track::CantPoint> read_ifc_cants(const IfcLine& line, track::Alignment& alignment);

}  // namespace fourfoot::input
