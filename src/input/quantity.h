#pragma once

#include <string>
#include <vector>

namespace fourfoot::input {

/// "2 mm" of the option `name` in the unit wanted; a plain number is SI. InputError (bad-number,
/// unknown-unit, wrong-unit) points into the option's text.
double read_quantity(const std::string& name, const std::string& text, const std::string& unit);

/// "from:step:to", each a quantity: from, from + step, ... up to `to`; or one quantity, unless the
/// verb needs a range. InputError bad-range unless step > 0, to >= from and at most 100000 values.
std::vector<double> read_range(const std::string& name, const std::string& text,
                               const std::string& unit, bool needs_range = false);

}  // namespace fourfoot::input
