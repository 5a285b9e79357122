#include "input/ifc_arguments.h"

#include <map>

namespace fourfoot::input {

namespace {

template <class Kind>
const Kind* find_argument(const StepEntity& entity, std::size_t argument) {
  if (argument >= entity.arguments.size()) return nullptr;
  return std::get_if<Kind>(&entity.arguments[argument].data);
}

template <class Kind>
const Kind& get_argument(const StepEntity& entity, std::size_t argument, const char* what) {
  if (const Kind* found = find_argument<Kind>(entity, argument)) return *found;
  throw InputError(
      Finding{"ifc-argument", entity.where,
              "argument " + std::to_string(argument + 1) + " of " + entity.type + " is not " + what,
              "is the file IFC 4.3?"});
}

/// Metres of an SI unit of length, by its prefix.
double get_prefix(const std::string& prefix) {
  static const std::map<std::string, double> prefixes = {
      {"", 1.0}, {"MILLI", 1e-3}, {"CENTI", 1e-2}, {"DECI", 1e-1}, {"KILO", 1e3}};
  const auto found = prefixes.find(prefix);
  return found == prefixes.end() ? 1.0 : found->second;
}

}  // namespace

double get_number(const StepEntity& entity, std::size_t argument) {
  return get_argument<double>(entity, argument, "a number");
}

std::optional<double> find_number(const StepEntity& entity, std::size_t argument) {
  if (const double* found = find_argument<double>(entity, argument)) return *found;
  return std::nullopt;
}

std::string get_word(const StepEntity& entity, std::size_t argument) {
  return get_argument<StepValue::Word>(entity, argument, "a type such as .LINE.").text;
}

std::string find_text(const StepEntity& entity, std::size_t argument) {
  const auto* found = find_argument<std::string>(entity, argument);
  return found == nullptr ? "" : *found;
}

std::uint64_t get_reference(const StepEntity& entity, std::size_t argument) {
  return get_argument<StepValue::Reference>(entity, argument, "a reference such as #12").id;
}

std::vector<std::uint64_t> get_references(const StepEntity& entity, std::size_t argument) {
  std::vector<std::uint64_t> ids;
  for (const StepValue& value : get_argument<StepValue::List>(entity, argument, "a list"))
    if (const auto* reference = std::get_if<StepValue::Reference>(&value.data))
      ids.push_back(reference->id);
  return ids;
}

std::vector<double> get_numbers(const StepEntity& entity, std::size_t argument) {
  std::vector<double> numbers;
  for (const StepValue& value : get_argument<StepValue::List>(entity, argument, "a list"))
    if (const double* number = std::get_if<double>(&value.data)) numbers.push_back(*number);
  return numbers;
}

IfcUnits read_ifc_units(const StepFile& file) {
  IfcUnits units;
  if (file.list("IFCUNITASSIGNMENT").empty()) return units;
  const StepEntity assignment = file.get(file.list("IFCUNITASSIGNMENT").front());
  for (const std::uint64_t id : get_references(assignment, 0)) {
    StepEntity unit;
    try {
      unit = file.get(id);
    } catch (const InputError&) {
      continue;  // units of other quantities
    }
    const bool is_si = unit.type == "IFCSIUNIT";
    const std::string kind = get_word(unit, 1);
    double size = 1.0;
    if (is_si) {
      const auto* prefix = find_argument<StepValue::Word>(unit, 2);
      size = prefix == nullptr ? 1.0 : get_prefix(prefix->text);
    } else {  // a conversion: so many of another unit, which is SI here
      size = get_number(file.get(get_reference(unit, 3)), 0);
    }
    if (kind == "LENGTHUNIT") units.length = size;
    if (kind == "PLANEANGLEUNIT") units.angle = size;
  }
  return units;
}

}  // namespace fourfoot::input
