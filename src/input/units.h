#pragma once

#include <optional>
#include <string>
#include <vector>

namespace fourfoot::input {

/// A quantity as a user writes it: "160 km/h" is {160, "km/h"}.
struct WrittenQuantity {
  double value = 0.0;
  std::string unit;
};

/// Splits text into a number and a unit; nothing if it does not start with a number.
std::optional<WrittenQuantity> parse_quantity(const std::string& text);

enum class UnitFault { none, unknown_unit, wrong_dimension };

struct Conversion {
  double value = 0.0;  ///< in the wanted unit
  UnitFault fault = UnitFault::none;
};

/// Converts e.g. 160 "km/h" to "m/s". An empty unit is the dimensionless 1. What most files say is
/// known here, all else by UDUNITS-2, whose database of units takes longer to read than a scenario.
Conversion convert(const WrittenQuantity& quantity, const std::string& wanted);
/// The same by UDUNITS-2 in any case.
Conversion convert_by_udunits(const WrittenQuantity& quantity, const std::string& wanted);

/// A conversion that is known here: wanted = factor times written.
struct KnownConversion {
  const char* written;
  const char* wanted;
  double factor;
};
const std::vector<KnownConversion>& list_known_conversions();

/// An example a user can copy, e.g. "160 km/h" for "m/s"; empty if there is none.
std::string get_unit_example(const std::string& unit);

}  // namespace fourfoot::input
