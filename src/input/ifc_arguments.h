#pragma once

#include <optional>
#include <string>

#include "input/step_file.h"

namespace fourfoot::input {

/// Arguments of an IFC instance by their position; an InputError at the instance if one is missing or
/// of another kind.
double get_number(const StepEntity& entity, std::size_t argument);
std::optional<double> find_number(const StepEntity& entity, std::size_t argument);
std::string get_word(const StepEntity& entity, std::size_t argument);   ///< .LINE.
std::string find_text(const StepEntity& entity, std::size_t argument);  ///< empty if there is none
std::uint64_t get_reference(const StepEntity& entity, std::size_t argument);
std::vector<std::uint64_t> get_references(const StepEntity& entity, std::size_t argument);
std::vector<double> get_numbers(const StepEntity& entity, std::size_t argument);

/// What lengths and angles of the file are in SI.
struct IfcUnits {
  double length = 1.0;  ///< [m]
  double angle = 1.0;   ///< [rad]
};
IfcUnits read_ifc_units(const StepFile& file);

}  // namespace fourfoot::input
