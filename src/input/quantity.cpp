#include "input/quantity.h"

#include <array>
#include <cmath>

#include "base/error.h"
#include "input/units.h"

namespace fourfoot::input {

namespace {

[[noreturn]] void refuse_quantity(const std::string& name, const std::string& whole,
                                  std::size_t start, std::size_t width, std::string id,
                                  std::string message, std::string hint = {}) {
  SourceLocation where;
  where.file = std::make_shared<const SourceFile>(SourceFile{name, whole});
  where.line = 1;
  where.column = static_cast<int>(start) + 1;
  where.width = static_cast<int>(width > 0 ? width : 1);
  throw InputError(Finding{std::move(id), where, std::move(message), std::move(hint)});
}

double read_part(const std::string& name, const std::string& whole, std::size_t start,
                 std::size_t width, const std::string& unit) {
  const std::string text = whole.substr(start, width);
  const auto quantity = parse_quantity(text);
  if (!quantity || !std::isfinite(quantity->value))
    refuse_quantity(name, whole, start, width, "bad-number",
                    "expected a number, with or without a unit", "a plain number is in " + unit);
  if (quantity->unit.empty()) return quantity->value;
  const Conversion c = convert(*quantity, unit);
  if (c.fault == UnitFault::unknown_unit)
    refuse_quantity(name, whole, start, width, "unknown-unit",
                    "unknown unit \"" + quantity->unit + "\"");
  if (c.fault == UnitFault::wrong_dimension)
    refuse_quantity(name, whole, start, width, "wrong-unit",
                    "\"" + quantity->unit + "\" does not convert to " + unit);
  return c.value;
}

// "-8:0.5:8 mm" would begin at -8 m: a number without a unit beside one with a unit is an oversight,
// unless it is zero.
void refuse_mixed_units(const std::string& name, const std::string& text,
                        const std::array<std::size_t, 3>& begins,
                        const std::array<std::size_t, 3>& ends) {
  std::string unit;
  int bare = -1;
  for (int i = 0; i < 3; ++i) {
    const auto part = parse_quantity(text.substr(begins[i], ends[i] - begins[i]));
    if (!part) return;  // said when it is read
    if (!part->unit.empty())
      unit = part->unit;
    else if (part->value != 0.0 && bare < 0)
      bare = i;
  }
  if (unit.empty() || bare < 0) return;
  refuse_quantity(name, text, begins[bare], ends[bare] - begins[bare], "bad-range",
                  "this number has no unit, another one of the range has",
                  "write the unit to each: " +
                      text.substr(begins[bare], ends[bare] - begins[bare]) + " " + unit);
}

}  // namespace

double read_quantity(const std::string& name, const std::string& text, const std::string& unit) {
  return read_part(name, text, 0, text.size(), unit);
}

std::vector<double> read_range(const std::string& name, const std::string& text,
                               const std::string& unit, bool needs_range) {
  const std::size_t first = text.find(':');
  if (first == std::string::npos && !needs_range) return {read_quantity(name, text, unit)};
  const std::size_t second = first == std::string::npos ? first : text.find(':', first + 1);
  if (second == std::string::npos || text.find(':', second + 1) != std::string::npos)
    refuse_quantity(name, text, 0, text.size(), "bad-range", "a range is written from:step:to",
                    "for example " + name + (unit == "m" ? " \"-8 mm:0.5 mm:8 mm\"" : " 20:1:90"));
  refuse_mixed_units(name, text, {0, first + 1, second + 1}, {first, second, text.size()});
  const double from = read_part(name, text, 0, first, unit);
  const double step = read_part(name, text, first + 1, second - first - 1, unit);
  const double to = read_part(name, text, second + 1, text.size() - second - 1, unit);
  if (!(step > 0.0))
    refuse_quantity(name, text, first + 1, second - first - 1, "bad-range",
                    "the step must be positive");
  if (!(to >= from))
    refuse_quantity(name, text, second + 1, text.size() - second - 1, "bad-range",
                    "the range ends before it starts");
  const double count = std::floor((to - from) / step + 1e-9);
  if (count > 99999.0)
    refuse_quantity(name, text, first + 1, second - first - 1, "bad-range",
                    "more than 100000 values");
  std::vector<double> values;
  for (int i = 0; i <= static_cast<int>(count); ++i) values.push_back(from + i * step);
  return values;
}

}  // namespace fourfoot::input
